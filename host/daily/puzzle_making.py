"""Puzzles for today and the next days, from games whose people permit it (give leave), else from AI players."""

import json
import secrets
from collections.abc import AsyncIterator, Mapping
from typing import Any

from engine import record
from engine.daily.puzzles import SEVERAL, VERSION
from host.ai.review_pool import Progress, ReviewPool
from host.daily.deals import DailyDeals
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
"""The greatest number of games of people that are searched for a puzzle of one day."""


class PuzzleMaker:
    """Finds the puzzles that are missing, one after another."""

    def __init__(self, tables: TableRepository, daily: DailyDeals, pool: ReviewPool) -> None:
        """Make puzzles for the store of `tables` with the workers of `pool`; the caller closes the pool."""
        self._tables = tables
        self._store = tables.store
        self._daily = daily
        self._pool = pool
        self._searched = set[int]()
        """The tables whose games were searched since the start."""
        self._retries = Retries(tables.now, "a puzzle could not be made, which is tried again: %s")

    async def make_next(self, progress: Progress) -> bool:
        """Make the puzzle of the first day without a puzzle.

        Return False if no day lacks a puzzle, or if no puzzle was found for that day. A day for which the work has
        failed is left out for some time.

        Args:
            progress: called after each decision that was examined.

        Raises:
            PlayerFailed: the work has raised an error.
            WorkerDied: the worker has ended without an answer.
            StoreError: a query failed.
        """
        today = self._daily.today
        stored = await self._store.puzzles.days(today, today + AHEAD)
        for day in range(today, today + AHEAD + 1):
            if day in stored or self._retries.must_wait(day):
                continue
            row = await self._store.daily.day(day)
            if row is not None:
                with self._retries.trying(day):
                    return await self._make(row, progress)
        return False

    async def _make(self, row: DayRow, progress: Progress) -> bool:
        drawn = secrets.SystemRandom()
        asked = {"puzzle": secrets.token_hex(16), "several": drawn.random() < SEVERAL}
        async for table_id, game in self._games(row.game):
            found = await self._pool.prepare({**asked, "record": game}, progress)
            if found is not None and await self._store.puzzles.add(row.day, VERSION, _json(found), table_id):
                return True
        asked |= {"game": row.game, "options": json.loads(row.options)}
        found = await self._pool.prepare(asked, progress)
        return found is not None and await self._store.puzzles.add(row.day, VERSION, _json(found), None)

    async def _games(self, game: str) -> AsyncIterator[tuple[int, Mapping[str, object]]]:
        """Yield the tables and records of finished games whose people all permit puzzles from their games."""
        now = int(self._tables.now())
        since, until = now - RECENT_DAYS * SECONDS_A_DAY, now - COOLED_DAYS * SECONDS_A_DAY
        found = await self._store.puzzles.sources(game, since, until, MOST_GAMES + len(self._searched))
        for table_id in [one for one in found if one not in self._searched][:MOST_GAMES]:
            self._searched.add(table_id)
            try:
                table = await self._tables.get(table_id)
            except Refusal:  # the game cannot be replayed any more
                continue
            if table.game is not None and table.game.over:
                yield table_id, record.write(table.game)


def _json(puzzle: Any) -> str:  # noqa: ANN401  any value of JSON
    return json.dumps(puzzle, ensure_ascii=False, separators=(",", ":"))
