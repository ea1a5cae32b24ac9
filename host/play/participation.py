"""Participation in a running game: leaving, being removed, coming back, nudges, and delegated decisions."""

from collections.abc import Collection
from dataclasses import replace

from host import refusals
from host.lobby.lobby_transitions import (
    check_in_charge,
    check_moderates,
    required_game,
    required_seat,
    with_computer,
)
from host.play import time_control
from host.play.moves import Moves
from host.refusals import Refusal
from host.settings import Settings
from host.tables.table import CloseReason, Occupant, Person, Table, Turn
from host.tables.table_repository import TableRepository
from storage.rows import Tally

FIRST_ROUND = 1


class Participation:
    """Service for the people at running games.

    Most methods return the changed table, or raise `Refusal`. Methods for irreversible actions have a flag `sure`: if
    it is False, they only check permissions and change nothing, so that the person can be asked first.
    """

    def __init__(self, tables: TableRepository, settings: Settings, moves: Moves) -> None:
        """Create the service."""
        self._tables = tables
        self._settings = settings
        self._store = tables.store
        self._moves = moves

    async def end_absence(self, table: Table, user_id: int) -> Table | None:
        """End a person's absence when they act at a table; return the changed table, or None if they were not away.

        The time for their pending decision starts now. `table` must be the current snapshot.

        Raises:
            Refusal: there is no such table any more, or the write failed.
        """
        if not _is_away(table, user_id):
            return None
        async with self._tables.locked(table.id) as now:
            if not _is_away(now, user_id):  # another click was faster
                return now
            seat = required_seat(now, user_id)
            there = now.with_occupants({seat: replace(_person_on(now, seat), misses=0)})
            turns = {one: turn for one, turn in now.turns.items() if one != seat}
            return await self._save(replace(there, turns=turns))

    async def leave(self, table_id: int, person: Person, *, sure: bool) -> Table:
        """Give a person's seat to an AI player for the rest of the game; the game ends if no people are left."""
        async with self._tables.locked(table_id) as table:
            seat = required_seat(_running(table), person.id)
            return await self._replace_by_ai(table, seat, removed=False) if sure else table

    async def remove(self, table_id: int, person: Person, seat: int, *, sure: bool) -> Table:
        """Give another person's seat to an AI player; for moderators."""
        async with self._tables.locked(table_id) as table:
            _check_moderator(table, person)
            _person_on(_running(table), seat)
            return await self._replace_by_ai(table, seat, removed=True) if sure else table

    async def _replace_by_ai(self, table: Table, seat: int, *, removed: bool) -> Table:
        who = _person_on(table, seat)
        computer = Occupant(computer=table.substitute_level, name=who.name, left_by=who.user_id, removed=removed)
        after = table.with_occupants({seat: computer})
        if after.all_agree:
            return await self._moves.finish(after)
        if after.people() or after.night is not None:  # a league night goes on with AI players
            return await self._save(after, who.user_id)
        after = closed_early(after, "left")
        write = self._store.tables.end(table.seen, "closed", "left", seats=after.occupants, tally=_counter(table))
        return await self._tables.commit(after.next_version, write)

    async def set_level(self, table_id: int, person: Person, seat: int | None, level: str) -> Table:
        """Change the level of a seat's AI player, or of all AI players if `seat` is None; for the person in charge.

        In a league night the level is the same at all tables.
        """
        async with self._tables.locked(table_id) as table:
            if table.night is not None:
                raise Refusal(refusals.NIGHT_LEVEL())
            return await self._save(with_computer(check_in_charge(_running(table), person), seat, level))

    async def end(self, table_id: int, person: Person, *, sure: bool) -> Table:
        """End a running game, so that it counts for nobody; for moderators."""
        async with self._tables.locked(table_id) as table:
            _check_moderator(table, person)
            after = closed_early(_running(table), "ended")
            if not sure:
                return table
            write = self._store.tables.end(table.seen, "closed", "ended", tally=_counter(table))
            return await self._tables.commit(after.next_version, write)

    async def nudge(self, table_id: int, person: Person, unable: Collection[int] = ()) -> Table:
        """Mention all others who must decide; each decision can be nudged once, by any person at the table.

        `unable` has the user ids of people who cannot click. They are not mentioned now, so they can be nudged once
        they can click again.
        """
        async with self._tables.locked(table_id) as table:
            own = required_seat(_running(table), person.id)
            if (await self._settings.of(table.place)).pings == "off":
                raise Refusal(refusals.NO_PINGS())
            left_out = {own, *(table.seat_of(user_id) for user_id in unable)}
            nudged = {
                seat: turn if seat in left_out else replace(turn, nudged=True) for seat, turn in table.turns.items()
            }
            if nudged == table.turns:
                if unable:
                    return table
                raise Refusal(refusals.NOBODY_TO_NUDGE())
            return await self._save(replace(table, turns=nudged))

    async def delegate(self, table_id: int, person: Person, seat: int) -> Table:
        """At a table without a time limit, let an AI player decide for a person who has been silent for a day."""
        async with self._tables.locked(table_id) as table:
            required_seat(_running(table), person.id)
            turn = silent(table, self._tables.now()).get(seat)
            if turn is None or not await self._tables.clock.has_passed(turn.since + time_control.SILENT_SECONDS):
                raise Refusal(refusals.NOT_SILENT())
            turns = {**table.turns, seat: replace(turn, given=True)}
            return await self._save(replace(table, turns=turns))

    async def _save(self, table: Table, leaver: int | None = None) -> Table:
        """Store the occupants and pending decisions; `leaver` is the person who has just lost their seat."""
        after = time_control.advance(table, required_game(table), self._tables.now())
        write = self._store.tables.save_seats(
            table.seen, after.occupants, after.turns, acting=after.acting, leaver=leaver
        )
        return await self._tables.commit(after, write)


