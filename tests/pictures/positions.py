"""Positions whose hidden cards are dealt again. A picture that differs between the two deals reveals a secret."""

from collections.abc import Iterator
from random import Random

from engine.game import Game
from tests.engine.kit.cases import FEWER_CASES, walk
from tests.samples import SOAK

STATES = 300 if SOAK else 30
"""The number of random positions of each game whose hidden cards are dealt again."""


def dealt_again(kind: type[Game]) -> Iterator[tuple[Game, Game, int]]:
    """Yield `STATES` random positions, each with a seat and a second position that looks the same to this seat."""
    random = Random(kind.id)
    games = [[game.copy() for game in walk(case)] for case in FEWER_CASES if case.kind is kind]
    found = 0
    for tried in range(4 * STATES):
        course = games[tried % len(games)]
        game = random.choice(course[: len(course) // 2] if tried % 3 else course)  # early positions hide more cards
        seat = random.randrange(game.seats)
        other = kind.sampler(game.view(seat))(random)
        other.log = game.log
        if any(game.hand(one) != other.hand(one) for one in range(game.seats)):
            found += 1
            yield game, other, seat
        if found == STATES:
            return
    raise AssertionError(f"too little is hidden in {kind.id}")
