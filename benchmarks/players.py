"""Playouts a second of the computer players at their own work, beside whole rounds a second of a plain loop.

The player compares all moves equally, by random playouts. It gets a view, draws games that agree with it, and plays
each to the end of the round: all of that is in the time. Its decisions are those of one random round, each asked again
and again in turn.
"""

from __future__ import annotations

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
"""Every fourth decision of the round is taken: early and late ones, quick and slow ones."""

UNHURRIED = Budget(rounds=9, seconds=0.1)
"""A decision takes some hundredths of a second."""


def figures(budget: Budget = UNHURRIED) -> Iterator[Figure]:
    """One for each game, with four seats and default options."""
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
    """What a seat sees that has more than one legal move, at some points of a random first round."""
    game = kind(SEATS, None, Chance(random.randbytes(16)))
    views: list[View] = []
    while game.round == 1:
        seat = random.choice(game.to_act)
        moves = game.legal_moves(seat)
        if len(game.history) % EVERY == 0 and len(moves) > 1:
            views.append(game.view(seat))
        game.play(seat, random.choice(moves))
    return views
