"""The log: one line for each event, as text or JSON, on standard error and optionally in a daily file.

Every record passes one of two formatters. They escape line breaks, and remove tokens and people's ids from addresses.
An error is logged with its type and its stack trace, but mostly without its text, which may contain cards or typed
words; `_SYSTEM_ERRORS` are the exceptions. Other libraries log at INFO or above, even if the bot's own loggers log at
DEBUG: at DEBUG they would log hands and tokens. Background threads write the lines (`operations.log_queue`), so a
hanging disk, or a pipe that nobody reads, does not block the bot.
"""

import json
import logging
import re
import sqlite3
import time
from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime
from io import TextIOWrapper
from logging.handlers import TimedRotatingFileHandler
from pathlib import Path
from traceback import FrameSummary, extract_tb, format_tb
from typing import Any, Literal, NamedTuple, Self, TypeAlias

import limits
from host.services import StoreError
from operations.log_queue import QueuedHandler, StandardError
from operations.plain_files import open_for_appending

Format: TypeAlias = Literal["text", "json"]

ROOT = Path(__file__).parents[1]
OWN_LOGGERS = ("ichiza", "cogs", "engine", "host", "locales", "operations", "pictures", "show", "storage")
"""The bot's own loggers."""
_TOKEN = re.compile(r"(/(?:interactions|webhooks)/\d+/)[^/\s?\"']+")
"""An interaction's token in an address. For 15 minutes, anybody who has the token may answer in the bot's name."""
_PERSON = re.compile(r"(/(?:members|thread-members|users)/)\d+")
"""A person's id in an address, which discord.py logs when it meets a rate limit."""
_SYSTEM_ERRORS = (OSError, sqlite3.Error, StoreError)
"""Errors whose texts are logged, because these texts come from the operating system, the database or the bot."""
REPEAT_SECONDS = 60.0
"""Seconds for which repetitions of an error are only counted."""
_HEAD = "Traceback (most recent call last):\n"
_STANDARD_FIELDS = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}
"""Attributes of every record; other attributes were given as `extra` and become fields."""


def set_up(level: str, form: Format = "text", file: Path | None = None, days: int = 14) -> "ErrorCounter":
    """Set up the log and return the handler that counts errors.

    Args:
        level: level of the bot's own loggers: DEBUG, INFO, WARNING or ERROR.
        form: text for people or JSON for machines.
        file: additional log file; see `DailyFile`.
        days: number of renamed files to keep.

    Raises:
        OSError: the file cannot be written.
    """
    number, errors = logging.getLevelNamesMapping()[level], ErrorCounter()
    handlers: list[logging.Handler] = [LogHandler(StandardError()), errors]
    if file is not None:
        handlers.append(LogHandler(DailyFile(file, days)))
    for handler in handlers:
        handler.setFormatter(JsonFormatter() if form == "json" else TextFormatter())
    logging.basicConfig(handlers=handlers, level=max(number, logging.INFO), force=True)
    for name in OWN_LOGGERS:
        logging.getLogger(name).setLevel(number)
    return errors


class TextFormatter(logging.Formatter):
    """`2026-11-22T09:30:00.123Z INFO cogs.client: ready servers=2`; a traceback is indented below its line."""

    def format(self, record: logging.LogRecord) -> str:
        """See `logging.Formatter`."""
        fields = "".join(f" {name}={value}" for name, value in _fields(record).items())
        said = f"{_message(record)}{fields}".replace("\r", "\\r").replace("\n", "\\n")
        below = "".join(f"\n    {line}" for line in _traceback(record).splitlines())
        return _redacted(f"{_time(record)} {record.levelname} {record.name}: {said}{below}")


class JsonFormatter(logging.Formatter):
    """A JSON object with `time`, `level`, `logger`, `event` (the message), the record's own fields and `traceback`."""

    def format(self, record: logging.LogRecord) -> str:
        """See `logging.Formatter`."""
        line: dict[str, object] = {
            "time": _time(record),
            "level": record.levelname,
            "logger": record.name,
            "event": _message(record),
            **_fields(record),
        }
        if traceback := _traceback(record):
            line["traceback"] = traceback
        return _redacted(json.dumps(line, ensure_ascii=False, default=str))


class LogHandler(QueuedHandler):
    """A handler that writes an error with its stack trace once, and counts its repetitions for some time.

    On a full disk every click would otherwise write the same 2 kB.
    """

    def __init__(self, target: logging.Handler, clock: Callable[[], float] = time.monotonic) -> None:
        """Write to `target`; `clock` returns seconds."""
        super().__init__(target)
        self._clock = clock
        self._ends: dict[Error, float] = {}
        """The time, by the clock, at which an error is written again."""
        self._repeated = Counter[Error]()

    def emit(self, record: logging.LogRecord) -> None:
        """See `logging.Handler`."""
        now = self._clock()
        for ended in [one for one, end in self._ends.items() if end <= now]:
            del self._ends[ended]
            if count := self._repeated.pop(ended, 0):
                self.report(logging.WARNING, f"{count} more times: {ended.logger}: {ended.event} ({ended.kind})")
        error = Error.of(record)
        if error is not None and error in self._ends:
            self._repeated[error] += 1
            return
        if error is not None and len(self._ends) < limits.LOG_ERRORS:
            self._ends[error] = now + REPEAT_SECONDS
        super().emit(record)


