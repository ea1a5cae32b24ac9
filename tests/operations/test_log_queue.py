"""Logging and printing never wait for a reader: lines go to a bounded queue, and dropped lines are counted."""

import gc
import json
import logging
import os
import sys
import threading
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest

import limits
from operations import log_queue, logs
from operations.log_queue import LineQueue, QueuedHandler, QueuedStream, end_all, queue_prints

LONG = 60.0
"""Timeout in seconds, which is reached only if something is broken."""
SECRET = "typed by somebody"


class Blocked(logging.Handler):
    """A stream and a log handler in one. Its writes block until a test sets `opened`."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []
        self.holds = Event()
        """Set while a write is waiting."""
        self.opened = Event()

    def write(self, line: str) -> None:
        self.holds.set()
        assert self.opened.wait(LONG)
        self.lines.append(line)

    def emit(self, record: logging.LogRecord) -> None:
        self.write(record.getMessage())


@pytest.fixture(autouse=True)
def _few(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "LOG_LINES", 3)


@pytest.fixture
def blocked() -> Iterator[Blocked]:
    blocked = Blocked()
    yield blocked
    blocked.opened.set()


@pytest.fixture
def lines(blocked: Blocked) -> Iterator[LineQueue]:
    lines = LineQueue(blocked.write, lambda count: f"dropped {count}")
    lines.put("first")
    assert blocked.holds.wait(LONG)  # the writing thread has taken the line, and is blocked
    yield lines
    blocked.opened.set()
    lines.end()
    assert lines.join(LONG)


@pytest.fixture
def handler(blocked: Blocked) -> Iterator[QueuedHandler]:
    handler = QueuedHandler(blocked)
    handler.setFormatter(logs.TextFormatter())
    root = logging.getLogger()
    before, level = list(root.handlers), root.level
    root.handlers[:] = [handler]
    root.setLevel(logging.INFO)
    yield handler
    blocked.opened.set()
    root.handlers[:] = before
    root.setLevel(level)
    handler.close()


def test_excess_lines_are_dropped_and_reported_once_in_their_place(lines: LineQueue, blocked: Blocked) -> None:
    for number in range(10):
        lines.put(str(number))
    blocked.opened.set()
    lines.flush(LONG)
    lines.put("last")
    lines.flush(LONG)
    assert blocked.lines == ["first", "0", "1", "2", "dropped 7", "last"]


def test_each_loss_of_lines_is_reported(lines: LineQueue, blocked: Blocked) -> None:
    for _ in range(2):
        for number in range(4):
            lines.put(str(number))
        blocked.opened.set()
        lines.flush(LONG)
        blocked.opened.clear()
        blocked.holds.clear()
        lines.put("first")
        assert blocked.holds.wait(LONG)
    assert blocked.lines.count("dropped 1") == 2


def test_flush_gives_up_on_a_blocked_reader(lines: LineQueue) -> None:
    lines.flush(0.01)


@pytest.mark.usefixtures("lines")
def test_close_gives_up_on_a_blocked_reader() -> None:
    end_all(0.01)


def test_close_waits_for_lines_that_can_be_written(lines: LineQueue, blocked: Blocked) -> None:
    lines.put("last")
    blocked.opened.set()
    end_all(LONG)
    assert blocked.lines == ["first", "last"]


def test_loss_before_the_close_is_reported(lines: LineQueue, blocked: Blocked) -> None:
    for number in range(5):
        lines.put(str(number))
    lines.end()
    blocked.opened.set()
    assert lines.join(LONG)
    assert blocked.lines[-1] == "dropped 2"


def test_logging_does_not_wait_and_its_loss_report_has_the_format_of_the_log(
    handler: QueuedHandler, blocked: Blocked
) -> None:
    log = logging.getLogger("cogs")
    log.info("first")
    assert blocked.holds.wait(LONG)
    for number in range(8):
        log.info("line %s", number)
    blocked.opened.set()
    handler.lines.flush(LONG)
    assert blocked.lines[-1].endswith(
        " WARNING operations.log_queue: 5 lines of the log were dropped, as nobody could write them"
    )
    assert [line.rpartition(" ")[2] for line in blocked.lines[:4]] == ["first", "0", "1", "2"]


def test_record_is_formatted_when_it_is_logged(handler: QueuedHandler, blocked: Blocked) -> None:
    servers = ["one"]
    logging.getLogger("cogs").info("on %s", servers)
    servers.append("two")
    blocked.opened.set()
    handler.lines.flush(LONG)
    assert blocked.lines[0].endswith("on ['one']")


def test_record_that_cannot_be_formatted_is_reported_without_its_text(handler: QueuedHandler, blocked: Blocked) -> None:
    class Odd:
        def __str__(self) -> str:
            raise ValueError(SECRET)

    handler.handle(logging.LogRecord("cogs", logging.INFO, __file__, 7, "it is %s", (Odd(),), None))
    blocked.opened.set()
    handler.lines.flush(LONG)
    (line,) = blocked.lines
    assert "ERROR operations.log_queue: a line of cogs (test_log_queue.py:" in line
    assert line.endswith("could not be formatted: ValueError")


def test_logging_during_garbage_collection_in_a_put_does_not_deadlock(handler: QueuedHandler, blocked: Blocked) -> None:
    blocked.opened.set()
    handler.acquire()
    with handler.lines._lock:
        logging.getLogger("cogs").info("by a destructor")  # a destructor may log in a thread that holds the lock
    handler.release()
    handler.lines.flush(LONG)
    assert len(blocked.lines) == 1


# --- Printed output


@contextmanager
def printing() -> Iterator[None]:
    """Queue printed output during the context.

    A fixture would be too early: pytest sets the streams again between the fixtures and the test.
    """
    with pytest.MonkeyPatch.context() as patch, warnings.catch_warnings():
        for name in ("stdout", "stderr", "excepthook", "unraisablehook"):
            patch.setattr(sys, name, getattr(sys, name))
        patch.setattr(threading, "excepthook", threading.excepthook)
        warnings.simplefilter("always")
        queue_prints()
        yield
        logging.captureWarnings(capture=False)
        end_all(LONG)


@pytest.mark.usefixtures("handler")
def test_text_printed_to_stderr_is_kept_unchanged_between_log_lines(blocked: Blocked) -> None:
    blocked.opened.set()
    with printing():
        logging.getLogger("cogs").info("before")
        print("a sentence", file=sys.stderr, flush=True)
        logging.getLogger("cogs").info("after")
    assert [line.rpartition(": ")[2] for line in blocked.lines] == ["before", "a sentence", "after"]


@pytest.mark.usefixtures("handler")
def test_warning_is_logged(blocked: Blocked) -> None:
    blocked.opened.set()
    with printing():
        warnings.warn("of a library", stacklevel=1)
    (line,) = blocked.lines
    assert "WARNING py.warnings: " in line


@pytest.mark.usefixtures("handler")
def test_uncaught_exceptions_are_logged_without_their_messages(blocked: Blocked) -> None:
    class Odd:
        def __del__(self) -> None:
            raise ValueError(SECRET)

    def fail() -> None:
        raise KeyError(SECRET)

    blocked.opened.set()
    with printing():
        Odd()
        gc.collect()
        thread = Thread(target=fail)
        thread.start()
        thread.join()
    destructor, other = blocked.lines
    assert "ValueError" in destructor
    assert "KeyError" in other
    assert SECRET not in destructor + other


def test_print_to_an_unread_pipe_returns() -> None:
    reading, writing = os.pipe()
    with os.fdopen(reading, "rb") as reader, os.fdopen(writing, "w", encoding="utf-8") as pipe:
        lines = LineQueue(lambda line: print(line, file=pipe, flush=True), str)
        for _ in range(3):
            print("x" * 50_000, file=QueuedStream(lines), flush=True)  # the pipe has room for one such line
        lines.end()
        assert len(reader.read(3 * 50_001)) == 3 * 50_001
        assert lines.join(LONG)


# --- The destinations of the log


@pytest.mark.usefixtures("handler")
def test_blocked_stderr_does_not_stop_the_log_file(tmp_path: Path) -> None:
    file = QueuedHandler(logs.DailyFile(tmp_path / "ichiza.log", 1))
    file.setFormatter(logs.JsonFormatter())
    logging.getLogger().addHandler(file)
    logging.getLogger("cogs").info("there")
    file.lines.flush(LONG)
    assert json.loads((tmp_path / "ichiza.log").read_text())["event"] == "there"
    file.close()


def test_closed_reader_does_not_stop_the_log(capsys: pytest.CaptureFixture[str]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    broken: Any = os.fdopen(writing, "w")
    handler = QueuedHandler(log_queue.StandardError(broken))
    for _ in range(2):
        handler.emit(logging.makeLogRecord({"msg": "nobody reads this"}))
    handler.lines.flush(LONG)
    handler.close()
    with pytest.raises(BrokenPipeError):
        broken.close()
    assert capsys.readouterr().err == ""
