"""Preparation of the days ahead.

The preparation makes each day's secret and commitment, its puzzle, and its deals, which are chosen so that skill counts
much. It also makes the reference of each deal: plays by AI players, with which people's results are compared.

Secrets and commitments are made a week ahead. The choice of a day's deals takes minutes of a processor. So worker
processes make it in idle time, one day or one deal at a time, and only if somebody has opened a day's deal within the
last week. If today's deals are not chosen in time, as on a new bot's first day, the day has its first candidates
instead.

Only one of several processes prepares. If two did, the first stored secret and the first stored deals of a day would
count.
"""

import asyncio
import contextlib
import json
import logging
import secrets
from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, Final

from engine.daily import choice, plan
from engine.daily.puzzles import VERSION
from engine.game import Game
from host.ai.pool import PlayerFailed, WorkerDied
from host.ai.review_pool import Progress, ReviewPool
from host.background import BackgroundTask, Sleep, run_every
from host.daily.deals import WEEK, DailyDeals, day_of
from host.daily.puzzle_making import PuzzleMaker
from host.daily.retries import Retries
from host.daily.servers import DELETED
from host.daily.streaks import SECONDS_A_DAY
from host.learning.reviews import Reviews
from host.tables.table_repository import TableRepository
from storage import Store, StoreError
from storage.rows import DayRow

log = logging.getLogger(__name__)

SECONDS = 20.0
"""Seconds between two checks whether all days are planned and today has deals."""
WORK_SECONDS = 60.0
"""Seconds before the first attempt, as the bot has other work at its start; also the seconds between two attempts."""
EARLY_SECONDS = 300
"""A day without chosen deals gets its first candidates this many seconds before it opens."""
PAUSE_SECONDS = 0.5
"""Seconds between two checks whether computer players or reviews still need the processor."""
KEPT_DAYS = 7
"""Days after which the moves of attempts are deleted; their points stay."""
_UNPREPARED: Final[Mapping[str, Any]] = {"reference": [], "level_points": {}, "best": [], "signal": 0.0}


