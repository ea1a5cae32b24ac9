"""Phases: what stands together for one kind of decision.

A game has one phase in force, in its slot `phase`. The phase knows which moves there are, what a move does, why one is
refused, what is asked, what is offered and what everybody is told. A phase is stateless: there is one object of each
class, and all that changes is in the game. A move that leads to another kind of decision puts that phase into the slot.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import ClassVar, Generic, NamedTuple, TypeVar

from engine import phrases
from engine.text import Text

G_contra = TypeVar("G_contra", contravariant=True)
Path = tuple[str, ...]
"""The choices made so far on the way to a move."""


class Choice(NamedTuple):
    """One thing that can be chosen next."""

    token: str
    """What it adds to the path."""
    label: Text
    reason: Text | None
    """Why it cannot be chosen now; None: it can."""
    copies: int
    """How many equal cards it stands for."""


class Phase(ABC, Generic[G_contra]):
    """One kind of decision in games of one type."""

    id: ClassVar[str]
    """One word; views show it as `phase_id`."""
    moves: ClassVar[range]
    """The moves that are of this kind, legal or not; all others are refused as not to be done now."""

    __slots__ = ()

    # --- The rules

    @abstractmethod
    def legal_moves(self, game: G_contra, seat: int) -> tuple[int, ...]:
        """Every move that `seat`, one of those to act, may make, each once. A search calls it at every step."""

    @abstractmethod
    def apply(self, game: G_contra, seat: int, move: int) -> None:
        """Make a legal move; nothing is checked. A search calls it at every step."""

    def refusal(self, game: G_contra, seat: int, move: int) -> Text:
        """Why a move of this kind is not legal for a seat that is to act, in terms of the rule."""
        return phrases.NOT_NOW(phase=self.name(game))

    def forced(self, game: G_contra, seat: int) -> int | None:
        """The only move of a seat that is to act, where everybody at the table can see that it is the only one."""
        return None

    # --- In words

    @abstractmethod
    def name(self, game: G_contra) -> Text:
        """What is going on, for everybody: "trick 3 of 10"."""

    @abstractmethod
    def told(self, game: G_contra, seat: int, move: int) -> Text:
        """What everybody sees of a legal move, before it is made."""

    @abstractmethod
    def prompt(self, game: G_contra, seat: int, path: Path) -> Text:
        """What is asked of a seat that is to act, once it has chosen `path`: one sentence."""

    def hint(self, game: G_contra, seat: int) -> Text | None:
        """A line of advice for a person's first game; None: nothing to add."""
        return None

    # --- What is offered

    @abstractmethod
    def offers(self, game: G_contra, seat: int) -> Iterable[int]:
        """The moves that a panel shows, legal or not: at least every legal one, the cards in hand order."""

    @abstractmethod
    def label(self, game: G_contra, seat: int, token: str) -> Text:
        """What stands on the button of one choice."""

    def about(self, game: G_contra, token: str) -> Text | None:
        """A choice and what it does, where its label is but a name and it can be chosen; None: nothing to add."""
        return None

    def tab(self, game: G_contra, token: str) -> Text | None:
        """The kind of thing that a choice is, where there are several kinds: "Pain suit"; None: there is one."""
        return None

    def warning(self, game: G_contra, seat: int, token: str) -> Text | None:
        """A question before a choice that cannot be undone and is easily hit by accident; None: it needs none."""
        return None

    def copies(self, game: G_contra, seat: int, token: str) -> int:
        """How many equal cards of the seat's hand a choice stands for."""
        return 1


class _Over(Phase[object]):
    """The game has ended: nobody is to act."""

    id = "over"
    moves = range(0)

    __slots__ = ()

    def legal_moves(self, game: object, seat: int) -> tuple[int, ...]:
        return ()

    def apply(self, game: object, seat: int, move: int) -> None:
        raise AssertionError(f"seat {seat} cannot make move {move}: the game is over")

    def name(self, game: object) -> Text:
        return phrases.GAME_ENDED()

    def told(self, game: object, seat: int, move: int) -> Text:
        return phrases.GAME_ENDED()

    def prompt(self, game: object, seat: int, path: Path) -> Text:
        return phrases.GAME_ENDED()

    def offers(self, game: object, seat: int) -> Iterable[int]:
        return ()

    def label(self, game: object, seat: int, token: str) -> Text:
        return phrases.GAME_ENDED()


OVER = _Over()
"""The phase of every game that has ended."""


def only(moves: tuple[int, ...]) -> int | None:
    """The only one of these moves; None: there are several."""
    return moves[0] if len(moves) == 1 else None
