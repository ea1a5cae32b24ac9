"""The version of reviews rises whenever reviews change, because stored reviews of an older version are made anew."""

import hashlib
import json
from typing import Any

import pytest

from engine import record
from engine.game import Game
from engine.players import ThinkingBudget
from engine.review import VERSION, Reviewer, review
from tests.engine.golden.traces import load, paths

REVIEWER = Reviewer(ThinkingBudget(playouts=60), ThinkingBudget(playouts=12))
MOVES = 30
"""The number of first moves of the game that are reviewed, to save time."""
DIGESTS = {
    "saizen": (10, "a72c1b1fbf9a6dcb"),
    "scharfe-schoten": (10, "c8ea651665c48292"),
    "tennos-square": (10, "e87b8ace5445375c"),
    "tezuma-trick": (10, "127e9b9c42233066"),
    "tezumashi": (10, "88680e237b7a4ecd"),
}
"""The version with the digest of a review of each game's first golden record."""


def rounded(value: Any) -> Any:
    """Return data of JSON with all numbers rounded, so that another processor's last digits do not matter."""
    if isinstance(value, float):
        return round(value, 6)
    if isinstance(value, dict):
        return {name: rounded(one) for name, one in value.items()}
    return [rounded(one) for one in value] if isinstance(value, list | tuple) else value


@pytest.mark.parametrize("game", sorted(Game.games))
def test_review_changes_only_with_its_version(game: str) -> None:
    """If this fails, stored reviews are out of date: raise `VERSION`, and put the new digests here."""
    golden = record.read(load(min(paths(game, Game.games[game].seat_counts[0]))).record)
    found = review(golden._replace(moves=golden.moves[:MOVES]), 0, REVIEWER)
    digest = hashlib.sha256(json.dumps(rounded(found), sort_keys=True).encode()).hexdigest()[:16]
    assert (VERSION, digest) == DIGESTS.get(game)