def silent(table: Table, now: int) -> dict[int, Turn]:
    """Return the pending decisions without a time limit that other people may delegate now, by seat.

    These decisions have been pending for at least `SILENT_SECONDS`. At a lost table there are none.
    """
    return {
        seat: turn
        for seat, turn in table.turns.items()
        if turn.due is None
        and not turn.given
        and now - turn.since >= time_control.SILENT_SECONDS
        and len(table.people()) > 1
        and table.lost_since is None
    }


def _is_away(table: Table, user_id: int) -> bool:
    seat = table.seat_of(user_id)
    return table.state == "playing" and seat is not None and table.away(seat)


def _running(table: Table) -> Table:
    if table.state != "playing":
        raise Refusal(refusals.not_playing(table))
    return table


def closed_early(table: Table, close_reason: CloseReason) -> Table:
    """Return the table, closed before the end of its game; the game itself is dropped from it."""
    return replace(table, state="closed", close_reason=close_reason, game=None, turns={})


def _counter(table: Table) -> Tally | None:
    """Return the public counter that counts a game's early end; None if this end is not counted.

    Only ends in the first round are counted, so that people notice an operator who ends games because of their deals.
    Practice games, and other games of one person against AI players, are not counted: ending them harms nobody.
    """
    early = table.game is not None and table.game.round == FIRST_ROUND
    return "ended_early" if early and is_of_several(table) else None


def is_of_several(table: Table) -> bool:
    """Return True if several people have taken part in a table's game; a practice game is one person's."""
    people = sum((who.user_id or who.left_by) is not None for who in table.occupants if who)
    return people > 1 and table.origin is None


def _check_moderator(table: Table, person: Person) -> None:
    check_moderates(person, table.channel_id, refusals.NOT_MODERATOR())


def _person_on(table: Table, seat: int) -> Occupant:
    who = table.occupants[seat] if 0 <= seat < table.seat_count else None
    if who is None or who.user_id is None:
        raise Refusal(refusals.NOBODY_THERE())
    return who
