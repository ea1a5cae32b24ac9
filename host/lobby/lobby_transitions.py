"""Transitions of a lobby: pure functions that return the changed table, or raise `Refusal`."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import limits
from engine.contract.options import describe, valid_options
from engine.game import Game
from engine.players import LEVELS, USUAL
from engine.text import Phrase, Text, seat_text
from host import refusals
from host.play.time_control import SECONDS
from host.refusals import Refusal
from host.settings import ServerSettings
from host.tables.table import Occupant, Person, Table, TimeControl
from storage.rows import SetUp

EITHER_COUNT = Phrase("either-count", "{fewer} or {most}")
COUNTS_IN_A_ROW = Phrase("counts-in-a-row", "{fewest} to {most}")


def kind_of(game: str) -> type[Game]:
    """Return the kind of game with this id; refuse an unknown id, because people may type anything."""
    if game not in Game.games:
        raise Refusal(refusals.NO_SUCH_GAME())
    return Game.games[game]


def check_seats(kind: type[Game], count: int) -> None:
    """Refuse a number of seats that the game does not allow."""
    if count not in kind.seat_counts:
        raise Refusal(refusals.WRONG_SEATS(game=kind.title, counts=player_counts(kind.seat_counts)))


def player_counts(counts: Sequence[int]) -> Text | str:
    """Return numbers of players in words, lowest first: "3", "3 or 4", or "2 to 6" for three or more in a row."""
    *fewer, most = counts
    if not fewer:
        return str(most)
    if len(fewer) > 1 and most - counts[0] == len(fewer):
        return COUNTS_IN_A_ROW(fewest=counts[0], most=most)
    return EITHER_COUNT(fewer=", ".join(map(str, fewer)), most=most)


def check_offered(kind: type[Game], server: ServerSettings) -> None:
    """Refuse a game that the server does not offer."""
    if kind not in server.offered():
        raise Refusal(refusals.NOT_OFFERED(game=kind.title, games=tuple(one.title for one in server.offered())))


def initial_setup(kind: type[Game], last: SetUp | None, time_control: TimeControl, opener: Person) -> SetUp:
    """Return the initial seats, options and time control: those of the `last` table, or the defaults if `last` is None.

    A number of seats that the game no longer allows is replaced by the default. If another person opened the last
    table, its time control is replaced by `time_control`, because nobody gets a clock that somebody else chose.
    """
    if last is None:
        return SetUp(kind.usual_seats(), {}, time_control, opener.id)
    seats = last.seats if last.seats in kind.seat_counts else kind.usual_seats()
    return SetUp(seats, last.options, last.time_control if last.opener_id == opener.id else time_control, opener.id)


def occupant_of(person: Person) -> Occupant:
    """Return the occupant of a seat that a person takes."""
    return Occupant(user_id=person.id, name=person.name)


def required_seat(table: Table, user_id: int) -> int:
    """Return a person's seat, or refuse if they have none."""
    seat = table.seat_of(user_id)
    if seat is None:
        raise Refusal(refusals.NOT_SEATED())
    return seat


def required_game(table: Table) -> Game:
    """Return a table's game, running or over, or refuse if there is none."""
    if table.game is None:
        raise Refusal(refusals.not_playing(table))
    return table.game


def check_in_charge(table: Table, person: Person) -> Table:
    """Return the table, or refuse if the person is neither in charge of it nor a moderator."""
    if person.id != table.in_charge:
        opener = seat_text(required_seat(table, table.in_charge))
        check_moderates(person, table.channel_id, refusals.NOT_OPENER(opener=opener))
    return table


def check_moderates(person: Person, channel_id: int, otherwise: Text) -> None:
    """Refuse with `otherwise` if a person is no moderator in a channel, or say that this is unknown."""
    moderates = person.moderates(channel_id)
    if moderates is None:
        raise Refusal(refusals.UNKNOWN_MODERATOR(channel=str(channel_id)))
    if not moderates:
        raise Refusal(otherwise)


def joined(table: Table, person: Person) -> Table:
    """Return the table with a person on the first free seat."""
    if table.seat_of(person.id) is not None:
        raise Refusal(refusals.ALREADY_SEATED())
    if person.id in table.barred:
        raise Refusal(refusals.BARRED())
    if None not in table.occupants:
        raise Refusal(refusals.LOBBY_FULL())
    return table.with_occupants({table.occupants.index(None): occupant_of(person)})


def left(table: Table, user_id: int) -> Table:
    """Return the table after a person has left their seat."""
    return table.with_occupants({required_seat(table, user_id): None})


def moved(table: Table, user_id: int) -> Table:
    """Return the table with a person moved to the next free seat, clockwise."""
    seat = required_seat(table, user_id)
    order = [(seat + step) % table.seat_count for step in range(1, table.seat_count)]
    free = next((place for place in order if table.occupants[place] is None), None)
    if free is None:
        raise Refusal(refusals.NO_OTHER_SEAT())
    return table.with_occupants({seat: None, free: table.occupants[seat]})


