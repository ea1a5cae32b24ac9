"""A table at one moment: whoever holds one holds one consistent position, as the house replaces tables."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Final

import limits
from engine.fairness.deal_commitment import DealCommitment
from engine.game import Game
from engine.knowledge.decided import end_is_settled
from storage import Deals, Occupant, Pace, Seen, State, Turn, Turns, Why

__all__ = ["OPEN", "Deals", "Occupant", "Origin", "Pace", "Person", "State", "Table", "Turn", "Turns", "Why"]

OPEN: Final[tuple[State, ...]] = ("lobby", "playing")
MOST_MISSES = 3
"""So many decisions in a row that somebody has let pass make them away."""


def nowhere(_channel_id: int) -> bool:
    """Tell of somebody without the right that they have it in no channel."""
    return False


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody who acts, and what they may do besides playing."""

    id: int
    moderates: Callable[[int], bool] = field(default=nowhere, compare=False)
    """Tells whether they may manage messages in a channel or thread: a table's own is asked for, by its number."""
    name: str = ""
    """What they are called on the server, in plain characters; empty: nobody knows."""
    asked: int = 0
    """The number that Discord has given to what they ask for."""
    manager: bool = False
    """Whether they may manage the server, in which no channel is an exception."""


@dataclass(frozen=True, slots=True)
class Origin:
    """What a game goes on from: another one's first moves."""

    table: int
    """The other one's number; it may have been forgotten."""
    moves: int
    round: int = 0
    """Which one was played then; 0: the game cannot be replayed."""
    trick: int | None = None
    """Which one of that; None: the game has no tricks."""


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """A table between two changes."""

    id: int
    guild_id: int
    channel_id: int
    opener_id: int
    kind: type[Game]
    options: Mapping[str, object]
    occupants: tuple[Occupant | None, ...]
    """One entry a seat; None is free (in a lobby only)."""
    state: State = "lobby"
    game: Game | None = None
    """From the start on, where the rules still are those it was begun under. Nobody plays on it: moves go on copies."""
    pace: Pace = "none"
    turns: Turns = field(default_factory=dict)
    """The decisions that people owe who are not away, by seat."""
    why: Why | None = None
    """Why it was closed, where that was not done in its lobby."""
    next_id: int | None = None
    """The table of the rematch."""
    version: int = 0
    promise: DealCommitment | None = None
    """What was promised of its deal; None: it was opened before there were promises."""
    rematch: DealCommitment | None = None
    """Once the game is over: what is promised of the rematch that may come."""
    barred: frozenset[int] = frozenset()
    """The people who may not join a lobby."""
    renewed: bool = False
    """Whether its deal was promised anew after a restore."""
    rematch_renewed: bool = False
    """Whether that of the rematch was."""
    origin: Origin | None = None
    """Of a game that is played on from another, for practice: it counts for nobody."""

    @property
    def settled(self) -> bool:
        """Whether nobody can change the points of the running game any more, by what everybody sees."""
        return self.state == "playing" and self.game is not None and _settled(self.game)

    @property
    def was_dealt(self) -> bool:
        """Whether cards have been dealt, whatever has become of the game since."""
        return self.why in {"left", "ended", "restored"} if self.state == "closed" else self.state != "lobby"

    @property
    def revealed(self) -> DealCommitment | None:
        """What was promised, with its secret, once nobody plays any more; None: until then."""
        return None if self.state in OPEN else self.promise

    @property
    def seen(self) -> Seen:
        """This position, for the store."""
        return Seen(self.id, self.version)

    @property
    def following(self) -> "Table":
        """The same as its next version: what a change of it is."""
        return replace(self, version=self.version + 1)

    @property
    def seat_count(self) -> int:
        """How many seats the table has."""
        return len(self.occupants)

    def seat_of(self, user_id: int) -> int | None:
        """The seat of a person; None: they do not sit here."""
        for seat, who in enumerate(self.occupants):
            if who is not None and who.user_id == user_id:
                return seat
        return None

    def people(self) -> list[int]:
        """The user ids at the table, by seat."""
        return [who.user_id for who in self.occupants if who and who.user_id is not None]

    def agreed(self) -> tuple[int, int]:
        """How many people agree to what all are asked for, and how many are asked."""
        return sum(self._agrees(seat) for seat in self.asked()), len(self.asked())

    @property
    def all_agree(self) -> bool:
        """Whether there are people who are asked, and all of them agree."""
        if True not in [who.agreed for who in self.occupants if who]:  # as at nearly every move
            return False
        agreeing, asked = self.agreed()
        return 0 < agreeing == asked

    def asked(self) -> list[int]:
        """The seats of the people who are asked to finish, or for a rematch; not of those who are away from a game."""
        return [
            seat
            for seat, who in enumerate(self.occupants)
            if who and who.user_id is not None and not (self.state == "playing" and self.away(seat))
        ]

    def _agrees(self, seat: int) -> bool:
        who = self.occupants[seat]
        return who is not None and who.agreed

    @property
    def in_charge(self) -> int:
        """Who may start or close a lobby: its opener, or once they have left it the first person on a seat."""
        people = self.people()
        return self.opener_id if self.opener_id in people or not people else people[0]

    @property
    def to_act(self) -> dict[int, Occupant]:
        """Who owes a decision, by seat; nobody unless a game is running."""
        acting = self.game.to_act if self.game and self.state == "playing" else ()
        return {seat: who for seat in acting if (who := self.occupants[seat])}

    def away(self, seat: int) -> bool:
        """Whether a person has let so many decisions pass that a computer player decides for them at once."""
        who = self.occupants[seat]
        return who is not None and who.user_id is not None and who.misses >= MOST_MISSES

    def computers_to_act(self) -> list[int]:
        """The seats for which a computer player is to decide: its own, and those of people who are away or too late."""
        # Written out without `to_act`, as each move asks twice.
        if self.game is None or self.state != "playing":
            return []
        return [
            seat
            for seat in self.game.to_act
            if (who := self.occupants[seat]) is not None
            and (who.computer or self.away(seat) or (seat in self.turns and self.turns[seat].given))
        ]

    @property
    def acting(self) -> bool:
        """Whether a computer player is to decide."""
        return bool(self.computers_to_act())

    def owed(self) -> frozenset[tuple[int, int]]:
        """The people who owe a decision, each with its number; not those who are away."""
        return frozenset(
            (who.user_id, self.game.moves_made(seat))
            for seat, who in self.to_act.items()
            if self.game and who.user_id is not None and not self.away(seat)
        )


@lru_cache(maxsize=limits.ENDS)
def _settled(game: Game) -> bool:
    """Worked out when it is asked for the first time, which no move waits for; a table's game never changes."""
    return end_is_settled(game)
