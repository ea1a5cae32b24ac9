"""Parts that the trick-taking games share: the form of a trick, and its plays in order."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from engine.contract.view import PlayedTrick
from engine.intern import shared
from engine.text import Text, card_text

Plays = tuple[tuple[int, int], ...]
"""(seat, move) in the order of play."""
Trick = tuple[int, Plays, int | None]
"""Leader, plays and winner. The winner is None while the trick is in progress, or if nobody wins it."""
JudgedTrick = tuple[Trick, int | None, Text | None]
"""A trick with its present winner and the reason, see `Game.trick_winner`."""

SEAT_TUPLE = tuple((seat,) for seat in range(6))
"""The value of `to_act` for each seat, if only this seat must act."""


class PlayedCards(NamedTuple):
    """The cards of one play and their description, see `view.Play`."""

    cards: tuple[str, ...]
    named: str | None
    text: Text


def plain_card(code: str) -> PlayedCards:
    """Return the play of one plain card."""
    return PlayedCards((code,), None, card_text(code))


def clockwise(leader: int, moves: Sequence[int], seats: int) -> Plays:
    """Return the plays of a trick to which each seat plays once, in turn."""
    return tuple([((leader + place) % seats, move) for place, move in enumerate(moves)])


def read_trick(parse: Callable[[str], int], trick: PlayedTrick) -> Trick:
    """Read a trick from a view."""
    return trick["leader"], tuple((play["seat"], parse(play["move"])) for play in trick["plays"]), trick["winner"]


def interned(judged: JudgedTrick) -> JudgedTrick:
    """Return an equal value made of interned parts."""
    (leader, plays, winner), ahead, why = judged
    return (leader, tuple(map(shared, plays)), winner), ahead, why and shared(why)
