"""The puzzle of the day, which everybody may answer once, and people's permission to make puzzles of their games.

Puzzles are decisions of finished games. Until a person has answered, their pages may show only the view of the seat
that must decide. The game of a puzzle has no names: the reader has that seat, and AI players have all others.
"""

import asyncio
import json
import logging
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

from engine import record
from engine.daily import plan
from engine.daily.puzzles import VERSION, Puzzle
from engine.errors import BadRecord
from engine.game import Game, Path
from host import refusals
from host.daily.deals import DailyDeals
from host.learning.reviews import with_texts
from host.play.moves import decide
from host.refusals import Refusal
from host.settings import Settings
from host.tables.table_repository import TableRepository, persist
from storage.rows import AnswerRow, PuzzleRow

log = logging.getLogger(__name__)

PuzzleState: TypeAlias = Literal["ready", "being made", "not confirmed", "none"]
"""Whether a day's puzzle can be opened. "not confirmed": all tries for the day are used up, so it has no puzzle."""
MOST_TRIES = 8
"""The greatest number of candidates for the puzzle of a day. The store counts them, so that no restart begins anew."""
LEAVE = "puzzles"
"""The name of the setting with which a person gives leave to make puzzles of their games."""


@dataclass(frozen=True)
class Answered:
    """A person's answer, with the puzzle's solution and how many people have found a right move."""

    puzzle: Puzzle
    move: str
    """The person's move, in notation."""
    solved: bool
    answers: int
    """The number of people who have answered."""
    found: int
    """The number of people who have found a right move."""


@dataclass(frozen=True)
class DayPuzzle:
    """The puzzle of a day, as a person may see it now."""

    day: int
    """Days since 1970-01-01 UTC."""
    today: bool
    game: Game
    """The position before the decision. Only the view of the seat is for people."""
    seat: int
    answered: Answered | None
    """None until the person has answered."""
    path: Path = ()
    """The choices so far, if the move needs another choice or a confirmation."""


class Puzzles:
    """Service for puzzles. `at` is always the time of the click that asks, in unix seconds; None means now."""

    def __init__(self, tables: TableRepository, settings: Settings, daily: DailyDeals) -> None:
        """Use the store of `tables`, and people's `settings`; `daily` knows the present day."""
        self._store = tables.store
        self._settings = settings
        self._daily = daily

    async def state(self, day: int, at: float | None = None) -> PuzzleState:
        """Return the state of a day's puzzle. While tries are left for today's, it counts as being made."""
        today = self._daily.day_at(at)
        if await self._row(day, at) is not None:
            return "ready"
        if today - 1 <= day <= today and (await self._store.puzzles.tries(day, day)).get(day, 0) >= MOST_TRIES:
            return "not confirmed"
        return "being made" if day == today else "none"

    async def open(self, user_id: int, day: int, at: float | None = None) -> DayPuzzle:
        """Return the puzzle of today or yesterday, with a person's answer if there is one.

        Raises:
            Refusal: the day is another one or has no puzzle, today's puzzle is still being made, the rules have
                changed since it was made, or the person has deleted their answer to it.
        """
        row, today = await self._row(day, at), self._daily.day_at(at)
        if row is None:
            reasons = {"being made": refusals.PUZZLE_NOT_MADE, "not confirmed": refusals.PUZZLE_NOT_CONFIRMED}
            raise Refusal(reasons.get(await self.state(day, at), refusals.NO_PUZZLE)())
        try:
            puzzle = _read(row.content)
            game = await asyncio.to_thread(lambda: record.read(puzzle["record"]).replay())
        except (BadRecord, KeyError):
            log.warning("the puzzle of day %d cannot be replayed or told", day)
            raise Refusal(refusals.NO_PUZZLE()) from None
        answer = await self._store.puzzles.answer(day, user_id)
        if answer is None and await self._store.puzzles.is_deleted(day, await self._mark(day, user_id)):
            raise Refusal(refusals.PUZZLE_FORGOTTEN())
        return DayPuzzle(day, day == today, game, puzzle["seat"], _answered(row, puzzle, answer))

    async def answer(
        self, user_id: int, day: int, path: Path, *, sure: bool = False, at: float | None = None
    ) -> DayPuzzle:
        """Follow a path of choices: a whole move is the person's answer, and only the first one counts.

        Args:
            user_id: the person.
            day: the day of the puzzle.
            path: the choices so far.
            sure: if False, a move with a warning is not made; its path is returned, so that the person can confirm it.
            at: the time of the click.

        Returns:
            The puzzle with the person's first answer. Otherwise the puzzle without an answer and with the path, which
            needs another choice or a confirmation.

        Raises:
            Stale: the choice does not exist.
            Refusal: `open` refuses, a rule forbids the choice, or the write failed.
        """
        now = await self.open(user_id, day, at)
        if now.answered is not None:
            return now
        game, seat = now.game, now.seat
        move = decide(game, seat, game.moves_made(seat), path, sure=sure)
        if move is None:
            return replace(now, path=path)
        await persist(self._add(user_id, day, game.text(move), at))
        return await self.open(user_id, day, at)

    async def set_leave(self, user_id: int, *, given: bool, at: float | None = None) -> None:
        """Store whether a person permits (gives leave) to make puzzles of their finished games.

        When a person takes the permission back, the puzzles from the person's games are dropped. Only today's puzzle
        stays, until the day is over.

        Raises:
            Refusal: a write failed.
        """
        await self._settings.set_person(user_id, LEAVE, ("on" if given else "off",))
        await persist(self._store.puzzles.withdraw(self._daily.day_at(at)))

    async def forget(self, user_id: int, at: float | None = None) -> dict[int, str]:
        """Return the marks of a person's answers (`plan.deleted_answer`) by day, before the person's data is deleted.

        If the mark is stored, the person cannot answer the day's puzzle again after the answer is deleted.
        """
        today = self._daily.day_at(at)
        marks = {day: await self._mark(day, user_id) for day in (today - 1, today)}
        return {day: mark for day, mark in marks.items() if mark}

    async def _row(self, day: int, at: float | None) -> PuzzleRow | None:
        today = self._daily.day_at(at)
        return await self._store.puzzles.puzzle(day, today, VERSION) if today - 1 <= day <= today else None

    async def _add(self, user_id: int, day: int, move: str, at: float | None) -> None:
        """Store an answer, unless the person has answered meanwhile; raises `StoreError`."""
        row = await self._row(day, at)
        if row is not None:
            solved = move in json.loads(row.content)["right"]
            mark = await self._mark(day, user_id)
            await self._store.puzzles.add_answer(day, user_id, AnswerRow(move, solved), mark=mark)

    async def _mark(self, day: int, user_id: int) -> str:
        """Return the mark of a person's deleted answer to a day's puzzle; "" if the next day is not planned yet."""
        planned = await self._store.daily.planned(day + 1, day + 1)
        return plan.deleted_answer(planned[0].secret, day, user_id) if planned else ""


def _read(content: str) -> Puzzle:
    """Return a puzzle from JSON; raise `KeyError` as `with_texts` does."""
    puzzle: Puzzle = json.loads(content)
    return {**puzzle, "why": {move: with_texts(decision) for move, decision in puzzle["why"].items()}}


def _answered(row: PuzzleRow, puzzle: Puzzle, answer: AnswerRow | None) -> Answered | None:
    """Return a person's answer with the solution of the puzzle; None until the person has answered."""
    return None if answer is None else Answered(puzzle, answer.move, answer.solved, row.answers, row.solved)
