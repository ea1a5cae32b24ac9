"""The fact about another hand that matters most for the lead of the best move.

The fact is chosen in one half of the games, and its effect is measured in the other half. In the same games the effect
would seem too great, because the greatest of several hundred differences is partly luck. The best move and its lead are
found in the same way.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from typing import NamedTuple, TypedDict

from engine.game import Game
from engine.review.contrast import SURE_ERRORS, Contrast, contrast

RARE = 0.2
"""A share of the games: a reported fact is true in at least this share, and false in at least this share."""
FEWEST_GAMES = 20
"""A number of games: a reported fact is true in at least this many, and false in at least this many."""
LEAST_EFFECT = 0.1
"""Lower limit, in points, of the effect of a reported fact."""
MOST_LEFT = 0.25
"""A fact is reported only if the smaller of its two leads, with and without it, is at most this share of the larger."""


class Holding(TypedDict):
    """A fact about another hand, and two leads of the best move over the played move.

    `here` is the lead if the fact is true, `elsewhere` the lead if it is false, both in points.
    """

    seat: int
    """The seat whose hand it is."""
    card: str | None
    """The code of a card that the seat holds."""
    suit: str | None
    """The letter of a suit of which the seat holds no card. Either `card` or `suit` is set."""
    games: int
    """The number of the compared games in which the fact is true."""
    here: float
    """The mean lead in these games."""
    elsewhere: float
    """The mean lead in the other compared games."""


class Compared(NamedTuple):
    """Games that agree with the view before a move, and in each game the lead of the best move over the played move."""

    games: Sequence[Game]
    leads: Sequence[float]


class Fact(NamedTuple):
    """A fact about a hand: the seat holds a card, or it holds no card of a suit."""

    seat: int
    card: str | None
    suit: str | None


def telling_holding(seat: int, one: Compared, other: Compared, suits: Sequence[str]) -> Holding | None:
    """Return the fact about another hand that explains most of the lead; None if no fact clearly does.

    Args:
        seat: the seat that decides.
        one: the half of the games in which the fact is chosen.
        other: the half in which its effect is measured and its games are counted.
        suits: the letters of the suits that matter.
    """
    where = _places(seat, one.games, suits)
    effects = {fact: effect for fact, so in where.items() if (effect := _effect(so, one.leads))}
    if not effects:
        return None
    fact = max(effects, key=lambda each: effects[each].rank)
    so = _places(seat, other.games, suits).get(fact, [])
    effect, lead = _effect(so, other.leads), sum(other.leads) / len(other.leads)
    if effect is None or abs(effect.mean) <= SURE_ERRORS * effect.error or effect.mean * effects[fact].mean <= 0:
        return None
    lesser, greater = sorted(effect[:2])
    if lead <= 0 or greater - lesser < LEAST_EFFECT or lesser > MOST_LEFT * greater:
        return None
    return {
        "seat": fact.seat,
        "card": fact.card,
        "suit": fact.suit,
        "games": len(so),
        "here": effect.here,
        "elsewhere": effect.elsewhere,
    }


def _effect(so: Sequence[int], leads: Sequence[float]) -> Contrast | None:
    """Return the effect of a fact; None if it is true in too few games, or false in too few games.

    `so` has the indices of the games in which the fact is true.
    """
    return contrast(so, leads, max(FEWEST_GAMES, RARE * len(leads)))


def _places(seat: int, games: Iterable[Game], suits: Sequence[str]) -> dict[Fact, list[int]]:
    """Return each fact about the other hands with the indices of the games in which the fact is true."""
    found: dict[Fact, list[int]] = {}
    for place, game in enumerate(games):
        for fact in chain.from_iterable(_facts(game, other, suits) for other in range(game.seats) if other != seat):
            found.setdefault(fact, []).append(place)
    return found


def _facts(game: Game, seat: int, suits: Iterable[str]) -> Iterator[Fact]:
    """Yield the facts about a seat's hand: each card in it, and each suit that is missing."""
    hand = dict.fromkeys(game.hand(seat))
    letters = {code[0] for code in hand}
    yield from [Fact(seat, code, None) for code in hand]
    yield from [Fact(seat, None, letter) for letter in suits if letter not in letters]
