"""A running game: moves, committed one by one.

A move is checked under the table's lock, played on a copy of the game, and committed to the store; then a table with
the copy takes the table's place. So what was answered is never lost, and what failed has changed nothing.
"""

import time
from dataclasses import replace
from functools import partial

from engine.game import Game, Path
from host import words
from host.ratings import rerate
from host.seating import seated
from host.table import Table
from host.tables import Tables
from host.words import Refusal, Stale
from storage import MoveRow, ResultRow


class Play:
    """The games of the house's tables."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        self._store = tables.store

    async def choose(
        self, table_id: int, user_id: int, decision: int, path: Path, *, sure: bool = False
    ) -> tuple[Table, Path]:
        """Follow a path of choices: a whole move is made, otherwise the path is kept for the next choice.

        Args:
            table_id: the table.
            user_id: who chose.
            decision: number of that seat's own decision, as the panel showed it.
            path: what has been chosen so far.
            sure: make also what the game warns of; otherwise that path is kept, so that they can be asked.

        Returns:
            The table, and the path still open: () once the move is made.

        Raises:
            Stale: too late, twice, out of turn, or no such choice any more.
            Refusal: not seated, no running game, or the rule that forbids the choice. Nothing has changed.
        """
        async with self._tables.locked(table_id) as table:
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
            if not sure and game.warning(seat, path[-1]) is not None:
                return table, path
            return await self.make(table, game, seat, move), ()

    async def make(self, table: Table, game: Game, seat: int, move: int, *, by_computer: bool = False) -> Table:
        """Make a move and what it forces. The caller holds the table's lock; `game` is the table's.

        Raises:
            IllegalMove: the move is not legal. Nothing has changed.
            Refusal: it cannot be stored.
        """
        after = game.copy()
        after.play(seat, move)
        while (step := _forced(after)) is not None:
            after.play(*step)
        now, first = int(time.time()), len(game.history)
        moves = [
            MoveRow(first + place, who, after.text(made), now, by_computer and place == 0)
            for place, (who, made) in enumerate(after.history[first:])
        ]
        table = replace(table, game=after)
        if after.over:
            results, rate = _results(table, after), partial(rerate, table, after)
            write = self._store.finish_table(table.id, moves, results, rate)
            return await self._tables.commit(replace(table, state="over"), write)
        return await self._tables.commit(table, self._store.add_moves(table.id, moves))


def _results(table: Table, game: Game) -> list[ResultRow]:
    results = []
    place = 1
    for group in game.ranking():
        for seat in group:
            who = table.occupants[seat]
            results.append(ResultRow(seat, who.user_id if who else None, game.scores[seat], place, won=place == 1))
        place += len(group)
    return results


def _forced(game: Game) -> tuple[int, int] | None:
    """The first move that everybody can see is the only one, with its seat."""
    return next(((seat, move) for seat in game.to_act if (move := game.forced(seat)) is not None), None)


def _playing(table: Table, user_id: int) -> tuple[Game, int]:
    if table.game is None or table.state != "playing":
        raise Refusal(words.NOT_PLAYING[table.state]())
    return table.game, seated(table, user_id)


def _check_choice(game: Game, seat: int, path: Path) -> None:
    """A path that leads on must be open up to here."""
    for depth, token in enumerate(path):
        choice = next((one for one in game.choices(seat, path[:depth]) if one.token == token), None)
        if choice is None:
            raise Stale(words.NO_SUCH_CHOICE())
        if choice.reason is not None:
            raise Refusal(choice.reason)
