"""Work that must not stop half-way."""

import asyncio
from collections.abc import Awaitable
from typing import TypeVar

T = TypeVar("T")


async def settle(work: Awaitable[T]) -> T:
    """Let `work` end, however often whoever waits for it is cancelled meanwhile; a cancellation is raised afterwards.

    Returns:
        What `work` returns. Its exception is raised as it is, unless a cancellation is raised instead.
    """
    task = asyncio.ensure_future(work)
    cancelled: asyncio.CancelledError | None = None
    while not task.done():
        try:
            await asyncio.wait([task])
        except asyncio.CancelledError as error:
            cancelled = error
    if cancelled is None:
        return task.result()
    if not task.cancelled():
        task.exception()  # looked at, so that asyncio does not report it as never retrieved
    raise cancelled
