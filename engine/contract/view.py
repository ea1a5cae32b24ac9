"""What a view is: plain data with types, before and after JSON alike (where a `Text` is a list: key, arguments).

`View` has what every game shows, flat. A game's own view is a `TypedDict` that adds its own keys to these, in the
`shown` module of its package; `Game.view` builds both.
"""

from __future__ import annotations

from typing import NotRequired, TypedDict

from engine.contract.options import OptionValue
from engine.text import Text

Points = list[tuple[Text, int]]
"""Why each point: a seat's lines of a round's score sheet."""


class Play(TypedDict):
    """One play of a trick."""

    seat: int
    move: str
    """In notation."""
    cards: list[str]
    """The codes of the cards laid down; none where the play needs none."""
    named: str | None
    """What is named along with them: a joker's suit, an ability; None: nothing."""
    text: Text
    """What lies on the table by it, for people."""


class PlayedTrick(TypedDict):
    """One trick of the round."""

    leader: int
    plays: list[Play]
    """In the order of play."""
    winner: int | None
    """None: in progress, or nobody."""
    ahead: NotRequired[int | None]
    """Of this round's tricks and the last one's: who wins it as it lies; None: nobody."""
    why: NotRequired[Text | None]
    """Of the same: by what, or why nobody does: "highest black"; None where there is nothing to say."""


class View(TypedDict):
    """What a seat, or everybody, may know of any game."""

    game: str
    """Its id."""
    rules: int
    seats: int
    options: dict[str, OptionValue]
    seat: int | None
    """Whose view it is; None: an onlooker's."""
    round: int
    round_count: int
    over: bool
    to_act: list[int]
    phase_id: str
    """The `id` of the phase in force."""
    phase: Text
    """What is going on: "trick 3 of 10"."""
    scores: list[int]
    standings: list[int]
    """By seat what decides the victory: its points, in a team the team's."""
    rounds: list[list[int]]
    """Points by seat of every finished round."""
    sheets: list[list[Points]]
    """By finished round and seat."""
    ranking: list[list[int]]
    winners: list[int]
    """The seats that share the victory; none before the end."""
    tricks: list[PlayedTrick]
    """This round's, the one in progress last; once the game is over the last round's."""
    table: list[Text]
    """What lies on the table for all to see, as sentences."""
    by_seat: list[list[Text]]
    """What everybody can see of each seat, as short sentences."""
    log: list[Text]
    hand: NotRequired[list[str]]
    """In a seat's own view: the codes of its cards, sorted."""
    legal: NotRequired[list[str]]
    """In a seat's own view: its legal moves in notation; empty where it is not to act."""
    prompt: NotRequired[Text | None]
    """In a seat's own view: what is asked of it; None where it is not to act."""
    goal: NotRequired[Text | None]
    """In a seat's own view: what it is after against what it has, in one line; None where there is nothing yet."""
