"""Puzzles: the right moves, one or several, are certain, and the answers use only what the seat can see."""

import json
from collections import Counter
from collections.abc import Sequence
from random import Random

import pytest

from engine import record
from engine.contract.chance import Chance
from engine.daily import puzzles
from engine.daily.puzzles import (
    CERTAIN,
    EQUAL,
    LEAST_LEAD,
    Puzzle,
    Valued,
    best_moves,
    is_likely,
    made,
    puzzle_in,
    puzzle_of,
)
from engine.game import Game
from tests.engine.kit import cases
from tests.engine.kit.cases import every_kind
from tests.engine.kit.swaps import cuts, redealt
from tests.puzzles import a_decision


class Chosen:
    """The moves of a decision of which the first `right` are certainly right, and the rules of thumb play the last."""

    def __init__(self, moves: Sequence[int], right: int) -> None:
        self.moves, self.best = moves, moves[:right]

    def solve(self) -> None:
        pass

    def right(self) -> Sequence[int]:
        return self.best

    def is_certain(self, right: Sequence[int], _errors: float) -> bool:
        return right == self.best

    def are_equal(self, right: Sequence[int]) -> bool:
        return right == self.best

    def usual(self) -> Counter[int]:
        return Counter({self.moves[-1]: 1})


BOTH = pytest.mark.parametrize("several", [False, True], ids=["one", "several"])


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.daily.deal.PLAYOUTS", 20)


def quiet(*_: int) -> None:
    """Report nothing."""


def check(puzzle: Puzzle, *, several: bool) -> None:
    """Check the number of right moves (one, or `several`), the values of moves, and the reasons against other moves."""
    moves = {one["move"]: one for one in puzzle["moves"]}
    right = puzzle["right"]
    assert (len(right) > 1) == several
    assert 2 * len(right) <= len(moves)
    assert puzzle["why"].keys() == moves.keys() - {*right}
    best = moves[right[0]]["value"]
    for move, one in moves.items():
        if move in right:
            assert abs(best - one["value"]) <= EQUAL
        else:
            assert best - one["value"] >= max(LEAST_LEAD, CERTAIN * one["error"])
            assert puzzle["why"][move]["flagged"]
            assert (puzzle["why"][move]["best"], puzzle["why"][move]["played"]) == (right[0], move)
    assert several or puzzle["usual"] not in right
    game = record.read(puzzle["record"]).replay()
    assert puzzle["seat"] in game.to_act
    assert sorted(moves) == sorted(game.text(move) for move in game.legal_moves(puzzle["seat"]))
    assert game.round < game.round_count
    assert json.loads(json.dumps(puzzle))["right"] == right


@pytest.mark.slow
@BOTH
def test_both_kinds_are_found_in_rounds_of_computers(*, several: bool) -> None:
    found = made("scharfe-schoten", {}, "test 1", several=several, on=quiet)
    assert found is not None
    check(found, several=several)
    game = record.read(found["record"]).replay()
    again = puzzle_of(game, found["seat"], several=several)
    assert again == found, "the same decision, the same answer"
    assert puzzle_of(game, found["seat"], several=not several) is None


@pytest.mark.slow
def test_search_reports_each_decision_and_can_be_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.daily.puzzles.is_likely", lambda *_, **__: False)
    monkeypatch.setattr(puzzles, "ROUNDS", 2)
    steps: list[tuple[int, int]] = []
    assert made("saizen", {}, "1", several=False, on=lambda done, of: steps.append((done, of))) is None
    assert [done for done, _ in steps].count(1) == 2
    assert all(1 <= done <= of for done, of in steps)

    def end(*_: int) -> None:
        raise InterruptedError

    with pytest.raises(InterruptedError):
        made("saizen", {}, "1", several=False, on=end)


