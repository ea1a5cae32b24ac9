"""Finding tables: loaded on first touch, by replaying their moves, and kept while they are open; and replacing them."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterable, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, asynccontextmanager
from dataclasses import replace
from typing import Any, TypeVar
from weakref import WeakValueDictionary

import limits
from engine.game import Game
from host import refusals
from host.cluster.shards import WHOLE, Shard, Shards
from host.refusals import Overtaken, Refusal
from host.tables import table_loader
from host.tables.table import OPEN, Deals, Table
from storage import Conflict, InDoubt, MoveRow, Store, StoreError, TableRow, settle

log = logging.getLogger(__name__)

T = TypeVar("T")

RETRY_SECONDS = 5.0
"""Until a database is read again that could not be."""
MOST_ID = 2**63 - 1
"""What the store takes for a table's number."""


async def persist(write: Awaitable[T]) -> T:
    """Write something that somebody has asked for.

    Raises:
        Refusal: it cannot be written, and nothing has changed; or nobody knows, which the refusal says.
    """
    try:
        return await write
    except InDoubt as error:
        log.warning("nobody knows whether what somebody has asked for is stored: %s", error)
        raise Refusal(refusals.IN_DOUBT()) from None
    except StoreError:
        log.exception("what somebody asked for could not be stored")
        raise Refusal(refusals.TRY_AGAIN()) from None


class _Locked(AbstractAsyncContextManager[Table]):
    """A table under its lock; written out, as each move passes here, and a generator takes three times as long."""

    __slots__ = ("_lock", "_read", "_table", "_table_id")

    def __init__(self, lock: asyncio.Lock, read: Callable[[int], Awaitable[Table]], table_id: int) -> None:
        self._lock = lock
        self._read = read
        self._table_id = table_id

    async def __aenter__(self) -> Table:
        await self._lock.acquire()
        try:
            self._table = await self._read(self._table_id)
        except BaseException:
            self._lock.release()
            raise
        return self._table

    async def __aexit__(self, _kind: object, error: BaseException | None, _where: object) -> None:
        self._lock.release()
        if isinstance(error, Refusal):
            error.table = error.table or self._table


