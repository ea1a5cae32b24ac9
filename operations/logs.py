"""The log: a line an event, for people (`text`) or machines (`json`); on standard error, and in a file a day if wanted.

Whatever is logged passes through one of two formatters here, which let no line break of a message begin another line,
and cut the token out of every address that has one. Libraries say no more than INFO, however much is asked of ours: at
DEBUG they log what they send and get, which is hands and tokens.
"""

import json
import logging
import re
from datetime import UTC, datetime
from io import TextIOWrapper
from logging.handlers import TimedRotatingFileHandler
from pathlib import Path
from typing import Literal, TypeAlias

Format: TypeAlias = Literal["text", "json"]

OURS = ("ichiza", "cogs", "engine", "host", "locales", "operations", "pictures", "show", "storage")
"""The loggers of this bot."""
_TOKEN = re.compile(r"(/(?:interactions|webhooks)/\d+/)[^/\s?\"']+")
"""In the address of a request: whoever has it may answer in the bot's name for a quarter of an hour."""
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
    handlers: list[logging.Handler] = [logging.StreamHandler(), errors]
    if file is not None:
        handlers.append(DailyFile(file, days))
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
        said = f"{record.getMessage()}{fields}".replace("\r", "\\r").replace("\n", "\\n")
        below = "".join(f"\n    {line}" for line in _traceback(self, record).splitlines())
        return _without_tokens(f"{_time(record)} {record.levelname} {record.name}: {said}{below}")


class Machines(logging.Formatter):
    """A JSON object: `time`, `level`, `logger`, `event` (what is said), the event's own fields, `traceback`."""

    def format(self, record: logging.LogRecord) -> str:
        """See `logging.Formatter`."""
        line: dict[str, object] = {
            "time": _time(record),
            "level": record.levelname,
            "logger": record.name,
            "event": record.getMessage(),
            **_fields(record),
        }
        if traceback := _traceback(self, record):
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


def _traceback(formatter: logging.Formatter, record: logging.LogRecord) -> str:
    return formatter.formatException(record.exc_info) if record.exc_info and record.exc_info[0] else ""


def _without_tokens(line: str) -> str:
    return _TOKEN.sub(r"\1…", line)
