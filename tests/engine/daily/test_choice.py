"""The choice of deals and their reference plays."""

from engine.daily import choice, plan
from engine.daily.deal import DEALS, DailyDeal, points

SECRET, DAY, GAME = bytes(16), 20_784, "saizen"


def test_clearest_candidates_are_chosen_and_each_play_is_reported() -> None:
    told: list[tuple[int, int]] = []
    found = choice.choose_deals(
        SECRET, DAY, GAME, {}, candidates=6, plays=2, on=lambda done, of: told.append((done, of))
    )
    assert told == [(number, 24) for number in range(1, 25)]
    signals = [one["signal"] for one in found]
    assert signals == sorted(signals, reverse=True)
    every = [plan.candidate(SECRET, DAY, GAME, {}, number) for number in range(6)]
    measured = {
        deal.seed: choice.skill_signal(
            *(choice.played_points(deal, level, "choice", 2, lambda: None) for level in ("hard", "easy"))
        )
        for deal in every
    }
    assert len(found) == DEALS
    assert [measured[DailyDeal.from_data(one["deal"]).seed] for one in found] == signals
    assert signals == sorted(measured.values(), reverse=True)[:DEALS]


def test_signal_is_the_difference_in_standard_deviations() -> None:
    assert choice.skill_signal([4, 6], [0, 2]) == 4 / 5**0.5
    assert choice.skill_signal([3, 3], [3, 3]) == 0


def test_reference_has_as_many_plays_of_each_level_and_the_best_line() -> None:
    deal, told = plan.candidate(SECRET, DAY, GAME, {}, 0), list[tuple[int, int]]()
    made = choice.reference(deal, plays=6, on=lambda done, of: told.append((done, of)))
    assert told == [(number, 6) for number in range(1, 7)]
    assert {level: len(one) for level, one in made["level_points"].items()} == {"easy": 2, "normal": 2, "hard": 2}
    assert sorted(made["reference"]) == sorted(one for level in made["level_points"].values() for one in level)
    assert points(deal.resume(made["best"]), deal.seat) == max(made["reference"])
    assert made == choice.reference(deal, plays=6, on=lambda *_: None)
