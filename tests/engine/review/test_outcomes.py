"""Outcomes of a decision: a review states a good outcome that the best move reaches more often, with the counts."""

from collections.abc import Callable, Iterable
from random import Random

import pytest

from engine.contract.chance import Chance
from engine.game import Game
from engine.games.saizen.messages import WON_AT_LEAST
from engine.games.tezuma.messages import BID_FULL, BID_PAID, PAIN_AT_MOST, PAIN_NONE, SCORED_AT_LEAST
from engine.review.outcomes import alike_outcome, scored, telling_outcome
from engine.review.valuation import Tried
from engine.text import Text
from tests.engine.kit.cases import every_kind

ONE, TWO, THREE = (WON_AT_LEAST(count=count) for count in (1, 2, 3))
UP_TO = [[], [ONE], [ONE, TWO], [ONE, TWO, THREE]]


def tried(tricks: Iterable[int], worth: Callable[[int], float] = float) -> Tried:
    """Return a move's results: for each game, the number of tricks won, and its `worth` with a little noise."""
    random, won = Random(7), list(tricks)
    return Tried([worth(one) + random.gauss(0, 0.1) for one in won], [], [UP_TO[one] for one in won])


def test_outcome_that_the_best_move_raises_most_is_told_with_its_counts() -> None:
    best, played = tried([1] * 20 + [2] * 50 + [3] * 30), tried([0] * 10 + [1] * 60 + [2] * 10 + [3] * 20)
    assert telling_outcome(best, played) == {"text": TWO, "better": 80, "other": 30, "games": 100}


def test_outcome_that_is_worth_less_is_never_told() -> None:
    """Let each trick cost points. Winning many tricks more often is then no reason why a move is better."""
    best, played = tried([3] * 30 + [0] * 70, lambda won: -won), tried([1] * 100, lambda won: -won)
    assert telling_outcome(best, played) is None
    assert telling_outcome(played, best) is None


def test_outcome_that_is_worth_the_same_is_not_told() -> None:
    best, played = tried([1] * 50 + [2] * 50, lambda _: 1.0), tried([1] * 90 + [2] * 10, lambda _: 1.0)
    assert telling_outcome(best, played) is None


def test_good_outcome_that_the_best_move_lowers_is_not_told() -> None:
    """Let the best move win at least one trick less often, but three tricks more often. Only the latter is told."""
    best, played = tried([0] * 40 + [3] * 60), tried([1] * 70 + [2] * 10 + [3] * 20)
    assert telling_outcome(best, played) == {"text": THREE, "better": 60, "other": 20, "games": 100}
    assert telling_outcome(tried([0] * 20 + [1] * 80), tried([1] * 100)) is None


@pytest.mark.parametrize(("best", "played", "games"), [(52, 48, 100), (7, 3, 10), (60, 60, 100), (540, 500, 1000)])
def test_outcomes_that_hardly_differ_are_not_told(best: int, played: int, games: int) -> None:
    moves = [tried([2] * count + [1] * (games - count)) for count in (best, played)]
    assert telling_outcome(*moves) is None


def test_move_itself_has_no_telling_outcome() -> None:
    one = tried([1] * 50 + [2] * 50)
    assert telling_outcome(one, one) is None


def test_alike_outcome_is_one_that_is_open_and_that_both_moves_reach_about_equally_often() -> None:
    one, other = tried([1] * 50 + [2] * 49 + [3]), tried([1] * 49 + [2] * 51)
    assert alike_outcome(one, other) == {"text": TWO, "better": 50, "other": 51, "games": 100}
    assert alike_outcome(tried([1] * 80 + [2] * 20), tried([1] * 20 + [2] * 80)) is None


def test_mean_points_are_those_of_the_team_and_of_the_others() -> None:
    one, other = Tried(rounds=[[1, 2, 3, 4], [3, 2, 5, 8]]), Tried(rounds=[[0, 2, 2, 2], [0, 2, 2, 4]])
    assert scored(one, other, (0, 2)) == {"better": [3.0, 4.0], "other": [1.0, 2.5]}


def outcomes_at(kind: type[Game], before: int, random: Random) -> tuple[Game, list[Text]]:
    """Play a first round. Return the game, and the round's outcomes for the view of seat 0 after `before` moves."""
    game = kind(max(kind.seat_counts), {}, Chance(random.randbytes(4)))
    seat, view = 0, game.view(0)
    for number in range(10_000):
        if number == before:
            view = game.view(seat)
        if game.rounds:
            return game, game.outcomes(view)
        actor = random.choice(game.to_act)
        game.play(actor, random.choice(game.legal_moves(actor)))
    raise AssertionError("the round does not end")


@pytest.mark.drawn(1)
@every_kind
def test_outcomes_are_short_clauses_that_differ(kind: type[Game]) -> None:
    random, seen = Random(f"outcomes {kind.id}"), set[Text]()
    for _ in range(20):
        _, texts = outcomes_at(kind, 40 if "tezuma" in kind.id else 0, random)
        assert len(set(texts)) == len(texts)
        seen.update(texts)
    assert len(seen) > 2
    assert all(str(text).startswith(("you ", "your ", "both your ")) for text in seen)


@pytest.mark.parametrize("name", ["tezuma-trick", "tezumashi"])
def test_points_stand_for_bid_and_pain_suit_before_they_are_drafted(name: str) -> None:
    random, seen = Random(5), 0
    for _ in range(8):
        game, texts = outcomes_at(Game.games[name], 0, random)
        points = game.rounds[-1][0]
        assert texts == [SCORED_AT_LEAST(count=count) for count in range(1, points + 1)]
        seen += points
    assert seen


@pytest.mark.drawn(1)
@pytest.mark.parametrize("name", ["tezuma-trick", "tezumashi"])
def test_bid_and_pain_suit_are_counted_cumulatively(name: str) -> None:
    random, paid = Random(6), 0
    for _ in range(30):
        game, texts = outcomes_at(Game.games[name], 40, random)
        (result, *_) = game.results[-1]  # type: ignore[attr-defined]
        points = game.edition.bids[result.bid - 1].points  # type: ignore[attr-defined]
        told = [one.args["points"] for one in texts if one.key in {BID_PAID.key, BID_FULL.key}]
        assert told == sorted({each for each in points if 0 < each <= points[result.won]})
        assert (BID_FULL.key in {one.key for one in texts}) == (points[result.won] == max(points))
        most = [one.args["count"] for one in texts if one.key == PAIN_AT_MOST.key]
        assert most == list(range(max(1, result.captured), 10))
        assert (PAIN_NONE.key in {one.key for one in texts}) == (result.captured == 0)
        paid += bool(told)
    assert paid
