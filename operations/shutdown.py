"""Shutdown: the first signal starts it, further signals change nothing, and work that hangs is abandoned.

Every answered change is already committed, so an abandoned shutdown loses nothing: the next start restores every table.
A clean shutdown has only two advantages: the next start has less work, and clicks that are being handled get an answer.
So it has a deadline.
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
"""Time limit of the clean shutdown. Supervisors wait at least ten seconds."""
LAST_SECONDS = 4.5
"""Seconds after the signal until the process is ended by force, with a traceback of all threads."""
SIGNALS = (signal.SIGINT, signal.SIGTERM)
STANDARD_ERROR = 2
LEFTOVERS_SECONDS = 0.2
"""Seconds to wait for remaining tasks."""


def run_until_stopped(work: Coroutine[Any, Any, None]) -> None:
    """Run `work` until it ends. SIGTERM or SIGINT cancels it; then it has `CLEAN_SECONDS` to end.

    Call this once, in the main thread, and end the process with `exit_process`, because threads may still run.

    Raises:
        BaseException: the error of `work`, except its cancellation.
    """
    loop = asyncio.new_event_loop()
    asyncio.set_event_loop(loop)
    loop.run_until_complete(_run(work))


async def _run(work: Coroutine[Any, Any, None]) -> None:
    task, stop_requested = asyncio.ensure_future(work), asyncio.Event()
    _install_handlers(stop_requested)
    waiting = asyncio.ensure_future(stop_requested.wait())
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


def _install_handlers(stop_requested: asyncio.Event) -> None:
    """Set the event at the first signal, and ignore further signals.

    Handlers of the event loop would not run while the loop hangs, so Python's handlers are used. But Python's handlers
    do not run while the main thread hangs in a system call. So a thread also waits for the signal, as the last resort.
    If C code blocks all threads, only the supervisor's SIGKILL helps.
    """
    loop = asyncio.get_running_loop()

    def first(_number: int, _frame: FrameType | None) -> None:
        for number in SIGNALS:
            signal.signal(number, _ignore)
        loop.call_soon_threadsafe(stop_requested.set)

    reader, writer = socket.socketpair()
    writer.setblocking(False)  # noqa: FBT003  the library's parameter
    signal.set_wakeup_fd(writer.fileno(), warn_on_full_buffer=False)
    Thread(target=_run_last_resort, args=(reader, writer), name="last resort", daemon=True).start()
    for number in SIGNALS:
        signal.signal(number, first)


def _run_last_resort(signals: socket.socket, _writer: socket.socket) -> None:
    """Wait for a signal, then have the process end after at most `LAST_SECONDS`, even if standard error hangs.

    The thread keeps both sockets open afterwards: Python writes the number of every further signal to them.
    """
    while (number := signals.recv(1)) and number[0] not in SIGNALS:
        pass
    faulthandler.dump_traceback_later(LAST_SECONDS, exit=True, file=_unblocked(STANDARD_ERROR))
    while signals.recv(64):
        pass


def _unblocked(descriptor: int) -> int:
    """Return a non-blocking descriptor of the same file; output that nobody reads is lost.

    The file is opened again, because O_NONBLOCK on a shared descriptor would affect other processes. A socket, such as
    systemd's journal, cannot be opened again, but no other process shares it.
    """
    try:
        return os.open(f"/proc/self/fd/{descriptor}", os.O_WRONLY | os.O_APPEND | os.O_NONBLOCK)
    except OSError:
        os.set_blocking(descriptor, False)
        return descriptor


def _ignore(_number: int, _frame: FrameType | None) -> None:
    """Ignore a further signal."""


def exit_process(code: int) -> NoReturn:
    """End the process at once, without waiting for threads that think or draw.

    The log's last lines are written first, up to a timeout.
    """
    end_all()
    os._exit(code)
