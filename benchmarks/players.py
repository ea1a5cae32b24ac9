"""Playouts per second of the AI players, compared with rounds per second of a plain loop.

The player gives each move the same number of random playouts. The time includes dealing the hidden cards at random, in
agreement with the view, and playing these games to the end of the round. The measured decisions come from one random
round. If time is left after the last of these decisions, they are measured again from the first one on.
"""

from collections.abc import Iterator
from itertools import cycle
from math import ceil
from random import Random

import engine.games  # noqa: F401  fills Game.games
from benchmarks import plain
from benchmarks.measure import Budget, Figure, Work, figure, rates
from engine.contract.chance import Chance
from engine.game import Game, View
from engine.players import ThinkingBudget, choose

SEATS = 4
PLAYOUTS = 400
EVERY = 4
"""Only every fourth decision of the round is measured."""

UNHURRIED = Budget(rounds=9, seconds=0.1)
"""Budget for decisions, which take some hundredths of a second each."""


def figures(budget: Budget = UNHURRIED) -> Iterator[Figure]:
    """Yield a figure for each game, with four seats and default options."""
    for kind in Game.games.values():
        measured = rates((_decisions(kind), _plain_round), budget)
        yield figure(f"players/{kind.id}", [(ours, beside) for ours, beside in measured])


def _plain_round() -> int:
    plain.play()
    return 1


def _decisions(kind: type[Game]) -> Work:
    random = Random(kind.id)
    views = cycle(_views(kind, random))

    def decide() -> int:
        view = next(views)
        choose(view, "flat", random.getrandbits(64), ThinkingBudget(playouts=PLAYOUTS))
        moves = len(view["legal"])
        return moves * ceil(PLAYOUTS / moves)

    return decide


def _views(kind: type[Game], random: Random) -> list[View]:
    """Return views of seats with more than one legal move, from a random first round."""
    game = kind(SEATS, None, Chance(random.randbytes(16)))
    views: list[View] = []
    while game.round == 1:
        seat = random.choice(game.to_act)
        moves = game.legal_moves(seat)
        if len(game.history) % EVERY == 0 and len(moves) > 1:
            views.append(game.view(seat))
        game.play(seat, random.choice(moves))
    return views
