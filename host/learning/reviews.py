"""Reviews of finished games, for people who kept their seats to the end: made in the background, and stored."""

import asyncio
import json
import logging
from bisect import bisect_left
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import limits
from engine import record
from engine.game import Game
from engine.review import VERSION, Decision, Review
from engine.review.outcomes import Outcome
from engine.text import Text
from host import refusals
from host.ai.review_pool import ReviewPool
from host.ai.scheduler import ThinkingQueue, ThinkingSlots
from host.background import Sleep, cancel_all
from host.learning.attempts import attempted
from host.lobby.rate_limit import DAY, RateLimit
from host.place import Place
from host.refusals import Refusal
from host.tables.table import Table
from host.tables.table_repository import TableRepository
from storage import MoveRow, StoreError
from storage.rows import Losses, ReviewRow

__all__ = ["Losses", "Review", "ReviewInProgress", "Reviews"]

log = logging.getLogger(__name__)

ALL_SERVERS = 0
"""Server id under which the rate limit counts all servers together."""
PAUSE_SECONDS = 0.5
"""Seconds between two checks whether computer players still wait for their turn to think."""
GAMES = 10
"""Number of the latest reviewed games of a kind that a mean loss covers."""


@dataclass(eq=False)
class ReviewInProgress:
    """A review that waits for its turn or is being made."""

    table: Table
    user_id: int
    seat: int
    choices: Sequence[int]
    """The indices in the game's history of the moves that the person chose."""
    valued: int = 0
    """The number of valued moves of all seats."""
    begun: bool = False
    """Whether the work has begun; before that the review waits for its turn."""
    review: Review | None = None
    """The review once it is made; None before, and after a failure."""
    ended: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def done(self) -> int:
        """The number of the person's choices that have been valued so far."""
        return bisect_left(self.choices, self.valued)

    async def wait(self, seconds: float) -> None:
        """Wait until the work has ended, at most for some seconds."""
        try:
            async with asyncio.timeout(seconds):
                await self.ended.wait()
        except TimeoutError:
            pass


class Reviews:
    """Service that makes and stores reviews.

    Reviews run one after the other, and places take turns. They pause while computer players wait for a slot to
    think.
    """

    def __init__(
        self,
        tables: TableRepository,
        pool: ReviewPool,
        slots: ThinkingSlots,
        playouts: int = 0,
        sleep: Sleep = asyncio.sleep,
    ) -> None:
        """Review games of a repository's tables.

        Args:
            tables: the table repository.
            pool: the workers.
            slots: the slots in which computer players think; reviews pause while one of them waits for a slot.
            playouts: the greatest number of playouts for a decision; 0 for as many as the method takes.
            sleep: waits for seconds.
        """
        self._tables = tables
        self._store = tables.store
        self._pool = pool
        self._slots = slots
        self._playouts = playouts
        self._sleep = sleep
        self._queue = ThinkingQueue(pool.places)
        self._begun = RateLimit(DAY, tables.now)
        self._in_progress: dict[int, ReviewInProgress] = {}
        """The reviews that wait or are being made, by person."""
        self._tasks: dict[int, asyncio.Task[None]] = {}

    @property
    def busy(self) -> bool:
        """Whether reviews are made, or computer players wait for a slot to think."""
        return bool(self._in_progress) or self._slots.waiting > 0

    async def of(self, table_id: int, user_id: int) -> Review | ReviewInProgress:
        """Return a person's review of a table's game, or begin it if it is not stored.

        Raises:
            Refusal: there is no finished game in which the person kept a seat to the end, or a limit is reached.
        """
        table, game, seat = await self._reviewed(table_id, user_id)
        if (now := self._making(table_id, user_id)) is not None:
            return now
        if (stored := await self._stored(table_id, user_id, seat)) is not None:
            return stored
        moves = await self._store.tables.moves(table_id)
        if (now := self._making(table_id, user_id)) is not None:
            return now
        if user_id in self._in_progress:
            raise Refusal(refusals.REVIEWING())
        here = sum(one.table.place == table.place for one in self._in_progress.values())
        if here >= limits.REVIEWS_OF_A_PLACE or len(self._in_progress) >= limits.REVIEWS_WAITING:
            raise Refusal(refusals.REVIEWS_WAITING(count=len(self._in_progress)))
        self._begun.take(ALL_SERVERS, user_id, limits.REVIEWED_A_DAY, refusals.REVIEWED_LATELY)
        now = ReviewInProgress(table, user_id, seat, _choices(game, seat, moves), begun=not self._queue.wanted)
        self._in_progress[user_id] = now
        task = self._tasks[user_id] = asyncio.create_task(self._run(now, game), name=f"review of table {table_id}")
        task.add_done_callback(lambda _task: self._end(now))
        return now

    async def stored(self, table_id: int, user_id: int) -> tuple[Table, Game, Review]:
        """Return a table, its finished game, and a person's stored review.

        Raises:
            Refusal: there is no such review.
        """
        table, game, seat = await self._reviewed(table_id, user_id)
        found = await self._stored(table_id, user_id, seat)
        if found is None:
            raise Refusal(refusals.OLD_REVIEW())
        return table, game, found

    async def losses(self, place: Place, user_id: int) -> Mapping[str, Losses]:
        """Return what a person's decisions cost in a place, by kind of game.

        For each kind, the latest `GAMES` reviewed games count.
        """
        found = await self._store.reviews.losses(place.id, user_id, VERSION, GAMES)
        return {game: losses for game, losses in found.items() if game in Game.games}

    async def forget(self, user_id: int) -> None:
        """End a person's review, so that nothing is written after their data is deleted."""
        if user_id in self._tasks:
            await cancel_all([self._tasks[user_id]])

    async def close(self) -> None:
        """End all reviews. Each begins again when its person asks for it."""
        await cancel_all(self._tasks.values())
        await self._pool.close()

    def _making(self, table_id: int, user_id: int) -> ReviewInProgress | None:
        """Return the person's review of this table if it waits or is being made."""
        now = self._in_progress.get(user_id)
        return now if now is not None and now.table.id == table_id else None

    async def _reviewed(self, table_id: int, user_id: int) -> tuple[Table, Game, int]:
        """Return a table, its finished game, and the seat that a person kept to the end.

        A game that continues another one is not reviewed: the person did not make its first moves.
        """
        table = await self._tables.get(table_id)
        seat = table.seat_of(user_id)
        if not table.can_review(user_id) or seat is None:
            raise Refusal(refusals.NO_REVIEW())
        if table.game is None:
            raise Refusal(refusals.REPLAY_GONE())
        return table, table.game, seat

    async def _stored(self, table_id: int, user_id: int, seat: int) -> Review | None:
        """Return the stored review of a seat; None if there is none, or one of another version or with unknown text."""
        row = await self._store.reviews.of(table_id, user_id)
        if row is None or (row.version, row.seat) != (VERSION, seat):
            return None
        try:
            return read(row.content)
        except KeyError as error:
            log.warning("table %s: a stored review is made anew, because it has no or an unknown %s", table_id, error)
            return None

    async def _run(self, now: ReviewInProgress, game: Game) -> None:
        """Make and store a review when its turn has come."""
        try:
            async with self._queue.place(now.table.place.id):
                review = await self._made(now, game)
            if review is not None:
                review = _without(review, {one for one in _all(now.seat, game) if one not in now.choices})
                content = json.dumps(review, ensure_ascii=False)
                row = ReviewRow(now.seat, VERSION, review["counted"], review["loss"], content)
                if await self._store.reviews.add(now.table.id, now.user_id, row):
                    now.review = read(content)
        except StoreError as error:
            log.warning("table %s: a review could not be stored: %s", now.table.id, error)

    def _end(self, now: ReviewInProgress) -> None:
        """Forget a review whose task has ended, or was cancelled before it began."""
        del self._in_progress[now.user_id], self._tasks[now.user_id]
        now.ended.set()

    async def _made(self, now: ReviewInProgress, game: Game) -> Review | None:
        """Return the review, or None after failures, which are logged."""

        async def on(moves: int) -> None:
            now.valued = moves
            await self._give_way()

        async def work() -> Review:
            await self._give_way()
            now.begun, now.valued = True, 0
            return await self._pool.review(record.write(game), now.seat, self._playouts, on)

        return await attempted("a review", now.table.id, work)

    async def _give_way(self) -> None:
        """Wait while computer players wait for a slot to think."""
        while self._slots.waiting:
            await self._sleep(PAUSE_SECONDS)


