"""Views: typed plain data. JSON changes only the form of a `Text`, to a list of its key and its arguments.

`View` has the keys of every game. The module `view` of a game's package defines a `TypedDict` that adds the game's own
keys; `Game.view` fills both.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from typing import ClassVar, Generic, NotRequired, TypedDict, TypeVar

from engine.contract.options import OptionValue
from engine.highlights import Highlight
from engine.text import Text

G_contra = TypeVar("G_contra", contravariant=True)
V_contra = TypeVar("V_contra", contravariant=True)
Points = list[tuple[Text, int]]
"""A seat's lines of a round's score sheet: (reason, points)."""


class Play(TypedDict):
    """One play of a trick."""

    seat: int
    move: str
    """The notation of the move."""
    cards: list[str]
    """The codes of the played cards; empty for a play without cards."""
    named: str | None
    """The suit of a joker, or the ability, that the player names with the play; None: nothing is named."""
    text: Text
    """A description of the play for people."""


class PlayedTrick(TypedDict):
    """One trick of the round."""

    leader: int
    plays: list[Play]
    """The plays in order."""
    winner: int | None
    """None: the trick is in progress, or nobody has won it."""
    ahead: NotRequired[int | None]
    """The seat that is winning or has won (None: nobody). The tricks of earlier rounds in a view lack this key."""
    why: NotRequired[Text | None]
    """The reason why `ahead` is winning, such as "highest black"; None: there is nothing to say."""


class View(TypedDict):
    """All that a seat, or everybody, may know of any game."""

    game: str
    """The id of the game."""
    rules: int
    seats: int
    options: dict[str, OptionValue]
    seat: int | None
    """The seat whose view it is; None: a spectator's view."""
    round: int
    round_count: int
    over: bool
    to_act: list[int]
    phase_id: str
    """The `id` of the current phase."""
    phase: Text
    """The name of the current phase, such as "trick 3 of 10"."""
    scores: list[int]
    standings: list[int]
    """By seat: the score that ranks the seat, such as the points of its team.

    The key keeps its name, because the seeds of reviews are hashes of views (`engine.review.valuation.trial_of`).
    """
    rounds: list[list[int]]
    """The points by seat of every finished round."""
    sheets: list[list[Points]]
    """The score sheets by finished round and seat."""
    ranking: list[list[int]]
    winners: list[int]
    """The seats that share the victory; empty before the end."""
    tricks: list[PlayedTrick]
    """This round's tricks, the one in progress last; after the end of the game, the last round's."""
    table: list[Text]
    """Sentences about the open cards and counters on the table."""
    by_seat: list[list[Text]]
    """Short sentences about each seat, for everybody."""
    log: list[Text]
    highlights: list[Text]
    """Sentences worth telling of a finished game, at most three, the best first; empty before the end."""
    hand: NotRequired[list[str]]
    """Only in a seat's own view: the codes of its cards, sorted."""
    legal: NotRequired[list[str]]
    """Only in a seat's own view: its legal moves in notation; empty if it must not act."""
    prompt: NotRequired[Text | None]
    """Only in a seat's own view: the question to the seat; None if it must not act."""
    goal: NotRequired[Text | None]
    """Only in a seat's own view: one line with the seat's aim and its progress; None: no aim yet."""


class ViewBuilder(ABC, Generic[G_contra, V_contra]):
    """The view builder of one game. It collects what a seat may know, instead of removing secrets from a full state."""

    advised: ClassVar[Mapping[str, tuple[str, ...]]] = {}
    """By the key of a sentence of `advice`: the moves that it recommends. Sentences that only warn are left out.

    Each tuple has one name for each step of a move's path. The argument of the sentence with this name contains the
    recommended steps. An empty name means that any step is recommended.
    """

    @abstractmethod
    def public(self, game: G_contra) -> Mapping[str, object]:
        """Return the public keys that only this game has, as a `TypedDict`: what everybody at the table knows."""

    def private(self, game: G_contra, seat: int) -> Mapping[str, object]:
        """Return the keys that only this game adds to a seat's own view: the seat's secrets, without its hand."""
        return {}

    def goal(self, game: G_contra, seat: int) -> Text | None:
        """Return one line with the seat's aim for this round and its progress; None: no aim yet."""
        return None

    def advice(self, view: V_contra) -> list[Text]:
        """Return what the open decision means for the hand of a seat that must act, the most useful sentence first.

        Each sentence follows from the seat's own view without search, and is certain: it says what wins now, what can
        still beat it, or what a choice does to the goal. Without advice, the list is empty.
        """
        return []

    def steps(self, term: Text) -> Iterable[str]:
        """Return the steps of move paths that `term`, an argument of a sentence in `advised`, stands for.

        `Game.steps` handles cards and suits itself.
        """
        return ()

    def coaching(self, view: V_contra) -> list[Text]:
        """Return a sentence for each rule that matters for the open decision of a seat that must act.

        The most important sentence is first. A person reads each sentence once, the first time that its rule matters
        for them. Each sentence follows from the seat's own view, and is certain. If no rule matters, the list is empty.
        """
        return []

    def highlights(self, view: V_contra) -> Iterable[Highlight]:
        """Return the highlights that only this game can have, found in the public view of a finished game.

        `engine.highlights` adds the highlights that every game can have, and chooses the best.
        """
        return ()

    def outcomes(self, view: V_contra, game: G_contra) -> list[Text]:
        """Return the outcomes that a seat reached in the round that has just ended, as short clauses in the past tense.

        An outcome is an aim, or a step towards an aim: "you won at least 2 tricks" holds after three tricks too. `view`
        is the seat's view before an earlier decision; an aim that the seat chose after that decision is left out.
        Reviews use this to count in how many games a move leads to each outcome.
        """
        return []

    def table_lines(self, game: G_contra) -> list[Text]:
        """Return sentences about the open cards and counters on the table."""
        return []

    @abstractmethod
    def seat_lines(self, game: G_contra, seat: int) -> list[Text]:
        """Return short sentences about one seat, for everybody."""

    @abstractmethod
    def sheet(self, game: G_contra, round_number: int) -> list[Points]:
        """Return the score sheet of a finished round (the first is 1).

        The lines of a seat add up to its points of the round.
        """
