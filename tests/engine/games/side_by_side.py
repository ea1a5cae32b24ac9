"""A game and a slow reference implementation of its rules, played side by side at random."""

from random import Random
from typing import Any, Protocol

from engine import record
from engine.game import Game
from tests.engine.kit.cases import random_move


class Reference(Protocol):
    """The interface of a reference implementation, which may use nothing from the engine."""

    over: bool
    rounds: list[list[int]]
    hands: list[list[str]]

    def to_act(self) -> list[int]:
        """Return the seats that must act."""

    def legal(self, seat: int) -> list[str]:
        """Return every legal move of a seat in notation."""

    def play(self, seat: int, text: str) -> None:
        """Make a legal move."""

    def tricks(self) -> list[dict[str, Any]]:
        """Return this round's tricks as a replay prints them."""

    def ranking(self) -> list[list[int]]:
        """Return the seats in groups of equal ranking score, best first."""

    def seen(self) -> dict[str, Any]:
        """Return other public data, under the keys that the engine's public view uses."""


def totals(reference: Reference) -> list[int]:
    """Return the points of each seat over all finished rounds."""
    return [sum(points[seat] for points in reference.rounds) for seat in range(len(reference.hands))]


def levels(ranking_scores: list[int]) -> list[list[int]]:
    """Return the seats in groups of equal score, best first."""
    groups: list[list[int]] = []
    left = list(range(len(ranking_scores)))
    while left:
        best = max(ranking_scores[seat] for seat in left)
        groups.append([seat for seat in left if ranking_scores[seat] == best])
        left = [seat for seat in left if ranking_scores[seat] < best]
    return groups


def assert_same(game: Game, reference: Reference) -> None:
    """Check that both games have equal positions (as a replay prints them), hands, rankings and public data."""
    position: Any = record.position(game)
    position["legal"] = {seat: sorted(moves) for seat, moves in position["legal"].items()}
    seats = reference.to_act()
    assert position == {
        "game": game.id,
        "seats": len(reference.hands),
        "over": reference.over,
        "round": len(reference.rounds) + (not reference.over),
        "to_act": seats,
        "legal": {str(seat): sorted(reference.legal(seat)) for seat in seats},
        "tricks": reference.tricks(),
        "rounds": reference.rounds,
        "scores": totals(reference),
        "winners": reference.ranking()[0] if reference.over else None,
    }
    assert [sorted(game.hand(seat)) for seat in range(game.seats)] == [sorted(hand) for hand in reference.hands]
    if len(seats) != 1:  # if one seat must act, the round goes on, so the ranking is as before
        assert game.ranking() == reference.ranking()
    shown = game.public()
    for key, value in reference.seen().items():
        assert shown[key] == value, key


def play_side_by_side(game: Game, reference: Reference, random: Random) -> None:
    """Play a random game in both implementations, and compare them before the first move and after each move."""
    assert_same(game, reference)
    while game.to_act:
        seat, move = random_move(game, random)
        game.play(seat, move)
        reference.play(seat, game.text(move))
        assert_same(game, reference)
    assert reference.over
