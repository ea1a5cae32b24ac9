"""Confirmation of puzzles: a candidate is kept only if its answer holds when better players play on."""

import json
from collections.abc import Callable, Sequence
from itertools import cycle

import pytest

from engine.daily import confirmation
from engine.daily.confirmation import EARLY, FIRST, MOST, Confirmation, confirm
from engine.daily.puzzles import Puzzle
from engine.game import Game
from engine.players.budget import ThinkingBudget
from engine.review.valuation import Difference, difference
from tests.engine.kit.cases import every_kind
from tests.puzzles import a_puzzle

KIND = Game.games["scharfe-schoten"]


def quiet(*_: int) -> None:
    """Report nothing."""


def claiming(*leads: float, right: int = 1) -> Puzzle:
    """Return a puzzle that claims these leads of the best move over each other one; the last ones are the same."""
    puzzle = a_puzzle(KIND, right=right)
    for number, one in enumerate(puzzle["moves"]):
        one["value"] = -([0.0, *leads][min(number, len(leads))])
    return puzzle


def confirmed(monkeypatch: pytest.MonkeyPatch, puzzle: Puzzle, *worth: Sequence[float]) -> Confirmation:
    """Confirm a puzzle whose moves are worth these values in turn; the last moves are worth the same."""
    moves = [one["move"] for one in puzzle["moves"]]

    class Scripted:
        def __init__(self, _view: object, numbers: Sequence[int], seed: str, _budget: object) -> None:
            assert seed == confirmation.SEED
            self.values: dict[int, list[float]] = {number: [] for number in numbers}
            self.worth = {number: cycle(worth[min(place, len(worth) - 1)]) for place, number in enumerate(numbers)}
            assert len(self.values) == len(moves)

        def look(self, on: Callable[[], None]) -> None:
            for number, values in self.values.items():
                values.append(next(self.worth[number]))
                on()

        def lead(self, one: int, other: int) -> Difference:
            return difference(self.values[one], self.values[other])

    monkeypatch.setattr(confirmation, "SecondLook", Scripted)
    return confirm(puzzle, quiet)


def test_clear_lead_is_kept_after_the_first_batch_with_its_confirmed_values(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = claiming(2.0)
    found = confirmed(monkeypatch, puzzle, [5.0, 6.0], [3.5, 5.5], [2.0, 3.0])
    assert (found.verdict, found.games) == ("kept", FIRST)
    assert found.puzzle is not None
    assert found.puzzle["right"] == puzzle["right"]
    values = [one["value"] for one in found.puzzle["moves"]]
    assert values == pytest.approx([5.5, 4.5, *[2.5] * (len(values) - 2)])
    errors = [one["error"] for one in found.puzzle["moves"]]
    assert errors[:3] == pytest.approx([0.0, 0.5 / (EARLY - 1) ** 0.5, 0.0])
    assert found.puzzle["worlds"] == FIRST
    second = found.puzzle["moves"][1]["move"]
    review = found.puzzle["why"][second]
    assert review["loss"] == pytest.approx(1.0)
    assert (review["error"], review["exact"]) == (errors[1], False)
    assert {one["move"]: one["value"] for one in review["moves"]} == pytest.approx(
        {puzzle["right"][0]: 5.5, second: 4.5}
    )


@pytest.mark.parametrize(
    ("wrong", "verdict"),
    [([3.4, 3.4], "dropped"), ([2.0, 2.0], "dropped"), ([0.9, 0.9], "kept"), ([6.0, -3.8], "undecided")],
    ids=["less than half of the claim", "clearly equal", "more than half of the claim", "within the error"],
)
def test_lead_must_be_certain_and_half_of_what_is_claimed(
    monkeypatch: pytest.MonkeyPatch, wrong: list[float], verdict: str
) -> None:
    monkeypatch.setattr(confirmation, "MOST", 2 * FIRST)
    found = confirmed(monkeypatch, claiming(2.0, 4.0), [2.0, 2.0], wrong, [-9.0])
    assert found.verdict == verdict
    assert (found.puzzle is None) == (verdict != "kept")
    assert found.games == (2 * FIRST if verdict == "undecided" else FIRST)


def test_decided_wrong_moves_are_not_compared_any_more(monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[int] = []
    puzzle = claiming(1.0, 9.0)
    monkeypatch.setattr(confirmation, "MOST", 4 * FIRST)
    waves = [5.0] * FIRST + [-3.8] * FIRST + [-2.0] * 2 * FIRST
    found = confirmed(monkeypatch, puzzle, [0.0], waves, [-9.0])
    assert (found.verdict, found.games) == ("dropped", FIRST)
    found = confirmed(monkeypatch, puzzle, [0.0], [1.7, -3.0], [-9.0])
    assert (found.verdict, found.games) == ("kept", 4 * FIRST)
    assert found.puzzle is not None
    monkeypatch.setattr(confirmation, "LIMIT", ThinkingBudget(playouts=1))
    assert confirm(puzzle, lambda done, _of: played.append(done)).verdict == "kept"
    assert len(played) == len(puzzle["moves"]) * EARLY + 2 * (4 * FIRST - EARLY)


def test_several_right_moves_must_not_differ_for_certain(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = claiming(0.0, 2.0, right=2)
    assert confirmed(monkeypatch, puzzle, [4.0, 5.0], [5.0, 4.0], [1.0]).verdict == "kept"
    assert confirmed(monkeypatch, puzzle, [4.0, 5.0], [3.0, 4.0], [1.0]).verdict == "dropped"


def test_each_right_move_must_lead_each_wrong_one(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = claiming(0.0, 2.0, right=2)
    assert confirmed(monkeypatch, puzzle, [4.0], [1.5], [1.0]).verdict == "dropped"


def test_time_of_a_processor_ends_a_confirmation_undecided(monkeypatch: pytest.MonkeyPatch) -> None:
    seconds = iter(range(10_000))
    monkeypatch.setattr(confirmation, "LIMIT", ThinkingBudget(seconds=9, clock=lambda: float(next(seconds))))
    heard: list[tuple[int, int]] = []
    monkeypatch.setattr(confirmation, "PLAYER", ThinkingBudget(playouts=1))
    found = confirm(a_puzzle(KIND), lambda done, of: heard.append((done, of)))
    assert found.verdict == "undecided"
    assert heard == [(done, MOST * len(a_puzzle(KIND)["moves"])) for done in range(1, 10)]


@pytest.mark.drawn(1)
@every_kind
def test_confirmation_depends_on_the_candidate_alone_and_can_be_ended(
    kind: type[Game], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(confirmation, "PLAYER", ThinkingBudget(playouts=1))
    monkeypatch.setattr(confirmation, "FIRST", 1)
    monkeypatch.setattr(confirmation, "MOST", 1)
    puzzle = a_puzzle(kind)
    one, other = confirm(puzzle, quiet), confirm(puzzle, quiet)
    assert one == other
    assert json.loads(json.dumps(one.puzzle)) == one.puzzle

    def end(*_: int) -> None:
        raise InterruptedError

    with pytest.raises(InterruptedError):
        confirm(puzzle, end)
