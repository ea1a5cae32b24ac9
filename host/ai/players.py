"""Computer players: one task a table, for as long as one of them is to act."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from random import Random

from engine.errors import IllegalMove
from engine.game import Game
from engine.players import LEVELS, USUAL, ThinkingBudget
from host.ai.pool import AiPool, PlayerFailed, ThinkerDied
from host.ai.scheduler import ThinkingSlots, capped, seconds_of
from host.ai.worker import without_words
from host.lobby.lobby_transitions import level_at
from host.play.moves import Moves
from host.refusals import NO_SUCH_TABLE, Refusal
from host.tables.table import Table
from host.tables.table_repository import TableRepository

log = logging.getLogger(__name__)

PAUSE_SECONDS = 0.6
"""How long one takes for a move, unless told: three in a row have answered within two seconds."""
SLACK_SECONDS = 0.2
"""How much longer than its longest thought one takes at least: for the way to its process and back."""
ATTEMPTS = 3
"""How often one that fails is asked for the same decision before its move is drawn at random."""
RETRY_SECONDS = 5.0
"""How long it waits after a move that failed or could not be stored."""


@dataclass(frozen=True, slots=True)
class Decision:
    """What a computer player is thinking about."""

    seat: int
    number: int
    """Of the seat's own decisions."""
    level: str
    thought: asyncio.Timeout
    """Whatever goes on there is cancelled when it is over."""

    def is_owed(self, table: Table) -> bool:
        """Whether it still is one, and a computer player's of that level."""
        made = table.game.moves_made(self.seat) if table.game else None
        acting = self.seat in table.computers_to_act()
        return self.number == made and acting and self.level == level_at(table, self.seat)


class AiPlayers:
    """Each seat's thinks as its level does.

    They take `pause` seconds for a move, and longer if their thoughts may, always the same; 0: as long as they think.
    `playouts` is how many rounds they play out for it at most (0: as their level does), `sleep` waits so many seconds.
    """

    def __init__(
        self,
        tables: TableRepository,
        moves: Moves,
        thinkers: AiPool,
        pause: float,
        playouts: int,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._pause = pause
        self._tables = tables
        self._moves = moves
        self._playouts = playouts
        self._sleep = sleep
        self._random = Random()
        self._lanes = ThinkingSlots(thinkers.places)
        self._thinkers = thinkers
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._decisions: dict[int, Decision] = {}
        """By table."""
        self._closed = False
        tables.watchers.append(self.wake)

    def wake(self, table: Table) -> None:
        """Let the computer players that are to act go on by themselves, and end a thought that is for nothing now."""
        decision = self._decisions.get(table.id)
        if decision and not decision.is_owed(table) and not decision.thought.expired():
            decision.thought.reschedule(0.0)
        if self._due(table) and table.id not in self._tasks and not self._closed:
            self._tasks[table.id] = asyncio.create_task(self._run(table.id), name=f"computers of table {table.id}")

    def _due(self, table: Table) -> bool:
        """Whether one is to act, and none in another process."""
        return bool(table.computers_to_act()) and self._tables.ours(table.guild_id)

    @property
    def thinking(self) -> int:
        """At how many tables computer players are to act."""
        return len(self._tasks)

    def busy(self, table_id: int) -> bool:
        """Whether computer players go on by themselves at that table."""
        return table_id in self._tasks

    async def close(self) -> None:
        """Stop thinking."""
        self._closed = True
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._thinkers.close()

    async def _run(self, table_id: int) -> None:
        """Until nobody but people is to act. Whatever goes wrong is tried again: the table waits for this move."""
        try:
            while True:
                try:
                    table = await self._tables.get(table_id)  # each time: it changes, and may be read again
                    if table.game is None or not self._due(table):
                        return
                    await self._take_turn(table, table.game, table.computers_to_act()[0])
                except Refusal as refusal:
                    if refusal.text.key == NO_SUCH_TABLE.key:  # it has been forgotten with its server
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
        except TimeoutError:  # its decision is gone
            return
        finally:
            del self._decisions[before.id]
        async with self._tables.locked(before.id) as table:
            if table.game and decision.is_owed(table) and self._due(table):
                await self._moves.make(table, table.game, seat, move, by_computer=True)

    async def _move(self, table: Table, game: Game, seat: int) -> int:
        """What the player thinks of; a random legal move when it has failed too often at this decision."""
        for attempt in range(ATTEMPTS):
            if attempt:
                await self._sleep(RETRY_SECONDS)
            try:
                return await self._thought(table, game, seat)
            except Exception as error:  # noqa: BLE001  whatever a player may do
                what = str(error) if isinstance(error, PlayerFailed) else without_words(error)
                log.info("table %s: a computer player has failed: %s", table.id, what)
        log.error("table %s: a computer player has failed %s times, and moves at random", table.id, ATTEMPTS)
        return self._random.choice(game.legal_moves(seat))

    async def _thought(self, table: Table, game: Game, seat: int) -> int:
        level = level_at(table, seat)
        effort = capped(LEVELS[level].effort, self._playouts)
        pause = self._pause and max(self._pause, seconds_of(effort) + SLACK_SECONDS)  # how long it thinks tells nothing
        text, _ = await asyncio.gather(self._choice(table, game, seat, level, effort), self._sleep(pause))
        move = game.parse(text)
        if (reason := game.why_not(seat, move)) is not None:
            raise IllegalMove(reason)
        return move

    async def _choice(self, table: Table, game: Game, seat: int, level: str, effort: ThinkingBudget) -> str:
        """What the player chooses once it is the server's turn to think; if its thinker dies, what a usual one does."""
        view, seed = game.view(seat), self._random.getrandbits(64)
        async with self._lanes.place(table.guild_id, effort) as left:
            try:
                return await self._thinkers.choose(view, level, seed, left)
            except ThinkerDied as died:
                log.warning("table %s: a computer player's process is given up: %s", table.id, died)
                quick = capped(LEVELS[USUAL].effort, self._playouts)
                return await self._thinkers.choose(view, USUAL, seed, quick)
