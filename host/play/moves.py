"""Moves of running games.

A move is checked under the table's lock, made on a copy of the game, and committed to the store. Then a snapshot with
the copy replaces the table's snapshot. So an answered move is never lost, and a failed move has changed nothing.
"""

from collections.abc import Sequence
from dataclasses import replace

from engine.game import Game, Path
from host import refusals
from host.lobby import deal_commitments
from host.lobby.lobby_transitions import level_at, required_game, required_seat
from host.people import badges
from host.people.ratings import rate
from host.play import time_control
from host.refusals import Refusal, Stale
from host.tables.table import Table
from host.tables.table_repository import TableRepository
from storage.rows import HALF, MoveRow, ResultRow, practised


class Moves:
    """Service that makes moves."""

    def __init__(self, tables: TableRepository) -> None:
        """Use the table repository."""
        self._tables = tables
        self._store = tables.store

    async def choose(
        self, table_id: int, user_id: int, decision: int, path: Path, *, sure: bool = False
    ) -> tuple[Table, Path]:
        """Follow a path of choices: make the move if the path is a whole move, otherwise return the path.

        Args:
            table_id: the table.
            user_id: the person.
            decision: number of the seat's decision, as displayed on the panel.
            path: the choices so far.
            sure: if False, a move with a warning is not made; its path is returned, so that the player can confirm it.

        Returns:
            The table, and the path that needs another choice; () once the move is made.

        Raises:
            Stale: the click is late, repeated or out of turn, or the choice does not exist any more.
            Refusal: not seated, no running game, or a rule forbids the choice. Nothing has changed.
        """
        async with self._tables.locked(table_id) as cached:
            table = await self._as_clicked(cached, user_id, decision)
            game, seat = _playing(table, user_id)
            move = decide(game, seat, decision, path, sure=sure)
            if move is None:
                return table, path
            return await self.make(table, game, seat, move), ()

    async def _as_clicked(self, cached: Table, user_id: int, decision: int) -> Table:
        """Return the table; read it again first if another process may have made moves before this click."""
        game, seat = _playing(cached, user_id)
        if self._tables.shards.alone or _is_current(game, seat, decision):
            return cached
        return await self._tables.reread(cached)

    async def make(self, table: Table, game: Game, seat: int, move: int, *, by_computer: bool = False) -> Table:
        """Make a move and all moves that it forces. The caller holds the table's lock; `game` is the table's game.

        Raises:
            IllegalMove: the move is not legal. Nothing has changed.
            Refusal: the write failed. Nothing has changed.
        """
        after = after_move(game, seat, move)
        updated = _with_misses(table, seat, by_computer=by_computer)
        while (step := _forced(after)) is not None:
            after.play(*step)
        if updated.all_agree:  # the last person without a vote is now away, and does not count
            _play_out(after)
        return await self._store_moves(table, updated, after, by_computer=by_computer)

    async def finish(self, table: Table) -> Table:
        """Play out a running game whose points are decided. The caller holds the table's lock.

        Raises:
            Refusal: the write failed. Nothing has changed.
        """
        after = required_game(table).copy()
        _play_out(after)
        return await self._store_moves(table, table, after)

    async def _store_moves(self, before: Table, table: Table, after: Game, *, by_computer: bool = False) -> Table:
        """Store the moves that lead from a table's game to a later position.

        Args:
            before: the stored table.
            table: the same table with its people's new counts of missed decisions.
            after: the game at the later position.
            by_computer: True if an AI player has made the first move.
        """
        now, first = self._tables.now(), len(required_game(before).history)
        moves = [
            MoveRow(first + place, who, after.text(made), now, _level(table, who, late=by_computer and place == 0))
            for place, (who, made) in enumerate(after.history[first:])
        ]
        if after.over:
            occupants = tuple(replace(who, agreed=False) if who else who for who in table.occupants)
            rematch, results = None, []
            # A practice game and a game of a league night have no rematch and no results.
            ordinary = table.origin is None and table.night is None
            if ordinary and table.place.has_commitments:
                rematch = deal_commitments.for_rematch(table)
            if ordinary and not table.helped:
                results = results_of(table, after, [*await self._store.tables.moves(table.id), *moves])
            table = replace(
                table, game=after, state="over", occupants=occupants, turns={}, rematch=rematch
            ).next_version
            write = self._store.tables.finish(
                before.seen, moves, results, rate, seats=occupants, rematch=deal_commitments.stored(rematch)
            )
            return await self._tables.commit(table, write)
        table = time_control.advance(table, after, now)
        seats = None if table.occupants is before.occupants else table.occupants
        write = self._store.tables.add_moves(before.seen, moves, seats=seats, turns=table.turns, acting=table.acting)
        return await self._tables.commit(table, write)


