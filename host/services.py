"""The bot's services, created once over an open store."""

import asyncio
import time
from collections.abc import Callable

import engine.games  # noqa: F401  fills Game.games
import limits
from host.ai.complaints import Complaints
from host.ai.players import PAUSE_SECONDS, AiPlayers
from host.ai.pool import AiPool, ThreadPool
from host.ai.review_pool import ReviewPool, ReviewThread
from host.clock import ComparedClock
from host.cluster.cache_refresh import CacheRefresh
from host.cluster.shards import WHOLE, Shard, Shards
from host.daily.commitments import PostedCommitments
from host.daily.deals import DailyDeals
from host.daily.preparation import DailyPreparation
from host.daily.puzzles import Puzzles
from host.daily.reminders import Reminders
from host.daily.servers import DailyServers
from host.learning.coaching import Coaching
from host.learning.lessons import Lessons
from host.learning.reviews import Reviews
from host.learning.suggestions import Suggestions
from host.lobby.direct_tables import DirectTables
from host.lobby.lobby import Lobby
from host.lobby.notifications import Notifications
from host.lobby.rate_limit import HOUR, RateLimit
from host.lobby.scheduled_lobbies import ScheduledLobbies
from host.lobby.scheduled_openings import ScheduledOpenings
from host.nights.nights import Nights
from host.nights.progress import NightProgress
from host.people.people import People
from host.people.personal_results import PersonalResults
from host.people.privacy import Privacy
from host.people.replays import Replays
from host.people.standings import Standings
from host.play.clocks import Clocks
from host.play.lost_tables import LostTables
from host.play.moves import Moves
from host.play.participation import Participation
from host.play.votes import Votes
from host.settings import Settings
from host.tables.message_records import MessageRecords
from host.tables.table_repository import TableRepository
from storage import Store, StoreError

__all__ = ["Services", "StoreError"]


class Services:
    """All services of the bot, over one store.

    Methods that read or write may raise `StoreError`; then nothing has changed.
    """

    def __init__(
        self,
        store: Store,
        *,
        pause: float = PAUSE_SECONDS,
        playouts: int = 0,
        thinkers: AiPool | None = None,
        reviewers: ReviewPool | None = None,
        now: Callable[[], float] = time.time,
        clock: ComparedClock | None = None,
        shards: Shards | None = None,
    ) -> None:
        """Create the services.

        Args:
            store: the open store.
            pause: least seconds that an AI player takes for each move.
            playouts: the greatest number of playouts of an AI player for a move; 0 for its level's own limit.
            thinkers: worker pool of the AI players; None for threads of this process.
            reviewers: workers that review games and suggest moves; None for threads of this process.
            now: returns the time in unix seconds, if there is no `clock`.
            clock: the clock, which knows whether the time is certain; None for one that is always certain.
            shards: shards that this process looks after; None for all servers.
        """
        self.clock = clock or ComparedClock(computer=now)
        self.now = self.clock.now
        """Function that returns the time in unix seconds."""
        self.shards = shards or Shards()
        self.database_kind = "postgresql" if store.shared else "sqlite"
        """`postgresql` or `sqlite`."""
        self.pending_writes = store.pending_writes
        """The database's writes that have not returned yet."""
        self.tables = TableRepository(store, self.shards, self.clock)
        self.events = self.tables.events
        self.settings = Settings(store)
        opened = RateLimit(HOUR, self.tables.now)
        self.lobby = Lobby(self.tables, self.settings, opened)
        self.moves = Moves(self.tables)
        self.participation = Participation(self.tables, self.settings, self.moves)
        self.votes = Votes(self.tables, self.settings, self.moves)
        self.message_records = MessageRecords(store, self.shards, self.now)
        self.scheduled_lobbies = ScheduledLobbies(self.tables, self.settings, self.lobby, self.message_records, opened)
        self.scheduled_openings = ScheduledOpenings(self.tables, self.scheduled_lobbies)
        self.direct_tables = DirectTables(self.tables, self.settings, opened)
        self.lost_tables = LostTables(self.tables)
        self.clocks = Clocks(self.tables, self.lobby, self.direct_tables, self.lost_tables)
        self.ai_players = AiPlayers(self.tables, self.moves, thinkers or ThreadPool(), pause, playouts)
        self.nights = Nights(self.tables, self.settings)
        self.night_progress = NightProgress(self.tables, self.nights)
        self.cache_refresh = CacheRefresh(self.tables)
        self.notifications = Notifications(self.tables, self.settings)
        self.coaching = Coaching(store)
        self.lessons = Lessons(store)
        self.people = People(self.tables)
        self.standings = Standings(store, self.now)
        self.personal_results = PersonalResults(store)
        self.complaints = Complaints(self.tables)
        reviewers = reviewers or ReviewThread()
        self.reviews = Reviews(self.tables, reviewers, self.ai_players.slots, playouts)
        self.suggestions = Suggestions(self.tables, reviewers, playouts)
        self.daily = DailyDeals(self.tables, self.settings)
        self.puzzles = Puzzles(self.tables, self.settings, self.daily)
        self.daily_servers = DailyServers(self.tables, self.settings, self.daily, self.message_records)
        self.posted_commitments = PostedCommitments(self.tables, self.daily, self.message_records)
        self.reminders = Reminders(self.tables, self.settings, self.daily)
        self.daily_preparation = DailyPreparation(self.tables, self.daily, reviewers, self.reviews)
        self.privacy = Privacy(
            self.tables,
            self.settings,
            self.coaching,
            self.reviews,
            self.daily,
            self.puzzles,
            self.lobby,
            self.participation,
        )
        self.replays = Replays(self.tables, self.settings, opened)

    async def resume(self, shard: Shard = WHOLE) -> None:
        """Start a shard's AI players that must decide. Failed reads are retried for ever, because tables wait."""
        async for few in self.tables.batches(self.tables.store.due_work.acting, limits.DUE_TABLES_AT_ONCE, shard):
            async for table in self.tables.load_each(few):
                self.ai_players.wake(table)
                await asyncio.sleep(0)  # gives other tasks a turn, as there may be thousands of tables

    def evict_shard(self, shard: Shard) -> None:
        """Drop the cached data of a shard that another process has taken over; the shard's tasks end by themselves."""
        self.tables.evict_shard(shard)
        self.clocks.evict_shard(shard)
        self.settings.evict_shard(shard)
        self.privacy.evict_shard(shard)

    async def close(self) -> None:
        """Stop all background tasks; the store stays open."""
        await self.cache_refresh.close()
        await self.scheduled_openings.close()
        await self.night_progress.close()
        await self.clocks.close()
        await self.daily_preparation.close()
        await self.daily.close()
        await self.suggestions.close()
        await self.reviews.close()
        await self.ai_players.close()
        await self.coaching.close()
        await self.message_records.close()
