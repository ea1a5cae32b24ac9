"""Suggestions: what the hard level would play for the only person at a table, from that person's own view.

An answer is given only after the store has marked the game as helped, so nobody gets an answer in a game without the
mark. If the person moves meanwhile, or the work fails, there is neither an answer nor a mark. If the bot is killed just
after the mark is stored, the game has the mark but no answer, and the person can ask again.
"""

import asyncio
import logging
from dataclasses import dataclass, field, replace

import limits
from engine.review import Suggestion
from engine.text import Text
from host import refusals
from host.ai.review_pool import ReviewPool
from host.ai.scheduler import ThinkingQueue
from host.background import cancel_all
from host.learning.attempts import attempted
from host.learning.reviews import ALL_SERVERS, outcome_with_text, with_texts
from host.lobby.lobby_transitions import required_game
from host.lobby.rate_limit import DAY, RateLimit
from host.refusals import Refusal
from host.tables.table import Table
from host.tables.table_repository import TableRepository
from storage import StoreError

log = logging.getLogger(__name__)


@dataclass(eq=False)
class Question:
    """A question that waits for its turn or is being answered."""

    table: Table
    """The table when the question was asked; its game has the position of the open decision."""
    user_id: int
    seat: int
    decision: int
    """The number of the seat's decision."""
    suggestion: Suggestion | None = None
    """The answer; None until it is found, or if there is none."""
    reason: Text | None = None
    """The reason why there is no answer; None while the question is open, or if it was answered."""
    ended: asyncio.Event = field(default_factory=asyncio.Event)


class Suggestions:
    """Service that answers one question at a time; places with waiting questions take turns."""

    def __init__(self, tables: TableRepository, pool: ReviewPool, playouts: int) -> None:
        """Answer questions at the tables of a repository.

        Args:
            tables: the table repository.
            pool: the workers; the caller closes them.
            playouts: the greatest number of playouts for an answer; 0 for as many as the method takes.
        """
        self._tables = tables
        self._pool = pool
        self._playouts = playouts
        self._queue = ThinkingQueue(limits.SUGGESTION_WORKERS)
        self._asked = RateLimit(DAY, tables.now)
        self._questions: dict[int, Question] = {}
        """The questions that wait or are being answered, by person."""
        self._tasks: dict[int, asyncio.Task[None]] = {}

    async def check(self, table_id: int, user_id: int, decision: int) -> Table:
        """Return a table at which a person may ask about a decision of theirs.

        Raises:
            Refusal: the person does not play alone there, has no choice to make, or has already made this decision.
        """
        table = await self._tables.get(table_id)
        seat = table.seat_of(user_id)
        if seat is None or table.suggestible != seat:
            raise Refusal(refusals.NO_SUGGESTION())
        if required_game(table).moves_made(seat) != decision:
            raise Refusal(refusals.GAME_WENT_ON())
        return table

    async def ask(self, table_id: int, user_id: int, decision: int) -> Question:
        """Ask about a person's decision. If this question waits already or is being answered, return it again.

        Raises:
            Refusal: as `check` does, or a limit is reached.
        """
        table = await self.check(table_id, user_id, decision)
        now = self._questions.get(user_id)
        if now is not None:
            if (now.table.id, now.decision) == (table_id, decision):
                return now
            raise Refusal(refusals.ASKING())
        if len(self._questions) >= limits.SUGGESTIONS_WAITING:
            raise Refusal(refusals.SUGGESTIONS_WAITING(count=limits.SUGGESTIONS_WAITING))
        self._asked.take(ALL_SERVERS, user_id, limits.SUGGESTED_A_DAY, refusals.ASKED_LATELY)
        now = Question(table, user_id, int(table.seat_of(user_id) or 0), decision)
        self._questions[user_id] = now
        task = asyncio.create_task(self._run(now), name=f"suggestion at table {table_id}")
        self._tasks[user_id] = task
        task.add_done_callback(lambda _task: self._end(now))
        return now

    async def close(self) -> None:
        """End all questions; those that are not answered yet get no answer."""
        await cancel_all(self._tasks.values())

    async def _run(self, now: Question) -> None:
        """Find the answer when its turn has come, mark the game, and only then give the answer."""
        try:
            async with self._queue.place(now.table.place.id):
                suggestion = await self._suggested(now)
            if suggestion is not None:
                await self._mark(now)
                now.suggestion = suggestion
        except Refusal as refusal:
            now.reason = refusal.text
        except StoreError as error:
            log.warning("table %s: a suggestion is dropped: %s", now.table.id, error)

    def _end(self, now: Question) -> None:
        """Forget a question whose task has ended, or was cancelled before it began."""
        del self._questions[now.user_id], self._tasks[now.user_id]
        if now.suggestion is None and now.reason is None:
            now.reason = refusals.SUGGESTION_FAILED()
        now.ended.set()

    async def _suggested(self, now: Question) -> Suggestion | None:
        """Return the suggestion, or None after failures, which are logged."""
        _check_position(await self._tables.get(now.table.id), now)  # the question may have waited for a minute
        view = required_game(now.table).view(now.seat)
        found = await attempted("a suggestion", now.table.id, lambda: self._pool.suggest(view, self._playouts))
        if found is None:
            return None
        contrary, alike = outcome_with_text(found["contrary"]), outcome_with_text(found["alike"])
        return {**found, "decision": with_texts(found["decision"]), "contrary": contrary, "alike": alike}

    async def _mark(self, now: Question) -> None:
        """Mark the game as helped, unless it is marked already.

        Raises:
            Refusal: the person has moved or left meanwhile, or the mark could not be stored.
        """
        async with self._tables.locked(now.table.id) as table:
            _check_position(table, now)
            if not table.helped:
                write = self._tables.store.tables.mark_helped(table.seen, table.turns, acting=table.acting)
                await self._tables.commit(replace(table, helped=True).next_version, write)


def _check_position(table: Table, now: Question) -> None:
    """Check that a question is about the present decision; raise `Refusal` if the person has moved or left."""
    seat = table.seat_of(now.user_id)
    if seat != now.seat or table.suggestible != seat or required_game(table).moves_made(seat) != now.decision:
        raise Refusal(refusals.GAME_WENT_ON())
