"""The log: a line an event, for people (`text`) or machines (`json`); on standard error, and in a file a day if wanted.

Whatever is logged passes through one of two formatters here, which let no line break of a message begin another line,
cut the token out of every address that has one, and leave out the words of errors, which may repeat a card or what
somebody has typed: their types and places are told. Libraries say no more than INFO, however much is asked of ours: at
DEBUG they log what they send and get, which is hands and tokens. Threads write the lines (`operations.log_queue`), so
nobody waits for a reader that reads no more, or for a disk that hangs.
"""

import json
import logging
import re
import sqlite3
from datetime import UTC, datetime
from io import TextIOWrapper
from logging.handlers import TimedRotatingFileHandler
from pathlib import Path
from traceback import format_tb
from typing import Literal, TypeAlias

from host.services import StoreError
from operations.log_queue import QueuedHandler, StandardError

Format: TypeAlias = Literal["text", "json"]

OURS = ("ichiza", "cogs", "engine", "host", "locales", "operations", "pictures", "show", "storage")
"""The loggers of this bot."""
_TOKEN = re.compile(r"(/(?:interactions|webhooks)/\d+/)[^/\s?\"']+")
"""In the address of a request: whoever has it may answer in the bot's name for a quarter of an hour."""
_OF_SYSTEMS = (OSError, sqlite3.Error, StoreError)
"""Errors with the words of the operating system, of the database, or ours about it: those are told."""
_HEAD = "Traceback (most recent call last):\n"
_PLAIN = frozenset(vars(logging.makeLogRecord({}))) | {"message", "asctime", "taskName"}
"""What every record has: anything else was given as `extra`, and is a field of its own."""


def set_up(level: str, form: Format = "text", file: Path | None = None, days: int = 14) -> "Errors":
    """Log from now on; what counts the errors is returned.

    Args:
        level: of our own loggers: DEBUG, INFO, WARNING or ERROR.
        form: for people or for machines.
        file: where it is logged besides; at midnight (UTC) it is put aside under its day.
        days: so many files that were put aside are kept.

    Raises:
        OSError: the file cannot be written.
    """
    number, errors = logging.getLevelNamesMapping()[level], Errors()
    handlers: list[logging.Handler] = [QueuedHandler(StandardError()), errors]
    if file is not None:
        handlers.append(QueuedHandler(DailyFile(file, days)))
    for handler in handlers:
        handler.setFormatter(Machines() if form == "json" else People())
    logging.basicConfig(handlers=handlers, level=max(number, logging.INFO), force=True)
    for name in OURS:
        logging.getLogger(name).setLevel(number)
    return errors


class People(logging.Formatter):
    """`2026-11-22T09:30:00.123Z INFO cogs.client: ready servers=2`; a traceback stands indented below its line."""

    def format(self, record: logging.LogRecord) -> str:
        """See `logging.Formatter`."""
        fields = "".join(f" {name}={value}" for name, value in _fields(record).items())
        said = f"{_said(record)}{fields}".replace("\r", "\\r").replace("\n", "\\n")
        below = "".join(f"\n    {line}" for line in _traceback(record).splitlines())
        return _without_tokens(f"{_time(record)} {record.levelname} {record.name}: {said}{below}")


class Machines(logging.Formatter):
    """A JSON object: `time`, `level`, `logger`, `event` (what is said), the event's own fields, `traceback`."""

    def format(self, record: logging.LogRecord) -> str:
        """See `logging.Formatter`."""
        line: dict[str, object] = {
            "time": _time(record),
            "level": record.levelname,
            "logger": record.name,
            "event": _said(record),
            **_fields(record),
        }
        if traceback := _traceback(record):
            line["traceback"] = traceback
        return _without_tokens(json.dumps(line, ensure_ascii=False, default=str))


class DailyFile(TimedRotatingFileHandler):
    """A file a day, which only its owner can read."""

    def __init__(self, file: Path, days: int) -> None:
        super().__init__(file, when="midnight", backupCount=days, encoding="utf-8", utc=True)

    def _open(self) -> TextIOWrapper:
        file = Path(self.baseFilename)
        file.touch(0o600)
        file.chmod(0o600)  # it may have been there, open to others
        return file.open("a", encoding=self.encoding)

    def handleError(self, record: logging.LogRecord) -> None:  # noqa: N802  the library's name
        """Go on without the line: a full disk is no reason to stop, and standard error has it as well."""


class Errors(logging.Handler):
    """Counts the errors that were logged."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.count = 0
        self.last = ""
        """When the last one was, as in the log; empty: there was none."""

    def emit(self, record: logging.LogRecord) -> None:
        """See `logging.Handler`."""
        self.count += 1
        self.last = _time(record)


def _time(record: logging.LogRecord) -> str:
    return datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def _fields(record: logging.LogRecord) -> dict[str, object]:
    return {name: value for name, value in vars(record).items() if name not in _PLAIN}


def _said(record: logging.LogRecord) -> str:
    """What is said; of asyncio the first line, as those below it repeat the words of an error."""
    said = record.getMessage()
    return said.partition("\n")[0] if record.name == "asyncio" else said


def _traceback(record: logging.LogRecord) -> str:
    """Where an error was raised, and those that had led to it, the first one first; empty: there is none."""
    error, seen, told = record.exc_info[1] if record.exc_info else None, set(), list[str]()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        words = f": {error}" if isinstance(error, _OF_SYSTEMS) else ""
        told.insert(0, "".join([_HEAD, *format_tb(error.__traceback__), type(error).__name__, words]))
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    return "\nwhich led to:\n".join(told)


def _without_tokens(line: str) -> str:
    return _TOKEN.sub(r"\1…", line)
