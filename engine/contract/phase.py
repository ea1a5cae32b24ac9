"""Phases: a phase contains all rules of one kind of decision.

A game has one current phase, in its slot `phase`. The phase knows the legal moves, their effects, the reasons for
refusals, the prompts, the buttons and the log lines. A phase has no state: each class has one object, and all state is
in the game. A move that leads to another kind of decision sets the slot to another phase.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import ClassVar, Generic, NamedTuple, TypeVar

from engine import phrases
from engine.text import Text, card_text

G_contra = TypeVar("G_contra", contravariant=True)
Path = tuple[str, ...]
"""The choices made so far on the way to a move."""


class Choice(NamedTuple):
    """One possible next choice."""

    token: str
    """The element that the choice adds to the path."""
    label: Text
    reason: Text | None
    """The reason that forbids the choice now; None: it is allowed."""
    copies: int
    """The number of equal cards that the choice represents."""


class Phase(ABC, Generic[G_contra]):
    """One kind of decision in games of one type."""

    __slots__ = ()

    id: ClassVar[str]
    """One word, which views contain as `phase_id`."""
    moves: ClassVar[range]
    """All moves of this kind, legal or not. Any other move is refused as impossible in this phase."""
    advice: ClassVar[Text | None] = None
    """A line of advice for a person's first game, see `hint`."""
    open: ClassVar[bool] = False
    """True if everybody can see when a seat has only one legal move."""

    # --- Rules

    @abstractmethod
    def legal_moves(self, game: G_contra, seat: int) -> tuple[int, ...]:
        """Return the legal moves of a seat that must act, without duplicates. A search calls this at every step."""

    @abstractmethod
    def apply(self, game: G_contra, seat: int, move: int) -> None:
        """Make a legal move without any check. A search calls this at every step."""

    def refusal(self, game: G_contra, seat: int, move: int) -> Text:
        """Return the rule that forbids `move`, one of the phase's `moves`, to a seat that must act."""
        return phrases.NOT_NOW(phase=self.name(game))

    def forced(self, game: G_contra, seat: int) -> int | None:
        """Return the only legal move of a seat that must act, if everybody can see that no other move is legal."""
        return only(self.legal_moves(game, seat)) if self.open else None

    # --- Sentences

    @abstractmethod
    def name(self, game: G_contra) -> Text:
        """Return the name of the phase for everybody, such as "trick 3 of 10"."""

    @abstractmethod
    def log_line(self, game: G_contra, seat: int, move: int) -> Text:
        """Return the public log line of a legal move; the game calls it before the move is made."""

    @abstractmethod
    def prompt(self, game: G_contra, seat: int, path: Path) -> Text:
        """Return the question to a seat that must act and has chosen `path` so far: one sentence."""

    def hint(self, game: G_contra, seat: int) -> Text | None:
        """Return a line of advice for a person's first game; None: no advice."""
        return self.advice

    # --- Buttons

    def offers(self, game: G_contra, seat: int) -> Iterable[int]:
        """Return the moves that a panel offers: every legal move and some illegal ones, in the order of the hand."""
        return self.legal_moves(game, seat)

    def label(self, game: G_contra, seat: int, token: str) -> Text:
        """Return the button label of one choice: by default that of a card."""
        return card_text(token)

    def move_name(self, game: G_contra, seat: int, move: int) -> Text | None:
        """Return the words for a legal move within a sentence; None: the labels of its choices suffice."""
        return None

    def full_name(self, game: G_contra, seat: int, move: int) -> Text | None:
        """Return the words for a legal move on a page without a picture of the position; None: `move_name` suffices."""
        return None

    def about(self, game: G_contra, token: str) -> Text | None:
        """Describe the effect of a choice whose label is only a name; None: no description."""
        return None

    def tab(self, game: G_contra, token: str) -> Text | None:
        """Return the kind of a choice, such as "Pain suit", if the decision has several kinds, else None."""
        return None

    def warning(self, game: G_contra, seat: int, token: str) -> Text | None:
        """Return the question to ask before an irreversible choice that is easily hit by accident, else None."""
        return None

    def copies(self, game: G_contra, seat: int, token: str) -> int:
        """Return the number of equal cards in the seat's hand that a choice represents."""
        return 1


class _Over(Phase[object]):
    """The phase after the end of the game, in which nobody must act."""

    __slots__ = ()

    id = "over"
    moves = range(0)

    def legal_moves(self, game: object, seat: int) -> tuple[int, ...]:
        return ()

    def apply(self, game: object, seat: int, move: int) -> None:
        raise AssertionError(f"seat {seat} cannot make move {move}: the game is over")

    def name(self, game: object) -> Text:
        return phrases.GAME_ENDED()

    def log_line(self, game: object, seat: int, move: int) -> Text:
        return phrases.GAME_ENDED()

    def prompt(self, game: object, seat: int, path: Path) -> Text:
        return phrases.GAME_ENDED()


OVER = _Over()
"""The phase of every game that has ended."""


def only(moves: tuple[int, ...]) -> int | None:
    """Return the move if there is exactly one, else None."""
    return moves[0] if len(moves) == 1 else None
