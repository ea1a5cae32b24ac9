"""Puzzles for today and the next days, from games whose people permit it (give leave), else from AI players.

Each candidate is confirmed before it is stored. A day whose candidates all fail has no puzzle.
"""

import json
import secrets
from collections.abc import Mapping
from random import Random
from typing import Any

from engine import record
from engine.daily.puzzles import SEVERAL, VERSION
from host.ai.review_pool import Progress, ReviewPool
from host.daily.deals import DailyDeals
from host.daily.puzzles import MOST_TRIES
from host.daily.retries import Retries
from host.daily.streaks import SECONDS_A_DAY
from host.refusals import Refusal
from host.tables.table_repository import TableRepository
from storage.rows import DayRow

AHEAD = 2
"""The number of coming days that have a puzzle, besides today."""
COOLED_DAYS = 1
"""The number of days between the end of a game of people and its use."""
RECENT_DAYS = 30
"""The number of days after which a game of people is not used any more."""
MOST_GAMES = 3
"""The number of first tries of a day that search a game of people, if there is one."""


class PuzzleMaker:
    """Finds the puzzles that are missing, one after another."""

    def __init__(self, tables: TableRepository, daily: DailyDeals, pool: ReviewPool) -> None:
        """Make puzzles for the store of `tables` with the workers of `pool`; the caller closes the pool."""
        self._tables = tables
        self._store = tables.store
        self._daily = daily
        self._pool = pool
        self._seed = secrets.token_hex(16)
        """The seed of the kind of each day's puzzle. If each candidate drew its kind, the kind that is confirmed more
        often would be shown more often than `SEVERAL` says.
        """
        self._searched = set[int]()
        """The tables whose games were searched since the start."""
        self._retries = Retries(tables.now, "a puzzle could not be made, which is tried again: %s")

    async def make_next(self, progress: Progress) -> bool:
        """Make and confirm one candidate for the first day that lacks a puzzle and has a try left.

        Return False if there is no such day. Return False also if the candidate of a coming day was not kept, so that
        other work comes before the next try. A day for which the work has failed is left out for some time.

        Args:
            progress: called after each decision that was examined, and after each game that was played on.

        Raises:
            PlayerFailed: the work has raised an error.
            WorkerDied: the worker has ended without an answer.
            StoreError: a query failed.
        """
        today = self._daily.today
        stored = await self._store.puzzles.days(today, today + AHEAD)
        tries = await self._store.puzzles.tries(today, today + AHEAD)
        for day, count in tries.items():
            if day in stored or count >= MOST_TRIES or self._retries.must_wait(day):
                continue
            row = await self._store.daily.day(day)
            if row is not None:
                with self._retries.trying(day):
                    return await self._try(row, count, progress) or day == today
        return False

    async def _try(self, row: DayRow, tries: int, progress: Progress) -> bool:
        """Make and confirm a candidate after `tries` tries for the day; return whether it was kept and stored."""
        await self._store.puzzles.begin_try(row.day)
        several = Random(f"{self._seed} {row.day}").random() < SEVERAL
        asked: dict[str, Any] = {"puzzle": secrets.token_hex(16), "several": several}
        source = await self._source(row.game) if tries < MOST_GAMES else None
        if source is None:
            asked |= {"game": row.game, "options": json.loads(row.options)}
        else:
            asked["record"] = source[1]
        found = await self._pool.prepare(asked, progress)
        return found is not None and await self._store.puzzles.add(
            row.day, VERSION, _json(found), None if source is None else source[0]
        )

    async def _source(self, game: str) -> tuple[int, Mapping[str, object]] | None:
        """Return the table and record of a finished game whose people all permit puzzles from it; None without one."""
        now = int(self._tables.now())
        since, until = now - RECENT_DAYS * SECONDS_A_DAY, now - COOLED_DAYS * SECONDS_A_DAY
        found = await self._store.puzzles.sources(game, since, until, 1 + len(self._searched))
        for table_id in [one for one in found if one not in self._searched]:
            self._searched.add(table_id)
            try:
                table = await self._tables.get(table_id)
            except Refusal:  # the game cannot be replayed any more
                continue
            if table.game is not None and table.game.over:
                return table_id, record.write(table.game)
        return None


def _json(puzzle: Any) -> str:  # noqa: ANN401  any value of JSON
    return json.dumps(puzzle, ensure_ascii=False, separators=(",", ":"))
