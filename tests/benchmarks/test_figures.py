"""The benchmarks' own code: every figure has the right form. Speed itself is not tested."""

import asyncio
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from importlib import import_module
from math import isfinite
from pathlib import Path
from random import Random

import pytest

import benchmarks.__main__ as command
import benchmarks.daily.__main__ as daily
from benchmarks import clicks, engine, gateway, measure, plain, players, puzzles, ratings, reviews, storage, tables
from benchmarks.daily import crowd
from benchmarks.measure import Budget, Figure
from engine.__main__ import play_randomly
from engine.daily import choice
from engine.daily.confirmation import Confirmation, Verdict
from engine.daily.deal import DailyDeal
from engine.daily.puzzles import Puzzle
from engine.game import Game
from engine.players import ThinkingBudget
from engine.review.valuation import Difference
from storage import Post, Store
from storage.owners import table_owner
from tests.puzzles import a_puzzle
from tests.source_tree import ROOT
from tests.storage.store_support import ANNE, GUILD, SEATS, moves, playing_table, seen

NO_TIME = Budget(rounds=1, seconds=0.0)


def check(figures: Iterator[Figure], room: str) -> list[str]:
    """Check that each figure has a name that begins with `room` and three positive finite numbers; return the names."""
    names = []
    for figure in figures:
        assert set(figure) == {"name", "ours", "beside", "ratio"}
        assert all(isfinite(figure[key]) and figure[key] > 0 for key in ("ours", "beside", "ratio"))
        assert figure["name"].startswith(f"{room}/")
        names.append(figure["name"])
    assert len(set(names)) == len(names)
    return names


def without_open_spiel(name: str) -> object:
    if name == "pyspiel":
        raise ImportError(name)
    return import_module(name)


def test_every_game_is_measured_with_all_its_seats_and_options_beside_open_spiel() -> None:
    pytest.importorskip("pyspiel")
    names = check(engine.figures(NO_TIME), "engine")
    for kind in Game.games.values():
        assert {f"engine/{kind.id}", f"engine/{kind.id}/plain-loop", f"engine/{kind.id}/every-action"} <= set(names)
        for name, _, _ in engine.settings(kind):
            assert f"engine/{kind.id}/{name}" in names


