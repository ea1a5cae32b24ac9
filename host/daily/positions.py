"""Positions of the day's deals: replayed from stored moves, or computed as the AI players' answers to a move.

AI players answer equal moves equally, so people who have made the same moves share one position. A shared position is
never changed.
"""

import asyncio
import json
import logging
from typing import TypeAlias

import limits
from engine.daily.deal import DailyDeal, history
from engine.errors import BadRecord
from engine.game import Game
from host import refusals
from host.ai.worker import without_text
from host.background import cancel_all
from host.refusals import Refusal

log = logging.getLogger(__name__)

_Key: TypeAlias = tuple[int, int, str]
"""Day, number of the deal, and moves."""


class Positions:
    """Cache of positions, and the computations that are under way."""

    def __init__(self) -> None:
        self._positions: dict[_Key, Game] = {}
        """Positions after the computers' answers. The moves in a key may include these answers, or stop before them."""
        self._answers: dict[_Key, asyncio.Task[Game]] = {}
        """The answers that are being computed. The moves in a key stop before them."""

    async def of(self, day: int, number: int, deal: DailyDeal, moves: str) -> Game:
        """Return the position after stored moves; the person's first position if no moves are stored.

        Raises:
            Refusal: the moves do not fit the rules any more, or a computer player has failed.
        """
        if (known := self._known((day, number, moves))) is not None:
            return known
        line = [(seat, text) for seat, text in json.loads(moves)]
        try:
            game = await asyncio.to_thread(deal.resume, line)
        except BadRecord:
            log.warning("an attempt at the deal of day %d cannot be replayed", day)
            raise Refusal(refusals.DAILY_FROZEN()) from None
        if not line:
            return await self.answered(day, number, deal, game)
        self._keep((day, number, moves), game)
        return game

    async def answered(self, day: int, number: int, deal: DailyDeal, game: Game) -> Game:
        """Return the position after the AI players' answers; concurrent callers with equal moves share one computation.

        Raises:
            Refusal: a computer player has failed.
        """
        key = (day, number, text_of(game))
        if (known := self._known(key)) is not None:
            return known
        task = self._answers.get(key)
        if task is None:
            task = asyncio.create_task(self._compute(key, deal, game), name=f"answers in the deal of day {day}")
            self._answers[key] = task
        try:
            return await asyncio.shield(task)
        except Exception as error:  # noqa: BLE001  a player may raise anything
            log.error("a computer player has failed in the deal of day %d: %s", day, without_text(error))  # noqa: TRY400  the text may hold cards
            raise Refusal(refusals.TRY_AGAIN()) from None

    async def close(self) -> None:
        """Cancel the tasks that compute answers. Their threads still run until the AI players have answered."""
        await cancel_all(self._answers.values())

    async def _compute(self, key: _Key, deal: DailyDeal, game: Game) -> Game:
        """Compute the position after the AI players' answers, and cache it before the task leaves `_answers`."""
        try:
            answered = await asyncio.to_thread(_answer, deal, game)
            self._keep(key, answered)
            self._keep((*key[:2], text_of(answered)), answered)
            return answered
        finally:
            del self._answers[key]

    def _known(self, key: _Key) -> Game | None:
        """Return a cached position, and mark it as the most recently used one."""
        game = self._positions.pop(key, None)
        if game is not None:
            self._positions[key] = game
        return game

    def _keep(self, key: _Key, game: Game) -> None:
        self._positions[key] = game
        limits.evict_oldest(self._positions, limits.DAILY_POSITIONS)


def text_of(game: Game) -> str:
    """Return a game's moves as JSON without blanks, the form in which they are stored."""
    return json.dumps([list(one) for one in history(game)], ensure_ascii=False, separators=(",", ":"))


def _answer(deal: DailyDeal, game: Game) -> Game:
    """Return a copy of a position, played on to the person's next choice or to the end of the round."""
    after = game.copy()
    deal.answer(after)
    return after
