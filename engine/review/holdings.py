"""The fact about another hand that matters most for the lead of the best move.

The fact is chosen in one half of the games, and its effect is measured in the other half, because the greatest of
several hundred differences is too great by chance. The best move and its lead are found in the same way.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from math import sqrt
from typing import NamedTuple, TypedDict

from engine.game import Game

RARE = 0.1
"""A share of the games: a reported fact is true in at least this share, and false in at least this share."""
SURE_ERRORS = 2.0
"""Lower limit, in standard errors, of the effect of a reported fact."""
LEAST_EFFECT = 0.1
"""Lower limit, in points, of the effect of a reported fact."""
LEAST_PART = 0.5
"""Lower limit, as a part of the lead, of the effect of a reported fact."""
ROUNDING = 6
"""The decimal places to which effects are compared; rounding errors of sums are smaller."""
TINY = 1e-9
"""Lower limit of the standard errors by which effects are compared; a smaller standard error is a rounding error."""


class Holding(TypedDict):
    """A fact about another hand, and the lead of the best move over the played move with and without this fact."""

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
    """Games that agree with a view, before the move; and in each game the lead of the best move over the played one."""

    games: Sequence[Game]
    leads: Sequence[float]


class Fact(NamedTuple):
    """A fact about a hand: the seat holds a card, or it holds no card of a suit."""

    seat: int
    card: str | None
    suit: str | None


def telling_holding(seat: int, one: Compared, other: Compared) -> Holding | None:
    """Return the fact about another hand that explains most of the lead; None if no fact clearly does.

    Args:
        seat: the seat that decides.
        one: the half of the games in which the fact is chosen.
        other: the half in which its effect is measured and its games are counted.
    """
    where = _places(seat, one.games)
    effects = {fact: effect for fact, so in where.items() if (effect := _effect(so, one.leads))}
    if not effects:
        return None
    fact = max(effects, key=lambda each: effects[each].rank)
    so = _places(seat, other.games).get(fact, [])
    effect, lead = _effect(so, other.leads), sum(other.leads) / len(other.leads)
    if effect is None or abs(effect.mean) <= SURE_ERRORS * effect.error or effect.mean * effects[fact].mean <= 0:
        return None
    if lead <= 0 or abs(effect.mean) < max(LEAST_EFFECT, LEAST_PART * lead):
        return None
    return {
        "seat": fact.seat,
        "card": fact.card,
        "suit": fact.suit,
        "games": len(so),
        "here": effect.here,
        "elsewhere": effect.elsewhere,
    }


class _Effect(NamedTuple):
    """The mean lead in the games with a fact and in those without it, and the standard error of the difference."""

    here: float
    elsewhere: float
    error: float

    @property
    def mean(self) -> float:
        """The difference of both means."""
        return self.here - self.elsewhere

    @property
    def rank(self) -> tuple[float, float]:
        """A sort key: first the size of the difference in standard errors, then the difference itself."""
        return round(abs(self.mean) / max(self.error, TINY), ROUNDING), self.mean


def _effect(so: Sequence[int], leads: Sequence[float]) -> _Effect | None:
    """Return the effect of a fact that is true in the games with the indices `so`; None if too few or too many."""
    count, rest = len(so), len(leads) - len(so)
    if min(count, rest) < max(2, RARE * len(leads)):
        return None
    here = [leads[place] for place in so]
    one, square = sum(here), sum([lead * lead for lead in here])
    other, squares = sum(leads) - one, sum([lead * lead for lead in leads]) - square
    spread = max(0.0, square - one * one / count) / count / (count - 1)
    spread += max(0.0, squares - other * other / rest) / rest / (rest - 1)
    return _Effect(one / count, other / rest, sqrt(spread))


def _places(seat: int, games: Iterable[Game]) -> dict[Fact, list[int]]:
    """Return each fact about the other hands with the indices of the games in which it is so."""
    found: dict[Fact, list[int]] = {}
    for place, game in enumerate(games):
        for fact in chain.from_iterable(_facts(game, other) for other in range(game.seats) if other != seat):
            found.setdefault(fact, []).append(place)
    return found


def _facts(game: Game, seat: int) -> Iterator[Fact]:
    """Yield each card that a seat holds, and each suit of which it holds none."""
    hand = dict.fromkeys(game.hand(seat))
    letters = {code[0] for code in hand}
    yield from [Fact(seat, code, None) for code in hand]
    yield from [Fact(seat, None, suit.letter) for suit in game.suits if suit.letter not in letters]