def _all(seat: int, game: Game) -> list[int]:
    """Return the indices of a seat's moves in the game's history."""
    return [number for number, (who, _) in enumerate(game.history) if who == seat]


def _choices(game: Game, seat: int, moves: Sequence[MoveRow]) -> list[int]:
    """Return the indices of a seat's moves that were not forced, and that no computer player made for the person."""
    forced = {number for _, number in game.forced_moves}
    for_person = {move.number for move in moves if move.computer is not None}
    return [number for number in _all(seat, game) if number not in forced | for_person]


def _without(review: Review, others: Collection[int]) -> Review:
    """Return a review without the decisions whose numbers are in `others`; its luck and its result are unchanged."""
    decisions = [one for one in review["decisions"] if one["number"] not in others]
    counted = [one for one in decisions if one["counted"]]
    loss = sum(one["loss"] for one in counted)
    return {**review, "decisions": decisions, "counted": len(counted), "loss": loss}


def read(content: str) -> Review:
    """Return a review from JSON; its texts, which are lists in JSON, become `Text` again.

    Raises:
        KeyError: a part is missing, or a text has an unknown key or lacks an argument.
    """
    review: Review = json.loads(content)
    return {**review, "decisions": [with_texts(one) for one in review["decisions"]]}


def with_texts(decision: Decision) -> Decision:
    """Return a decision of a review; its texts, which are lists in JSON, become `Text` again.

    Raises `KeyError` as `read` does.
    """
    return {
        **decision,
        "advice": _text(decision["advice"]),
        "outcome": outcome_with_text(decision["outcome"]),
        "gain_outcome": outcome_with_text(decision["gain_outcome"]),
    }


def outcome_with_text(outcome: Outcome | None) -> Outcome | None:
    """Return an outcome of JSON; its text, a list in JSON, becomes `Text` again.

    Raises `KeyError` as `read` does.
    """
    return outcome and {**outcome, "text": _text(outcome["text"])}


def _text(data: Any) -> Any:  # noqa: ANN401  any value of JSON
    """Return a text, or a text's argument, from JSON. In JSON a text is a list of its key and its arguments.

    Raises:
        KeyError: the text has an unknown key or lacks an argument.
    """
    if not isinstance(data, list):
        return data
    if len(data) == 2 and isinstance(data[0], str) and isinstance(data[1], dict):
        text = Text(data[0], {name: _text(arg) for name, arg in data[1].items()})
        str(text)  # raises the error
        return text
    return tuple(map(_text, data))
