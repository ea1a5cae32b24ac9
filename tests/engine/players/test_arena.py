"""The arena: its output, equal results of equal players, and refused arguments."""

import json

import pytest

from engine.__main__ import main
from engine.game import Game
from engine.players.arena import DealResult, Match, mean_interval, play_each, read_sides, report, self_match, win_share
from tests.engine.kit.cases import PLAIN_CASES, Case
from tests.samples import sampled


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, dict[str, dict[str, float]]]:
    assert main(["arena", *arguments]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    return dict(json.loads(out))


@pytest.mark.slow
def test_arena_prints_shares_points_and_places_with_intervals(capsys: pytest.CaptureFixture[str]) -> None:
    match = "saizen --seats normal/8,random,normal/8,random --deals 4 --seed 1 --jobs 1"
    shown = printed(capsys, *match.split())
    assert shown.keys() == {"game", "deals", "levels"}
    one, other = shown["levels"]["normal/8"], shown["levels"]["random"]
    assert one.keys() == other.keys()
    assert one["share"] + other["share"] == 1
    assert one["points"] == -other["points"]
    assert one["place"] + other["place"] == pytest.approx(5)
    for row in (one, other):
        assert row["low"] <= row["share"] <= row["high"]
        for name in ("points", "place"):
            assert row[f"{name}_low"] <= row[name] <= row[f"{name}_high"]


@pytest.mark.slow
def test_several_processes_give_the_same_results_except_times(capsys: pytest.CaptureFixture[str]) -> None:
    match = "scharfe-schoten --seats normal/8,random,normal/8,random --deals 4 --seed 1 --jobs"
    one, two = (printed(capsys, *match.split(), jobs)["levels"]["normal/8"] for jobs in ("1", "2"))
    assert {key: value for key, value in one.items() if not key.startswith("ms")} == {
        key: value for key, value in two.items() if not key.startswith("ms")
    }


@pytest.mark.drawn(1)
@pytest.mark.parametrize("case", sampled(PLAIN_CASES, 7), ids=str)
def test_equal_players_have_exactly_equal_results(case: Case) -> None:
    match = Match(case.kind, read_sides(",".join(["hard/8", *["normal/8"] * (case.seats - 1)])), {}, "twins")
    for row in report(self_match(match), [*play_each(self_match(match), 1)])["levels"].values():
        assert (row["share"], row["points"], row["points_low"], row["points_high"]) == (0.5, 0, 0, 0)


def test_each_deal_is_played_once_in_each_seating() -> None:
    def seatings(names: str) -> list[str]:
        found = Match(Game.games["saizen"], read_sides(names), {}, "").seatings
        return [",".join(side.label for side in sides) for sides in found]

    assert seatings("hard,normal,hard,normal") == ["hard,normal,hard,normal", "normal,hard,normal,hard"]
    assert seatings("hard,normal,normal") == ["hard,normal,normal", "normal,normal,hard", "normal,hard,normal"]
    assert seatings("hard,hard") == ["hard,hard"]


def test_win_share_has_wilsons_interval() -> None:
    found, low, high = win_share([1.0] * 63 + [-1.0] * 37)
    assert (found, round(low, 3), round(high, 3)) == (0.63, 0.532, 0.718)
    assert win_share([0.0, 0.0])[0] == 0.5
    assert win_share([2.0] * 10)[2] == 1.0


def test_mean_has_the_usual_interval() -> None:
    found, low, high = mean_interval([1.0, 2.0, 3.0, 4.0])
    assert (found, round(low, 2), round(high, 2)) == (2.5, 1.23, 3.77)


def test_points_are_paired_differences() -> None:
    match = Match(Game.games["saizen"], read_sides("hard,normal,hard,normal"), {}, "")
    deals = [
        DealResult({"hard": 2.0, "normal": -2.0}, {"hard": 1.5, "normal": 3.5}),
        DealResult({"hard": 0.0, "normal": 0.0}, {"hard": 2.5, "normal": 2.5}),
    ]
    row = report(match, deals)["levels"]["hard"]
    assert (row["share"], row["points"], row["place"]) == (0.75, 1.0, 2.0)


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ("whist --seats hard,normal", "'whist' is unknown"),
        ("saizen --seats hard,nobody", "'nobody' is no computer player"),
        ("saizen --seats hard@0,normal", "no time to think"),
        ("saizen --seats hard,normal/00", "no time to think"),
        ("saizen --seats hard@٠,normal", "is no computer player"),
        (f"saizen --seats hard@{10**9},normal", "is no computer player"),
        ("saizen --seats hard", "2 or 3 or 4 or 5 or 6, not 1"),
        ("saizen --seats hard,normal --options [1]", "must be a JSON object"),
        ('tennos-square --seats hard,normal,hard,normal --options {"split_partnership":true}', "not for 4 seats"),
    ],
)
def test_unknown_players_and_seats_are_refused_in_one_line(
    capsys: pytest.CaptureFixture[str], arguments: str, reason: str
) -> None:
    assert main(["arena", *arguments.split(), "--jobs", "1"]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert reason in err
    assert err.count("\n") == 1


@pytest.mark.parametrize("wrong", ["--deals 0", "--ms x", "--jobs -1", "--ms 5 --playouts 5"])
def test_values_other_than_numbers_are_refused(capsys: pytest.CaptureFixture[str], wrong: str) -> None:
    with pytest.raises(SystemExit) as refused:
        main(["arena", "saizen", "--seats", "hard,normal", *wrong.split()])
    assert refused.value.code == 2
    assert wrong.split(maxsplit=1)[0] in capsys.readouterr().err