class DailyPreparation:
    """Background tasks that plan days and prepare their deals."""

    def __init__(
        self,
        tables: TableRepository,
        daily: DailyDeals,
        pool: ReviewPool,
        reviews: Reviews,
        sleep: Sleep = asyncio.sleep,
    ) -> None:
        """Prepare the days of a repository's store.

        Args:
            tables: the table repository.
            daily: the service that knows the present day.
            pool: the workers; the caller closes them.
            reviews: the reviews; preparation pauses while reviews are made or computer players wait to think.
            sleep: waits for seconds.
        """
        self._tables = tables
        self._store = tables.store
        self._daily = daily
        self._pool = pool
        self._reviews = reviews
        self._sleep = sleep
        self._puzzles = PuzzleMaker(tables, daily, pool)
        self._retries = Retries(tables.now, "the day's deals could not be prepared, which is tried again: %s")
        self._warned = set[str]()
        """The store's failures that were logged since the last success."""
        self._planning = BackgroundTask("planning of the day's deals")
        self._working = BackgroundTask("preparation of the day's deals")

    def start(self) -> None:
        """Start both tasks."""
        failure = "the day's deals could not be planned, which is tried again"
        self._planning.start(lambda: run_every(SECONDS, self.plan, failure, sleep=self._sleep))
        failure = "the day's deals could not be prepared, which is tried again"
        self._working.start(lambda: run_every(WORK_SECONDS, self.work, failure, sleep=self._sleep, first=WORK_SECONDS))

    async def close(self) -> None:
        """Stop both tasks; work under way begins again after the next start."""
        await self._planning.close()
        await self._working.close()

    async def plan(self) -> None:
        """Plan today and the coming week, unless the time is in doubt; a failure is logged.

        If a day that has begun or begins soon has no chosen deals, it gets its first candidates.
        """
        try:
            await self._plan()
        except StoreError as error:
            self._warn("the day's deals could not be planned, which is tried again: %s", error)

    async def _plan(self) -> None:
        now = await self._tables.clock.certain()
        if now is None:
            return
        today = day_of(now)
        planned = {row.day for row in await self._store.daily.planned(today, today + WEEK)}
        for day in range(today, today + WEEK + 1):
            if day not in planned:
                await self._store.daily.plan(await plan_day(self._store, day, now))
        soon = day_of(now + EARLY_SECONDS)
        for day in range(today, soon + 1):
            row = await self._store.daily.day(day)
            if row is not None and row.deals is None:
                deals = await asyncio.to_thread(_first_candidates, row)
                await self._store.daily.prepare(day, _json(deals))

    async def work(self) -> None:
        """Make puzzles, choose deals and make references until nothing is left to do.

        Nothing is made if nobody has opened a deal within the last week, or while the time is in doubt. Failures are
        logged, and a later call tries again; a piece of work that fails in a worker again and again waits longer each
        time.
        """
        try:
            async with self._tables.shards.only("daily"):
                now = await self._tables.clock.certain()
                if now is None:
                    return
                today = day_of(now)
                await self._store.daily.drop_moves(today - 5 * KEPT_DAYS, today - KEPT_DAYS)
                await self._store.daily.drop_deleted(today)
                # Records of yesterday's messages stay: without them, a process whose clock is slow might post again.
                await self._store.daily_messages.prune(today - 5 * KEPT_DAYS, today - 2, DELETED)
                await self._store.puzzles.withdraw(today)
                await self._store.puzzles.drop_old(today, VERSION)
                if await self._store.daily.begun_since(today - WEEK):
                    for make_next in (self._puzzles.make_next, self._prepare_next):
                        await self._make_each(make_next)
        except StoreError as error:
            self._warn("the day's deals could not be prepared, which is tried again: %s", error)

    async def _prepare_next(self, progress: Progress) -> bool:
        """Choose the deals of a coming day, or make the reference of one deal; what the earliest day lacks comes first.

        Return False if nothing is missing, apart from work that must wait after a failure. Return False also if the
        reference was not stored, because the day has other deals by now.
        """
        today = self._daily.today
        for day in range(today - 1, today + WEEK + 1):
            row = await self._store.daily.day(day)
            if row is None:
                continue
            if row.deals is None and day > today and not self._retries.must_wait(day):
                with self._retries.trying(day):
                    chosen = await self._pool.prepare(_request(row), progress)
                await self._store.daily.prepare(day, _json([{**_UNPREPARED, **one} for one in chosen]))
                return True
            if (missing := self._next_reference(day, row.deals or "[]")) is not None:
                number, prepared = missing
                with self._retries.trying((day, number)):
                    made = await self._pool.prepare(_request(row) | {"deal": prepared["deal"]}, progress)
                return await self._store.daily.complete(day, number, _json(prepared | dict(made)))
        return False

    def _next_reference(self, day: int, deals: str) -> tuple[int, dict[str, Any]] | None:
        """Return the first of a day's deals that lacks a reference and can be tried now, with its number."""
        for number, prepared in enumerate(json.loads(deals)):
            if not prepared["reference"] and not self._retries.must_wait((day, number)):
                return number, prepared
        return None

    async def _make_each(self, make_next: Callable[[Progress], Awaitable[bool]]) -> None:
        """Call `make_next` until nothing is missing or the time is in doubt.

        Stop early if work fails in a worker, so that it does not delay other kinds of work. The failure is logged.
        """
        with contextlib.suppress(PlayerFailed, WorkerDied):
            while await self._tables.clock.certain() is not None and await make_next(self._progress):
                self._warned.clear()

    def _warn(self, sentence: str, error: Exception) -> None:
        """Log a failure, unless the same one was logged since the last success."""
        said = sentence % error
        if said not in self._warned:
            self._warned.add(said)
            log.warning("%s", said)

    async def _progress(self, _done: int) -> None:
        """Wait while reviews are made or computer players wait for a slot to think."""
        while self._reviews.busy:
            await self._sleep(PAUSE_SECONDS)


async def plan_day(store: Store, day: int, now: int) -> DayRow:
    """Return the plan of a day with a new secret; `now` is in unix seconds. Nothing is stored."""
    favourite = await _favourite(store, now) if plan.weekday(day) == plan.FAVOURITE else next(iter(Game.games))
    game, options = plan.game_of(day, favourite)
    secret = secrets.token_bytes(plan.OLD_SECRET_BYTES)
    return DayRow(day, secret, plan.commitment(secret, day), game, _json(options))


async def _favourite(store: Store, now: int) -> str:
    """Return the game that was finished most often in the last week; in a tie, the first in `Game.games`."""
    counts = await store.daily.played_games(now - WEEK * SECONDS_A_DAY)
    return max(Game.games, key=lambda game: counts.get(game, 0))


def _first_candidates(row: DayRow) -> list[dict[str, Any]]:
    """Return a day's first candidates, which are not chosen for skill and have no reference."""
    deals = choice.drawn_deals(row.secret, row.day, row.game, json.loads(row.options))
    return [{**_UNPREPARED, **one} for one in deals]


def _request(row: DayRow) -> dict[str, Any]:
    return {"secret": row.secret.hex(), "day": row.day, "game": row.game, "options": json.loads(row.options)}


def _json(data: Sequence[object] | Mapping[str, object]) -> str:
    return json.dumps(data, separators=(",", ":"))
