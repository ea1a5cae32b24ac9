"""The duration that a lobby states agrees with random games of the usual number of seats.

A player takes `SECONDS` for a decision between several moves, but no time for a single legal move or a move that the
bot makes. Simultaneous decisions take this time only once.
"""

from random import Random

import pytest

from engine.game import Game
from tests.engine.kit.cases import Case, every_kind

SECONDS = 6
"""The assumed seconds of a decision on a phone, including reading. The real value can be found in the times of people's
moves.
"""
GAMES = 20
STEP = 5
"""The stated duration is a multiple of this many minutes."""


def minutes(game: Game, random: Random) -> float:
    """Play a game at random, and return the minutes that it would take people."""
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


@pytest.mark.drawn(1)
@every_kind
def test_duration_in_the_lobby_is_about_right(kind: type[Game]) -> None:
    case, random = Case(kind, kind.usual_seats(), {}), Random(8)
    measured = sum(minutes(case.start(number), random) for number in range(GAMES)) / GAMES
    assert kind.minutes == max(STEP, STEP * round(measured / STEP)), f"{measured:.1f} minutes"
