"""Immutable snapshot of a table: a change makes a new snapshot, so each reader sees one consistent position."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Final, NamedTuple

import limits
from engine.fairness.deal_commitment import DealCommitment, is_of_rematch
from engine.game import Game
from engine.knowledge.decided import game_is_decided
from engine.players import USUAL
from host.place import Place
from storage.rows import CloseReason, Deals, Occupant, Seen, State, TablePlace, TimeControl, Turn, Turns

__all__ = [
    "OPEN",
    "CloseReason",
    "Deals",
    "Occupant",
    "Origin",
    "Person",
    "State",
    "Table",
    "TablePlace",
    "TimeControl",
    "Turn",
    "Turns",
]

OPEN: Final[tuple[State, ...]] = ("lobby", "playing")
MOST_MISSES = 3
"""Consecutive missed decisions after which a person counts as away."""


@dataclass(frozen=True, slots=True)
class Person:
    """Person who acts, with their permissions."""

    id: int
    moderates: Callable[[int], bool | None] = field(default=lambda _channel_id: False, compare=False)
    """Function of a channel's or thread's id: True if the person may manage messages there; None if that is unknown."""
    name: str = ""
    """Display name on the server, in plain characters; empty if unknown."""
    interaction_id: int = 0
    """Id of the interaction with which the person acts."""
    manages_server: Callable[[], bool] = field(default=lambda: False, compare=False)
    """Function that returns True if the person may manage the server."""


@dataclass(frozen=True, slots=True)
class Origin:
    """Finished game whose first moves a practice game continues."""

    table: int
    """Number of the finished game's table, which may have been deleted since."""
    moves: int
    """Number of copied moves."""
    round: int = 0
    """Round in which the practice game begins; 0 if the game cannot be replayed."""
    trick: int | None = None
    """Trick in which the practice game begins; None if the game has no tricks."""


