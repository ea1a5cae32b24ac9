"""Lines that somebody else reads, written by threads: nobody who logs or prints ever waits for a pipe or a disk.

Whoever reads standard error may stop reading, and the disk of a file may hang: then a write never returns. So a line is
put into a bounded queue, and a thread of the queue's own writes it. Once the queue is full, lines are dropped until all
of it is written; then one line tells how many were dropped.
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
"""Time for which the end waits for lines to be written; a reader that reads has them in milliseconds."""

log = logging.getLogger(__name__)

_open: list["LineQueue"] = []
"""All queues whose threads may still have something to write."""


class LineQueue:
    """A bounded queue of lines, and the thread that writes them.

    The queue itself is one that may be put into at any time, also by what the collection of garbage logs in the midst
    of a put; and nobody but the thread is ever in `write`, so no lock is held while that hangs.
    """

    def __init__(self, write: Callable[[str], object], report: Callable[[int], str]) -> None:
        """Begin to write.

        Args:
            write: writes a line, and may take for ever.
            report: the line that tells how many lines were dropped.
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
        """Let a line be written, or drop it where too many are waiting."""
        with self._lock:
            if self._dropped or self._lines.qsize() >= limits.LOG_LINES:
                self._dropped += 1
            else:
                self._lines.put(line)

    def flush(self, seconds: float = FLUSH_SECONDS) -> None:
        """Wait until what was put so far is written, but no longer than that."""
        written = Event()
        self._lines.put(written)
        written.wait(seconds)

    def end(self) -> None:
        """Let the thread end once all is written; what is put from now on is lost."""
        self._lines.put(None)

    def join(self, seconds: float) -> bool:
        """Wait for that, but no longer; whether it has ended."""
        self._thread.join(seconds)
        if not self._thread.is_alive() and self in _open:
            _open.remove(self)
        return not self._thread.is_alive()

    def _run(self) -> None:
        for item in iter(self._lines.get, None):
            if isinstance(item, str):
                self._write(item)
            if self._lines.empty():
                self._tell_dropped()
            if isinstance(item, Event):
                item.set()
        self._tell_dropped()

    def _tell_dropped(self) -> None:
        with self._lock:
            dropped, self._dropped = self._dropped, 0
        if dropped:
            self._write(self._report(dropped))


def end_all(seconds: float = FLUSH_SECONDS) -> None:
    """End all queues, and wait so long for all of them together."""
    queues, deadline = list(_open), time.monotonic() + seconds
    for queue in queues:
        queue.end()
    for queue in queues:
        queue.join(max(0.0, deadline - time.monotonic()))


class QueuedHandler(logging.Handler):
    """Formats at the caller, for the text of a line changes no more; hands the lines to another handler in a thread.

    That one fails in silence, as where it would tell of it nobody can write either.
    """

    def __init__(self, target: logging.Handler) -> None:
        super().__init__()
        self._target = target
        self.lines = LineQueue(lambda line: target.emit(logging.makeLogRecord({"msg": line})), self._dropped)

    def emit(self, record: logging.LogRecord) -> None:
        """See `logging.Handler`."""
        try:
            line = self.format(record)
        except Exception:  # noqa: BLE001  whatever somebody gives as an argument
            self.handleError(record)
        else:
            self.lines.put(line)

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802  the library's name
        """Tell of a line that cannot be formatted, without its words; the library would print them."""
        kind = sys.exc_info()[0]
        said = f"a line of {record.name} ({record.filename}:{record.lineno}) could not be formatted: "
        self.lines.put(self._own(logging.ERROR, said + (kind.__name__ if kind else "?")))

    def flush(self) -> None:
        """Wait for a moment until all is written."""
        self.lines.flush()

    def close(self) -> None:
        """Wait for a moment until all is written, and write no more."""
        self.lines.end()
        if self.lines.join(FLUSH_SECONDS):
            self._target.close()
        super().close()

    def _dropped(self, count: int) -> str:
        return self._own(logging.WARNING, f"{count} lines of the log were dropped, as nobody could write them")

    def _own(self, level: int, said: str) -> str:
        return self.format(logging.LogRecord(__name__, level, __file__, 0, said, None, None))


class StandardError(logging.StreamHandler[TextIO]):
    """Standard error, whose reader may be gone."""

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802  the library's name
        """Go on without the line."""


class QueuedStream(io.TextIOBase):
    """Standard output or error for whoever prints, libraries and the interpreter among them: whole lines are queued."""

    encoding = "utf-8"

    def __init__(self, lines: LineQueue) -> None:
        super().__init__()
        self._lines = lines
        self._lock = RLock()
        self._begun = ""

    def writable(self) -> bool:
        """See `io.TextIOBase`."""
        return True

    def write(self, text: str) -> int:
        """See `io.TextIOBase`."""
        with self._lock:
            *whole, self._begun = (self._begun + text).split("\n")
        for line in whole:
            self._lines.put(line)
        return len(text)


def queue_prints() -> None:
    """Let nobody in this process wait for standard output or error from now on.

    Standard error's lines stand between those of the log, whose handler must be there; warnings are logged, and so are
    errors that nobody catches in threads and in the collection of garbage.
    """
    handlers = [one for one in logging.getLogger().handlers if isinstance(one, QueuedHandler)]
    output = sys.stdout

    def write(line: str) -> None:
        try:
            output.write(f"{line}\n")
            output.flush()
        except (OSError, ValueError):  # its reader is gone
            pass

    sys.stdout = QueuedStream(LineQueue(write, lambda count: f"({count} lines were dropped)"))
    sys.stderr = QueuedStream(handlers[0].lines)
    logging.captureWarnings(capture=True)
    sys.excepthook = _log_uncaught
    threading.excepthook = lambda uncaught: _log_uncaught(uncaught.exc_type, uncaught.exc_value, uncaught.exc_traceback)
    sys.unraisablehook = lambda uncaught: _log_uncaught(uncaught.exc_type, uncaught.exc_value, uncaught.exc_traceback)


def _log_uncaught(kind: type[BaseException], error: BaseException | None, where: TracebackType | None) -> None:
    """Log what the interpreter would print, words and all."""
    caught = error if error is not None else kind()
    log.critical("an error that nobody caught", exc_info=(kind, caught, where))
