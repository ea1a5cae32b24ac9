"""Computer players: one task a table, for as long as one of them is to act."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from random import Random
from traceback import format_tb

import limits
from engine import players
from engine.errors import IllegalMove
from engine.game import Game
from host.play import Play
from host.table import Table
from host.tables import Tables
from host.thinking import Queue
from host.words import Refusal

log = logging.getLogger(__name__)

PAUSE_SECONDS = 0.6
"""How long one takes for a move, unless told: three in a row have answered within two seconds."""
ATTEMPTS = 3
"""How often one that fails is asked for the same decision before its move is drawn at random."""
RETRY_SECONDS = 5.0
"""How long it waits after a move that failed or could not be stored."""


class Computers:
    """They take `pause` seconds for each move, and play out `playouts` rounds for it; `sleep` waits so many seconds."""

    def __init__(
        self,
        tables: Tables,
        play: Play,
        pause: float,
        playouts: int,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._pause = pause
        self._tables = tables
        self._play = play
        self._playouts = playouts
        self._sleep = sleep
        self._random = Random()
        self._queue = Queue(limits.THINKERS)
        self._thinkers = ThreadPoolExecutor(limits.THINKERS, thread_name_prefix="computer player")
        self._tasks: dict[int, asyncio.Task[None]] = {}
        self._closed = False
        tables.watchers.append(self.wake)

    def wake(self, table: Table) -> None:
        """Let the computer players that are to act go on by themselves."""
        if table.computers_to_act() and table.id not in self._tasks and not self._closed:
            self._tasks[table.id] = asyncio.create_task(self._run(table.id), name=f"computers of table {table.id}")

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
        self._thinkers.shutdown(wait=False, cancel_futures=True)

    async def _run(self, table_id: int) -> None:
        """Until nobody but people is to act. Whatever goes wrong is tried again: the table waits for this move."""
        try:
            while True:
                try:
                    table = await self._tables.get(table_id)  # each time: it changes, and may be read again
                    seats = table.computers_to_act()
                    if table.game is None or not seats:
                        return
                    await self._take_turn(table, table.game, seats[0])
                except Refusal as refusal:
                    log.info("table %s: a computer player's move is tried again: %s", table_id, refusal)
                    await self._sleep(RETRY_SECONDS)
                except Exception:
                    log.exception("table %s: a computer player's move is tried again", table_id)
                    await self._sleep(RETRY_SECONDS)
        finally:
            del self._tasks[table_id]

    async def _take_turn(self, before: Table, game: Game, seat: int) -> None:
        move = await self._move(before, game, seat)
        async with self._tables.locked(before.id) as table:
            now = table.game
            if now and seat in table.computers_to_act() and now.moves_made(seat) == game.moves_made(seat):
                await self._play.make(table, now, seat, move, by_computer=True)

    async def _move(self, table: Table, game: Game, seat: int) -> int:
        """What the player thinks of; a random legal move when it has failed too often at this decision."""
        for attempt in range(ATTEMPTS):
            if attempt:
                await self._sleep(RETRY_SECONDS)
            try:
                return await self._thought(table, game, seat)
            except Exception as error:  # noqa: BLE001  whatever a player may do
                where = "".join(format_tb(error.__traceback__))  # without its words: they may hold cards
                log.info("table %s: a computer player has failed: %s\n%s", table.id, type(error).__name__, where)
        log.error("table %s: a computer player has failed %s times, and moves at random", table.id, ATTEMPTS)
        return self._random.choice(game.legal_moves(seat))

    async def _thought(self, table: Table, game: Game, seat: int) -> int:
        pause = self._sleep(self._pause)  # how long it thinks tells nothing
        text, _ = await asyncio.gather(self._choice(table.guild_id, game, seat), pause)
        move = game.parse(text)
        if (reason := game.why_not(seat, move)) is not None:
            raise IllegalMove(reason)
        return move

    async def _choice(self, guild_id: int, game: Game, seat: int) -> str:
        """What the player chooses, once it is the server's turn to think."""
        view, loop = game.view(seat), asyncio.get_running_loop()
        async with self._queue.place(guild_id):
            return await loop.run_in_executor(self._thinkers, players.choose, view, Random(), self._playouts)
