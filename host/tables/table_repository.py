"""Table repository: loads tables on first use, caches them, locks them, and commits their changes."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import replace
from typing import Any, TypeVar
from weakref import WeakValueDictionary

import limits
from engine.game import Game
from host import refusals
from host.clock import ComparedClock
from host.cluster.shards import WHOLE, Shard, Shards
from host.events import Events
from host.place import Place
from host.refusals import Overtaken, Refusal
from host.tables import table_loader
from host.tables.table import OPEN, Deals, Table, TablePlace
from storage import Conflict, InDoubt, MoveRow, Store, StoreError, TableRow

log = logging.getLogger(__name__)

T = TypeVar("T")

RETRY_SECONDS = 5.0
"""Wait before a failed read is retried."""
NEW = 0
"""Placeholder for the number of a table that is not stored yet."""
MOST_ID = 2**63 - 1
"""Largest table number that the store takes."""


async def persist(write: Awaitable[T]) -> T:
    """Wait for a write that a person has asked for.

    Raises:
        Refusal: the write failed and nothing has changed, or its outcome is unknown; the text says which.
    """
    try:
        return await write
    except InDoubt as error:
        log.warning("nobody knows whether what somebody has asked for is stored: %s", error)
        raise Refusal(refusals.IN_DOUBT()) from None
    except StoreError:
        log.exception("what somebody asked for could not be stored")
        raise Refusal(refusals.TRY_AGAIN()) from None


class TableRepository:
    """All tables of a store."""

    def __init__(self, store: Store, shards: Shards | None = None, clock: ComparedClock | None = None) -> None:
        """Use the tables in `store`; tables of places outside this process's `shards` are never cached.

        Without a `clock`, the time of this computer is certain.
        """
        self.clock = clock or ComparedClock()
        self.store = store
        self.shards = shards or Shards()
        self.events = Events()
        self.ours: Callable[[Place], bool] = self.shards.ours
        """Function of a place: True if its shard is held by this process."""
        self._loaded: dict[int, Table] = {}
        """Cache of tables; the most recently used table comes last."""
        self._idle: set[int] = set()
        """Cached tables that nobody has used since the last `evict_idle`."""
        self._invalidations = 0
        """Number of invalidations; a read that began before the latest invalidation may be stale."""
        # The values are weak references, so a lock is kept exactly as long as somebody holds it or waits for it.
        self._loading: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        """Locks of tables."""

    def now(self) -> int:
        """Return the time in whole unix seconds, for all services of the tables; see `ComparedClock.now`."""
        return self.clock.seconds()

    async def get(self, table_id: int) -> Table:
        """Return the current snapshot of a table, from the cache or the store.

        Raises:
            Refusal: there is no such table.
        """
        return await self._get(table_id, None)

    async def in_place(self, place: Place, table_id: int) -> Table:
        """Return a place's table by a number that a person has typed; never loads tables of other places.

        Raises:
            Refusal: the place has no such table. The text does not tell whether another place has one.
        """
        if not 0 < table_id <= MOST_ID:
            raise Refusal(refusals.NO_SUCH_TABLE())
        table = await self._get(table_id, place)
        if table.place != place:
            raise Refusal(refusals.NO_SUCH_TABLE())
        return table

    async def _get(self, table_id: int, place: Place | None) -> Table:
        known = self._loaded.get(table_id)
        if known is not None and not self.ours(known.place):
            del self._loaded[table_id]  # other processes may have changed the table
        if table_id not in self._loaded:
            async with self._loading.setdefault(table_id, asyncio.Lock()):
                while table_id not in self._loaded:
                    invalidations, table = self._invalidations, await self._load(table_id, place)
                    if not self.ours(table.place):
                        return table
                    if invalidations == self._invalidations:
                        self._loaded.setdefault(table_id, table)  # a commit may have cached a newer snapshot
                        limits.evict_oldest(self._loaded, limits.TABLES)
                        self.events.table_replaced.emit(self._loaded[table_id])  # an AI player may have to decide
        table = self._loaded[table_id] = self._loaded.pop(table_id)  # moves the table to the end, as the latest used
        self._idle.discard(table_id)
        return table

    def cached(self, table_id: int) -> Table | None:
        """Return a table if it is cached; this look into the cache does not count as a use of the table."""
        return self._loaded.get(table_id)

    async def open_in(self, place: Place, user_id: int | None = None) -> list[Table]:
        """Return a place's open tables, oldest first; with `user_id` only those at which that person sits."""
        table_ids = await self.store.tables.open_in_place(place.id, user_id)
        return [table async for table in self.load_each(table_ids) if table.state in OPEN]

    async def places(self, place: Place) -> list[TablePlace]:
        """Return the channels and threads of a place's open tables, oldest table first; loads no table.

        Practice games are left out, and so are tables whose game the bot does not have any more.
        """
        return [one for one in await self.store.tables.places(place.id) if one.game in Game.games]

    async def open_numbers(self, place: Place) -> list[int]:
        """Return the numbers of a place's open tables, oldest first."""
        return await self.store.tables.open_in_place(place.id)

    async def open_counts(self) -> tuple[int, int]:
        """Return the numbers of all lobbies and of all running games."""
        return await self.store.tables.open_counts()

    async def deals(self, place: Place) -> Deals:
        """Return how many games were dealt in a place, and how many lobbies were closed before their deal."""
        return await self.store.commitments.deal_counts(place.id)

    async def in_channel(self, channel_id: int) -> list[int]:
        """Return the tables with a message in a channel or thread, and the channel's open tables, oldest first."""
        return await self.store.tables.in_channel(channel_id)

    async def of_message(self, message_id: int) -> list[int]:
        """Return the tables whose message has this id."""
        return await self.store.tables.of_message(message_id)

    async def load_each(self, table_ids: Iterable[int]) -> AsyncIterator[Table]:
        """Yield the tables that can be loaded.

        Failures are logged. Only a table whose game the bot does not know any more is left out without a log line.
        """
        for table_id in table_ids:
            try:
                table = await self.get(table_id)
            except Refusal:  # the bot does not know the table's game any more
                pass
            except Exception:
                log.exception("table %s cannot be loaded", table_id)
            else:
                yield table

    async def batches(
        self, found: Callable[[int, int], Awaitable[list[tuple[int, int]]]], count: int, shard: Shard = WHOLE
    ) -> AsyncIterator[list[int]]:
        """Yield the table numbers that a query finds, in batches of at most `count`. Failed reads are retried for ever.

        Yields only tables of `shard` in places that this process looks after.

        Args:
            found: a paged query of the store: takes the last number and the batch size, returns (table, place) pairs.
            count: size of a batch.
            shard: the shard whose tables are wanted.
        """
        after = 0
        while True:
            try:
                few = await found(after, count)
            except StoreError as error:
                if not self.store.closed:  # if closed, the bot is shutting down, and this task is about to be cancelled
                    log.warning("which tables wait could not be read, which is tried again: %s", error)
                await asyncio.sleep(RETRY_SECONDS)
                continue
            if not few:
                return
            after = few[-1][0]
            yield [table_id for table_id, place in few if shard.has(Place(place)) and self.ours(Place(place))]

    async def ended_game(self, table_id: int) -> tuple[Table, Game]:
        """Return a table whose game has ended, regularly or early, and the game itself.

        Raises:
            Refusal: there is no such table, its game never began or is still running, its deals are still played at
                other tables, or it cannot be replayed.
        """
        table = await self.get(table_id)
        if table.state == "playing":
            raise Refusal(refusals.STILL_RUNNING(), table)
        if table.sealed:
            raise Refusal(refusals.SEALED(), table)
        game = table.game
        if table.state != "over":
            row, moves = await self.store.tables.load_with_moves(table_id)
            if row is None or row.seed is None:
                raise Refusal(refusals.NEVER_DEALT(), table)
            game = table_loader.replayed(row, moves)
        if game is None:
            raise Refusal(refusals.REPLAY_GONE(), table)
        return table, game

    async def as_stored(self, table_id: int) -> Table | None:
        """Return a table from the store, without its game; None if it or its kind of game no longer exists."""
        row = await self.store.tables.load(table_id)
        return None if row is None or row.game not in Game.games else table_loader.without_game(row)

    # --- Changes: for the other packages of `host` only

    async def rename(self, place: Place, user_id: int) -> None:
        """Drop from the cache a renamed person's tables in a place; emit `table_changed` for each that is open."""
        theirs = [one for one in self._loaded.values() if one.place == place and user_id in one.people()]
        named = {one.id for one in theirs if one.state in OPEN}
        named.update(await self.store.tables.open_in_place(place.id, user_id))
        cached = [one.id for one in theirs]
        async with self.all_locked(cached):  # otherwise a change in progress could write the old name to the cache
            self.invalidate(cached)
        for table_id in sorted(named):
            self.events.table_changed.emit(table_id)

    def invalidate(self, table_ids: Iterable[int]) -> None:
        """Drop from the cache the tables whose rows were changed or deleted; loads that are under way start again."""
        self._invalidations += 1
        for table_id in table_ids:
            self._loaded.pop(table_id, None)

    def evict_shard(self, shard: Shard) -> None:
        """Invalidate all tables of a shard that another process has taken over."""
        self.invalidate([table.id for table in self._loaded.values() if shard.has(table.place)])

    def evict(self, table_id: int) -> None:
        """Drop a table from the cache; the next use reads it again."""
        self._loaded.pop(table_id, None)

    async def reread(self, table: Table) -> Table:
        """Reread a table that another process may have changed; if its version is new, emit `table_changed`.

        Raises:
            Refusal: there is no such table any more.
        """
        self.invalidate([table.id])
        now = await self.get(table.id)
        if now.version != table.version:
            self.events.table_changed.emit(table.id)
        return now

    def evict_idle(self) -> None:
        """Drop from the cache all tables that nobody has used since the last call."""
        for table_id in self._idle:
            self._loaded.pop(table_id, None)
        self._idle = set(self._loaded)

    @asynccontextmanager
    async def locked(self, table_id: int) -> AsyncIterator[Table]:
        """Lock a table and yield its snapshot. A refusal raised inside the context gets the snapshot as its `table`."""
        async with self._lock(table_id):
            table = await self.get(table_id)
            try:
                yield table
            except Refusal as refusal:
                refusal.table = refusal.table or table
                raise

    @asynccontextmanager
    async def all_locked(self, table_ids: Iterable[int]) -> AsyncIterator[None]:
        """Lock several tables, in the order of their numbers, without loading them."""
        async with AsyncExitStack() as locks:
            for table_id in sorted(table_ids):
                await locks.enter_async_context(self._lock(table_id))
            yield

    def _lock(self, table_id: int) -> asyncio.Lock:
        return self._locks.setdefault(table_id, asyncio.Lock())

    async def commit(self, after: Table, write: Coroutine[Any, Any, None]) -> Table:
        """Write a change to the store, then replace the cached snapshot by `after`, the table's next version.

        A cancelled caller does not interrupt the write.

        Raises:
            Overtaken: another process has changed the table, or the outcome is unknown; the table was read again.
            Refusal: the write failed, and nothing has changed.
        """
        await self._write(after.id, write)
        self._replace(after)
        return after

    async def begin_rematch(self, table: Table, begin: Coroutine[Any, Any, int]) -> Table:
        """Write a table's rematch as `commit` does, and return the rematch's table."""
        next_id = await self._write(table.id, begin)
        self._replace(replace(table, next_id=next_id, rematch=None).next_version)
        begun = await self.get(next_id)
        self.events.table_changed.emit(next_id)
        return begun

    async def create(self, table: Table, begin: Coroutine[Any, Any, int]) -> Table:
        """Write a new table whose game is running, and return it with the number that the store gives it.

        Raises:
            Refusal: the write failed, and there is no new table.
        """
        table = replace(table, id=await persist(begin), version=0)
        self._replace(table)
        return table

    async def _write(self, table_id: int, write: Coroutine[Any, Any, T]) -> T:
        try:
            return await write
        except asyncio.CancelledError:  # for instance at shutdown; the write may still succeed
            self.invalidate([table_id])
            self.events.table_changed.emit(table_id)
            raise
        except (Conflict, InDoubt) as error:
            if isinstance(error, InDoubt):
                log.warning("table %s: nobody knows whether a change is stored; it is read again: %s", table_id, error)
            elif self.shards.alone:
                log.exception("table %s: the store may hold other things than the cache; it is read again", table_id)
            else:
                log.info("table %s: another process was faster; it is read again", table_id)
            self.invalidate([table_id])
            with suppress(Refusal, StoreError):  # if this read fails, the next use of the table reads it
                await self.get(table_id)
            self.events.table_changed.emit(table_id)
            raise Overtaken(refusals.IN_DOUBT() if isinstance(error, InDoubt) else refusals.TRY_AGAIN()) from None
        except StoreError:
            log.exception("table %s: a change could not be stored", table_id)
            raise Refusal(refusals.TRY_AGAIN()) from None

    def _replace(self, table: Table) -> None:
        """Cache a snapshot that was written, and emit its events."""
        if self.ours(table.place):
            self._loaded[table.id] = table
            limits.evict_oldest(self._loaded, limits.TABLES)
        else:
            self.evict(table.id)
        self.events.table_replaced.emit(table)
        self.events.table_changed.emit(table.id)

    # --- Loading

    async def _load(self, table_id: int, place: Place | None) -> Table:
        row, moves = await self.store.tables.load_with_moves(table_id)
        if row is None or row.game not in Game.games or place not in {None, Place(row.place_id)}:
            raise Refusal(refusals.NO_SUCH_TABLE())
        table = table_loader.without_game(row)
        return await self._with_game(table, row, moves) if row.state in {"playing", "over"} else table

    async def _with_game(self, table: Table, row: TableRow, moves: Sequence[MoveRow]) -> Table:
        game = table_loader.replayed(row, moves)
        if game is not None:
            return replace(table, game=game, origin=table_loader.begun_at(table.origin, game))
        if table.state == "over":
            return table
        await self.store.tables.end(table.seen, "frozen")
        self.events.table_changed.emit(table.id)
        return replace(table, state="frozen", turns={}).next_version
