"""Progress of long commands on standard error."""

import io
from threading import Event

import pytest

import progress
from progress import Progress

NEVER, AT_ONCE = 3600.0, 0.0


class Stream(io.StringIO):
    """A stream, either a terminal or a file, that sets `written` at each write."""

    def __init__(self, *, terminal: bool) -> None:
        super().__init__()
        self._terminal = terminal
        self.written = Event()

    def isatty(self) -> bool:
        return self._terminal

    def write(self, text: str) -> int:
        length = super().write(text)
        self.written.set()
        return length


def test_short_command_prints_nothing() -> None:
    stream = Stream(terminal=False)
    with Progress("check", stream) as report:
        report("game 1 of 3")
    assert stream.getvalue() == ""


def test_file_gets_a_line_that_says_what_the_command_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "QUIET_SECONDS", AT_ONCE)
    stream = Stream(terminal=False)
    running = Progress("check", stream)
    running("game 2 of 3")
    with running:
        assert stream.written.wait(60)
    assert stream.getvalue().splitlines()[0] == "check: game 2 of 3 (0 s)"


def test_terminal_has_one_line_that_is_removed_at_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "QUIET_SECONDS", AT_ONCE)
    monkeypatch.setattr(progress, "TERMINAL_SECONDS", NEVER)
    stream = Stream(terminal=True)
    with Progress("arena", stream):
        assert stream.written.wait(60)
    assert stream.getvalue() == "\r\x1b[Karena (0 s)\r\x1b[K"


def test_waits_between_the_lines_of_a_file_double_up_to_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "QUIET_SECONDS", 2.0)
    waits = Progress("copy", Stream(terminal=False))._waits()
    assert [next(waits) for _ in range(8)] == [2, 2, 4, 8, 16, 32, 64, 64]


def test_error_of_the_command_ends_the_progress_and_is_raised() -> None:
    stream = Stream(terminal=False)
    running = Progress("backup", stream)
    with pytest.raises(RuntimeError), running:
        raise RuntimeError
    assert not running._printer.is_alive()
