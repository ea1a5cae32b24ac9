"""AI players: one task per table while an AI player must decide there."""

import asyncio
import logging
import time
from dataclasses import dataclass
from random import Random

from engine.errors import IllegalMove
from engine.game import Game
from engine.players import LEVELS, USUAL, ThinkingBudget
from host.ai.pool import AiPool, PlayerFailed, WorkerDied
from host.ai.scheduler import ThinkingSlots, capped, seconds_of
from host.ai.worker import without_text
from host.background import Sleep, cancel_all
from host.histogram import Histogram
from host.lobby.lobby_transitions import level_at
from host.play.moves import Moves
from host.refusals import NO_SUCH_TABLE, Refusal
from host.tables.table import Table
from host.tables.table_repository import TableRepository

log = logging.getLogger(__name__)

PAUSE_SECONDS = 0.6
"""Default for the shortest time of a move in seconds. With it, three moves in a row take less than two seconds."""
SLACK_SECONDS = 0.2
"""Time added to the longest thinking time, for the communication with the worker process."""
ATTEMPTS = 3
"""Attempts at a decision before a random move is made."""
RETRY_SECONDS = 5.0
"""Wait after a failed attempt or a failed write."""


@dataclass(frozen=True, slots=True)
class Decision:
    """Decision that an AI player is working on."""

    seat: int
    number: int
    """Decision number of the seat."""
    level: str
    thought: asyncio.Timeout
    """Timeout of the work. If the decision becomes obsolete, the timeout is rescheduled to now, which ends the work."""

    def is_pending(self, table: Table) -> bool:
        """Return True if the seat still has an AI player of this level that must make this decision."""
        made = table.game.moves_made(self.seat) if table.game else None
        acting = self.seat in table.computers_to_act()
        return self.number == made and acting and self.level == level_at(table, self.seat)


class AiPlayers:
    """Background tasks that make the moves of AI players.

    All moves of one level take the same time, so that the time reveals nothing about the cards.
    """

    def __init__(
        self,
        tables: TableRepository,
        moves: Moves,
        thinkers: AiPool,
        pause: float,
        playouts: int,
        sleep: Sleep = asyncio.sleep,
    ) -> None:
        """Play at the tables of a repository.

        Args:
            tables: the table repository.
            moves: makes the moves.
            thinkers: the worker pool.
            pause: the shortest time of a move in seconds; 0 for as short as possible.
            playouts: the greatest number of playouts for a move; 0 for the level's own limit.
            sleep: waits for seconds.
        """
        self._pause = pause
        self._tables = tables
        self._moves = moves
        self._playouts = playouts
        self._sleep = sleep
        self._random = Random()
        self.slots = ThinkingSlots(thinkers.places)
        self.move_seconds = Histogram()
        """Histogram of the time for a move: waiting for a slot and thinking, without the pause."""
        self._thinkers = thinkers
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._decisions: dict[int, Decision] = {}
        """Decisions that are being worked on, by table."""
        self._closed = False
        tables.events.table_replaced.subscribe(self.wake)

    def wake(self, table: Table) -> None:
        """Start a table's task if an AI player must decide, and cancel the work on an obsolete decision."""
        decision = self._decisions.get(table.id)
        if decision and not decision.is_pending(table) and not decision.thought.expired():
            decision.thought.reschedule(0.0)
        if self._due(table) and table.id not in self._tasks and not self._closed:
            self._tasks[table.id] = asyncio.create_task(self._run(table.id), name=f"computers of table {table.id}")

    def _due(self, table: Table) -> bool:
        """Return True if an AI player must decide at the table, and this process looks after the table's place."""
        return bool(table.computers_to_act()) and self._tables.ours(table.place)

    @property
    def thinking(self) -> int:
        """The number of tables for which a task of AI players runs."""
        return len(self._tasks)

    def busy(self, table_id: int) -> bool:
        """Return True if a task runs for that table."""
        return table_id in self._tasks

    async def close(self) -> None:
        """Cancel all tasks, and close the worker pool."""
        self._closed = True
        await cancel_all(self._tasks.values())
        await self._thinkers.close()

    async def _run(self, table_id: int) -> None:
        """Make moves until only people must decide. A failure is retried, because the table waits for the move."""
        try:
            while True:
                try:
                    table = await self._tables.get(table_id)
                    if table.game is None or not self._due(table):
                        return
                    await self._take_turn(table, table.game, table.computers_to_act()[0])
                except Refusal as refusal:
                    if refusal.text.key == NO_SUCH_TABLE.key:  # the table was deleted with its server
                        return
                    log.info("table %s: a computer player's move is tried again: %s", table_id, refusal)
                    await self._sleep(RETRY_SECONDS)
                except Exception:
                    log.exception("table %s: a computer player's move is tried again", table_id)
                    await self._sleep(RETRY_SECONDS)
        finally:
            del self._tasks[table_id]

    async def _take_turn(self, before: Table, game: Game, seat: int) -> None:
        try:
            async with asyncio.timeout(None) as thought:
                number, level = game.moves_made(seat), level_at(before, seat)
                decision = self._decisions[before.id] = Decision(seat, number, level, thought)
                move = await self._move(before, game, seat)
        except TimeoutError:  # `wake` has ended the work, because the decision became obsolete
            return
        finally:
            del self._decisions[before.id]
        async with self._tables.locked(before.id) as table:
            if table.game and decision.is_pending(table) and self._due(table):
                await self._moves.make(table, table.game, seat, move, by_computer=True)

    async def _move(self, table: Table, game: Game, seat: int) -> int:
        """Return the player's move, or a random legal one after `ATTEMPTS` failures."""
        for attempt in range(ATTEMPTS):
            if attempt:
                await self._sleep(RETRY_SECONDS)
            try:
                return await self._thought(table, game, seat)
            except Exception as error:  # noqa: BLE001  a player may raise anything
                what = str(error) if isinstance(error, PlayerFailed) else without_text(error)
                log.info("table %s: a computer player has failed: %s", table.id, what)
        log.error("table %s: a computer player has failed %s times, and moves at random", table.id, ATTEMPTS)
        return self._random.choice(game.legal_moves(seat))

    async def _thought(self, table: Table, game: Game, seat: int) -> int:
        level = level_at(table, seat)
        budget = capped(LEVELS[level].budget, self._playouts)
        pause = self._pause and max(self._pause, seconds_of(budget) + SLACK_SECONDS)  # equal for all moves of a level
        text, _ = await asyncio.gather(self._choice(table, game, seat, level, budget), self._sleep(pause))
        move = game.parse(text)
        if (reason := game.why_not(seat, move)) is not None:
            raise IllegalMove(reason)
        return move

    async def _choice(self, table: Table, game: Game, seat: int, level: str, budget: ThinkingBudget) -> str:
        """Return the move that the worker pool chooses; if the worker dies, the level `USUAL` chooses instead."""
        view, seed, begun = game.view(seat), self._random.getrandbits(64), time.monotonic()
        async with self.slots.place(table.place.id, budget) as left:
            try:
                move = await self._thinkers.choose(view, level, seed, left)
            except WorkerDied as died:
                log.warning("table %s: a computer player's process is given up: %s", table.id, died)
                quick = capped(LEVELS[USUAL].budget, self._playouts)
                move = await self._thinkers.choose(view, USUAL, seed, quick)
        self.move_seconds.add(time.monotonic() - begun)
        return move
