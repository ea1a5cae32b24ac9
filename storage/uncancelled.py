"""Work that must run to its end even when its caller is cancelled."""

import asyncio
import contextlib
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


async def settle(work: Coroutine[Any, Any, T]) -> T:
    """Run `work` to its end even if the caller is cancelled meanwhile, and raise the cancellation afterwards.

    Returns:
        The result of `work`. An exception of `work` is raised unchanged, unless a cancellation is raised instead.
    """
    task = asyncio.ensure_future(work)
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        while not task.done():
            with contextlib.suppress(asyncio.CancelledError):
                await asyncio.wait([task])
        if not task.cancelled():
            task.exception()  # otherwise asyncio logs an exception that nobody retrieved
        raise