def test_last_round_and_forced_moves_make_no_puzzles(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[tuple[int, int]] = []

    def look(game: Game, seat: int, *, several: bool) -> bool:
        looked.append((game.round, len(game.legal_moves(seat))))
        return several and False

    monkeypatch.setattr("engine.daily.puzzles.is_likely", look)
    case = cases.cases_of(Game.games["scharfe-schoten"])[0]
    game, random = case.start(1), Random(1)
    while not game.over:
        seat = game.to_act[0]
        game.play(seat, random.choice(game.legal_moves(seat)))
    assert puzzle_in(game, "1", several=False, on=quiet) is None
    assert {number for number, _ in looked} == {*range(1, game.round_count)}
    assert min(count for _, count in looked) >= puzzles.FEWEST_MOVES
    looked.clear()
    assert puzzle_in(game, "1", several=False, seats=[2], on=quiet) is None
    assert looked


@pytest.mark.drawn(1)
@every_kind
def test_answer_is_the_same_whatever_cards_the_seat_cannot_see(kind: type[Game]) -> None:
    random = Random(3)
    for cut in cuts(cases.cases_of(kind)[0], 3, 12):
        state = redealt(cut, random) if cut.game.to_act else None
        seats = [
            seat for seat in cut.game.to_act if state and seat in state.blind and len(cut.game.legal_moves(seat)) > 2
        ]
        for seat in seats[:1]:
            assert state is not None
            one, other = (Valued(game.view(seat), 12, "1") for game in (state.game, state.other))
            assert one.right() == other.right()
            assert [one.value(move) for move in one.moves] == [other.value(move) for move in other.moves]


def test_best_moves_are_those_within_the_tolerance_best_first() -> None:
    assert best_moves({1: 0.0, 2: 1.0, 3: 1.0 - EQUAL / 2, 4: 1.0 - 2 * EQUAL}) == [2, 3]


@pytest.mark.parametrize(
    ("right", "of", "kinds"), [(1, 3, [False]), (2, 4, [True]), (3, 5, []), (1, 2, [False])], ids=str
)
def test_kind_of_a_puzzle_says_how_many_moves_are_right_and_at_most_half_are(
    monkeypatch: pytest.MonkeyPatch, right: int, of: int, kinds: list[bool]
) -> None:
    game, seat = a_decision(Game.games["scharfe-schoten"])
    moves = game.legal_moves(seat)[:of]
    assert len(moves) == of
    monkeypatch.setattr(puzzles, "Valued", lambda *_: Chosen(moves, right))
    monkeypatch.setattr(puzzles, "written", lambda *_: True)
    assert [several for several in (False, True) if puzzle_of(game, seat, several=several)] == kinds


def test_moves_chosen_in_one_half_of_the_games_must_hold_in_the_other() -> None:
    game, seat = a_decision(Game.games["scharfe-schoten"])
    found = Valued(game.view(seat), 200, "1")
    best, worst = (pick(found.moves, key=found.value) for pick in (max, min))
    assert found.lead(best, worst).mean > LEAST_LEAD
    assert found.is_certain([best], 0.0) or found.right()[0] == best
    found.second[best], found.second[worst] = found.second[worst], found.second[best]
    assert not found.is_certain([best], 0.0)
    assert not found.are_equal([best, worst])


@pytest.mark.slow
@pytest.mark.drawn(1)
@pytest.mark.parametrize("kind", [Game.games["tezuma-trick"], Game.games["tezumashi"]])
def test_no_right_move_spends_an_ability(kind: type[Game], monkeypatch: pytest.MonkeyPatch) -> None:
    """Refuse puzzles in which a right move uses an ability.

    A move is valued by playouts after it, and these seldom use a kept ability. So using it now looks too good.
    """
    game, seat = _before_an_ability(kind)
    moves = game.legal_moves(seat)
    plain, ability = (next(one for one in moves if game.spends(one) == spends) for spends in (False, True))
    monkeypatch.setattr(Valued, "is_certain", lambda *_: True)
    monkeypatch.setattr(Valued, "are_equal", lambda *_: True)
    monkeypatch.setattr(Valued, "usual", lambda found: Counter({found.right()[0]: 0, moves[-1]: 1}))
    for right, made_of in (([plain], True), ([ability], False), ([plain, ability], False)):
        monkeypatch.setattr(Valued, "right", lambda _, right=right: right)
        assert (puzzle_of(game, seat, several=len(right) > 1, worlds=4) is not None) == made_of
        assert is_likely(game, seat, several=len(right) > 1) == (right[0] == plain)


def _before_an_ability(kind: type[Game]) -> tuple[Game, int]:
    """Return a decision in which cards can be played with an ability or without it."""
    game, random = kind(4, {}, Chance(bytes(16))), Random(1)
    while True:
        seat = game.to_act[0]
        moves = game.legal_moves(seat)
        if {game.spends(one) for one in moves} == {False, True} and len(moves) >= 4:
            return game, seat
        game.play(seat, random.choice(moves))
