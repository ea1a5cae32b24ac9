"""Progress of long commands on standard error."""

import io
import os
import subprocess
import sys
from threading import Event

import pytest

import progress
from progress import CLOSED, Parser, Progress, shortened
from tests.source_tree import ROOT

MOST_REPEATED = 200
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


def test_long_parts_of_a_sentence_are_cut_in_their_middle() -> None:
    text = shortened(f"There is no file {'a' * 500}: check {'a' * 500}.", "a" * 500)
    assert text.count("a") <= 2 * MOST_REPEATED
    assert text.startswith("There is no file aaa")
    assert text.endswith("aaa.")
    assert shortened("short: a b", "a", "b") == "short: a b"


def test_error_of_a_parser_repeats_no_long_argument(capsys: pytest.CaptureFixture[str]) -> None:
    parser = Parser()
    parser.add_argument("number", type=int)
    with pytest.raises(SystemExit):
        parser.parse_args(["Q" * 5_000])
    assert capsys.readouterr().err.count("Q") <= MOST_REPEATED


def run(printing: str, *, encoding: str = "utf-8") -> "subprocess.Popen[bytes]":
    """Start a command line that reads a line and then does this."""
    lines = ["import sys", "from progress import exit_code", "def main():", "    sys.stdin.readline()"]
    script = "\n".join([*lines, f"    {printing}", "    return 0", "sys.exit(exit_code(main))"])
    environment, pipe = {**os.environ, "PYTHONIOENCODING": encoding}, subprocess.PIPE
    return subprocess.Popen(
        [sys.executable, "-c", script], cwd=ROOT, stdin=pipe, stdout=pipe, stderr=pipe, env=environment
    )


@pytest.mark.skipif(os.name != "posix", reason="other systems have other pipes")
@pytest.mark.parametrize("printing", ["print('x' * 10**6)", "print('x')", "print('x'); raise SystemExit(0)"])
def test_command_whose_output_nobody_reads_ends_with_a_sentence(printing: str) -> None:
    process = run(printing)
    assert process.stdout is not None
    process.stdout.close()
    process.stdout = None
    _, said = process.communicate(b"\n")
    assert (said.count(b"\n"), said.endswith(b".\n")) == (1, True)
    assert process.returncode == CLOSED


def test_characters_that_the_output_cannot_have_are_printed_as_escapes() -> None:
    out, err = run("print('卓 \\udce5')", encoding="ascii").communicate(b"\n")
    assert (out.decode().strip(), err) == ("\\u5353 \\udce5", b"")


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
