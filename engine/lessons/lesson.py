"""The form of a lesson."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from engine.contract.chance import Chance
from engine.game import Game
from engine.lessons.claims import Claim
from engine.text import Text

MOST_TAPS = 12
"""The greatest number of steps of a lesson, which then takes about three minutes."""


class Broken(Exception):  # noqa: N818  not an error of the program: the rules have changed
    """A lesson does not agree with the rules any more; the message names the lesson, the step and the difference."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a lesson: a thought to read, and the choice that the reader is expected to tap."""

    say: Text
    """The thought, in one or two short sentences."""
    tap: str
    """The token of the expected choice (`engine.contract.phase.Choice`)."""
    why: Text
    """The reason why this choice is expected. It follows "Try …:" if the reader taps another allowed choice."""
    then: str = ""
    """The moves that follow until the next step, as in a record and separated by commas: "1 play R9, 2 play K8"."""
    claims: Sequence[Claim] = ()
    """Claims about rules that hold while the step is displayed."""
    others: Mapping[str, Text] = field(default_factory=dict)
    """Reasons for particular other choices, by token; for these choices they replace `why`."""


@dataclass(frozen=True, slots=True, eq=False)
class Lesson:
    """A prepared game. Creating a lesson adds it to `Lesson.all`."""

    all: ClassVar[dict[str, Lesson]] = {}
    """Every lesson by its id; importing `engine.games` fills the mapping."""

    id: str
    title: Text
    kind: type[Game]
    rules: int
    """The version of the rules for which the lesson was written."""
    seats: int
    seat: int
    """The reader's seat."""
    setup: Mapping[str, object]
    deal: Mapping[str, object]
    """The first deal, in the form of a record."""
    steps: Sequence[Step]
    end: Sequence[Text]
    """The sentences beside the round's score sheet at the end."""
    pitch: Text | None = None
    """A few words beside the title in the list of lessons; None stands for those of the game."""
    options: Mapping[str, object] = field(default_factory=dict)
    opening: str = ""
    """The moves before the first step, as in `Step.then`."""
    end_claims: Sequence[Claim] = ()
    """Claims that hold at the end."""
    seed: str = "01"
    """The seed of all rounds after the first, in hex. A second round is dealt, but the lesson never displays it."""

    def __post_init__(self) -> None:
        """Add the lesson to `Lesson.all`."""
        if self.id in Lesson.all:
            raise ValueError(f"two lessons have the id {self.id}")
        Lesson.all[self.id] = self

    def start(self) -> Game:
        """Return the game before its first move.

        Raises:
            Broken: the rules have another version now.
            BadRecord: an option, the set-up or the deal is wrong.
        """
        if self.rules != self.kind.rules:
            raise Broken(f"{self.id}: written for version {self.rules} of the rules, not {self.kind.rules}")
        return self.kind(self.seats, self.options, Chance(bytes.fromhex(self.seed), self.setup, [self.deal]))
