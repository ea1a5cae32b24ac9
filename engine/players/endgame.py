"""The last tricks of a round, solved: every seat plays the best move for itself, and all know all cards (max^n).

Of moves that are equal for whoever chooses, the first one of `Game.legal_moves` is taken to be played: seats have no
friends but their partners, and no grudges.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from random import Random

from engine.game import Game
from engine.players.aim import Aim
from engine.view import View

TRICKS = 2
"""Tricks left, from which on a player solves: one more takes fifteen times as long, and then playouts tell more."""
MOST_WORLDS = 1_000
"""Where no more games than so many agree with a view, each is looked at, and none is drawn."""


def solved(game: Game, aims: Sequence[Aim]) -> tuple[float, ...]:
    """What a position is worth to each seat.

    Args:
        game: any position in which this round is the last one; it stays as it is.
        aims: by seat what the end is worth to it.
    """
    if not game.to_act:
        return tuple([aim(game) for aim in aims])
    seat = game.to_act[0]
    best: tuple[float, ...] | None = None
    for move in game.legal_moves(seat):
        after = game.copy()
        after.apply(seat, move)
        value = solved(after, aims)
        if best is None or value[seat] > best[seat]:
            best = value
    assert best is not None  # noqa: S101  who is to act has a move
    return best


def every_world(view: View, random: Random) -> Iterator[tuple[Game, int]]:
    """All games that agree with a view, in any order, each with the number of ways that it stands for.

    None at all: there are more than `MOST_WORLDS`, or the game cannot say.
    """
    kind = Game.games[view["game"]]
    found = list(islice(kind.every_counted(view), MOST_WORLDS + 1))
    random.shuffle(found)
    return iter(found if sum(ways for _, ways in found) <= MOST_WORLDS else ())
