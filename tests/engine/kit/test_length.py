"""How long a game takes, as its lobby says: measured on random games of people, with the usual number of seats.

Whoever is to act takes `SECONDS` for a decision that is one: not where a single move is legal, nor where the house
makes it. Those who decide at the same time take that time once.
"""

from __future__ import annotations

from random import Random

from engine.game import Game
from tests.engine.kit.cases import Case, every_kind

SECONDS = 6
"""Assumed of people at a phone, reading included; what a recorded game took can be read from its moves' times."""
GAMES = 20
STEP = 5
"""Minutes that the figure is rounded to."""


def minutes(game: Game, random: Random) -> float:
    """Play a game at random; how long people would have taken."""
    waits = 0
    while not game.over:
        together, decided = list(game.to_act), False
        for seat in together:
            if seat in game.to_act:
                legal = game.legal_moves(seat)
                decided |= len(legal) > 1 and game.forced(seat) is None
                game.play(seat, random.choice(legal))
        waits += decided
    return waits * SECONDS / 60


@every_kind
def test_a_game_says_about_how_long_it_takes(kind: type[Game]) -> None:
    case, random = Case(kind, kind.usual_seats(), {}), Random(8)
    measured = sum(minutes(case.start(number), random) for number in range(GAMES)) / GAMES
    assert kind.minutes == max(STEP, STEP * round(measured / STEP)), f"{measured:.1f} minutes"