class NightStage(NamedTuple):
    """Stage of a league night, whose tables all play the same deals."""

    night: int
    stage: int
    """Number of the stage, from 1."""
    level: str
    """Level of the night's AI players."""


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """Snapshot of a table between two changes."""

    id: int
    place: Place
    channel_id: int
    opener_id: int
    kind: type[Game]
    options: Mapping[str, object]
    occupants: tuple[Occupant | None, ...]
    """One entry per seat; None for a free seat. Only lobbies have free seats."""
    state: State = "lobby"
    game: Game | None = None
    """The game once it has started; None if its version of the rules is no longer known. Moves are made on copies."""
    time_control: TimeControl = "none"
    turns: Turns = field(default_factory=dict)
    """Decisions that people must make, by seat. People for whom an AI player decides at once have no entry."""
    close_reason: CloseReason | None = None
    """Reason why the game ended early; None if the table was closed as a lobby."""
    next_id: int | None = None
    """Number of the rematch's table."""
    version: int = 0
    promise: DealCommitment | None = None
    """Commitment to the deal; None if the table was opened before commitments existed."""
    rematch: DealCommitment | None = None
    """Commitment to the deal of a rematch, once the game is over."""
    barred: frozenset[int] = frozenset()
    """User ids of the people who may not join the lobby."""
    renewed: bool = False
    """True if the commitment to the deal was renewed after a restore."""
    rematch_renewed: bool = False
    """True if the commitment to the rematch's deal was renewed after a restore."""
    origin: Origin | None = None
    """Origin of a practice game, which counts for nobody; None for other games."""
    helped: bool = False
    """True if the table's only person has asked for a suggestion, so that the game counts for nobody."""

    night: NightStage | None = None
    """Stage of a league night that the table belongs to; None for other tables. League nights change no rating."""
    sealed: bool = False
    """True if other tables may still play the same deals.

    All code that shows something of a deal must check this first. `open_to` is the check for the game as a whole.
    """

    def open_to(self, user_id: int) -> bool:
        """Return True if a person may see the game. A sealed game is visible only at its table, while it runs."""
        return not self.sealed or (self.state == "playing" and self.seat_of(user_id) is not None)

    lost_since: int | None = None
    """Time since which the table is lost, in unix seconds; None if it is not lost.

    The bot cannot see the channel of a lost table on a server, and cannot write to the person of a lost table in direct
    messages. Its clocks stand still.
    """

    @property
    def private(self) -> bool:
        """True if only the opener sees the table: it is in direct messages, or has a practice game from a replay.

        A private table has no public message.
        """
        return self.place.is_direct or self.origin is not None

    @property
    def is_rematch(self) -> bool:
        """True if the game is a rematch with a deal commitment; in a rematch everybody has moved by one seat."""
        return self.promise is not None and is_of_rematch(self.promise.table)

    @property
    def decided(self) -> bool:
        """True if public knowledge shows that no move can change the points of the running game any more."""
        return self.state == "playing" and self.game is not None and _decided(self.game)

    @property
    def was_dealt(self) -> bool:
        """True once cards have been dealt, also after the game has ended early."""
        return (
            self.close_reason in {"left", "ended", "restored", "lost"}
            if self.state == "closed"
            else self.state != "lobby"
        )

    @property
    def revealed_commitment(self) -> DealCommitment | None:
        """Commitment with its secret, once the table is over or closed; None before, and while the table is sealed."""
        return None if self.state in OPEN or self.sealed else self.promise

    @property
    def substitute_level(self) -> str:
        """Level of an AI player that replaces a person: in a league night the level of the night, else the usual."""
        return USUAL if self.night is None else self.night.level

    @property
    def seen(self) -> Seen:
        """Number and version of this snapshot, for the store's optimistic lock."""
        return Seen(self.id, self.version)

    @property
    def next_version(self) -> "Table":
        """Same snapshot under the next version number."""
        return replace(self, version=self.version + 1)

    @property
    def seat_count(self) -> int:
        """Number of seats."""
        return len(self.occupants)

    def with_occupants(self, changed: Mapping[int, Occupant | None]) -> "Table":
        """Return the table with other occupants on some seats."""
        return replace(self, occupants=tuple(changed.get(seat, who) for seat, who in enumerate(self.occupants)))

    def seat_of(self, user_id: int) -> int | None:
        """Return the seat of a person; None if they have no seat here."""
        for seat, who in enumerate(self.occupants):
            if who is not None and who.user_id == user_id:
                return seat
        return None

    def seat_ever(self, user_id: int) -> int | None:
        """Return the seat that a person has, or has left during the game; None if they never had a seat."""
        left = (seat for seat, who in enumerate(self.occupants) if who is not None and who.left_by == user_id)
        seat = self.seat_of(user_id)
        return next(left, None) if seat is None else seat

    def can_review(self, user_id: int) -> bool:
        """Return True if a person kept a seat to the end of a game that does not continue another game."""
        done = self.state == "over" and not self.sealed
        return done and self.origin is None and self.seat_of(user_id) is not None

    @property
    def suggestible(self) -> int | None:
        """Seat that may ask for a suggestion; None if there is none.

        The seat has to choose between several moves now, and nobody but the seat's person has ever taken part in the
        game.
        """
        people = [seat for seat, who in enumerate(self.occupants) if who and (who.user_id or who.left_by) is not None]
        if len(people) != 1 or people[0] not in self.to_act or self.game is None or self.night is not None:
            return None
        (seat,) = people
        return seat if self.to_act[seat].user_id is not None and len(self.game.legal_moves(seat)) > 1 else None

    def people(self) -> list[int]:
        """Return the user ids of the people at the table, in the order of their seats."""
        return [who.user_id for who in self.occupants if who and who.user_id is not None]

    def vote_count(self) -> tuple[int, int]:
        """Return the number of votes on finishing or on a rematch, and the number of voters.

        The voters are all people at the table, but in a running game only those who are not away.
        """
        votes = [
            who.agreed
            for seat, who in enumerate(self.occupants)
            if who and who.user_id is not None and not (self.state == "playing" and self.away(seat))
        ]
        return sum(votes), len(votes)

    @property
    def all_agree(self) -> bool:
        """True if there are voters and all of them agree."""
        agreeing, asked = self.vote_count()
        return 0 < agreeing == asked

    @property
    def in_charge(self) -> int:
        """User id of the person who may start or close the lobby.

        This is the opener or, after the opener has left, the first person in the order of seats.
        """
        people = self.people()
        return self.opener_id if self.opener_id in people or not people else people[0]

    @property
    def to_act(self) -> dict[int, Occupant]:
        """Occupants who must decide now, by seat; empty unless a game is running."""
        acting = self.game.to_act if self.game and self.state == "playing" else ()
        return {seat: who for seat in acting if (who := self.occupants[seat])}

    def late(self, seat: int) -> bool:
        """Return True if an AI player made the last decision for the seat's person, after a timeout or while away."""
        who = self.occupants[seat]
        return who is not None and who.user_id is not None and who.misses > 0

    def away(self, seat: int) -> bool:
        """Return True if the seat's person is away: they have missed several decisions in a row."""
        who = self.occupants[seat]
        return who is not None and who.user_id is not None and who.misses >= MOST_MISSES

    @property
    def resting(self) -> bool:
        """True if all people are away. AI players then do not decide at once, so that they do not play on alone.

        Instead, each decision of a person has its full time again; without a time limit, the decision waits for a
        click. A table of a league night never rests, because other tables wait for it.
        """
        if self.night is not None:
            return False
        people = [seat for seat, who in enumerate(self.occupants) if who and who.user_id is not None]
        return bool(people) and all(map(self.away, people))

    def represented(self, seat: int) -> bool:
        """Return True if the seat's person is away, and an AI player decides at once for them.

        It does not do so while the game is `resting`.
        """
        return self.away(seat) and not self.resting

    def computers_to_act(self) -> list[int]:
        """Return the seats for which an AI player must decide now.

        These are the seats of AI players, of people out of time, and, unless the game is `resting`, of people who are
        away.
        """
        return [
            seat
            for seat, who in self.to_act.items()
            if who.computer or self.represented(seat) or (seat in self.turns and self.turns[seat].given)
        ]

    @property
    def acting(self) -> bool:
        """True if an AI player must decide now."""
        return bool(self.computers_to_act())

    def pending_decisions(self) -> frozenset[tuple[int, int]]:
        """Return the people who must decide now and are not away, each with the number of the decision."""
        return frozenset(
            (who.user_id, self.game.moves_made(seat))
            for seat, who in self.to_act.items()
            if self.game and who.user_id is not None and not self.away(seat)
        )


# Without this cache, each of several uses in a click takes up to 17 ms near the end of a round of Saizen.
@lru_cache(maxsize=limits.DECIDED_POSITIONS)
def _decided(game: Game) -> bool:
    """Return `game_is_decided(game)`, computed when first needed and then cached, so that no move waits for it."""
    return game_is_decided(game)
