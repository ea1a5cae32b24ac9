"""Whether the end of a game is settled: nobody can change its points any more, and everybody can see that.

No game proves it from its scoring: all games that agree with what everybody knows (`Game.every`) are played on in every
legal way. That is quick where it matters: while points are open, two random ways mostly differ, and once they are
settled there is little left to play. What takes longer counts as open.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice
from random import Random

from engine.contract.view import View
from engine.game import Game

LIMIT = 2_000
"""Moves tried in all."""
GLANCES = 8
"""Ways that are tried first, each at random: in an open game two of them differ in all but one of ten cases."""


def settled(view: View, limit: int = LIMIT) -> bool:
    """Whether the points, and with them the ranking, will be the same however the game goes on.

    Args:
        view: what everybody knows, `game.view(None)`.
        limit: how many moves are tried; if that is too few, the answer is no.

    Returns:
        True: by what everybody knows nothing but this end is possible. False: another one is, or it is not certain; so
        as long as another round follows, and in games that cannot say (`Sampler.every`).

    Raises:
        ValueError: it is a seat's own view, whose answer would tell the others what that seat knows.
    """
    if view["seat"] is not None:
        raise ValueError("what is settled goes by what everybody knows")
    if view["over"]:
        return True
    if view["round"] != view["round_count"]:
        return False
    kind = Game.games[view["game"]]
    return not _seen_to_differ(list(islice(kind.every(view), GLANCES))) and _end_alike(kind.every(view), limit)


def end_is_settled(game: Game) -> bool:
    """The same of a game as it stands; before its last round it costs nothing.

    The game itself is one of those that everybody thinks possible: where that can end in two ways nothing is settled,
    and no other one is looked at.
    """
    if game.over or game.round != game.round_count:
        return game.over
    bare = game.copy()
    bare.log = None
    return not _seen_to_differ([bare]) and settled(game.view(None))


def _seen_to_differ(games: Sequence[Game]) -> bool:
    """Whether two of some random ways to play these games on have ends that differ."""
    draw = Random(0).random
    end = None
    for number in range(GLANCES if games else 0):
        way = games[number % len(games)].copy()
        while way.to_act:
            seat = way.to_act[0]
            moves = way.legal_moves(seat)
            way.apply(seat, moves[int(draw() * len(moves))])
        first, end = end, (way.rounds[-1], way.ranking())
        if first is not None and first != end:
            return True
    return False


def _end_alike(games: Iterable[Game], limit: int) -> bool:
    """Whether there are games, and all ways to play any of them on, so many moves in all, have one end."""
    end = None
    for game in games:
        waiting = [game]
        while waiting:
            way = waiting.pop()
            while way.to_act:
                seat = way.to_act[0]  # of several at once each may go first: their choices are secret
                first, *others = way.legal_moves(seat)
                limit -= 1 + len(others)
                if limit < 0:
                    return False
                for move in others:
                    branch = way.copy()
                    branch.apply(seat, move)
                    waiting.append(branch)
                way.apply(seat, first)
            if end is None:
                end = way.rounds[-1], way.ranking()
            elif end != (way.rounds[-1], way.ranking()):
                return False
    return end is not None
