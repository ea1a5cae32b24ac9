"""The server, channel and table for which the running task works, so that the log can name them.

Tasks inherit the origin of the task that creates them.
"""

from contextvars import ContextVar
from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Origin:
    """The ids of a server, a channel and a table; 0 for an unknown id."""

    server: int = 0
    channel: int = 0
    table: int = 0


_current: ContextVar[Origin] = ContextVar("origin", default=Origin())  # noqa: B039  the default is frozen


def current_origin() -> Origin:
    """Return the origin of the running task."""
    return _current.get()


def begin_origin(*, server: int = 0, channel: int = 0, table: int = 0) -> None:
    """Replace the origin of the running task, as new work begins."""
    _current.set(Origin(server, channel, table))


def add_origin(**known: int) -> None:
    """Add known ids (`server`, `channel`, `table`) to the origin of the running task. Ids of 0 are ignored."""
    _current.set(replace(_current.get(), **{name: number for name, number in known.items() if number}))
