"""Samplers draw each possible deal of the hidden cards with its true frequency, judged by the rules only.

A sampler that favours certain hands makes AI players play badly. In small endgames all deals are found without the
sampler (`worlds`), and a chi-square test compares the frequencies.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import islice
from math import comb, sqrt
from random import Random
from typing import cast

import pytest

from engine.game import Game
from tests.engine.kit.cases import cases_of, every_listed_kind, walk
from tests.engine.kit.swaps import Cut, stopped
from tests.engine.kit.worlds import worlds
from tests.samples import SOAK

ENDGAMES = 200 if SOAK else 6
WORLDS = 60
"""The greatest number of deals of one endgame."""
DRAWS = 40
"""The number of draws for each possible deal."""
MOST_DEVIATION = 4.0
"""The limit in standard errors; a right sampler exceeds it in one of 30,000 runs."""


Draw = Callable[[Random], Game]


def cards(game: Game) -> str:
    """Return the hands as text, to tell the possible deals of the hidden cards apart."""
    return repr([game.hand(seat) for seat in range(game.seats)])


def distinct_deals(game: Game) -> int:
    """Return the number of ways to deal these hands if equal cards count as distinct."""
    ways, dealt = 1, Counter[str]()
    for hand in cast("list[list[str]]", game.deal_data()[-1]["hands"]):
        for code, copies in Counter(hand).items():
            dealt[code] += copies
            ways *= comb(dealt[code], copies)
    return ways


@cache
def endgames(kind: type[Game]) -> Sequence[tuple[Cut, dict[str, int]]]:
    """Return endgames, each with the deals that public knowledge allows, and the number of ways to deal each."""
    return list(islice(_endgames(kind), ENDGAMES))


def _endgames(kind: type[Game]) -> Iterator[tuple[Cut, dict[str, int]]]:
    for number in range(50 * ENDGAMES):
        case = cases_of(kind)[number % len(cases_of(kind))]
        last = sum(game.round == 1 and not game.over for game in walk(case, number))  # moves in the first round
        for cut in stopped(case, number, {last - Random(f"{case} {number}").randrange(3, 3 * case.seats)}):
            ways: Counter[str] = Counter()
            for world in worlds(cut, WORLDS):
                ways[cards(world)] += distinct_deals(world)
            if len(ways) > 1:
                yield cut, ways


def excess(draw: Draw, ways: dict[str, int], random: Random) -> tuple[float, int]:
    """Return the chi-square of the draws and its degrees of freedom; fail if an impossible deal is drawn."""
    count = DRAWS * len(ways)
    drawn = Counter(cards(draw(random)) for _ in range(count))
    assert drawn.keys() <= ways.keys(), "an impossible deal is drawn"
    whole = sum(ways.values())
    expected = {way: count * one / whole for way, one in ways.items()}
    return sum((drawn[way] - one) ** 2 / one for way, one in expected.items()), len(ways) - 1


def deviation(kind: type[Game], sampler: Callable[[Game], Draw]) -> float:
    """Return by how many standard errors the frequencies over all endgames differ from the true ones."""
    random, total, freedom = Random(f"honest {kind.id}"), 0.0, 0
    for cut, ways in endgames(kind):
        one, degrees = excess(sampler(cut.game), ways, random)
        total, freedom = total + one, freedom + degrees
    return (total - freedom) / sqrt(2 * freedom)


def public(game: Game) -> Draw:
    return type(game).sampler(game.view(None))


@pytest.mark.drawn(1)
@every_listed_kind
def test_each_deal_is_drawn_with_its_true_frequency(kind: type[Game]) -> None:
    assert deviation(kind, public) < MOST_DEVIATION


@pytest.mark.drawn(1)
@every_listed_kind
def test_planted_biased_sampler_is_found(kind: type[Game]) -> None:
    """Plant a biased sampler: in half of all cases it draws two games, and takes the one whose cards sort first."""

    def biased(game: Game) -> Draw:
        draw = public(game)

        def favouring(random: Random) -> Game:
            return min([draw(random) for _ in range(2 if random.random() < 0.5 else 1)], key=cards)

        return favouring

    assert deviation(kind, biased) > MOST_DEVIATION


@pytest.mark.drawn(1)
@every_listed_kind
def test_weights_of_listed_games_count_the_equivalent_games(kind: type[Game]) -> None:
    for cut, ways in endgames(kind):
        listed = Counter[str]()
        for game, count in kind.every_game_weighted(cut.game.view(None)):
            listed[cards(game)] += count
        share, whole = sum(listed.values()), sum(ways.values())
        if listed.keys() == ways.keys():  # otherwise a listed game stands for several equivalent games
            assert {card: count / share for card, count in listed.items()} == pytest.approx(
                {card: count / whole for card, count in ways.items()}
            )
        else:
            assert listed.keys() < ways.keys()
            assert share == len(ways)
