"""Moves per second of games with random moves, compared with OpenSpiel's `oh_hell` and with a plain loop.

A move is a decision of a seat. The time includes deals, but deals do not count as moves. In `oh_hell` each dealt card
is a chance node, and only bids and plays count as moves. The figures `…/every-action` count the chance nodes as
well, which doubles OpenSpiel's rate. The figures `…/plain-loop` compare with the loop in `benchmarks.plain`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping
from importlib import import_module
from itertools import count
from random import random
from typing import Any

import engine.games  # noqa: F401  fills Game.games
from benchmarks import plain
from benchmarks.measure import USUAL, Budget, Figure, Work, figure, rates
from engine.contract.chance import Chance
from engine.contract.options import OptionValue, describe
from engine.game import Game

MAIN_SEATS = 4
OH_HELL = "oh_hell(players=4,num_tricks_fixed=12)"
MISSING = "open_spiel is not installed (requirements-bench.txt has it): nothing is measured beside it"

_seeds = count()


def figures(budget: Budget = USUAL) -> Iterator[Figure]:
    """Yield figures for each game: first with four seats and default options, then with other settings.

    The figures with default options are compared with OpenSpiel and the plain loop, the others only with OpenSpiel.
    """
    spiel = _OhHell.load()
    if spiel is None:
        print(MISSING, file=sys.stderr)
    for kind in Game.games.values():
        yield from _main_figures(kind, spiel, budget)
        if spiel is not None:
            for name, seats, options in settings(kind):
                measured = rates((_random_game(kind, seats, options), spiel.play), budget)
                yield figure(f"engine/{kind.id}/{name}", [(ours, beside) for ours, beside in measured])


def _main_figures(kind: type[Game], spiel: _OhHell | None, budget: Budget) -> Iterator[Figure]:
    ours = _random_game(kind, MAIN_SEATS, {})
    name = f"engine/{kind.id}"
    if spiel is None:
        measured = rates((ours, plain.play), budget)
    else:
        measured = rates((ours, plain.play, spiel.play), budget)
        yield figure(name, [(rate[0], rate[2]) for rate in measured])
        yield figure(f"{name}/every-action", [(rate[0], rate[2] * spiel.actions_a_move) for rate in measured])
    yield figure(f"{name}/plain-loop", [(rate[0], rate[1]) for rate in measured])


def settings(kind: type[Game]) -> Iterator[tuple[str, int, Mapping[str, OptionValue]]]:
    """Yield the name, the number of seats and the options of each further measurement.

    There is one measurement for each number of seats except `MAIN_SEATS`, with default options. There is also
    one for each value of an option except its default; all other options then have their defaults.
    """
    for seats in kind.seat_counts:
        if seats != MAIN_SEATS:
            yield f"{seats}-seats", seats, {}
    told: set[str] = set()
    for seats in sorted(kind.seat_counts, key=lambda seats: seats != MAIN_SEATS):
        for info in describe(kind.Options, seats):
            for value in info.allowed:
                if value != info.default and info.name not in told:
                    yield f"{seats}-seats/{info.name}={value}", seats, {info.name: value}
            told.add(info.name)


def _random_game(kind: type[Game], seats: int, options: Mapping[str, OptionValue]) -> Work:
    def play() -> int:
        game = kind(seats, options, Chance(next(_seeds).to_bytes(16, "big")))
        game.log = None
        legal_moves, apply = game.legal_moves, game.apply
        moves_made = 0
        while to_act := game.to_act:
            seat = to_act[0]
            moves = legal_moves(seat)
            apply(seat, moves[int(random() * len(moves))])
            moves_made += 1
        return moves_made

    return play


class _OhHell:
    """OpenSpiel's game of bids and tricks, driven from Python."""

    def __init__(self, game: Any) -> None:  # noqa: ANN401  pyspiel has no types
        self._game = game
        state = game.new_initial_state()
        draws = moves = 0
        while not state.is_terminal():
            draws += state.is_chance_node()
            moves += not state.is_chance_node()
            state.apply_action(state.legal_actions()[0])
        self._draws, self._moves = draws, moves
        self.actions_a_move = (draws + moves) / moves
        """Number of actions per move, chance nodes included."""

    @classmethod
    def load(cls) -> _OhHell | None:
        """Load the game; return None if open_spiel is not installed."""
        try:
            return cls(import_module("pyspiel").load_game(OH_HELL))
        except ImportError:
            return None

    def play(self) -> int:
        """Play a random game and return its number of moves, which is the same for each game."""
        state = self._game.new_initial_state()
        legal_actions, apply_action, is_terminal = state.legal_actions, state.apply_action, state.is_terminal
        for _ in range(self._draws):
            actions = legal_actions()
            apply_action(actions[int(random() * len(actions))])
        while not is_terminal():
            actions = legal_actions()
            apply_action(actions[int(random() * len(actions))])
        return self._moves
