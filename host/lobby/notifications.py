"""Telling people of tables that gather players: who has asked for it, and who may be told now."""

import asyncio
from collections.abc import Callable, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from typing import Final, Literal, NamedTuple, TypeAlias

import limits
from engine.game import Game
from host import refusals
from host.refusals import Refusal
from host.settings import Settings
from host.tables.table import Table
from host.tables.table_repository import TableRepository, persist
from storage import Notice

News: TypeAlias = Literal["opens", "missing"]
"""What there is to tell of a table: that it has opened, or that a single player is missing."""
EVERY: Final = 3600
"""Seconds between two notices to a person of one server."""


@dataclass(frozen=True, slots=True)
class Wishes:
    """Of what a person wants to be told on a server; of nothing where there are no games."""

    games: tuple[str, ...] = ()
    opens: bool = True
    missing: bool = True
    refused: bool = False
    """Whether Discord has not let them be written to: nothing is sent until they choose anew."""


class Told(NamedTuple):
    """A person who may be told, and their language as Discord names it, or as they have set it."""

    user_id: int
    locale: str


class Notifications:
    """Over the house's tables and settings; `now` gives the time in unix seconds."""

    def __init__(self, tables: TableRepository, settings: Settings, now: Callable[[], float]) -> None:
        self._now = now
        self._store = tables.store
        self._settings = settings
        self._writing = asyncio.Lock()

    async def of(self, guild_id: int, user_id: int) -> Wishes:
        """What a person wants on a server."""
        rows = [one for one in await self._store.notices(guild_id, user_id) if one.game in Game.games]
        if not rows:
            return Wishes()
        first = rows[0]
        return Wishes(tuple(one.game for one in rows), first.opens, first.missing, first.refused)

    async def set(self, guild_id: int, user_id: int, name: str, picked: Sequence[str], locale: str) -> Wishes:
        """Let a wish be what a person has picked; from then on it is tried again to write to them.

        Args:
            guild_id: the server; 0: they are on none.
            user_id: who.
            name: `games`, of which there may be none, or `opens` or `missing`, which are `on` or `off`.
            picked: the values.
            locale: their language, as Discord names it.

        Raises:
            Refusal: there is no such wish or value, or it cannot be stored.
        """
        if not guild_id:
            raise Refusal(refusals.NOTICES_ON_SERVERS())
        async with self._writing:
            wishes = replace(_changed(await self.of(guild_id, user_id), name, picked), refused=False)
            rows = [Notice(game, wishes.opens, wishes.missing, locale) for game in wishes.games]
            await persist(self._store.set_notices(guild_id, user_id, rows))
        return wishes

    async def stop(self, guild_id: int, user_id: int) -> None:
        """Tell a person of nothing any more on a server."""
        await persist(self._store.set_notices(guild_id, user_id, ()))

    async def refused(self, user_id: int) -> None:
        """Note that Discord does not let a person be written to."""
        await self._store.refuse_notices(user_id)

    async def due(self, table: Table, news: AbstractSet[News]) -> list[Told]:
        """Who may be told of a table now, whoever was told longest ago first.

        Not who sits there, who has heard of this table already or of another one of the server within the hour, who has
        been told enough today, of all tables or of this opener's, and not in their quiet hours: what falls into them is
        never sent.
        """
        waiting = await self._store.notices_due(
            table.guild_id,
            table.id,
            table.kind.id,
            opens="opens" in news,
            missing="missing" in news,
            now=int(self._now()),
            every=EVERY,
            most=limits.NOTICES_A_DAY,
            opener=table.opener_id,
            from_one=limits.NOTICES_FROM_ONE,
            limit=limits.NOTICES_LOOKED_AT,
        )
        told = []
        for user_id, locale in waiting:
            mine = await self._settings.mine(user_id)
            if table.seat_of(user_id) is None and not mine.hushed(self._now()):
                told.append(Told(user_id, locale if mine.language == "auto" else mine.language))
        return told

    async def room(self, table_id: int) -> int:
        """How many people may still be told of a table."""
        return max(0, limits.NOTICES_A_LOBBY - await self._store.notices_sent(table_id))

    async def tell(self, table: Table, people: Sequence[Told]) -> None:
        """Note that people are being told of a table: before they are, so that nobody is told twice."""
        users = [one.user_id for one in people]
        await self._store.note_notices(table.guild_id, table.id, users, int(self._now()))


def _changed(wishes: Wishes, name: str, picked: Sequence[str]) -> Wishes:
    if name == "games" and set(picked) <= Game.games.keys():
        return replace(wishes, games=tuple(game for game in Game.games if game in picked))
    if name in {"opens", "missing"} and picked in (("on",), ("off",)):
        on = picked == ("on",)
        return replace(wishes, opens=on) if name == "opens" else replace(wishes, missing=on)
    raise Refusal(refusals.NO_SUCH_SETTING())
