"""One table in memory: its lobby, its seats, and the game once it has started."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field

from engine.errors import BadRecord
from engine.game import Game
from engine.options import held_options, read_options
from host import words
from host.words import Refusal
from storage.rows import SeatRow, State, TableRow

LEVEL = "normal"
"""The one level that computer players have so far."""


@dataclass(frozen=True, slots=True)
class Occupant:
    """Who sits on a seat: a person by user id, or a computer player by level."""

    user_id: int | None = None
    computer: str | None = None


@dataclass(slots=True)
class Table:
    """A table as the house runs it. Whoever changes it holds `lock`."""

    id: int
    guild_id: int
    channel_id: int
    opener_id: int
    kind: type[Game]
    options: dict[str, object]
    occupants: list[Occupant | None]
    """One entry a seat; None is free (in a lobby only)."""
    state: State = "lobby"
    thread_id: int | None = None
    message_id: int | None = None
    created_at: int = 0
    game: Game | None = None
    fresh: bool = False
    """The game has just begun, and the message is still the lobby's, which has not made way for the table's yet."""
    lock: asyncio.Lock = field(default_factory=asyncio.Lock, repr=False)

    @classmethod
    def from_rows(cls, row: TableRow, seats: Sequence[SeatRow]) -> Table:
        """A stored table, its game not loaded yet."""
        occupants: list[Occupant | None] = [None] * row.seat_count
        for seat in seats:
            occupants[seat.seat] = Occupant(seat.user_id, seat.computer)
        return cls(
            id=row.id,
            guild_id=row.guild_id,
            channel_id=row.channel_id,
            opener_id=row.opener_id,
            kind=Game.games[row.game],
            options=dict(row.options),
            occupants=occupants,
            state=row.state,
            thread_id=row.thread_id,
            message_id=row.message_id,
            created_at=row.created_at,
            fresh=row.fresh,
        )

    @property
    def seat_count(self) -> int:
        """How many seats the table has."""
        return len(self.occupants)

    @property
    def post_id(self) -> int:
        """The channel or thread that the table's message is in."""
        return self.thread_id or self.channel_id

    def seat_rows(self) -> list[SeatRow]:
        """The taken seats as the store keeps them."""
        return self.seat_rows_of(self.occupants)

    @staticmethod
    def seat_rows_of(occupants: Sequence[Occupant | None]) -> list[SeatRow]:
        """Taken seats as the store keeps them."""
        return [SeatRow(seat, who.user_id, who.computer) for seat, who in enumerate(occupants) if who]

    def seat_of(self, user_id: int) -> int | None:
        """The seat of a person; None: they do not sit here."""
        return next((seat for seat, who in enumerate(self.occupants) if who and who.user_id == user_id), None)

    def people(self) -> list[int]:
        """The user ids at the table, by seat."""
        return [who.user_id for who in self.occupants if who and who.user_id is not None]

    @property
    def in_charge(self) -> int:
        """Who may start or close a lobby: its opener, or once they have left it the first person on a seat."""
        people = self.people()
        return self.opener_id if self.opener_id in people or not people else people[0]

    def computers_to_act(self) -> list[int]:
        """The seats of computer players that owe a decision."""
        acting = self.game.to_act if self.game else ()
        return [seat for seat in acting if (who := self.occupants[seat]) and who.computer]

    # --- Changes of a lobby: each works on a copy of the seats, so that a refusal or a failed save changes nothing

    def joined(self, who: Occupant) -> list[Occupant | None]:
        """The seats with `who` on the first free one."""
        if who.user_id is not None and self.seat_of(who.user_id) is not None:
            raise Refusal(words.ALREADY_SEATED())
        if None not in self.occupants:
            raise Refusal(words.LOBBY_FULL())
        seats = self.occupants[:]
        seats[seats.index(None)] = who
        return seats

    def left(self, user_id: int) -> list[Occupant | None]:
        """The seats without that person."""
        seat = self.seat_of(user_id)
        if seat is None:
            raise Refusal(words.NOT_SEATED())
        return [None if place == seat else who for place, who in enumerate(self.occupants)]

    def moved(self, user_id: int) -> list[Occupant | None]:
        """The seats with that person on the next free one, clockwise."""
        seat = self.seat_of(user_id)
        if seat is None:
            raise Refusal(words.NOT_SEATED())
        order = [(seat + step) % self.seat_count for step in range(1, self.seat_count)]
        free = next((place for place in order if self.occupants[place] is None), None)
        if free is None:
            raise Refusal(words.NO_OTHER_SEAT())
        seats = self.occupants[:]
        seats[seat], seats[free] = None, seats[seat]
        return seats

    def without_computer(self) -> list[Occupant | None]:
        """The seats without the last computer player."""
        seats = self.occupants[:]
        for seat in reversed(range(len(seats))):
            who = seats[seat]
            if who and who.computer:
                seats[seat] = None
                return seats
        raise Refusal(words.NO_SUCH_COMPUTER())

    def resized(self, count: int) -> tuple[list[Occupant | None], dict[str, object]]:
        """The seats when there are `count` of them, those who sit closing up, and the options that still hold."""
        if count not in self.kind.seat_counts:
            counts = " / ".join(map(str, self.kind.seat_counts))
            raise Refusal(words.WRONG_SEATS(game=self.kind.title, counts=counts))
        sitting = [who for who in self.occupants if who]
        if len(sitting) > count:
            raise Refusal(words.SEATS_TAKEN(count=count))
        seats = [*sitting, *[None] * (count - len(sitting))]
        return seats, self.held_options(count)

    def held_options(self, count: int) -> dict[str, object]:
        """The options that there are, with their values, for `count` seats."""
        return held_options(self.kind.Options, self.options, count)

    def with_option(self, name: str, value: object) -> dict[str, object]:
        """The options with one changed."""
        options = {**self.options, name: value}
        try:
            read_options(self.kind.Options, options, self.seat_count)
        except BadRecord:
            raise Refusal(words.BAD_OPTION()) from None
        return options

    def filled(self) -> list[Occupant]:
        """The seats with computer players on the free ones."""
        if not self.people():
            raise Refusal(words.NO_HUMAN())
        return [who or Occupant(computer=LEVEL) for who in self.occupants]
