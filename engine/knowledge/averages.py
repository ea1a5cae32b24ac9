"""Averages over test rounds, which a game's advice tells: `averages.toml` beside the advice has them.

`python -m tests.engine.advice.averages` counts them. In a test round one seat drafts or predicts at random, and all
other choices are made by rules of thumb.
"""

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple


class Average(NamedTuple):
    """The mean of a number of test rounds, and its standard error."""

    rounds: int
    mean: float
    error: float


@cache
def averages(package: str, game: str, seats: int, name: str) -> Mapping[tuple[int, ...], Average]:
    """Return one table of averages by key.

    Args:
        package: the package that has the file.
        game: the id of the game.
        seats: the number of seats.
        name: the name of the table; it says what the numbers of a key mean.
    """
    table = _read(package)[game][str(seats)][name]
    return {tuple(map(int, key.split("-"))): Average(*values) for key, values in table.items()}


@cache
def _read(package: str) -> dict[str, Any]:
    return tomllib.loads(files(package).joinpath("averages.toml").read_text(encoding="utf-8"))
