"""Queues of lines that threads write, so that logging and printing never wait for a pipe or a disk.

The reader of standard error may stop reading, and the disk of a log file may hang; then a write blocks for ever. So
each line goes into a bounded queue, and the queue's own thread writes it. When the queue is full, lines are dropped
until the queue is empty; then one line reports their number.
"""

import io
import logging
import sys
import threading
import time
from collections.abc import Callable
from queue import SimpleQueue
from threading import Event, RLock, Thread
from types import TracebackType
from typing import TextIO

import limits

FLUSH_SECONDS = 0.8
"""Longest time in seconds that a flush waits. Lines are written within milliseconds unless their reader has stopped."""

log = logging.getLogger(__name__)

_open: list["LineQueue"] = []
"""The queues whose threads may still have lines to write."""


class LineQueue:
    """A bounded queue of lines, and the thread that writes them.

    The lines are in a `SimpleQueue`, which is reentrant: the garbage collector may log in the middle of a put. Only the
    queue's thread calls `write`. It holds no lock during the call, so a hanging write blocks no other thread.
    """

    def __init__(self, write: Callable[[str], object], report: Callable[[int], str]) -> None:
        """Start the thread.

        Args:
            write: writes a line, and may block for ever.
            report: returns the line that reports a number of dropped lines.
        """
        self._write = write
        self._report = report
        self._lines: SimpleQueue[str | Event | None] = SimpleQueue()
        self._lock = RLock()
        self._dropped = 0
        self._thread = Thread(target=self._run, name="log", daemon=True)
        self._thread.start()
        _open.append(self)

    def put(self, line: str) -> None:
        """Queue a line, or drop it if the queue is full."""
        with self._lock:
            if self._dropped or self._lines.qsize() >= limits.LOG_LINES:
                self._dropped += 1
            else:
                self._lines.put(line)

    def flush(self, seconds: float = FLUSH_SECONDS) -> None:
        """Wait until all lines queued so far are written, for at most `seconds`."""
        written = Event()
        self._lines.put(written)
        written.wait(seconds)

    def end(self) -> None:
        """Let the thread end after the queued lines. Later lines are lost."""
        self._lines.put(None)

    def join(self, seconds: float) -> bool:
        """Wait for the thread's end, for at most `seconds`; return whether it has ended."""
        self._thread.join(seconds)
        if not self._thread.is_alive() and self in _open:
            _open.remove(self)
        return not self._thread.is_alive()

    def _run(self) -> None:
        for item in iter(self._lines.get, None):
            if isinstance(item, str):
                self._write(item)
            if self._lines.empty():
                self._report_dropped()
            if isinstance(item, Event):
                item.set()
        self._report_dropped()

    def _report_dropped(self) -> None:
        with self._lock:
            dropped, self._dropped = self._dropped, 0
        if dropped:
            self._write(self._report(dropped))


def end_all(seconds: float = FLUSH_SECONDS) -> None:
    """End all queues, and wait for their threads; `seconds` is the timeout for all of them together."""
    queues, deadline = list(_open), time.monotonic() + seconds
    for queue in queues:
        queue.end()
    for queue in queues:
        queue.join(max(0.0, deadline - time.monotonic()))


class QueuedHandler(logging.Handler):
    """A handler that formats a record in the calling thread; another handler writes the line in the queue's thread.

    Errors of the other handler are ignored, because a report of them could not be written either.
    """

    def __init__(self, target: logging.Handler) -> None:
        super().__init__()
        self._target = target
        self.lines = LineQueue(lambda line: target.emit(logging.makeLogRecord({"msg": line})), self._dropped)

    def emit(self, record: logging.LogRecord) -> None:
        """See `logging.Handler`."""
        try:
            line = self.format(record)
        except Exception:  # noqa: BLE001  an argument's __str__ may raise anything
            self.handleError(record)
        else:
            self.lines.put(line)

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802  the library's name
        """Log that a record could not be formatted, without its text; `logging` would print the text."""
        kind = sys.exc_info()[0]
        text = f"a line of {record.name} ({record.filename}:{record.lineno}) could not be formatted: "
        self.report(logging.ERROR, text + (kind.__name__ if kind else "?"))

    def report(self, level: int, text: str) -> None:
        """Queue a line about the log itself."""
        self.lines.put(self._own(level, text))

    def flush(self) -> None:
        """Wait until all lines are written, up to a timeout."""
        self.lines.flush()

    def close(self) -> None:
        """Stop the thread after the queued lines, with a timeout."""
        self.lines.end()
        if self.lines.join(FLUSH_SECONDS):
            self._target.close()
        super().close()

    def _dropped(self, count: int) -> str:
        return self._own(logging.WARNING, f"{count} lines of the log were dropped, as nobody could write them")

    def _own(self, level: int, text: str) -> str:
        return self.format(logging.LogRecord(__name__, level, __file__, 0, text, None, None))


class StandardError(logging.StreamHandler[TextIO]):
    """Standard error, whose reader may be gone."""

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802  the library's name
        """Ignore a line that cannot be written."""


class QueuedStream(io.TextIOBase):
    """A replacement of standard output or error that queues whole lines, for libraries and the interpreter too."""

    encoding = "utf-8"

    def __init__(self, lines: LineQueue) -> None:
        super().__init__()
        self._lines = lines
        self._lock = RLock()
        self._partial_line = ""

    def writable(self) -> bool:
        """See `io.TextIOBase`."""
        return True

    def write(self, text: str) -> int:
        """See `io.TextIOBase`."""
        with self._lock:
            *whole, self._partial_line = (self._partial_line + text).split("\n")
        for line in whole:
            self._lines.put(line)
        return len(text)


def queue_prints() -> None:
    """Replace standard output and standard error by queues.

    Standard error shares the log's queue, so set up the log first. Warnings and uncaught errors of threads and of the
    garbage collector are logged.
    """
    handlers = [one for one in logging.getLogger().handlers if isinstance(one, QueuedHandler)]
    output = sys.stdout

    def write(line: str) -> None:
        try:
            output.write(f"{line}\n")
            output.flush()
        except (OSError, ValueError):  # the reader is gone
            pass

    sys.stdout = QueuedStream(LineQueue(write, lambda count: f"({count} lines were dropped)"))
    sys.stderr = QueuedStream(handlers[0].lines)
    logging.captureWarnings(capture=True)
    sys.excepthook = _log_uncaught
    threading.excepthook = lambda uncaught: _log_uncaught(uncaught.exc_type, uncaught.exc_value, uncaught.exc_traceback)
    sys.unraisablehook = lambda uncaught: _log_uncaught(uncaught.exc_type, uncaught.exc_value, uncaught.exc_traceback)


def _log_uncaught(kind: type[BaseException], error: BaseException | None, where: TracebackType | None) -> None:
    """Log an error that the interpreter would print."""
    caught = error if error is not None else kind()
    log.critical("an error that nobody caught", exc_info=(kind, caught, where))