class Error(NamedTuple):
    """An error of the log, as far as its repetition is recognised."""

    logger: str
    event: str
    kind: str
    words: str

    @classmethod
    def of(cls, record: logging.LogRecord) -> Self | None:
        """Return the error of a record with a stack trace, else None."""
        error = record.exc_info[1] if record.exc_info else None
        return None if error is None else cls(record.name, str(record.msg), type(error).__name__, _words(error))


class DailyFile(TimedRotatingFileHandler):
    """A file that is renamed after its day at midnight (UTC), and sooner to `….full` if it has `limits.LOG_FILE_BYTES`.

    If the path is a link, the files are beside its target. Only the owner can read a file that the bot has made.
    """

    def __init__(self, file: Path, days: int) -> None:
        super().__init__(file.resolve(), when="midnight", backupCount=days, encoding="utf-8", utc=True)

    def shouldRollover(self, record: logging.LogRecord) -> int:  # noqa: N802  the library's name
        """See `TimedRotatingFileHandler`."""
        return self._is_full() or super().shouldRollover(record)

    def doRollover(self) -> None:  # noqa: N802  the library's name
        """See `TimedRotatingFileHandler`."""
        if self._is_full():
            self.close()
            file = Path(self.baseFilename)
            file.replace(f"{file}.full")
        else:
            super().doRollover()

    def _is_full(self) -> bool:
        try:
            return Path(self.baseFilename).stat().st_size >= limits.LOG_FILE_BYTES
        except FileNotFoundError:
            return False

    def _open(self) -> TextIOWrapper:
        return open(open_for_appending(Path(self.baseFilename)), "a", encoding=self.encoding)  # noqa: PTH123  no path

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802  the library's name
        """Ignore a line that cannot be written, as on a full disk: standard error gets the same line."""


class ErrorCounter(logging.Handler):
    """A handler that counts logged errors."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.count = 0
        self.last = ""
        """Time of the last error in the log's format; empty if there was none."""

    def emit(self, record: logging.LogRecord) -> None:
        """See `logging.Handler`."""
        self.count += 1
        self.last = _time(record)


def describe_message(record: logging.LogRecord) -> str:
    """Return a record's message without tokens, people's ids and the home directory, so that it may be published."""
    return _without_home(_redacted(_message(record)))


def describe_errors(record: logging.LogRecord) -> list[dict[str, Any]]:
    """Return the errors of a record, oldest first, in Sentry's form.

    Each error has its type, its stack trace, and its text where the log may contain the text (see `_words`).
    """
    return [
        {
            "type": type(error).__name__,
            "module": type(error).__module__,
            "value": _without_home(_redacted(_words(error))),
            "stacktrace": {"frames": [_frame(one) for one in extract_tb(error.__traceback__)]},
        }
        for error in _errors(record)
    ]


def _frame(place: FrameSummary) -> dict[str, Any]:
    """Return a line of a stack trace for Sentry. Its path is relative, because an absolute path may name a person."""
    path = Path(place.filename)
    own = path.is_relative_to(ROOT) and "site-packages" not in path.parts
    name = path.relative_to(ROOT) if own else Path(*path.parts[-2:])
    return {"filename": str(name), "function": place.name, "lineno": place.lineno, "in_app": own}


def _time(record: logging.LogRecord) -> str:
    return datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _fields(record: logging.LogRecord) -> dict[str, object]:
    return {name: value for name, value in vars(record).items() if name not in _STANDARD_FIELDS}


def _message(record: logging.LogRecord) -> str:
    """Return the message; from asyncio only the first line, because the other lines repeat the text of an error."""
    said = record.getMessage()
    return said.partition("\n")[0] if record.name == "asyncio" else said


def _traceback(record: logging.LogRecord) -> str:
    """Return the stack traces of a record's error and of its causes, oldest first; "" if the record has no error."""
    lines = []
    for error in _errors(record):
        words = f": {said}" if (said := _words(error)) else ""
        lines.append("".join([_HEAD, *format_tb(error.__traceback__), type(error).__name__, words]))
    return "\nwhich led to:\n".join(lines)


def _errors(record: logging.LogRecord) -> list[BaseException]:
    """Return the error of a record and the errors that caused it, oldest first."""
    error, found = record.exc_info[1] if record.exc_info else None, list[BaseException]()
    while error is not None and not any(error is one for one in found):
        found.insert(0, error)
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    return found


def _words(error: BaseException) -> str:
    """Return the text of one of `_SYSTEM_ERRORS`; "" for other errors, which may contain cards or typed words."""
    return str(error) if isinstance(error, _SYSTEM_ERRORS) else ""


def _redacted(line: str) -> str:
    return _PERSON.sub(r"\1…", _TOKEN.sub(r"\1…", line))


def _without_home(text: str) -> str:
    """Return a text with `~` for the home directory, whose path may name its owner."""
    try:
        home = str(Path.home())
    except RuntimeError:  # the user of a container may have no home directory
        return text
    return text.replace(home, "~") if len(home) > 1 else text
