"""The choice of deals and their reference plays."""

from collections.abc import Callable

import pytest

from engine.daily import choice, plan
from engine.daily.deal import DEALS, DailyDeal, points

SECRET, DAY, GAME = bytes(16), 20_784, "scharfe-schoten"
ORDER = {plan.candidate(SECRET, DAY, GAME, {}, number).seed: number for number in range(50)}
"""The numbers of the candidates by their seeds."""


def made_up(strong: Callable[[int, bool], int]) -> Callable[..., list[int]]:
    """Return a stand-in for `played_points`. Plays score 0 and 10 in turn; with "hard", `strong` gives extra points.

    `strong` gets the number of the candidate, and True if these are the first plays of the candidate.
    """

    def played_points(deal: DailyDeal, level: str, seed: str, plays: int, on: Callable[[], None]) -> list[int]:
        more = strong(ORDER[deal.seed], seed == "choice 0") if level == "hard" else 0
        for _ in range(plays):
            on()
        return [10 * (number % 2) + more for number in range(plays)]

    return played_points


def chosen(candidates: int = 50) -> list[int]:
    """Choose deals among `candidates` candidates, and return the numbers of the chosen ones."""
    found = choice.choose_deals(SECRET, DAY, GAME, {}, candidates=candidates, on=lambda *_: None)
    signals = [one["signal"] for one in found]
    assert signals == sorted(signals, reverse=True)
    assert [ORDER[DailyDeal.from_data(one["deal"]).seed] for one in found] == [one["number"] for one in found]
    return [one["number"] for one in found]


def test_candidates_with_the_greatest_signal_are_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(choice, "played_points", made_up(lambda number, _: number * 7 % 50))
    assert [number * 7 % 50 for number in chosen()] == [49, 48, 47, 46]


def test_lucky_candidate_falls_out_when_it_is_measured_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(choice, "played_points", made_up(lambda number, first: 50 if number == 9 and first else number))
    assert chosen() == [49, 48, 47, 46]


def test_each_play_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(choice, "played_points", made_up(lambda number, _: number))
    told: list[tuple[int, int]] = []
    choice.choose_deals(SECRET, DAY, GAME, {}, candidates=20, plays=2, on=lambda *progress: told.append(progress))
    every = 2 * (20 * 2 + choice.FINALISTS * 2 * choice.SECOND)
    assert told == [(number, every) for number in range(1, every + 1)]


@pytest.mark.slow
def test_choice_ends_when_its_report_raises() -> None:
    def stop(*_: int) -> None:
        raise InterruptedError

    with pytest.raises(InterruptedError):
        choice.choose_deals(SECRET, DAY, GAME, {}, on=stop)


@pytest.mark.slow
def test_choice_is_made_by_plays_and_can_be_repeated() -> None:
    one, other = (
        choice.choose_deals(SECRET, DAY, GAME, {}, candidates=1, plays=1, on=lambda *_: None) for _ in range(2)
    )
    assert one == other
    assert len(one) == 1


def test_drawn_deals_are_the_first_candidates() -> None:
    drawn = choice.drawn_deals(SECRET, DAY, GAME, {})
    assert [one["number"] for one in drawn] == [*range(DEALS)]
    assert [ORDER[DailyDeal.from_data(one["deal"]).seed] for one in drawn] == [*range(DEALS)]


def test_signal_is_the_difference_in_standard_deviations() -> None:
    assert choice.skill_signal([4, 6], [0, 2]) == 4 / 5**0.5
    assert choice.skill_signal([3, 3], [3, 3]) == 0


@pytest.mark.slow
def test_reference_has_as_many_plays_of_each_level_and_the_best_line() -> None:
    deal, told = plan.candidate(SECRET, DAY, GAME, {}, 0), list[tuple[int, int]]()
    made = choice.reference(deal, plays=6, on=lambda *progress: told.append(progress))
    assert told == [(number, 6) for number in range(1, 7)]
    assert {level: len(one) for level, one in made["level_points"].items()} == {"easy": 2, "normal": 2, "hard": 2}
    assert sorted(made["reference"]) == sorted(one for level in made["level_points"].values() for one in level)
    assert points(deal.resume(made["best"]), deal.seat) == max(made["reference"])
