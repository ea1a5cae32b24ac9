"""The house: every table of the bot, as the cogs know it."""

import asyncio
import time
from collections.abc import Callable

import engine.games  # noqa: F401  fills Game.games
import limits
from host.agreement import Agreement
from host.attendance import Attendance
from host.clocks import Clocks
from host.complaints import Complaints
from host.computers import PAUSE_SECONDS, Computers
from host.elsewhere import Elsewhere
from host.lobby import Lobby
from host.notices import Notices
from host.people import People
from host.play import Play
from host.posts import Posts
from host.privacy import Privacy
from host.rate_limit import HOUR, RateLimit
from host.replays import Replays
from host.settings import Settings
from host.shards import WHOLE, Shard, Shards
from host.standings import Standings
from host.tables import Tables
from host.thinkers import Here, Thinkers
from storage import Store, StoreError

__all__ = ["House", "StoreError"]


class House:
    """Over an open store: finding tables, gathering players, playing, and what stands on Discord.

    Whatever reads or writes may raise `StoreError`: nothing can be kept at the moment, and nothing has changed.
    """

    def __init__(
        self,
        store: Store,
        *,
        pause: float = PAUSE_SECONDS,
        playouts: int = 0,
        thinkers: Thinkers | None = None,
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
        self.tables = Tables(store, self.shards)
        self.settings = Settings(store, self.shards)
        opened = RateLimit(HOUR, now)
        self.lobby = Lobby(self.tables, self.settings, now, opened)
        self.play = Play(self.tables, now)
        self.attendance = Attendance(self.tables, self.settings, self.play, now)
        self.agreement = Agreement(self.tables, self.settings, self.play, now)
        self.clocks = Clocks(self.tables, self.lobby, now)
        self.computers = Computers(self.tables, self.play, thinkers or Here(), pause, playouts)
        self.elsewhere = Elsewhere(self.tables)
        self.posts = Posts(store, self.shards, now)
        self.notices = Notices(self.tables, self.settings, now)
        self.people = People(self.tables, self.settings)
        self.standings = Standings(store, now)
        self.complaints = Complaints(self.tables, now)
        self.privacy = Privacy(self.tables, self.settings, self.lobby, self.attendance, self.people)
        self.replays = Replays(self.tables, self.settings, now, opened)

    async def resume(self, shard: Shard = WHOLE) -> None:
        """Let the computer players of a shard go on that were to act. Tables wait for it: it never gives up."""
        async for few in self.tables.waiting(self.tables.store.tables_acting, limits.WAITING_AT_ONCE, shard):
            async for table in self.tables.each(few):
                self.computers.wake(table)
                await asyncio.sleep(0)  # there may be thousands

    def let_go(self, shard: Shard) -> None:
        """Another process looks after a shard now: forget what it may change. What goes on by itself sees that."""
        self.tables.let_go_of_shard(shard)
        self.clocks.let_go(shard)
        self.settings.let_go(shard)
        self.people.let_go(shard)
        self.privacy.let_go(shard)

    async def close(self) -> None:
        """Stop what runs by itself; the store stays open."""
        await self.elsewhere.close()
        await self.clocks.close()
        await self.computers.close()
        await self.posts.close()
