"""Typed events: the services emit them, and other parts of the bot subscribe to them."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Generic, Literal, ParamSpec, TypeAlias

if TYPE_CHECKING:
    from host.tables.table import Table

P = ParamSpec("P")
News: TypeAlias = Literal["opens", "missing"]
"""Occasion of a notification: a table is open, or exactly one seat is free."""


class Event(Generic[P]):
    """Event with the arguments `P`."""

    def __init__(self) -> None:
        self.subscribers: list[Callable[P, None]] = []
        """Functions that are called with the arguments, in this order."""

    def subscribe(self, subscriber: Callable[P, None]) -> None:
        """Call a function whenever the event is emitted."""
        self.subscribers.append(subscriber)

    def emit(self, *args: P.args, **kwargs: P.kwargs) -> None:
        """Call all subscribers."""
        for subscriber in tuple(self.subscribers):
            subscriber(*args, **kwargs)


class Events:
    """Events of the services."""

    def __init__(self) -> None:
        self.table_replaced: Event[[Table]] = Event()
        """Emitted with each snapshot that enters the cache, after a read or a change; comes before `table_changed`."""
        self.table_changed: Event[[int]] = Event()
        """Emitted with a table's id after each change, except an opening by a command: the command's answer shows the
        table.
        """
        self.messages_outdated: Event[[]] = Event()
        """Emitted when messages of tables that are not cached may have become outdated."""
        self.lobby_news: Event[[int, News]] = Event()
        """Emitted with a table's id and its news, after a person's action or the opening of a scheduled lobby."""


def check_subscribed(emitter: object) -> None:
    """Check that each event of `emitter` has a subscriber; raises `RuntimeError` with the names of those without."""
    events = {name: event for name, event in vars(emitter).items() if isinstance(event, Event)}
    missing = [name for name, event in events.items() if not event.subscribers]
    if missing:
        raise RuntimeError(f"no subscriber of {', '.join(missing)}")