def _level(table: Table, seat: int, *, late: bool) -> str | None:
    """Return the level of the AI player that made a move at a seat; None if the seat's person made it.

    `late` is True if an AI player made the move for a person out of time.
    """
    who = table.occupants[seat]
    by_computer = late or table.away(seat) or (who is not None and who.computer is not None)
    return level_at(table, seat) if by_computer else None


def _with_misses(table: Table, seat: int, *, by_computer: bool) -> Table:
    """Return the table after a decision of a seat, with the number of decisions that its person has missed in a row.

    A decision `by_computer` adds one to this number; the person's own decision sets it to 0.
    """
    who = table.occupants[seat]
    if who is None or who.user_id is None or table.away(seat):
        return table
    misses = who.misses + 1 if by_computer else 0
    return table if misses == who.misses else table.with_occupants({seat: replace(who, misses=misses)})


def results_of(table: Table, game: Game, moves: Sequence[MoveRow]) -> list[ResultRow]:
    """Return the results of a finished game by seat; `moves` are all moves of the game."""
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
                computer_name=who.computer_name if who and one_level else None,
                left_by=who.left_by if who else None,
                own_share=made.count(None) / len(made) if made and user is not None else 0.0,  # 0 without a person
            )
        )
    if practised(results):
        return results
    story = badges.Story(game)
    return [replace(one, badges=story.earned(one.seat)) if one.own_share >= HALF else one for one in results]


def after_move(game: Game, seat: int, move: int) -> Game:
    """Return a copy of the game with a move made."""
    after = game.copy()
    after.play(seat, move)
    return after


def _forced(game: Game) -> tuple[int, int] | None:
    """Return a forced move with its seat; None if no seat's move is forced."""
    return next(((seat, move) for seat in game.to_act if (move := game.forced(seat)) is not None), None)


def _play_out(game: Game) -> None:
    """Make legal moves until a game is over."""
    while not game.over:
        seat = game.to_act[0]
        game.play(seat, game.legal_moves(seat)[0])


def _playing(table: Table, user_id: int) -> tuple[Game, int]:
    if table.game is None or table.state != "playing":
        raise Refusal(refusals.not_playing(table))
    return table.game, required_seat(table, user_id)


def decide(game: Game, seat: int, decision: int, path: Path, *, sure: bool) -> int | None:
    """Return the move that a path of choices completes; None if it needs another choice or a confirmation.

    Args:
        game: the position; it is not changed.
        seat: the person's seat.
        decision: the number of the seat's decision, as displayed.
        path: the choices so far.
        sure: whether the person has confirmed a move with a warning.

    Raises:
        Stale: the click is late, repeated or out of turn, or the choice does not exist (any more).
        Refusal: a rule forbids the choice.
    """
    if not _is_current(game, seat, decision):
        waiting = decision == game.moves_made(seat) and not game.over
        raise Stale(refusals.WAIT_YOUR_TURN() if waiting else refusals.ALREADY_PLAYED())
    move = game.move_of_path(seat, path)
    if move is None:
        _check_choice(game, seat, path)
        return None
    if (reason := game.why_not(seat, move)) is not None:
        raise Refusal(reason)
    return move if sure or game.warning(seat, path[-1]) is None else None


def _is_current(game: Game, seat: int, decision: int) -> bool:
    """Return True if the seat is to make its decision with this number now."""
    return seat in game.to_act and decision == game.moves_made(seat)


def _check_choice(game: Game, seat: int, path: Path) -> None:
    """Check that each choice of an incomplete path is offered and allowed; raises `Stale` or `Refusal`."""
    for depth, token in enumerate(path):
        choice = next((one for one in game.choices(seat, path[:depth]) if one.token == token), None)
        if choice is None:
            raise Stale(refusals.NO_SUCH_CHOICE())
        if choice.reason is not None:
            raise Refusal(choice.reason)
