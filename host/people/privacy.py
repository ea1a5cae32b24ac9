"""What the house knows of a person, told to them or forgotten; and servers from which the bot was removed."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Collection

from host import refusals
from host.cluster.shards import Shard
from host.lobby.lobby import Lobby
from host.people.people import People
from host.play.participation import Participation
from host.refusals import Refusal
from host.settings import Settings
from host.tables.table import Person
from host.tables.table_repository import TableRepository
from storage import Conflict, Seen, Tally

log = logging.getLogger(__name__)

GONE_SECONDS = 30 * 86_400
"""Until what is kept of a server goes from which the bot was removed: who has done that by mistake has a month."""
_TRIES = 3
"""So often somebody who is to be forgotten is made to leave the tables that they sit at meanwhile."""


class Privacy:
    """Over the house's tables."""

    def __init__(
        self, tables: TableRepository, settings: Settings, lobby: Lobby, participation: Participation, people: People
    ) -> None:
        self._tables = tables
        self._settings = settings
        self._store = tables.store
        self._lobby = lobby
        self._participation = participation
        self._people = people
        self._there: dict[Shard, set[int]] = {}
        """The servers that the bot is on, of each shard of which that is known."""

    async def told(self, user_id: int) -> str:
        """All that is kept of a person, as JSON: an object of lists by kind."""
        told = await self._store.told_of(user_id)
        return await asyncio.to_thread(json.dumps, told, ensure_ascii=False)

    async def forget(self, user_id: int) -> None:
        """Let a person leave every table, and forget them; their results stay without them.

        Raises:
            Refusal: it cannot be stored, or they sit down again and again; what they have left stays left.
        """
        for _ in range(_TRIES):
            for table_id in await self._store.sits_at(user_id):
                await self._leave(table_id, Person(user_id))
            try:
                changed = await self._forget(user_id)
            except Conflict:
                continue
            self._people.forget(user_id)
            self._settings.forget(user_id)
            for table_id in changed:
                self._tables.changed(table_id)
            log.info("a person is forgotten, who asked for it")
            return
        raise Refusal(refusals.TRY_AGAIN())

    async def _forget(self, user_id: int) -> list[int]:
        """The tables that are other than they were; `Conflict`: they sit at one again.

        Each that names them is held: nobody goes on meanwhile with what they have read of it. A rematch may be agreed
        to where they have played, and they may leave a table by themselves.
        """
        async with self._tables.all_locked(await self._store.named_at(user_id)):
            changed = await self._store.forget_person(user_id)
            self._tables.invalidate(changed)
            return changed

    async def _leave(self, table_id: int, person: Person) -> None:
        try:
            table = await self._tables.get(table_id)
        except Refusal:  # of a game that there is no more, so that nobody can leave it
            row = await self._store.table(table_id)
            if row is not None:
                tally: Tally | None = "cancelled" if row.started_at is None else None
                await self._store.end_table(Seen(row.id, row.version), "frozen", tally=tally)
            return
        try:
            if table.state == "lobby":
                await self._lobby.leave(table_id, person)
            elif table.state == "playing":
                await self._participation.leave(table_id, person, sure=True)
        except Refusal as refusal:  # it has changed meanwhile, which is looked at again
            log.info("somebody who is to be forgotten could not leave table %s: %s", table_id, refusal)

    # --- Servers

    async def on_servers(self, shard: Shard, present: Collection[int]) -> None:
        """Compare the servers of a shard that the bot is on with those of which something is kept.

        `present` are their ids, also of those that Discord cannot reach at the moment.
        """
        there = self._there[shard] = set(present)
        await self._store.note_back(await self._store.gone() & there)
        missing = {one for one in await self._store.guilds() if shard.has(one)} - there
        if missing:
            await self._store.note_gone(missing)

    async def left_server(self, guild_id: int) -> None:
        """The bot was removed from a server."""
        self._known(guild_id).discard(guild_id)
        await self._store.note_gone([guild_id])

    async def back_on_server(self, guild_id: int) -> None:
        """It is on that server, for the first time or again."""
        self._known(guild_id).add(guild_id)
        await self._store.note_back([guild_id])

    async def forget_servers(self) -> None:
        """Forget all of the servers from which the bot was removed long enough ago, where it knows that."""
        gone = await self._store.gone(GONE_SECONDS)
        away = {one for shard, there in self._there.items() for one in gone - there if shard.has(one)}
        for guild_id in sorted(away):
            self._tables.invalidate(await self._store.forget_guild(guild_id))
            self._settings.forget(guild_id)
            log.info("what was kept of a server is gone, a month after the bot was removed from it")

    def evict_shard(self, shard: Shard) -> None:
        """Somebody else looks after a shard's servers now."""
        self._there.pop(shard, None)

    def _known(self, guild_id: int) -> set[int]:
        """The servers that the bot is on of that server's shard, to be changed; nothing, if these are not known."""
        return next((there for shard, there in self._there.items() if shard.has(guild_id)), set())
