"""Notifications of lobbies: subscriptions of people, and the recipients of each notification."""

import asyncio
from collections.abc import Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from typing import NamedTuple

import limits
from engine.game import Game
from host import refusals
from host.events import News
from host.place import Place
from host.refusals import Refusal
from host.settings import Settings
from host.tables.table import Table
from host.tables.table_repository import TableRepository, persist
from storage import Notice


@dataclass(frozen=True, slots=True)
class Subscription:
    """A person's subscription on a server; without games the person gets no notifications."""

    games: tuple[str, ...] = ()
    opens: bool = True
    missing: bool = True
    refused: bool = False
    """True if Discord has refused a direct message to the person, who gets none until they subscribe again."""


class Recipient(NamedTuple):
    """Recipient of a notification, with the language that the person has set for the bot, or else for Discord."""

    user_id: int
    locale: str


class Notifications:
    """Subscriptions and recipients."""

    def __init__(self, tables: TableRepository, settings: Settings) -> None:
        """Use the store of `tables`."""
        self._tables = tables
        self._store = tables.store
        self._settings = settings
        self._writing = asyncio.Lock()

    async def subscription(self, place: Place, user_id: int) -> Subscription:
        """Return a person's subscription on a server."""
        stored = await self._store.notifications.subscriptions(place.server_id, user_id)
        rows = [one for one in stored if one.game in Game.games]
        if not rows:
            return Subscription()
        first = rows[0]
        return Subscription(tuple(one.game for one in rows), first.opens, first.missing, first.refused)

    async def set(self, place: Place, user_id: int, name: str, picked: Sequence[str], locale: str) -> Subscription:
        """Change one part of a person's subscription, and clear the note that Discord refused a message.

        Args:
            place: the server; other places are refused.
            user_id: the person.
            name: `games` with any number of values, or `opens` or `missing` with `on` or `off`.
            picked: the values.
            locale: the person's language, as Discord names it.

        Raises:
            Refusal: the place is no server, there is no such part or value, or the write failed.
        """
        if not place.has_notices:
            raise Refusal(refusals.NOTICES_ON_SERVERS())
        async with self._writing:
            wishes = replace(_changed(await self.subscription(place, user_id), name, picked), refused=False)
            rows = [Notice(game, wishes.opens, wishes.missing, locale) for game in wishes.games]
            await persist(self._store.notifications.set_subscriptions(place.server_id, user_id, rows))
        return wishes

    async def stop(self, guild_id: int, user_id: int) -> None:
        """Unsubscribe a person from a server's notifications; raises `Refusal` if the write failed."""
        await persist(self._store.notifications.set_subscriptions(guild_id, user_id, ()))

    async def mark_refused(self, user_id: int) -> None:
        """Record that Discord has refused a direct message to a person."""
        await self._store.notifications.stop(user_id)

    async def recipients(self, table: Table, news: AbstractSet[News]) -> list[Recipient]:
        """Return the people who may be notified of a table now; the person notified longest ago comes first.

        Left out are people at the table, people already notified of it, people notified of another table of the server
        within the last hour, people who have reached a daily limit (for all notifications, or for tables of this
        opener), and people in their quiet hours. They are not notified later either.
        """
        now = self._tables.now()
        waiting = await self._store.notifications.due(
            table.id, opens="opens" in news, missing="missing" in news, now=now
        )
        recipients = []
        for user_id, locale in waiting:
            mine = await self._settings.person(user_id)
            if table.seat_of(user_id) is None and not mine.is_quiet(now):
                recipients.append(Recipient(user_id, locale if mine.language == "auto" else mine.language))
        return recipients

    async def remaining(self, table_id: int) -> int:
        """Return how many people may still be notified of a table."""
        return max(0, limits.NOTICES_A_LOBBY - await self._store.notifications.sent_count(table_id))

    async def mark_notified(self, table: Table, people: Sequence[Recipient]) -> None:
        """Record that people are notified of a table; called before the sending, so that nobody is notified twice."""
        users = [one.user_id for one in people]
        await self._store.notifications.mark_sent(table.place.server_id, table.id, users, self._tables.now())

    async def give_back(self, table: Table, people: Sequence[Recipient]) -> None:
        """Record that people have not been notified of a table after all; nothing was sent to them."""
        await self._store.notifications.remove_sent(table.id, [one.user_id for one in people])


def _changed(wishes: Subscription, name: str, picked: Sequence[str]) -> Subscription:
    if name == "games" and set(picked) <= Game.games.keys():
        return replace(wishes, games=tuple(game for game in Game.games if game in picked))
    if name in {"opens", "missing"} and picked in (("on",), ("off",)):
        on = picked == ("on",)
        return replace(wishes, opens=on) if name == "opens" else replace(wishes, missing=on)
    raise Refusal(refusals.NO_SUCH_SETTING())
