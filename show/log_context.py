"""The server, channel and table for which the running task works, so that the log can name them.

Tasks inherit the log context of the task that creates them.
"""

from contextvars import ContextVar
from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class LogContext:
    """The ids of a server, a channel and a table; 0 for an unknown id."""

    server: int = 0
    channel: int = 0
    table: int = 0


_current: ContextVar[LogContext] = ContextVar("log context", default=LogContext())  # noqa: B039  the default is frozen


def current_log_context() -> LogContext:
    """Return the log context of the running task."""
    return _current.get()


def begin_log_context(*, server: int = 0, channel: int = 0, table: int = 0) -> None:
    """Replace the log context of the running task, as new work begins."""
    _current.set(LogContext(server, channel, table))


def extend_log_context(**known: int) -> None:
    """Add known ids (`server`, `channel`, `table`) to the log context of the running task. Ids of 0 are ignored."""
    _current.set(replace(_current.get(), **{name: number for name, number in known.items() if number}))
