"""Puzzles for tests, made from any decision. The bot itself searches for decisions whose answers are certain."""

import json
from functools import cache
from random import Random

from engine.contract.chance import Chance
from engine.daily.puzzles import VERSION, Puzzle, Valued, written
from engine.game import Game
from storage import Store

WORLDS = 24


def a_decision(kind: type[Game], seed: int = 1) -> tuple[Game, int]:
    """Return a position of a random round in which a seat has at least four legal moves, and the seat."""
    random = Random(f"{kind.id} {seed}")
    game = kind(max(kind.seat_counts), {}, Chance(random.randbytes(16)))
    for _ in range(random.randrange(20)):
        seat = game.to_act[0]
        game.play(seat, random.choice(game.legal_moves(seat)))
    while len(game.legal_moves(game.to_act[0])) < 4:
        seat = game.to_act[0]
        game.play(seat, random.choice(game.legal_moves(seat)))
    return game, game.to_act[0]


def puzzle_at(game: Game, seat: int, *, right: int = 1, worlds: int = WORLDS) -> Puzzle:
    """Return a decision as a stored puzzle with `right` right moves. The worst move is stored as its usual move."""
    found = Valued(game.view(seat), worlds, "1")
    found.solve()
    best = sorted(found.moves, key=found.value, reverse=True)
    puzzle: Puzzle = json.loads(json.dumps(written(found, best[:right], best[-1], game)))
    return puzzle


def a_puzzle(kind: type[Game], seed: int = 1, *, right: int = 1) -> Puzzle:
    """Return a decision of a random round as a puzzle."""
    puzzle: Puzzle = json.loads(_text_of_puzzle(kind, seed, right))
    return puzzle


@cache
def _text_of_puzzle(kind: type[Game], seed: int, right: int) -> str:
    return json.dumps(puzzle_at(*a_decision(kind, seed), right=right))


async def store_puzzle(store: Store, day: int, kind: type[Game], *, right: int = 1, seed: int = 1) -> Puzzle:
    """Store a puzzle for a day."""
    puzzle = a_puzzle(kind, seed, right=right)
    assert await store.puzzles.add(day, VERSION, json.dumps(puzzle), None)
    return puzzle
