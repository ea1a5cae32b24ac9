"""The house: every table of the bot, as the cogs know it."""

import asyncio
import time
from collections.abc import Callable

import engine.games  # noqa: F401  fills Game.games
import limits
from host.ai.complaints import Complaints
from host.ai.players import PAUSE_SECONDS, AiPlayers
from host.ai.pool import AiPool, ThreadPool
from host.cluster.cache_refresh import CacheRefresh
from host.cluster.shards import WHOLE, Shard, Shards
from host.lobby.lobby import Lobby
from host.lobby.notifications import Notifications
from host.lobby.rate_limit import HOUR, RateLimit
from host.people.people import People
from host.people.privacy import Privacy
from host.people.replays import Replays
from host.people.standings import Standings
from host.play.clocks import Clocks
from host.play.moves import Moves
from host.play.participation import Participation
from host.play.votes import Votes
from host.settings import Settings
from host.tables.message_records import MessageRecords
from host.tables.table_repository import TableRepository
from storage import Store, StoreError

__all__ = ["Services", "StoreError"]


class Services:
    """Over an open store: finding tables, gathering players, playing, and what stands on Discord.

    Whatever reads or writes may raise `StoreError`: nothing can be kept at the moment, and nothing has changed.
    """

    def __init__(
        self,
        store: Store,
        *,
        pause: float = PAUSE_SECONDS,
        playouts: int = 0,
        thinkers: AiPool | None = None,
        now: Callable[[], float] = time.time,
        shards: Shards | None = None,
    ) -> None:
        """A house over `store`.

        Args:
            store: where everything is kept.
            pause: seconds that a computer player waits before each move, if it needs no more.
            playouts: rounds that it plays out in its head for each move at most; 0: as its level does.
            thinkers: where it thinks; None: in threads of the house's own.
            now: the time in unix seconds.
            shards: which servers this process looks after; None: all.
        """
        self.now = now
        """The time in unix seconds."""
        self.shards = shards or Shards()
        self.tables = TableRepository(store, self.shards)
        self.settings = Settings(store, self.shards)
        opened = RateLimit(HOUR, now)
        self.lobby = Lobby(self.tables, self.settings, now, opened)
        self.moves = Moves(self.tables, now)
        self.participation = Participation(self.tables, self.settings, self.moves, now)
        self.votes = Votes(self.tables, self.settings, self.moves, now)
        self.clocks = Clocks(self.tables, self.lobby, now)
        self.ai_players = AiPlayers(self.tables, self.moves, thinkers or ThreadPool(), pause, playouts)
        self.cache_refresh = CacheRefresh(self.tables)
        self.message_records = MessageRecords(store, self.shards, now)
        self.notifications = Notifications(self.tables, self.settings, now)
        self.people = People(self.tables, self.settings)
        self.standings = Standings(store, now)
        self.complaints = Complaints(self.tables, now)
        self.privacy = Privacy(self.tables, self.settings, self.lobby, self.participation, self.people)
        self.replays = Replays(self.tables, self.settings, now, opened)

    async def resume(self, shard: Shard = WHOLE) -> None:
        """Let the computer players of a shard go on that were to act. Tables wait for it: it never gives up."""
        async for few in self.tables.batches(self.tables.store.tables_acting, limits.WAITING_AT_ONCE, shard):
            async for table in self.tables.load_each(few):
                self.ai_players.wake(table)
                await asyncio.sleep(0)  # there may be thousands

    def evict_shard(self, shard: Shard) -> None:
        """Another process looks after a shard now: forget what it may change. What goes on by itself sees that."""
        self.tables.evict_shard(shard)
        self.clocks.evict_shard(shard)
        self.settings.evict_shard(shard)
        self.people.evict_shard(shard)
        self.privacy.evict_shard(shard)

    async def close(self) -> None:
        """Stop what runs by itself; the store stays open."""
        await self.cache_refresh.close()
        await self.clocks.close()
        await self.ai_players.close()
        await self.message_records.close()