def named(occupants: Sequence[Occupant | None]) -> tuple[Occupant | None, ...]:
    """Return the occupants, with a name for each unnamed AI player: its seat's name, or another if that name is taken.

    No two AI players have the same name. An AI player that has taken over a person's seat goes by the person's name.
    """
    taken = {who.computer_name for who in occupants if who}
    every = list(occupants)
    for seat, who in enumerate(occupants):
        if who is not None and who.computer is not None and who.left_by is None and who.computer_name is None:
            numbers = (seat + 1, *range(1, len(occupants) + 1))
            number = next(one for one in numbers if one not in taken)
            taken.add(number)
            every[seat] = replace(who, computer_name=number)
    return tuple(every)


def with_computer(table: Table, seat: int | None, level: str) -> Table:
    """Return the table with an AI player of a level on a seat without a person; on all such seats if `seat` is None."""
    if level not in LEVELS:
        raise Refusal(refusals.NO_SUCH_LEVEL())
    seats = {place: who or Occupant() for place, who in enumerate(table.occupants) if who is None or who.computer}
    if seat is not None and seat not in seats:
        raise Refusal(refusals.NO_SUCH_COMPUTER())
    chosen = seats if seat is None else [seat]
    after = table.with_occupants({place: replace(seats[place], computer=level) for place in chosen})
    return replace(after, occupants=named(after.occupants))


def without_computer(table: Table, seat: int) -> Table:
    """Return the table without the AI player on a seat."""
    who = table.occupants[seat] if 0 <= seat < table.seat_count else None
    if who is None or who.computer is None:
        raise Refusal(refusals.NO_SUCH_COMPUTER())
    return table.with_occupants({seat: None})


def without(table: Table, user_id: int) -> Table:
    """Return the table without a person whom somebody else removes."""
    seat = table.seat_of(user_id)
    if seat is None:
        raise Refusal(refusals.NOBODY_THERE())
    return table.with_occupants({seat: None})


def barred(table: Table, user_id: int) -> Table:
    """Return the table with a person removed, if seated, and barred from joining it again."""
    if len(table.barred) >= limits.BARRED:
        raise Refusal(refusals.BARRED_ENOUGH(count=limits.BARRED))
    after = table if table.seat_of(user_id) is None else without(table, user_id)
    return replace(after, barred=table.barred | {user_id})


def time_control_of(time_control: str) -> TimeControl:
    """Return the time control with this name; refuse an unknown name, because people can forge names."""
    known = next((one for one in SECONDS if one == time_control), None)
    if known is None:
        raise Refusal(refusals.BAD_OPTION())
    return known


def with_time_control(table: Table, time_control: str) -> Table:
    """Return the table with another time control."""
    return replace(table, time_control=time_control_of(time_control))


def level_at(table: Table, seat: int) -> str:
    """Return the level at which an AI player decides for a seat.

    This is the level of the seat's own AI player. A seat without an AI player has the table's `substitute_level`. An
    unknown level is replaced by the usual one.
    """
    who = table.occupants[seat]
    level = (who and who.computer) or table.substitute_level
    return level if level in LEVELS else USUAL


def filled(table: Table, level: str) -> Table:
    """Return the table with AI players of a level on the free seats."""
    if not table.people():
        raise Refusal(refusals.NO_HUMAN())
    return replace(table, occupants=named([who or Occupant(computer=level) for who in table.occupants]))


def closed_idle(table: Table) -> Table:
    """Return an idle table as closed, in its next version; its game, if there is one, counts for nobody."""
    return replace(table, state="closed", close_reason="idle", game=None, turns={}).next_version


def set_up(table: Table, count: int, picked: Mapping[str, Sequence[int]]) -> Table:
    """Return the table with `count` seats and other options.

    If the number of seats changes, the occupants move to the first seats. `picked` maps an option's name to an index
    into its allowed values, and the name of its parts to the indices of the parts that were picked. Newly picked parts
    take the place of a listed value. Options that are not allowed with `count` seats get their defaults.
    """
    check_seats(table.kind, count)
    seated = [who for who in table.occupants if who]
    if len(seated) > count:
        raise Refusal(refusals.SEATS_TAKEN(count=count))
    seats = table.occupants if count == table.seat_count else (*seated, *[None] * (count - len(seated)))
    options, left = {**table.options}, {**picked}
    for info in describe(table.kind.Options):
        place, parts = left.pop(info.name, ()), left.pop(info.parts_name, ()) if info.free else ()
        if info.free and parts and tuple(parts) != info.free.parts_of(table.options.get(info.name)):
            value = info.free.value_of(parts, count)
            if value is None:
                raise Refusal(refusals.PICK_PARTS(title=info.free.title, about=info.free.about))
            options[info.name] = value
        elif not all(0 <= one < len(info.allowed) + (info.free is not None) for one in place):
            raise Refusal(refusals.BAD_OPTION())
        elif place and place[0] < len(info.allowed):
            options[info.name] = info.allowed[place[0]]
    if left:
        raise Refusal(refusals.BAD_OPTION())
    return replace(table, occupants=seats, options=valid_options(table.kind.Options, options, count))
