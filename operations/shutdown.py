"""The end: the first signal asks for it, the others change nothing, and what hangs is left where it is.

What was answered is on the disk by then, so nothing that is left undone can be lost: the next start shows every table
as it is. The clean end only spares that start some work, and a failure whoever has just clicked; so it has a deadline.
"""

import asyncio
import faulthandler
import logging
import os
import signal
import socket
from collections.abc import Coroutine
from threading import Thread
from types import FrameType
from typing import Any, NoReturn

from operations import systemd
from operations.log_queue import end_all

log = logging.getLogger(__name__)

CLEAN_SECONDS = 3.0
"""What the clean end may take; supervisors wait for ten seconds at least."""
LAST_SECONDS = 4.5
"""After the signal: then the process ends, even if its event loop stands still, and says where it stood."""
SIGNALS = (signal.SIGINT, signal.SIGTERM)
STANDARD_ERROR = 2
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
        systemd.notify("STOPPING=1")
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

    By Python's handlers, not the loop's: those are not called while the loop stands still. Even Python's are not while
    the main thread is in a call of the system that hangs; so the last resort is another thread's, which learns of the
    signal at once. Where code in C keeps all threads from running for ever, only the supervisor's SIGKILL is left.
    """
    loop = asyncio.get_running_loop()

    def first(_number: int, _frame: FrameType | None) -> None:
        for number in SIGNALS:
            signal.signal(number, _nothing)
        loop.call_soon_threadsafe(told.set)

    reader, writer = socket.socketpair()
    writer.setblocking(False)  # noqa: FBT003  the library's parameter
    signal.set_wakeup_fd(writer.fileno(), warn_on_full_buffer=False)
    Thread(target=_prepare_last_resort, args=(reader, writer), name="last resort", daemon=True).start()
    for number in SIGNALS:
        signal.signal(number, first)


def _prepare_last_resort(signals: socket.socket, _writer: socket.socket) -> None:
    """Once a signal has come, let the process end in time, whatever hangs, its standard error among it."""
    while (number := signals.recv(1)) and number[0] not in SIGNALS:
        pass
    faulthandler.dump_traceback_later(LAST_SECONDS, exit=True, file=_unblocked(STANDARD_ERROR))


def _unblocked(descriptor: int) -> int:
    """A descriptor of the same file in which a write never waits; what nobody reads is lost then.

    It is opened anew, as that a write does not wait would be so for others too with whom the file is shared. A socket,
    as systemd's journal is, cannot be opened; but it is this process's own.
    """
    try:
        return os.open(f"/proc/self/fd/{descriptor}", os.O_WRONLY | os.O_APPEND | os.O_NONBLOCK)
    except OSError:
        os.set_blocking(descriptor, False)
        return descriptor


def _nothing(_number: int, _frame: FrameType | None) -> None:
    """It is ending already."""


def leave(code: int) -> NoReturn:
    """End the process at once: what still thinks or draws in threads of its own is for nobody now.

    The last lines of the log are waited for, but not for long.
    """
    end_all()
    os._exit(code)
