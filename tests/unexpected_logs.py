"""Record what the bot logs as unexpected."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from host.refusals import Refusal
from storage import StoreError
from tests.show.bot_run import NetworkError


class _Handler(logging.Handler):
    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.found: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        error = record.exc_info[1] if record.exc_info else None
        if error is not None and not isinstance(error, StoreError | Refusal | NetworkError):
            self.found.append(f"{record.getMessage()}: {error!r}")


@contextmanager
def unexpected_logs(logger: str | None = None) -> Iterator[list[str]]:
    """Yield a list of the exceptions that the logger reports as unexpected; without `logger`, those of all loggers."""
    handler, log = _Handler(), logging.getLogger(logger)
    log.addHandler(handler)
    log.propagate = False  # otherwise pytest would keep thousands of expected lines for its report
    try:
        yield handler.found
    finally:
        log.removeHandler(handler)
        log.propagate = True
