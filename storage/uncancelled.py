"""Work that must not stop half-way."""

import asyncio
import contextlib
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


async def settle(work: Coroutine[Any, Any, T]) -> T:
    """Let `work` end, however often whoever waits for it is cancelled meanwhile; a cancellation is raised afterwards.

    Returns:
        What `work` returns. Its exception is raised as it is, unless a cancellation is raised instead.
    """
    task = asyncio.ensure_future(work)
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        while not task.done():
            with contextlib.suppress(asyncio.CancelledError):
                await asyncio.wait([task])
        if not task.cancelled():
            task.exception()  # looked at, so that asyncio does not report it as never retrieved
        raise
