"""The costliest decisions of a day: equal decisions of several people count as one, with the sum of their losses."""

import json
from functools import cache
from itertools import islice
from math import isclose
from typing import Any

import pytest

from engine.daily import costliest as module
from engine.daily.choice import play
from engine.daily.costliest import (
    MOST_DECISIONS,
    TOLD,
    VERSION,
    DayDecision,
    costliest,
    day_decisions,
    written,
)
from engine.daily.deal import DailyDeal, history
from engine.game import Game
from engine.players import ThinkingBudget
from engine.review import Reviewer
from engine.review.review import WORTH_A_LOSS
from tests.costliest import QUICK, free_position
from tests.days import a_deal, play_deal

SCHOTEN = Game.games["scharfe-schoten"]
Line = list[tuple[int, str]]


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.daily.deal.PLAYOUTS", 2)
    monkeypatch.setattr("engine.daily.choice.BUDGETS", {"easy": ThinkingBudget(playouts=2)})


@pytest.fixture
def deals() -> list[DailyDeal]:
    return [a_deal(SCHOTEN, number) for number in range(2)]


def quiet(*_: int) -> None:
    """Report nothing."""


@cache
def branches(number: int, count: int) -> list[Line]:
    """Return plays of a deal that differ in one move. After that move the person always makes the first legal move."""
    deal = a_deal(SCHOTEN, number)
    first, lines = free_position(deal), list[Line]()
    for move in islice(first.legal_moves(deal.seat), count):
        game = first.copy()
        game.play(deal.seat, move)
        deal.answer(game)
        while not game.over:
            game.play(deal.seat, game.legal_moves(deal.seat)[0])
            deal.answer(game)
        lines.append(history(game))
    assert len(lines) == count
    return lines


def own_moves(deal: DailyDeal, line: Line) -> list[int]:
    """Return the indices of the person's moves in the list of a play's moves."""
    return [number for number, (seat, _) in enumerate(line) if seat == deal.seat]


def test_equal_moves_in_the_same_deal_meet_at_one_decision(deals: list[DailyDeal]) -> None:
    one, other, third = branches(0, 3)
    found = day_decisions(deals, [(0, one), (0, other), (0, one), (0, third)])
    first = found[0]
    number = own_moves(deals[0], one)[0]
    assert first["moves"] == one[:number]
    assert first["chosen"] == {one[number][1]: 2, other[number][1]: 1, third[number][1]: 1}
    assert all(sum(two["chosen"].values()) == 2 for two in found[1:]), "only two people have gone on together"
    assert all(two["moves"] == one[: len(two["moves"])] for two in found)


def test_equal_moves_in_different_deals_are_different_decisions(deals: list[DailyDeal]) -> None:
    same = [deals[0], deals[0]]
    line = branches(0, 1)[0]
    found = day_decisions(same, [(0, line), (1, line), (1, line)])
    assert {one["deal"] for one in found} == {1}, "one person alone stood in the other deal"


def test_decisions_of_a_single_person_are_not_told(deals: list[DailyDeal]) -> None:
    assert day_decisions(deals, [(number, branches(number, 1)[0]) for number in range(2)]) == []


def test_forced_moves_are_no_decisions(deals: list[DailyDeal]) -> None:
    line = history(play_deal(deals[0]))
    found = {len(one["moves"]) for one in day_decisions(deals, [(0, line)] * 2)}
    free = set()
    for number in own_moves(deals[0], line):
        game = deals[0].resume(line[:number])
        if game.forced(deals[0].seat) is None and len(game.legal_moves(deals[0].seat)) > 1:
            free.add(number)
    assert found == free
    assert free < {*own_moves(deals[0], line)}


