"""A running game: moves, committed one by one.

A move is checked under the table's lock, played on a copy of the game, and committed to the store; then a table with
the copy takes the table's place. So what was answered is never lost, and what failed has changed nothing.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace

from engine.errors import IllegalMove
from engine.game import Game, Path
from host import refusals
from host.lobby import deal_commitments
from host.lobby.lobby_transitions import game_at, level_at, seated
from host.people import badges
from host.people.ratings import rate
from host.play import time_control
from host.refusals import Refusal, Stale
from host.tables.table import Table
from host.tables.table_repository import TableRepository
from storage import HALF, MoveRow, ResultRow, practised


class Moves:
    """The games of the house's tables; `now` gives the time in unix seconds."""

    def __init__(self, tables: TableRepository, now: Callable[[], float]) -> None:
        self._now = now
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
                raise Stale(refusals.WAIT_YOUR_TURN() if waiting else refusals.ALREADY_PLAYED())
            move = game.chosen(seat, path)
            if move is None:
                _check_choice(game, seat, path)
                return table, path
            if not sure and game.warning(seat, path[-1]) is not None and game.why_not(seat, move) is None:
                return table, path
            try:
                after = _after(game, seat, move)
            except IllegalMove as error:
                raise Refusal(error.reason) from None
            return await self._go_on(table, seat, after), ()

    async def make(self, table: Table, game: Game, seat: int, move: int, *, by_computer: bool = False) -> Table:
        """Make a move and what it forces. The caller holds the table's lock; `game` is the table's.

        Raises:
            IllegalMove: the move is not legal. Nothing has changed.
            Refusal: it cannot be stored.
        """
        return await self._go_on(table, seat, _after(game, seat, move), by_computer=by_computer)

    async def _go_on(self, table: Table, seat: int, after: Game, *, by_computer: bool = False) -> Table:
        """Make what a seat's move has forced, and store all of it; `after` is the game with that move."""
        noted = _noted(table, seat, by_computer=by_computer)
        while (step := _forced(after)) is not None:
            after.play(*step)
        if noted.all_agree:  # whoever did not is away by now
            _play_out(after)
        return await self._made(table, noted, after, by_computer=by_computer)

    async def finish(self, table: Table) -> Table:
        """Play the rest of a running game whose points nothing can change. The caller holds the table's lock.

        Raises:
            Refusal: it cannot be stored.
        """
        after = game_at(table).copy()
        _play_out(after)
        return await self._made(table, table, after)

    async def _made(self, before: Table, table: Table, after: Game, *, by_computer: bool = False) -> Table:
        """Store the moves that lead from a table's game to another position of it; the first may be a computer's.

        Args:
            before: the table as it is stored.
            table: the same with its people as they are noted now.
            after: the position.
            by_computer: whether a computer player has made the first move.
        """
        now, first = int(self._now()), len(game_at(before).history)
        moves = [
            MoveRow(first + place, who, after.text(made), now, _level(table, who, late=by_computer and place == 0))
            for place, (who, made) in enumerate(after.history[first:])
        ]
        if after.over:
            occupants = tuple(replace(who, agreed=False) if who else who for who in table.occupants)
            rematch = deal_commitments.of_rematch(table) if table.origin is None else None  # else it counts for nobody
            table = replace(table, game=after, state="over", occupants=occupants, turns={}, rematch=rematch).following
            results = []
            if table.origin is None:
                results = results_of(table, after, [*await self._store.moves(table.id), *moves])
            write = self._store.finish_table(
                before.seen, moves, results, rate, seats=occupants, rematch=deal_commitments.stored(rematch)
            )
            return await self._tables.commit(table, write)
        table = time_control.advanced(table, after, now)
        if not by_computer:
            self._tables.coming(table, moves[0].seat)
        seats = None if table.occupants is before.occupants else table.occupants
        write = self._store.add_moves(before.seen, moves, seats=seats, turns=table.turns, acting=table.acting)
        return await self._tables.commit(table, write)


def _level(table: Table, seat: int, *, late: bool) -> str | None:
    """The level of the computer player that decides for a seat, as for people who are away or too late; None: none."""
    who = table.occupants[seat]
    by_computer = late or table.away(seat) or (who is not None and who.computer is not None)
    return level_at(table, seat) if by_computer else None


def _noted(table: Table, seat: int, *, by_computer: bool) -> Table:
    """The table when a decision was made: by its person, or because they have let their time pass."""
    who = table.occupants[seat]
    if who is None or who.user_id is None or table.away(seat):
        return table
    misses = who.misses + 1 if by_computer else 0
    if misses == who.misses:
        return table
    changed = replace(who, misses=misses)
    return replace(table, occupants=(*table.occupants[:seat], changed, *table.occupants[seat + 1 :]))


def results_of(table: Table, game: Game, moves: Sequence[MoveRow]) -> list[ResultRow]:
    """What each seat has got out of a game that is over, by seat; `moves` are all of the game's."""
    place, place_of = 1, {}
    for group in game.ranking():
        place_of.update(dict.fromkeys(group, place))
        place += len(group)
    results = []
    for seat, who in enumerate(table.occupants):
        made = [row.computer for row in moves if row.seat == seat]
        user = who.user_id if who else None
        one_level = user is None and len(set(made)) == 1
        results.append(
            ResultRow(
                seat,
                user,
                game.scores[seat],
                place_of[seat],
                won=place_of[seat] == 1,
                computer=made[0] if one_level else None,
                left_by=who.left_by if who else None,
                own=made.count(None) / len(made) if made and user is not None else 0.0,  # whoever left gains nothing
            )
        )
    if practised(results):
        return results
    story = badges.Story(game)
    return [replace(one, badges=story.earned(one.seat)) if one.own >= HALF else one for one in results]


def _after(game: Game, seat: int, move: int) -> Game:
    """A copy of the game in which that move has been made."""
    after = game.copy()
    after.play(seat, move)
    return after


def _forced(game: Game) -> tuple[int, int] | None:
    """The first move that everybody can see is the only one, with its seat."""
    return next(((seat, move) for seat in game.to_act if (move := game.forced(seat)) is not None), None)


def _play_out(game: Game) -> None:
    """Make any legal moves until a game is over."""
    while not game.over:
        seat = game.to_act[0]
        game.play(seat, game.legal_moves(seat)[0])


def _playing(table: Table, user_id: int) -> tuple[Game, int]:
    if table.game is None or table.state != "playing":
        raise Refusal(refusals.not_playing(table))
    return table.game, seated(table, user_id)


def _check_choice(game: Game, seat: int, path: Path) -> None:
    """A path that leads on must be open up to here."""
    for depth, token in enumerate(path):
        choice = next((one for one in game.choices(seat, path[:depth]) if one.token == token), None)
        if choice is None:
            raise Stale(refusals.NO_SUCH_CHOICE())
        if choice.reason is not None:
            raise Refusal(choice.reason)