class TableRepository:
    """The tables of a store."""

    def __init__(self, store: Store, shards: Shards | None = None) -> None:
        """The tables in `store`; those of other servers than this process looks after are read anew each time."""
        self.store = store
        self.shards = shards or Shards()
        self.changed: Callable[[int], None] = lambda _table_id: None
        """Called with a table's id after each change of it, but not when it is opened: whoever opens it shows it."""
        self.coming: Callable[[Table, int], None] = lambda _table, _seat: None
        """Called with what a table will be after somebody's move, and their seat, before that is written; until it is,
        nobody may learn of it."""
        self.watchers: list[Callable[[Table], None]] = []
        """Those in the house who are told of each change before that."""
        self.behind: Callable[[], None] = lambda: None
        """Called when the messages of tables that are not loaded may show what is so no more."""
        self.ours: Callable[[int], bool] = self.shards.ours
        """Whether this process lets the tables of a server go on by themselves."""
        self._loaded: dict[int, Table] = {}
        """The last one used last: whatever is let go is read again when it is asked for."""
        self._idle: set[int] = set()
        """Those that nobody has asked for since the idle ones were last let go."""
        self._invalidations = 0
        """How often tables were invalidations: what was read before that may be so no more."""
        self._loading: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()  # one that is held is referred to
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        self._used_locks: dict[int, asyncio.Lock] = {}
        """Those used lately, which would else be made anew for each move; `_locks` finds also those held for long."""

    async def get(self, table_id: int) -> Table:
        """A table as it is now, loaded if need be.

        Raises:
            Refusal: there is none.
        """
        return await self._get(table_id, None)

    async def on_server(self, guild_id: int, table_id: int) -> Table:
        """A table by the number that somebody has named on a server. What is another server's is not even loaded.

        Raises:
            Refusal: that server has none of that number; the words are the same wherever it is.
        """
        if not 0 < table_id <= MOST_ID:
            raise Refusal(refusals.NO_SUCH_TABLE())
        table = await self._get(table_id, guild_id)
        if table.guild_id != guild_id:
            raise Refusal(refusals.NO_SUCH_TABLE())
        return table

    async def _get(self, table_id: int, guild_id: int | None) -> Table:
        known = self._loaded.get(table_id)
        if known is not None and not self.ours(known.guild_id):
            del self._loaded[table_id]  # others may have changed it
        if table_id not in self._loaded:
            async with self._loading.setdefault(table_id, asyncio.Lock()):
                while table_id not in self._loaded:
                    invalidations, table = self._invalidations, await self._load(table_id, guild_id)
                    if not self.ours(table.guild_id):
                        return table
                    if invalidations == self._invalidations:
                        self._loaded.setdefault(table_id, table)  # it may have been changed meanwhile
                        limits.trim(self._loaded, limits.TABLES)
        table = self._loaded[table_id] = self._loaded.pop(table_id)  # the last that was used
        self._idle.discard(table_id)
        return table

    def cached(self, table_id: int) -> Table | None:
        """A table if it is loaded; this is no use of it."""
        return self._loaded.get(table_id)

    async def open_in(self, guild_id: int, user_id: int | None = None) -> list[Table]:
        """The lobbies and running games of a server, all or those at which a person sits, oldest first."""
        table_ids = await self.store.open_tables(guild_id, user_id)
        return [table async for table in self.load_each(table_ids) if table.state in OPEN]

    async def open_numbers(self, guild_id: int) -> list[int]:
        """The numbers of a server's open tables, oldest first."""
        return await self.store.open_tables(guild_id)

    async def open_counts(self) -> tuple[int, int]:
        """How many lobbies there are, and how many games are played."""
        return await self.store.open_counts()

    async def deals(self, guild_id: int) -> Deals:
        """How many games have been dealt on a server, and how many lobbies were closed before that."""
        return await self.store.deals(guild_id)

    async def in_channel(self, channel_id: int) -> list[int]:
        """The tables that have a post in a channel or thread, and the open ones whose channel it is; oldest first."""
        return await self.store.tables_here(channel_id)

    async def of_message(self, message_id: int) -> list[int]:
        """The tables that a message stands for."""
        return await self.store.tables_of_message(message_id)

    async def load_each(self, table_ids: Iterable[int]) -> AsyncIterator[Table]:
        """Those of the tables that can be loaded; what is wrong with another is only logged."""
        for table_id in table_ids:
            try:
                table = await self.get(table_id)
            except Refusal:  # of a game that there is no more
                continue
            except Exception:
                log.exception("table %s cannot be loaded", table_id)
                continue
            yield table

    async def batches(
        self, found: Callable[[int, int], Awaitable[list[tuple[int, int]]]], count: int, shard: Shard = WHOLE
    ) -> AsyncIterator[list[int]]:
        """All that one of the store's queries for what goes on by itself finds, so many at a time; only `ours`.

        And of these only a shard's.

        It never gives up: what cannot be read is read again.
        """
        after = 0
        while True:
            try:
                few = await found(after, count)
            except StoreError as error:
                log.warning("which tables wait could not be read, which is tried again: %s", error)
                await asyncio.sleep(RETRY_SECONDS)
                continue
            if not few:
                return
            after = few[-1][0]
            yield [table_id for table_id, guild_id in few if shard.has(guild_id) and self.ours(guild_id)]

    async def ended_game(self, table_id: int) -> tuple[Table, Game]:
        """A table whose game has ended, at its end or before it, and that game; nobody plays on it.

        Raises:
            Refusal: there is none, no game was begun at it or it is still running, or it can no longer be replayed.
        """
        table, game = await self.get(table_id), None
        if table.state == "playing":
            raise Refusal(refusals.STILL_RUNNING(), table)
        if table.state == "over":
            game = table.game
        else:
            row, moves = await self.store.table_with_moves(table_id)
            if row is None or row.seed is None:
                raise Refusal(refusals.NEVER_DEALT(), table)
            game = table_loader.replayed(row, moves)
        if game is None:
            raise Refusal(refusals.REPLAY_GONE(), table)
        return table, game

    async def as_stored(self, table_id: int) -> Table | None:
        """A table without its game, as it is stored; None: there is none, or of a game that there is no more."""
        row = await self.store.table(table_id)
        return None if row is None or row.game not in Game.games else table_loader.without_game(row)

    # --- For the house's own rooms, which alone change tables

    async def rename(self, guild_id: int, user_id: int, name: str) -> None:
        """Call a person otherwise at all tables of a server; whatever shows an open one is told."""
        theirs = [one for one in self._loaded.values() if one.guild_id == guild_id and user_id in one.people()]
        named = set(await self.store.open_tables(guild_id, user_id))
        for table in theirs:
            async with self.locked(table.id) as now:
                if now.state not in OPEN:
                    self._loaded.pop(now.id, None)  # it is read again when it is asked for
                    continue
                seats = (replace(who, name=name) if who and who.user_id == user_id else who for who in now.occupants)
                self._cache(replace(now, occupants=tuple(seats)))
                named.add(now.id)
        for table_id in sorted(named):
            self.changed(table_id)

    def invalidate(self, table_ids: Iterable[int]) -> None:
        """These tables are in the store no more, or are otherwise there."""
        self._invalidations += 1
        for table_id in table_ids:
            self._loaded.pop(table_id, None)

    def evict_shard(self, shard: Shard) -> None:
        """Somebody else looks after a shard's servers now, and changes their tables."""
        self.invalidate([table.id for table in self._loaded.values() if shard.has(table.guild_id)])

    def evict(self, table_id: int) -> None:
        """Nobody needs this table at the moment: it is read again when it is asked for."""
        self._loaded.pop(table_id, None)

    def evict_idle(self) -> None:
        """The same of all those that nobody has asked for since this was done the last time."""
        for table_id in self._idle:
            self._loaded.pop(table_id, None)
        self._idle = set(self._loaded)

    def notify(self, table: Table) -> None:
        """Tell everybody of a change."""
        for watcher in self.watchers:
            watcher(table)
        self.changed(table.id)

    def locked(self, table_id: int) -> AbstractAsyncContextManager[Table]:
        """A table under its lock, for whoever changes it; what is refused meanwhile is refused of this table."""
        return _Locked(self._lock(table_id), self.get, table_id)

    @asynccontextmanager
    async def all_locked(self, table_ids: Iterable[int]) -> AsyncIterator[None]:
        """Some tables under their locks, which are not loaded for it: nobody else here changes them meanwhile."""
        async with AsyncExitStack() as locks:
            for table_id in sorted(table_ids):
                await locks.enter_async_context(self._lock(table_id))
            yield

    def _lock(self, table_id: int) -> asyncio.Lock:
        lock = self._used_locks.get(table_id)
        if lock is None:
            lock = self._used_locks[table_id] = self._locks.setdefault(table_id, asyncio.Lock())
            limits.trim(self._used_locks, limits.TABLES)
        return lock

    async def commit(self, after: Table, write: Coroutine[Any, Any, None]) -> Table:
        """Write a change to the store, whole even when cancelled; then `after` takes its table's place.

        It is the table's next version.

        Raises:
            Overtaken: another process has changed the table, or nobody knows; it has been read again.
            Refusal: it cannot be written, and nothing has changed.
        """
        try:
            await self._write(after.id, write)
        except asyncio.CancelledError:  # as at the bot's end: it is written whole, or not at all
            self._loaded.pop(after.id, None)
            self.changed(after.id)
            raise
        self._replace(after)
        return after

    async def begin_rematch(self, table: Table, begin: Coroutine[Any, Any, int]) -> int:
        """In the same way let a table have the rematch that is begun, and return the number of its table."""
        return await settle(self._begin_rematch(table, begin))

    async def create(self, table: Table, begin: Coroutine[Any, Any, int]) -> Table:
        """In the same way let a new table be there with its game, under the number that it is given.

        Raises:
            Refusal: it cannot be written, and there is none.
        """
        return await settle(self._create(table, begin))

    async def _create(self, table: Table, begin: Coroutine[Any, Any, int]) -> Table:
        number = await persist(begin)
        table = replace(table, id=number, version=0)  # as the store begins it
        self._replace(table)
        return table

    async def _begin_rematch(self, table: Table, begin: Coroutine[Any, Any, int]) -> int:
        next_id = await self._write(table.id, begin)
        self._replace(replace(table, next_id=next_id, rematch=None).following)
        self.notify(await self.get(next_id))
        return next_id

    async def _write(self, table_id: int, write: Coroutine[Any, Any, T]) -> T:
        try:
            return await write
        except (Conflict, InDoubt) as error:
            if isinstance(error, InDoubt):
                log.warning("table %s: nobody knows whether a change is stored; it is read again: %s", table_id, error)
            elif self.shards.alone:
                log.exception("table %s: the store may hold other things than the house; it is read again", table_id)
            else:
                log.info("table %s: another process was faster; it is read again", table_id)
            self._loaded.pop(table_id, None)
            try:
                self.notify(await self.get(table_id))
            except (Refusal, StoreError):
                self.changed(table_id)  # whoever shows it reads it again
            raise Overtaken(refusals.IN_DOUBT() if isinstance(error, InDoubt) else refusals.TRY_AGAIN()) from None
        except StoreError:
            log.exception("table %s: a change could not be stored", table_id)
            raise Refusal(refusals.TRY_AGAIN()) from None

    def _replace(self, table: Table) -> None:
        """Let a table be as it was written, and tell everybody."""
        self._cache(table)
        self.notify(table)

    def _cache(self, table: Table) -> None:
        if self.ours(table.guild_id):
            self._loaded[table.id] = table
            limits.trim(self._loaded, limits.TABLES)
        else:
            self._loaded.pop(table.id, None)

    # --- Loading

    async def _load(self, table_id: int, guild_id: int | None) -> Table:
        row, moves = await self.store.table_with_moves(table_id)
        if row is None or row.game not in Game.games or guild_id not in {None, row.guild_id}:
            raise Refusal(refusals.NO_SUCH_TABLE())
        table = table_loader.without_game(row)
        return await self._with_game(table, row, moves) if row.state in {"playing", "over"} else table

    async def _with_game(self, table: Table, row: TableRow, moves: Sequence[MoveRow]) -> Table:
        game = table_loader.replayed(row, moves)
        if game is not None:
            return replace(table, game=game, origin=table_loader.begun_at(table.origin, game))
        if table.state == "over":
            return table
        await self.store.end_table(table.seen, "frozen")
        table = replace(table, state="frozen", turns={}).following
        self.notify(table)
        return table
