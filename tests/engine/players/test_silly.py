"""Positions with silly moves that no quick or hard AI player makes.

`silly/` has a file for each game: a list of positions, each a record that stops at a decision, with the silly moves and
the reason. A player with more time must do no worse. Budgets are playouts instead of seconds, so the answers are the
same on every machine.
"""

import json
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from engine import record
from engine.players import ThinkingBudget, choose

EFFORTS = {"normal": ThinkingBudget(playouts=100), "hard": ThinkingBudget(playouts=400)}
FEWEST = 15
SEEDS, MORE_SEEDS = 1, 40
FILES = sorted((Path(__file__).parent / "silly").glob("*.json"))
POSITIONS = [
    pytest.param(position, id=f"{file.stem} {number}")
    for file in FILES
    for number, position in enumerate(json.loads(file.read_text()), start=1)
]
SAMPLE = [
    pytest.param(*position.values, level, id=f"{position.id} {level}")
    for position, level in [*product(POSITIONS, EFFORTS)][::3]
]
"""Every third combination of position and level; the soak has all."""

every_position = pytest.mark.parametrize("position", POSITIONS)
every_level = pytest.mark.parametrize("level", EFFORTS)


@pytest.mark.drawn(5)
@pytest.mark.parametrize(("position", "level"), SAMPLE)
def test_no_silly_move_is_made(position: dict[str, Any], level: str) -> None:
    _laugh(position, level, SEEDS)


@pytest.mark.soak
@every_position
@every_level
def test_no_silly_move_is_made_with_any_seed(position: dict[str, Any], level: str) -> None:
    _laugh(position, level, MORE_SEEDS)


@every_position
def test_every_silly_position_has_another_move(position: dict[str, Any]) -> None:
    game = record.read(position["record"]).replay()
    legal = {game.text(move) for move in game.legal_moves(game.to_act[0])}
    assert set(position["silly"]) < legal
    assert position["why"]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_every_game_has_enough_silly_positions(file: Path) -> None:
    assert len(json.loads(file.read_text())) >= FEWEST


def _laugh(position: dict[str, Any], level: str, seeds: int) -> None:
    game = record.read(position["record"]).replay()
    view = game.view(game.to_act[0])
    for seed in range(seeds):
        move = choose(view, level, seed, EFFORTS[level])
        assert move not in position["silly"], f"{position['why']} (seed {seed})"
