"""Lost tables: the bot sees their channel no longer, or their person takes no direct messages from it.

A loss is an outage of that table. Its clocks stand still, its people play on with `/hand`, and it goes on once it is
found or moved to another channel. After a week it ends without a result.
"""

import logging
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import replace
from functools import partial

from host import refusals
from host.cluster.shards import WHOLE, Shard
from host.lobby.lobby_transitions import check_in_charge
from host.place import Place
from host.play.participation import closed_early, is_of_several
from host.play.time_control import credit_downtime
from host.refusals import Refusal
from host.tables.table import Person, Table, Turns
from host.tables.table_repository import TableRepository
from storage.queries.lost_tables import TableChannel
from storage.rows import Tally

log = logging.getLogger(__name__)

LOST_SECONDS = 7 * 86_400
"""Seconds after which a lost game ends without a result."""


class LostTables:
    """Service that loses, finds, moves and ends tables; each method that changes a table returns its new snapshot."""

    def __init__(self, tables: TableRepository) -> None:
        """Use the table repository."""
        self._tables = tables
        self._store = tables.store.lost_tables

    async def in_place(self, place: Place) -> Sequence[TableChannel]:
        """Return the tables of a place that may be lost or found."""
        return await self._store.in_place(place.id)

    async def places(self, shard: Shard = WHOLE) -> list[Place]:
        """Return the servers of a shard in which tables may be lost or found."""
        places = map(Place, await self._store.places())
        return [place for place in places if shard.has(place) and self._tables.ours(place)]

    async def lose(self, table_id: int) -> Table:
        """Stop the clocks of a table; nothing changes if it is lost already, is a lobby, or needs no channel."""
        async with self._tables.locked(table_id) as table:
            channelless = table.origin is not None and table.place.is_server
            if table.lost_since is not None or table.state == "lobby" or channelless:
                return table
            log.info("table %s is lost", table_id)
            return await self._set(replace(table, lost_since=self._tables.now()))

    async def find(self, table_id: int) -> Table:
        """Let a lost table go on, with the time that was left; nothing changes if it is not lost."""
        async with self._tables.locked(table_id) as table:
            if table.lost_since is None:
                return table
            log.info("table %s is found", table_id)
            return await self._set(replace(table, lost_since=None, turns=self._credited(table, table.lost_since)))

    async def _set(self, table: Table) -> Table:
        write = self._store.set_lost(table.seen, table.turns, table.lost_since, acting=table.acting)
        return await self._tables.commit(table.next_version, write)

    async def move(self, table_id: int, person: Person, channel_id: int) -> Table:
        """Move a lost game to a channel, where it goes on; for those who `may_move` it.

        Raises:
            Refusal: no game is running, the table is not lost or has no channel, or the person may not move it.
        """
        async with self._tables.locked(table_id) as table:
            lost_since = _movable(table, person)
            log.info("table %s is moved to another channel", table_id)
            turns = self._credited(table, lost_since)
            write = self._store.move(table.seen, turns, channel_id, acting=table.acting)
            after = replace(table, channel_id=channel_id, lost_since=None, turns=turns)
            return await self._tables.commit(after.next_version, write)

    async def check_movable(self, table_id: int, person: Person) -> None:
        """Raise `Refusal` as `move` does."""
        _movable(await self._tables.get(table_id), person)

    def _credited(self, table: Table, lost_since: int) -> Turns:
        """Return a table's pending decisions without the time for which it was lost."""
        credit = partial(credit_downtime, alive=lost_since, now=self._tables.now())
        return {seat: credit(turn) for seat, turn in table.turns.items()}

    async def overdue(self) -> list[tuple[int, Place]]:
        """Return the games that have been lost for a week, with their places; none while the time is in doubt."""
        rows = await self._store.lost_before(self._tables.now() - LOST_SECONDS)
        if not rows or await self._tables.clock.certain() is None:
            return []
        return [(table_id, Place(number)) for table_id, number in rows]

    async def end(self, table_id: int) -> Table:
        """End a game that has been lost for a week; nothing changes if it was found or moved meanwhile."""
        async with self._tables.locked(table_id) as table:
            lost_since = table.lost_since
            if table.state != "playing" or lost_since is None:
                return table
            if not await self._tables.clock.has_passed(lost_since + LOST_SECONDS):
                return table
            log.info("table %s was lost for a week, and ends", table_id)
            tally: Tally | None = "lost" if is_of_several(table) else None
            write = self._tables.store.tables.end(table.seen, "closed", "lost", tally=tally)
            return await self._tables.commit(closed_early(table, "lost").next_version, write)

    async def to_tell(self, reaches: Callable[[Place], bool]) -> AsyncIterator[tuple[Table, int]]:
        """Yield each lost game and person who is to be told of it now, in places that can be reached.

        Each is recorded as told before that, so that nobody is told twice; see `tell_later`.
        """
        for notice in await self._store.due_notices():
            place = Place(notice.place_id)
            if not (self._tables.ours(place) and reaches(place)):
                continue
            table = await self._tables.get(notice.table_id)
            if await self._store.tell(table.id, notice.user_id):
                yield table, notice.user_id

    async def tell_later(self, table: Table, user_id: int, seconds: float) -> None:
        """Record that nothing could be sent to a person now, and that this is to be tried again."""
        await self._store.tell_later(table.id, user_id, self._tables.now() + int(seconds))


def may_move(table: Table, person: Person) -> bool:
    """Return True if a game is lost and a person may move it: the person in charge, a moderator or a manager.

    Nobody is known to moderate a deleted channel, so managers count as its moderators.
    """
    lost = table.state == "playing" and table.lost_since is not None and table.place.is_server
    moderates = person.manages_server() or bool(person.moderates(table.channel_id))
    return lost and (person.id == table.in_charge or moderates)


def _movable(table: Table, person: Person) -> int:
    """Return since when a table is lost; raises `Refusal` if the table is not lost or the person may not move it."""
    if table.state != "playing":
        raise Refusal(refusals.not_playing(table))
    if table.lost_since is None or not table.place.is_server:
        raise Refusal(refusals.NOT_LOST())
    if not may_move(table, person):
        check_in_charge(table, person)
    return table.lost_since
