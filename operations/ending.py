"""The end: the first signal asks for it, the others change nothing, and what hangs is left where it is.

What was answered is on the disk by then, so nothing that is left undone can be lost: the next start shows every table
as it is. The clean end only spares that start some work, and a failure whoever has just clicked; so it has a deadline.
"""

import asyncio
import faulthandler
import logging
import os
import signal
import sys
from collections.abc import Coroutine
from types import FrameType
from typing import Any, NoReturn

log = logging.getLogger(__name__)

CLEAN_SECONDS = 3.2
"""What the clean end may take; supervisors wait for ten seconds at least."""
LAST_SECONDS = 4.5
"""After the signal: then the process ends, even if its event loop stands still, and says where it stood."""
LEFTOVERS_SECONDS = 0.2
"""How long tasks are waited for that nobody has ended."""


def run_until_told(work: Coroutine[Any, Any, None]) -> None:
    """Run `work` until it is over, or SIGTERM or SIGINT has cancelled it and it has ended or its time is up.

    To be called once, in the main thread, by a process that then ends with `leave`: threads may be left.

    Raises:
        BaseException: what `work` raises; but not that it was cancelled.
    """
    loop = asyncio.new_event_loop()
    asyncio.set_event_loop(loop)
    loop.run_until_complete(_run(work))


async def _run(work: Coroutine[Any, Any, None]) -> None:
    task, told = asyncio.ensure_future(work), asyncio.Event()
    _listen(told)
    waiting = asyncio.ensure_future(told.wait())
    await asyncio.wait([task, waiting], return_when=asyncio.FIRST_COMPLETED)
    if not task.done():
        log.info("told to stop")
        task.cancel()
        await asyncio.wait([task], timeout=CLEAN_SECONDS)
    if not task.done():
        log.warning("the clean end took longer than %s seconds, and what hangs is left: nothing is lost", CLEAN_SECONDS)
    elif not task.cancelled():
        task.result()
    leftovers = asyncio.all_tasks() - {asyncio.current_task()}
    for one in leftovers:
        one.cancel()
    if leftovers:
        await asyncio.wait(leftovers, timeout=LEFTOVERS_SECONDS)


def _listen(told: asyncio.Event) -> None:
    """Let the first signal tell that it is time, and the others nothing.

    By Python's handlers, not the loop's: those are not called while the loop stands still.
    """
    loop = asyncio.get_running_loop()

    def first(_number: int, _frame: FrameType | None) -> None:
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, _nothing)
        faulthandler.dump_traceback_later(LAST_SECONDS, exit=True)
        loop.call_soon_threadsafe(told.set)

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, first)


def _nothing(_number: int, _frame: FrameType | None) -> None:
    """It is ending already."""


def leave(code: int) -> NoReturn:
    """End the process at once: what still thinks or draws in threads of its own is for nobody now."""
    logging.shutdown()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)
