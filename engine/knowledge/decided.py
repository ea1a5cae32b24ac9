"""Decided games: no move can change the points any more, and everybody can see this.

The proof needs no knowledge of a game's scoring: it continues all games that agree with public knowledge, in every
legal way (`Game.every_game`). This is fast: if a game is not decided, two random playouts mostly have different
results, and if it is decided, few moves are left. A game that needs more than `LIMIT` moves counts as not decided.
"""

from collections.abc import Iterable, Sequence
from itertools import islice
from random import Random

from engine.contract.view import View
from engine.game import Game
from engine.players.policy import RANDOM

LIMIT = 2_000
"""The greatest number of moves to try."""
PLAYOUTS = 8
"""The number of random playouts to try first. If the game is not decided, in nine of ten cases two of the playouts
have different results.
"""


def is_decided(view: View, limit: int = LIMIT) -> bool:
    """Tell whether points and ranking will be the same however the game goes on.

    Args:
        view: the public view, `game.view(None)`.
        limit: the greatest number of moves to try.

    Returns:
        True: public knowledge allows only one result. False: it allows several results, or the limit is too small, or
            another round follows, or the game cannot list its hidden cards (`Sampler.every_determinization`).

    Raises:
        ValueError: the view is a seat's own view, for which the answer would reveal secrets of that seat.
    """
    if view["seat"] is not None:
        raise ValueError("the view must be the public one, which everybody has")
    if view["over"]:
        return True
    if view["round"] != view["round_count"]:
        return False
    kind = Game.games[view["game"]]
    return not _playouts_differ(list(islice(kind.every_game(view), PLAYOUTS))) and _all_results_equal(
        kind.every_game(view), limit
    )


def game_is_decided(game: Game) -> bool:
    """Tell whether a game is decided. No game is decided before its last round.

    The game itself agrees with public knowledge. So if its random playouts have different results, it is not decided,
    and no other game is tried.
    """
    if game.over or game.round != game.round_count:
        return game.over
    bare = game.copy()
    bare.log = None
    return not _playouts_differ([bare]) and is_decided(game.view(None))


def _playouts_differ(games: Sequence[Game]) -> bool:
    """Play some of these games out at random, and tell whether the results differ."""
    draw = Random(0).random
    end = None
    for number in range(PLAYOUTS if games else 0):
        way = games[number % len(games)].copy()
        RANDOM.playout(way, draw)
        first, end = end, (way.rounds[-1], way.ranking())
        if first is not None and first != end:
            return True
    return False


def _all_results_equal(games: Iterable[Game], limit: int) -> bool:
    """Tell whether all ways to continue these games have the same result; False if this takes over `limit` moves."""
    end = None
    for game in games:
        waiting = [game]
        while waiting:
            way = waiting.pop()
            while way.to_act:
                seat = way.to_act[0]  # any order will do: seats that act together do not see each other's moves
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
