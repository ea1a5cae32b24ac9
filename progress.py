"""Runs commands: parses their arguments, prints the progress of long ones, and ends them at Ctrl+C or a closed pipe.

The command line of every package may import this module.
"""

import argparse
import io
import os
import sys
from collections.abc import Callable, Iterator
from itertools import repeat
from threading import Event, Thread
from time import monotonic
from types import TracebackType
from typing import Final, NoReturn, Self, TextIO

Report = Callable[[str], None]
"""Function that takes a few words about what a command is doing, such as "120 of 500 games"."""
INTERRUPTED: Final = 130
"""The exit code after Ctrl+C. A shell reports the same code for a program that SIGINT has ended."""
CLOSED: Final = 141
"""The exit code after the reader of the output has gone. A shell reports the same code after SIGPIPE."""
QUIET_SECONDS = 2.0
"""Seconds before the first progress line, so that short commands print none."""
TERMINAL_SECONDS = 1.0
"""Seconds between two updates of the line on a terminal."""
MOST_SECONDS: Final = 64.0
"""The longest wait between two lines in a file, in seconds. Each shorter wait is twice as long as the one before."""
_CLEAR: Final = "\r\x1b[K"


class Parser(argparse.ArgumentParser):
    """Parser of a command line whose errors repeat no long input."""

    def error(self, message: str) -> NoReturn:
        """Print a shortened message, and exit."""
        super().error(shortened(message, message))


def shortened(text: str, *repeated: str) -> str:
    """Return a text in which each of these parts, if it is longer than 200 characters, is cut in its middle."""
    for part in repeated:
        cut = f"{part[:120]} … {part[-77:]}"
        if len(part) > len(cut):
            text = text.replace(part, cut)
    return text


def exit_code(command_line: Callable[[], int]) -> int:
    """Run a command line and return its exit code.

    After Ctrl+C, print nothing and return `INTERRUPTED`. If nobody reads the output any more, say so and return
    `CLOSED`. Characters that the output cannot have, such as those of a folder's name, are printed as escapes.
    """
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    try:
        try:
            return command_line()
        finally:
            if sys.stdout is not None:
                sys.stdout.flush()
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # Python writes what is left when it ends, and would print a traceback.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        print("Nobody reads the rest of the output, so the command has ended.", file=sys.stderr)
        return CLOSED


def silent(_doing: str) -> None:
    """Report nothing."""


class Progress:
    """Prints what a command is doing, and for how long, on standard error.

    On a terminal one line is rewritten, and removed at the end. A file or pipe gets a line after 2, 4, 8 and so on
    seconds. A thread prints, so people see the time go on even while a step reports nothing.
    """

    def __init__(self, command: str, stream: TextIO | None = None) -> None:
        self._command = command
        self._stream = sys.stderr if stream is None else stream
        self._terminal = self._stream.isatty()
        self._doing = ""
        self._ended = Event()
        self._printer = Thread(target=self._print, name="progress", daemon=True)

    def __call__(self, doing: str) -> None:
        """Record what the command is doing now, to be printed later; the call takes no time."""
        self._doing = doing

    def __enter__(self) -> Self:
        self._printer.start()
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        self._ended.set()
        self._printer.join()

    def _print(self) -> None:
        begun, printed = monotonic(), False
        for seconds in self._waits():
            if self._ended.wait(seconds):
                break
            line = ": ".join(filter(None, (self._command, self._doing))) + f" ({monotonic() - begun:.0f} s)"
            self._write(f"{_CLEAR}{line}" if self._terminal else f"{line}\n")
            printed = True
        if printed and self._terminal:
            self._write(_CLEAR)

    def _waits(self) -> Iterator[float]:
        """Yield the seconds to wait before each line."""
        yield QUIET_SECONDS
        if self._terminal:
            yield from repeat(TERMINAL_SECONDS)
        seconds = QUIET_SECONDS
        while True:
            yield seconds
            seconds = min(2 * seconds, MOST_SECONDS)

    def _write(self, text: str) -> None:
        self._stream.write(text)
        self._stream.flush()