def test_most_frequent_decisions_are_taken_and_the_number_is_limited(
    deals: list[DailyDeal], monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = branches(0, 2)
    plays = [(0, lines[0])] * 3 + [(0, lines[1])] * 2
    every = day_decisions(deals, plays)
    people = [sum(one["chosen"].values()) for one in every]
    assert people == sorted(people, reverse=True)
    assert len(every) <= MOST_DECISIONS
    monkeypatch.setattr(module, "MOST_DECISIONS", 3)
    assert day_decisions(deals, plays) == every[:3]


def test_order_of_the_plays_changes_nothing(deals: list[DailyDeal]) -> None:
    plays = [(0, line) for line in branches(0, 3)] + [(1, line) for line in branches(1, 2)]
    found = day_decisions(deals, plays)
    assert json.dumps(day_decisions(deals, plays[::-1])) == json.dumps(found)


def test_moves_that_do_not_fit_the_rules_are_left_out(deals: list[DailyDeal]) -> None:
    line = branches(0, 1)[0]
    number = own_moves(deals[0], line)[0]
    wrong = [*line[:number], (deals[0].seat, "play X99"), *line[number + 1 :]]
    assert day_decisions(deals, [(0, wrong)] * 2) == []


def reviewed(**losses: float) -> dict[str, Any]:
    """Return reviews of a decision's moves, with only the fields that a total needs; `losses` are by move."""
    return {
        move: {"played": move, "best": "A", "loss": loss, "error": loss / 10, "flagged": loss >= WORTH_A_LOSS}
        for move, loss in losses.items()
    }


def test_total_and_mean_are_the_losses_of_all_people() -> None:
    decision: DayDecision = {"deal": 1, "moves": [(0, "x")], "chosen": {"A": 2, "B": 6, "C": 1}}
    cost = written(decision, reviewed(A=0.0, B=0.5, C=1.2))
    assert cost is not None
    assert isclose(cost["total"], 2 * 0.0 + 6 * 0.5 + 1 * 1.2)
    assert isclose(cost["loss"], 4.2 / 9)
    assert (cost["people"], cost["deal"], cost["moves"]) == (9, 1, [(0, "x")])
    assert [(one["move"], one["people"], one["loss"]) for one in cost["chosen"]] == [
        ("B", 6, 0.5),
        ("A", 2, 0.0),
        ("C", 1, 1.2),
    ]
    assert cost["why"]["played"] == "B", "it has cost 3.0, and C only 1.2"


def test_decision_that_cost_nobody_anything_clearly_is_left_out() -> None:
    decision: DayDecision = {"deal": 0, "moves": [], "chosen": {"A": 2, "B": 90}}
    assert written(decision, reviewed(A=0.0, B=0.05)) is None


def test_three_decisions_with_the_greatest_total_are_told(
    deals: list[DailyDeal], monkeypatch: pytest.MonkeyPatch
) -> None:
    line = branches(0, 1)[0]
    decisions = day_decisions(deals, [(0, line)] * 2)[:5]
    losses = iter([0.25, 0.9, 0.0, 0.4, 0.5])

    def compare(_self: Reviewer, _view: object, texts: list[str]) -> list[Any]:
        [text] = texts
        return [(reviewed(**{text: next(losses)})[text], None)]

    monkeypatch.setattr(Reviewer, "compare", compare)
    seen = list[tuple[int, int]]()
    found = costliest(deals, decisions, on=lambda done, of: seen.append((done, of)))
    assert found["version"] == VERSION
    assert [one["total"] for one in found["decisions"]] == [1.8, 1.0, 0.8]
    assert len(found["decisions"]) == TOLD
    assert seen == [(number, 5) for number in range(1, 6)]


@pytest.mark.drawn(1)
@pytest.mark.parametrize("game", ["scharfe-schoten", "tennos-square"])
def test_same_plays_give_the_same_result_as_data_for_json(game: str) -> None:
    deal = a_deal(Game.games[game])
    plays = [(0, history(play(deal, "easy", str(number)))) for number in range(3)]
    few = Reviewer(ThinkingBudget(playouts=60), None)
    decisions = day_decisions([deal], plays)[:4]
    found = costliest([deal], decisions, few, on=quiet)
    again = costliest([deal], json.loads(json.dumps(decisions)), few, on=quiet)
    assert json.dumps(found) == json.dumps(again)
    for one in found["decisions"]:
        assert one["people"] == sum(chosen["people"] for chosen in one["chosen"])
        assert isclose(one["total"], sum(chosen["people"] * chosen["loss"] for chosen in one["chosen"]))
        assert deal.seat in deal.resume(one["moves"]).to_act


def test_all_chosen_moves_are_compared_with_one_best_move_in_the_same_games(deals: list[DailyDeal]) -> None:
    game = free_position(deals[0])
    view = game.view(deals[0].seat)
    texts = [game.text(move) for move in game.legal_moves(deals[0].seat)][:3]
    both = QUICK.compare(view, texts)
    assert [one["played"] for one, _ in both] == texts
    assert len({one["best"] for one, _ in both}) == len({one["worlds"] for one, _ in both}) == 1
    [(alone, gained)] = QUICK.compare(view, texts[:1])
    assert QUICK.decide(view, texts[0], 7) == ({**alone, "number": 7}, gained)
