"""A running game: moves by people and by computer players, committed one by one.

A move is checked under the table's lock, played on a copy of the game, and committed to the store; then the copy takes
the game's place. So what was answered is never lost, and what failed has changed nothing.
"""

from __future__ import annotations

import asyncio
import logging
import time
from concurrent.futures import ThreadPoolExecutor
from random import Random

from engine import players
from engine.game import Game, Path
from host import words
from host.locks import whole
from host.ratings import rerate
from host.table import Table
from host.tables import Tables
from host.words import Refusal, Stale
from storage import Conflict, MoveRow, ResultRow, StoreError

log = logging.getLogger(__name__)

THINKERS = 2
"""How many computer players think at a time, in threads of their own: pictures for people's clicks wait for none."""
RETRY_SECONDS = 5.0
"""How long a computer player waits after its move has failed."""


class Play:
    """The games of the house's tables.

    Computer players take `pause` seconds for each move, and play out `playouts` rounds for it.
    """

    def __init__(self, tables: Tables, pause: float, playouts: int) -> None:
        self._tables = tables
        self._store = tables.store
        self.pause = pause
        self._playouts = playouts
        self._finishing = asyncio.Lock()
        self._thinkers = ThreadPoolExecutor(THINKERS, thread_name_prefix="computer player")
        self._computers: dict[int, asyncio.Task[None]] = {}
        self._closed = False

    async def choose(self, table_id: int, user_id: int, decision: int, path: Path) -> tuple[Table, Path]:
        """Follow a path of choices: a whole move is made, otherwise the path is kept for the next choice.

        Args:
            table_id: the table.
            user_id: who chose.
            decision: number of that seat's own decision, as the panel showed it.
            path: what has been chosen so far.

        Returns:
            The table, and the path still open: () once the move is made.

        Raises:
            Stale: too late, twice, out of turn, or no such choice any more.
            Refusal: not seated, no running game, or the rule that forbids the choice. Nothing has changed.
        """
        table = await self._tables.get(table_id)
        async with table.lock:
            game, seat = _playing(table, user_id)
            if seat not in game.to_act or decision != game.moves_made(seat):
                waiting = decision == game.moves_made(seat)
                raise Stale(words.WAIT_YOUR_TURN() if waiting else words.ALREADY_PLAYED())
            move = game.chosen(seat, path)
            if move is None:
                _check_choice(game, seat, path)
                return table, path
            reason = game.why_not(seat, move)
            if reason is not None:
                raise Refusal(reason)
            await whole(self._commit(table, game, seat, move))
        self.wake(table)
        return table, ()

    async def _commit(self, table: Table, game: Game, seat: int, move: int, *, by_computer: bool = False) -> None:
        """Play a move and what it forces on a copy, store it, then let the copy take the game's place."""
        after = game.copy()
        after.play(seat, move)
        while (step := _forced(after)) is not None:
            after.play(*step)
        now, first = int(time.time()), len(game.history)
        moves = [
            MoveRow(first + place, who, after.text(made), now, by_computer and place == 0)
            for place, (who, made) in enumerate(after.history[first:])
        ]
        try:
            if after.over:
                await self._finish(table, after, moves)
                table.state = "over"
            else:
                await self._store.add_moves(table.id, moves)
        except Conflict:
            log.exception("table %s: the store holds other moves than the house; it is read again", table.id)
            self._tables.forget(table)
            self.wake(await self._tables.get(table.id))
            raise Refusal(words.TRY_AGAIN()) from None
        except StoreError:
            log.exception("table %s: a move could not be stored", table.id)
            raise Refusal(words.TRY_AGAIN()) from None
        table.game = after
        self._tables.changed(table)

    async def _finish(self, table: Table, game: Game, moves: list[MoveRow]) -> None:
        ranking = game.ranking()
        results = []
        for group in ranking:
            place = 1 + sum(len(better) for better in ranking[: ranking.index(group)])
            for seat in group:
                who = table.occupants[seat]
                user_id = who.user_id if who else None
                results.append(ResultRow(seat, user_id, game.scores[seat], place, won=place == 1))
        async with self._finishing:
            before = await self._store.ratings(table.guild_id, game.id, table.people())
            await self._store.finish_table(table.id, moves, results, rerate(table, game, before))

    async def resume(self, guild_id: int | None = None) -> None:
        """Show what may have changed unseen, and let the computer players go on that were to act.

        After a start everywhere; when the bot comes back to a server, there.
        """
        for table_id in await self._store.tables_to_show(guild_id):
            try:
                table = await self._tables.get(table_id)
            except Refusal:
                continue
            except Exception:
                log.exception("table %s cannot be taken up again", table_id)
                continue
            self._tables.changed(table)
            if table.state == "playing":
                self.wake(table)

    def wake(self, table: Table) -> None:
        """Let the computer players that are to act go on by themselves."""
        if table.computers_to_act() and table.id not in self._computers and not self._closed:
            task = asyncio.create_task(self._run_computers(table.id), name=f"computers of table {table.id}")
            self._computers[table.id] = task

    async def _run_computers(self, table_id: int) -> None:
        """Until nobody but people is to act. Whatever goes wrong is tried again: the table waits for this move."""
        try:
            while True:
                try:
                    table = await self._tables.get(table_id)  # each time: after a conflict it has been read again
                    seats = table.computers_to_act() if table.state == "playing" else []
                    if not seats:
                        return
                    await self._computer_move(table, seats[0])
                except Refusal as refusal:
                    log.info("table %s: a computer player's move is tried again: %s", table_id, refusal)
                    await asyncio.sleep(RETRY_SECONDS)
                except Exception:
                    log.exception("table %s: a computer player failed and is asked again", table_id)
                    await asyncio.sleep(RETRY_SECONDS)
        finally:
            del self._computers[table_id]

    async def _computer_move(self, table: Table, seat: int) -> None:
        game = table.game
        if game is None or seat not in game.to_act:
            return
        decision = game.moves_made(seat)
        thinking = asyncio.get_running_loop().run_in_executor(
            self._thinkers, players.choose, game.view(seat), Random(), self._playouts
        )
        text, _ = await asyncio.gather(thinking, asyncio.sleep(self.pause))  # how long it thinks tells nothing
        async with table.lock:
            game = table.game
            if table.state == "playing" and game and seat in game.to_act and game.moves_made(seat) == decision:
                await whole(self._commit(table, game, seat, game.parse(text), by_computer=True))

    async def close(self) -> None:
        """Stop the computer players; the store stays open."""
        self._closed = True
        tasks = list(self._computers.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._thinkers.shutdown(wait=False, cancel_futures=True)


def _forced(game: Game) -> tuple[int, int] | None:
    """The first move that everybody can see is the only one, with its seat."""
    return next(((seat, move) for seat in game.to_act if (move := game.forced(seat)) is not None), None)


def _playing(table: Table, user_id: int) -> tuple[Game, int]:
    if table.game is None or table.state != "playing":
        raise Refusal(words.NOT_PLAYING[table.state]())
    seat = table.seat_of(user_id)
    if seat is None:
        raise Refusal(words.NOT_SEATED())
    return table.game, seat


def _check_choice(game: Game, seat: int, path: Path) -> None:
    """A path that leads on must be open up to here."""
    for depth, token in enumerate(path):
        choice = next((one for one in game.choices(seat, path[:depth]) if one.token == token), None)
        if choice is None:
            raise Stale(words.NO_SUCH_CHOICE())
        if choice.reason is not None:
            raise Refusal(choice.reason)
