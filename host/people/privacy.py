"""Privacy: export and deletion of a person's data, and deletion of servers from which the bot was removed."""

import asyncio
import json
import logging
from collections.abc import Collection

from host import refusals
from host.cluster.shards import Shard
from host.daily.deals import DailyDeals
from host.daily.puzzles import Puzzles
from host.learning.coaching import Coaching
from host.learning.reviews import Reviews
from host.lobby.lobby import Lobby
from host.place import Place
from host.play.participation import Participation
from host.refusals import Refusal
from host.settings import Settings
from host.tables.table import Person
from host.tables.table_repository import TableRepository
from storage import Conflict, StoreError
from storage.rows import Seen, Tally

log = logging.getLogger(__name__)

GONE_SECONDS = 30 * 86_400
"""Seconds between the removal of the bot from a server and the deletion of the server's data."""
_TRIES = 3
"""Attempts to delete a person who takes seats again meanwhile."""


class Privacy:
    """Service that exports and deletes data."""

    def __init__(
        self,
        tables: TableRepository,
        settings: Settings,
        coaching: Coaching,
        reviews: Reviews,
        daily: DailyDeals,
        puzzles: Puzzles,
        lobby: Lobby,
        participation: Participation,
    ) -> None:
        self._tables = tables
        self._settings = settings
        self._coaching = coaching
        self._reviews = reviews
        self._daily = daily
        self._puzzles = puzzles
        self._store = tables.store
        self._lobby = lobby
        self._participation = participation
        self._present: dict[Shard, set[int]] = {}
        """Servers with the bot, by shard; only shards whose servers are known."""

    async def export(self, user_id: int) -> str:
        """Return all stored data of a person as JSON: an object of lists by kind of data."""
        exported = await self._store.privacy.export_person(user_id)
        return await asyncio.to_thread(json.dumps, exported, ensure_ascii=False)

    async def forget(self, user_id: int, at: float | None = None) -> None:
        """Remove a person from all tables, and delete their data; their results are kept anonymously.

        `at` is the time of the click in unix seconds; None: now. A clock in doubt does not hold the deletion back.

        Raises:
            Refusal: a write failed, or the person keeps joining tables. Seats given up until then stay given up.
        """
        for _ in range(_TRIES):
            for table_id in await self._store.privacy.open_tables_of(user_id):
                await self._leave(table_id, Person(user_id))
            try:
                changed = await self._forget(user_id, at)
            except Conflict:
                continue
            for table_id in changed:
                self._tables.events.table_changed.emit(table_id)
            await self.purge()
            log.info("a person is forgotten, who asked for it")
            return
        raise Refusal(refusals.TRY_AGAIN())

    async def purge(self) -> None:
        """Remove deleted data from the database's files too. A failure is only logged: the next day tries again."""
        try:
            if not await self._store.privacy.purge():
                log.info("another program reads the database, so its files keep deleted data until tomorrow")
        except StoreError as error:
            log.warning("deleted data could not be removed from the database's files: %s", error)

    async def _forget(self, user_id: int, at: float | None) -> list[int]:
        """Delete a person's data, and return the changed tables.

        All tables with the person's name are locked meanwhile. Otherwise a change, for instance somebody's vote for a
        rematch, could begin with an outdated snapshot.

        Raises:
            Conflict: the person has a seat again, or has come to another table meanwhile.
        """
        named = await self._store.privacy.tables_naming(user_id)
        async with self._tables.all_locked(named):
            await self._coaching.forget(user_id)
            await self._reviews.forget(user_id)
            tries = await self._daily.forget(user_id, at)
            answers = await self._puzzles.forget(user_id, at)
            changed = await self._store.privacy.delete_person(user_id, named, tries, answers)
            await self._store.puzzles.withdraw(self._daily.day_at(at))
            self._tables.invalidate(changed)
            return changed

    async def _leave(self, table_id: int, person: Person) -> None:
        try:
            table = await self._tables.get(table_id)
        except Refusal:  # the bot does not have this game any more, so the person cannot leave
            row = await self._store.tables.load(table_id)
            if row is not None:
                tally: Tally | None = "cancelled" if row.started_at is None else None
                await self._store.tables.end(Seen(row.id, row.version), "frozen", tally=tally)
            return
        try:
            if table.state == "lobby":
                await self._lobby.leave(table_id, person)
            elif table.state == "playing":
                await self._participation.leave(table_id, person, sure=True)
        except Refusal as refusal:  # the table has changed meanwhile; the next attempt reads it again
            log.info("somebody who is to be forgotten could not leave table %s: %s", table_id, refusal)

    # --- Servers

    async def reconcile_servers(self, shard: Shard, present: Collection[int]) -> None:
        """Record from which of a shard's stored servers the bot was removed.

        `present` has the ids of all servers with the bot, unavailable ones included.
        """
        there = self._present[shard] = set(present)
        await self._store.privacy.mark_guilds_back(await self._store.privacy.guilds_gone() & there)
        missing = {one for one in await self._store.privacy.guilds() if shard.has(Place.server(one))} - there
        if missing:
            await self._store.privacy.mark_guilds_gone(missing)

    async def left_server(self, guild_id: int) -> None:
        """Record that the bot was removed from a server."""
        self._known(guild_id).discard(guild_id)
        await self._store.privacy.mark_guilds_gone([guild_id])

    async def joined_server(self, guild_id: int) -> None:
        """Record that the bot is on a server, for the first time or again."""
        self._known(guild_id).add(guild_id)
        await self._store.privacy.mark_guilds_back([guild_id])

    async def forget_servers(self, now: int) -> None:
        """Delete the data of servers from which the bot was removed a month before the time `now`, in unix seconds.

        Servers in shards whose servers are not known yet are left out.
        """
        gone = await self._store.privacy.guilds_gone(now - GONE_SECONDS)
        away = {one for shard, there in self._present.items() for one in gone - there if shard.has(Place.server(one))}
        for guild_id in sorted(away):
            self._tables.invalidate(await self._store.privacy.delete_guild(guild_id))
            self._settings.evict(Place.server(guild_id))
            log.info("what was kept of a server is gone, a month after the bot was removed from it")

    def evict_shard(self, shard: Shard) -> None:
        """Forget which servers of a shard have the bot; another process has taken over the shard."""
        self._present.pop(shard, None)

    def _known(self, guild_id: int) -> set[int]:
        """Return the set of known servers in the shard of a server, or a new set if none are known.

        The caller may change the set.
        """
        return next((there for shard, there in self._present.items() if shard.has(Place.server(guild_id))), set())
