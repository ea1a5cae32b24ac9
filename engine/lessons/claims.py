"""Claims that a lesson's sentences make about the rules, as data that the engine checks at every step.

The method `fault` of a claim returns None if the position agrees with the claim, else one line that says what is true
in the position instead. So if a rule changes, the lesson stops, and the lesson's test says at which step.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from engine.game import Game, Path


@dataclass(frozen=True, slots=True)
class Allowed:
    """Exactly these choices are allowed to the reader now, in any order."""

    tokens: str
    """The tokens of the choices, separated by spaces."""

    def fault(self, game: Game, seat: int, path: Path) -> str | None:
        """Return a line with the choices that are really allowed; None if the claim holds."""
        allowed = {one.token for one in game.choices(seat, path) if one.reason is None}
        return None if allowed == {*self.tokens.split()} else f"allowed: {' '.join(sorted(allowed))}"


@dataclass(frozen=True, slots=True)
class Ahead:
    """A seat has won a finished trick, or is ahead in the trick in progress; `seat` None: nobody wins the trick."""

    seat: int | None
    before: int = 0
    """How many tricks ago the trick was played; 0 is the trick in progress or, between two tricks, the last one."""

    def fault(self, game: Game, seat: int, path: Path) -> str | None:  # noqa: ARG002  all claims have these parameters
        """Return who wins instead; None if the claim holds."""
        tricks = game.tricks()
        if len(tricks) <= self.before:
            return "there is no such trick"
        winner, why = game.trick_winner(tricks[-1 - self.before])
        return None if winner == self.seat else f"seat {winner} wins ({why})"


@dataclass(frozen=True, slots=True)
class Scored:
    """A seat, by default the reader's, has scored this number of points in the round that ended last."""

    points: int
    seat: int | None = None
    """None: the reader's seat."""

    def fault(self, game: Game, seat: int, path: Path) -> str | None:  # noqa: ARG002  all claims have these parameters
        """Return the points instead; None if the claim holds."""
        if not game.rounds:
            return "no round has ended"
        points = game.rounds[-1][seat if self.seat is None else self.seat]
        return None if points == self.points else f"{points} points"


@dataclass(frozen=True, slots=True)
class Shows:
    """A key of the reader's view has this value; if `place` is set, the element with this index has the value."""

    key: str
    value: object
    place: int | None = None

    def fault(self, game: Game, seat: int, path: Path) -> str | None:  # noqa: ARG002  all claims have these parameters
        """Return the value instead; None if the claim holds."""
        view: dict[str, object] = {**game.view(seat)}
        value = view[self.key]
        if self.place is not None and isinstance(value, list | tuple):
            value = value[self.place]
        return None if value == self.value else f"{self.key}: {value}"


@dataclass(frozen=True, slots=True)
class Holds:
    """Another condition holds for the game: `check` returns True. `says` names the condition in the error."""

    says: str
    check: Callable[[Game], bool]

    def fault(self, game: Game, seat: int, path: Path) -> str | None:  # noqa: ARG002  all claims have these parameters
        """Return the line "not so: …" with the condition's name; None if the condition holds."""
        return None if self.check(game) else f"not so: {self.says}"


Claim: TypeAlias = Allowed | Ahead | Scored | Shows | Holds
