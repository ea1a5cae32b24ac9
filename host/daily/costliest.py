"""The costliest decisions of closed days: found once after the close, and shown to whoever asks.

They are found in the moves of all people who have finished the day's deal in time. Only counts of moves are stored:
nobody is named, and nothing leads back to a person.
"""

import asyncio
import json
import logging
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from engine.daily.costliest import VERSION, Costliest, CostlyDecision, DayDecision, day_decisions
from engine.daily.deal import DailyDeal
from engine.errors import BadRecord
from engine.game import Game
from host import refusals
from host.ai.review_pool import Progress, ReviewPool
from host.daily.deals import DailyDeals
from host.daily.retries import Retries
from host.daily.streaks import SECONDS_A_DAY
from host.learning.reviews import with_texts
from host.refusals import Refusal
from host.tables.table_repository import TableRepository

log = logging.getLogger(__name__)

KEPT_DAYS = 7
"""Days after which the moves of attempts are deleted; their points stay."""

SETTLE_SECONDS = 60
"""Seconds to wait after the close of a day, because a move made in time may be stored a little later."""


@dataclass(frozen=True)
class DayCost:
    """One of the costliest decisions of a closed day, as everybody may see it."""

    day: int
    """Days since 1970-01-01 UTC."""
    place: int
    """Its place among the day's costliest decisions, from 0, which is the costliest."""
    count: int
    """The number of the day's costliest decisions."""
    deal: DailyDeal
    game: Game
    """The position before the decision. The people who had to decide played at the deal's own seat."""
    decision: CostlyDecision


class CostliestDecisions:
    """Service for the costliest decisions of closed days."""

    def __init__(self, tables: TableRepository, daily: DailyDeals) -> None:
        """Use the store of `tables`; `daily` knows the present day."""
        self._store = tables.store
        self._daily = daily

    async def exist(self, day: int, at: float | None = None) -> bool:
        """Return whether a day has closed and has costliest decisions, which are found some time after its close.

        `at` is the time of the click in unix seconds; None: now.
        """
        return day < self._daily.day_at(at) and bool(await self._read(day))

    async def decision(self, day: int, place: int, at: float | None = None) -> DayCost:
        """Return the decision of a closed day at this place, from 0, which is the costliest.

        `at` is the time of the click in unix seconds; None: now.

        Raises:
            Refusal: nothing of the day may be shown yet, there is no such decision, or the rules have changed since.
        """
        await self._daily.show(day, at)
        every, row = await self._read(day), await self._store.daily.day(day)
        if row is None or row.deals is None or not 0 <= place < len(every):
            raise Refusal(refusals.NO_COSTLIEST())
        one = every[place]
        deal = DailyDeal.from_data(json.loads(row.deals)[one["deal"]]["deal"])
        try:
            game = await asyncio.to_thread(deal.resume, one["moves"])
            why = with_texts(one["why"])
        except (BadRecord, KeyError):
            log.warning("a costly decision of day %d cannot be replayed or told", day)
            raise Refusal(refusals.NO_COSTLIEST()) from None
        return DayCost(day, place, len(every), deal, game, {**one, "why": why})

    async def _read(self, day: int) -> Sequence[CostlyDecision]:
        """Return the stored decisions of a day; none if there are none of the present version."""
        stored = _parsed(await self._store.daily.costliest(day))
        return stored["decisions"] if stored is not None else []


class CostliestMaker:
    """Finds the costliest decisions of closed days for which none are stored, one day after another."""

    def __init__(self, tables: TableRepository, daily: DailyDeals, pool: ReviewPool) -> None:
        """Create the maker. It uses the store of `tables` and the workers of `pool`; the caller closes the pool."""
        self._store = tables.store
        self._now = tables.now
        self._daily = daily
        self._pool = pool
        failure = "what cost most on a closed day could not be found, which is tried again: %s"
        self._retries = Retries(tables.now, failure)

    async def make_next(self, progress: Progress) -> bool:
        """Find the costliest decisions of the latest closed day that has none yet and on which somebody has played.

        Return False if there is no such day. Days whose moves are deleted are left out, and so are days that must wait
        after a failure.

        Args:
            progress: called after each valued decision.

        Raises:
            PlayerFailed: the work has raised an error.
            WorkerDied: the worker has ended without an answer.
            StoreError: a query failed.
        """
        settled = int(self._now() - SETTLE_SECONDS) // SECONDS_A_DAY
        for day in range(settled - 1, self._daily.today - KEPT_DAYS, -1):
            if self._retries.must_wait(day) or _parsed(await self._store.daily.costliest(day)) is not None:
                continue
            with self._retries.trying(day):
                if await self._make(day, progress):
                    return True
        return False

    async def _make(self, day: int, progress: Progress) -> bool:
        """Find and store the costliest decisions of a closed day; return False if nobody has played."""
        row, plays = await self._store.daily.day(day), await self._store.daily.plays(day)
        if row is None or row.deals is None or not plays:
            return False
        dealt = [one["deal"] for one in json.loads(row.deals)]
        decisions = await asyncio.to_thread(_decisions, dealt, plays)
        made = await self._pool.prepare({"deals": dealt, "decisions": decisions}, progress)
        await self._store.daily.set_costliest(day, json.dumps(made, ensure_ascii=False, separators=(",", ":")))
        return True


def _decisions(dealt: Sequence[Any], plays: Sequence[tuple[int, str]]) -> list[DayDecision]:
    """Return the decisions of a day that the most people had to make, computed from the stored deals and plays."""
    return day_decisions([DailyDeal.from_data(one) for one in dealt], ((deal, json.loads(one)) for deal, one in plays))


def _parsed(content: str | None) -> Costliest | None:
    """Return stored decisions; None if there are none of the present version."""
    stored: Costliest | None = json.loads(content or "null")
    return stored if stored is not None and stored["version"] == VERSION else None