def test_missing_open_spiel_is_reported_in_one_line_and_leaves_the_plain_loop(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(engine, "import_module", without_open_spiel)
    assert check(engine.figures(NO_TIME), "engine") == [f"engine/{name}/plain-loop" for name in Game.games]
    assert capsys.readouterr().err == f"{engine.MISSING}\n"


def test_computer_player_of_every_game_is_measured() -> None:
    assert check(players.figures(NO_TIME), "players") == [f"players/{name}" for name in Game.games]


def test_every_common_event_is_measured_on_servers_of_three_sizes() -> None:
    names = check(gateway.figures(NO_TIME), "gateway")
    assert {name.split("/")[1] for name in names} == {"10", "450", "500"}
    assert len(names) == 30


@pytest.mark.soak
def test_playing_a_card_is_measured_beside_a_bare_click_with_the_same_answer() -> None:
    p50, p99, slowest, at_once = check(clicks.figures(clicks.Amount(ready=2, clicks=2, at_once=4, times=1)), "clicks")
    assert [p50, p99, at_once] == ["clicks/p50-ms", "clicks/p99-ms", "clicks/4-in-flight-a-second"]
    assert re.fullmatch(r"clicks/slow/[01]-card-ms", slowest)


@pytest.mark.soak
def test_crowd_opens_the_days_deal_beside_a_bare_page() -> None:
    names = check(iter(asyncio.run(crowd.figures(people=3, seconds=0.1))), "crowd")
    assert names == [f"crowd/3-in-0.1-s/{one}-p{share}-ms" for one in ("opened", "pressed") for share in (50, 99, 100)]


@pytest.mark.slow
def test_accuracy_of_ratings_is_measured() -> None:
    found = {figure["name"]: figure["ours"] for figure in ratings.figures(games=150, runs=2, seeds=2)}
    assert found["ratings/drift"] < 1.5  # 150 games are few, so chance adds to the drift
    assert found["ratings/order"] > 0.75


@pytest.mark.slow
def test_clicks_through_the_whole_bot_are_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(storage, "TABLES", 3)
    moves = ("moves-at-one-table", "moves-at-100-tables", "last-moves")
    assert check(storage.figures(NO_TIME), "storage") == [f"storage/{name}" for name in moves]


def test_plain_loop_plays_every_card() -> None:
    assert plain.play() == 48


def test_both_sides_run_equally_often_in_turns() -> None:
    turns: list[str] = []

    def work(name: str) -> int:
        turns.append(name)
        return 1

    measured = measure.rates((lambda: work("ours"), lambda: work("beside")), Budget(rounds=3, seconds=0.0))
    assert len(measured) == 3
    assert turns == ["ours", "beside"] * 3


def test_percentile_is_an_upper_bound_of_its_share() -> None:
    assert [measure.percentile(range(200, 0, -1), percent) for percent in (50, 99, 100)] == [100, 198, 200]


def test_figure_is_the_median_of_its_rounds() -> None:
    assert measure.figure("x", [(1.0, 2.0), (9.0, 3.0), (4.0, 4.0)]) == {
        "name": "x",
        "ours": 4.0,
        "beside": 3.0,
        "ratio": 1.0,
    }


def test_third_valuation_is_counted_before_and_after_the_second_looks() -> None:
    blames = [
        reviews.Blame(
            "random", "TrickPhase", 0.5, flagged, exact=False, second=0.4, looks=8, third=third, third_error=0.1
        )
        for flagged, third, count in ((True, 0.3, 18), (True, -0.1, 2), (False, -0.2, 5))
        for _ in range(count)
    ]
    found = [
        reviews.Confirmed("random", 40, 15.0, 1.5, blames),
        reviews.Confirmed("normal", 40, 12.0, 1.2, []),
    ]
    assert [*reviews.confirmed_figures(found)] == [
        "random: reviews 1, decisions 40, flagged before 25, after 20",
        "normal: reviews 1, decisions 40, flagged before 0, after 0",
        "before: the third valuation agrees with 18 of 25: 72% (52 to 86)",
        "after: the third valuation agrees with 18 of 20: 90% (70 to 97)",
        "after, without exact ones: the third valuation agrees with 18 of 20: 90% (70 to 97)",
        "dropped: the third valuation agrees with 0 of 5: 0% (0 to 43)",
        "time with second looks / without: 1.35; of one review at most 1.50",
    ]


def test_a_random_and_a_normal_player_are_reviewed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("benchmarks.reviews.THIRD", 4)
    found = reviews.confirmed_rows("scharfe-schoten", "few", 2, 0)
    assert [one.level for one in found] == ["random", "normal"]
    assert all(one.ratio >= 1 and one.decisions > 5 for one in found)


def test_few_reviewed_deals_leave_out_the_figures_of_several_games() -> None:
    found = reviews.rows("saizen", "few", 2, 1, 0)
    assert [line.partition(":")[0] for line in reviews.figures(found)] == list(reviews.LEVELS)


def test_every_figure_is_one_line(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    one: Figure = {"name": "room/thing", "ours": 1.5, "beside": 3.0, "ratio": 0.5}
    known = {"room": [one], "other": [one, one]}
    monkeypatch.setattr(command, "found", lambda: [*known])
    monkeypatch.setattr(command, "figures_of", known.__getitem__)
    assert command.main(["room", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == one
    assert command.main(["--json"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 3
    assert command.main(["room"]) == 0
    assert capsys.readouterr().out.splitlines()[1].split() == ["room/thing", "1.5", "3", "0.50"]


def test_unknown_benchmark_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as refused:
        command.main(["nothing"])
    assert refused.value.code == 2
    assert "'nothing' is no benchmark" in capsys.readouterr().err


@pytest.mark.slow
def test_benchmark_without_postgresql_runs_without_its_driver() -> None:
    script = """
import sys
sys.modules["psycopg"] = None
import benchmarks.__main__ as command
import benchmarks.daily.__main__ as daily
assert "storage" in command.found()
from benchmarks import engine, measure
print(next(engine.figures(measure.Budget(rounds=1, seconds=0.0)))["name"])
"""
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("engine/")


def test_benchmarks_are_discovered_by_their_files() -> None:
    assert {"clicks", "engine", "players", "storage", "tables"} <= set(command.found())
    assert not {"measure", "plain"} & set(command.found())


async def test_database_of_many_running_tables_has_copies_of_played_ones(tmp_path: Path) -> None:
    async with await Store.open(tmp_path / "patterns.sqlite3", record_write=None) as store:
        ended, played = await playing_table(store), await playing_table(store)
        await playing_table(store, place_id=-ANNE)
        await store.tables.add_moves(await seen(store, played), moves(0, 3))
        await store.message_records.add(table_owner(played), Post("n", "round:1", 10, 700, "shown"))
        await store.tables.end(await seen(store, ended), "closed")
    filled = tables._filled(tmp_path / "patterns.sqlite3", tmp_path / "filled.sqlite3", 5)
    async with await Store.open(filled, record_write=None) as store:
        numbers = await store.tables.open_in_place(GUILD)
        assert (len(numbers), len(await store.tables.open_in_place(-ANNE))) == (3, 2)
        for number in numbers:
            row, made = await store.tables.load_with_moves(number)
            assert row is not None
            assert (row.seats, made) == (SEATS, moves(0, 3))
            assert [post.message_id for post in await store.message_records.of(table_owner(number))] == [700]
    assert sorted(number for number, _ in tables._waiting(filled)) == numbers


def play_at_random(deal: DailyDeal, level: str, seed: str) -> Game:
    """Play a deal of the day at random, which is much faster than `choice.play`."""
    game = deal.start()
    play_randomly(game, Random(f"{level} {seed}"))
    return game


def test_percentiles_of_the_days_deal_are_measured(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr(choice, "play", play_at_random)
    rows = tmp_path / "rows"
    daily.main(["percentile", "saizen", "--days", "2", "--plays", "30", "--jobs", "1", "--rows", str(rows)])
    lines = capsys.readouterr().out.splitlines()
    fields = ["mixed", "easy", "normal", "hard"]
    assert [line.split(":")[0] for line in lines] == [*(f"saizen, {field} people" for field in fields), "saizen"]
    found = [json.loads(row) for row in rows.read_text(encoding="utf-8").splitlines()]
    assert [row["day"] for row in found] == [0, 1]
    assert all(0 <= row["errors"][field] <= 100 for row in found for field in fields)
    daily.main(["percentile", "saizen", "--days", "3", "--plays", "30", "--jobs", "1", "--rows", str(rows)])
    again = [json.loads(row) for row in rows.read_text(encoding="utf-8").splitlines()]
    assert (again[:2], [row["day"] for row in again]) == (found, [0, 1, 2])
    assert "days 3," in capsys.readouterr().out


@pytest.mark.slow
def test_choice_of_the_days_deal_is_measured_with_new_plays(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    seeds = set()

    def noted(deal: DailyDeal, level: str, seed: str) -> Game:
        seeds.add(seed.split(maxsplit=1)[0])
        return play_at_random(deal, level, seed)

    monkeypatch.setattr(choice, "play", noted)
    daily.main(["choice", "--days", "1", "--candidates", "4", "--first", "1", "--plays", "2", "--jobs", "1"])
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(":")[0] for line in lines] == [*sorted(Game.games), "all games"]
    assert all(re.search(r"chosen .*, drawn .*, ratio .*, days [15], CPU seconds a day [0-9]+", line) for line in lines)
    assert seeds == {"choice", "new"}


def test_ratio_of_signals_has_its_interval_over_days() -> None:
    rows = [{"chosen": 3.0 + number % 2, "drawn": 1.0 + number % 3} for number in range(60)]
    ratio, low, high = daily.ratio_interval(rows)
    assert ratio == pytest.approx(1.75)
    assert low < ratio < high < 2.1


def test_percentile_among_many_equal_people_has_no_error() -> None:
    assert daily.percentile_error([7] * 20, [7] * 3, Random(1)) == 0
    assert daily.percentile_error([*range(40)], [99] * 3, Random(1)) > 10


@pytest.mark.slow
def test_puzzles_are_valued_again(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Value made-up puzzles a second time: only a puzzle whose right moves stay the same counts as kept.

    Saizen gets no puzzle.
    """

    def made(game: str, _options: object, seed: str, *, several: bool, on: object) -> object:
        assert on
        number = int(seed.rsplit(maxsplit=1)[-1])
        return None if game == "saizen" else a_puzzle(Game.games[game], number, right=1 + several)

    monkeypatch.setattr("engine.daily.puzzles.made", made)
    monkeypatch.setattr("engine.daily.puzzles.THOUGHT", 4)
    rows = tmp_path / "rows"
    puzzles.main(["saizen", "tezumashi", "--count", "6", "--jobs", "1", "--rows", str(rows)])
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(":")[0] for line in lines] == ["saizen", "tezumashi", "all games"]
    assert "kept none" in lines[0]
    found = [json.loads(row) for row in rows.read_text(encoding="utf-8").splitlines()]
    assert [row["puzzle"] is None for row in found] == [True, False] * 3
    for row in found[1::2]:
        assert row["kept"] == ({*row["again"]} == {*row["puzzle"]["right"]})


def test_candidates_are_confirmed_and_kept_ones_valued_by_hard_players(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Confirm made-up candidates, one of each verdict: a second run finds all steps in the file."""
    verdicts: list[Verdict] = ["kept", "dropped", "undecided"]

    def made(game: str, _options: object, seed: str, *, several: bool, on: object) -> object:
        assert on
        return a_puzzle(Game.games[game], int(seed.rsplit(maxsplit=1)[-1]), right=1 + several)

    def confirm(candidate: Puzzle, _on: object) -> Confirmation:
        verdict = verdicts.pop(0)
        return Confirmation(verdict, 16, candidate if verdict == "kept" else None)

    monkeypatch.setattr("engine.daily.puzzles.made", made)
    monkeypatch.setattr(puzzles, "confirm", confirm)
    monkeypatch.setattr(puzzles, "HARD", ThinkingBudget(playouts=2))
    monkeypatch.setattr(puzzles, "HARD_GAMES", 3)
    asked = ["scharfe-schoten", "--count", "3", "--jobs", "1", "--confirm", "--hard", "2", "--rows"]
    puzzles.main([*asked, str(tmp_path / "rows")])
    told = capsys.readouterr().out
    lines = told.splitlines()
    assert [line.split(":")[0] for line in lines] == ["scharfe-schoten", "all games", "hard players"]
    assert "kept 33.3%" in lines[0]
    assert "dropped 1, undecided 1" in lines[0]
    assert "1 puzzles, 3 games" in lines[2]
    puzzles.main([*asked, str(tmp_path / "rows")])
    assert capsys.readouterr().out == told


def test_pooled_lead_has_the_error_of_a_mean_of_independent_leads() -> None:
    every = puzzles.pooled([Difference(1.0, 0.3), Difference(3.0, 0.4)])
    assert every.mean == 2.0
    assert every.error == pytest.approx(0.25)


def test_share_has_an_interval_within_the_possible() -> None:
    assert puzzles.share(69, 69) == "100.0% (94.7 to 100.0) of 69"
    assert puzzles.share(0, 10).startswith("0.0% (0.0 to 27.8)")
