"""`python -m benchmarks.daily percentile|choice [GAME …] [--days N] [--plays N] [--jobs N]`: the day's deal in figures.

`percentile`: the errors of percentiles and of par. Each day has one deal, and a reference: plays of this deal by AI
players of all levels, with which the bot compares people. Further plays by AI players stand for people; each level
makes a third of the `--plays`. These people come in groups of five. A person's percentile compares the person with the
other four people of the group and with the reference. Its error is the difference from the person's percentile among
all people, without the reference. Par is the mean of the reference; its error is the difference from the people's mean.
The figures are also printed for people of a single level, who play better or worse than the reference.

`choice`: on each day, four deals are chosen as the bot does, and four others are drawn at random. Then the levels hard
and easy play all eight deals again, because the plays used for the choice would make the chosen deals look too good.
The result is the mean skill signal of the chosen deals, divided by that of the drawn deals, with a bootstrap interval
over the days.
"""

import argparse
import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import starmap
from pathlib import Path
from random import Random
from statistics import mean, pstdev
from time import process_time
from typing import Any

import engine.games  # noqa: F401  fills Game.games
from engine.daily import choice, plan
from engine.daily.deal import DEALS, DailyDeal
from engine.daily.percentile import par, percentile
from engine.game import Game
from engine.players.arena import mean_interval

SECRET = b"ichiza benchmark"
"""The secret of all measured days."""
GROUP = 5
"""The number of people in a group: a percentile compares one person with the others of the group."""
NEW = 30
"""The number of new plays of each level in each deal."""
RESAMPLES = 2_000

Row = Mapping[str, Any]
"""The figures of a day, as data for JSON."""


def percentile_day(plays: int, game: str, day: int) -> Row:
    """Let AI players play a deal, first for its reference and then in place of people; return the measured errors.

    The errors of percentiles and of par are measured for people of all levels together, and for each level alone.

    Args:
        plays: the number of plays of the reference, and the number of people.
        game: the id of the game.
        day: the number of the day.
    """
    begun = process_time()
    deal = plan.candidate(SECRET, day, game, {}, 0)
    made = choice.reference(deal, plays=plays, on=_quiet)
    each = plays // len(choice.BUDGETS)
    fields = {level: choice.played_points(deal, level, "people", each, _quiet) for level in choice.BUDGETS}
    mixed = [one for people in fields.values() for one in people]
    fields = {"mixed": mixed, **fields}
    random = Random(day)
    return {
        "game": game,
        "day": day,
        "errors": {name: percentile_error(people, made["reference"], random) for name, people in fields.items()},
        "par": {name: abs(par(made["reference"]) - mean(people)) for name, people in fields.items()},
        "spread": pstdev(mixed),
        "cpu": process_time() - begun,
    }


def percentile_error(people: Sequence[int], reference: Sequence[int], random: Random) -> float:
    """Return the mean error of percentiles if people are compared only with their group of five and the reference.

    The error of a percentile is its difference from the same person's percentile among all people.
    """
    order = random.sample(range(len(people)), len(people))
    errors = []
    for place, one in enumerate(order):
        start = place - place % GROUP
        group = [people[other] for other in order[start : start + GROUP] if other != one]
        others = [points for other, points in enumerate(people) if other != one]
        early, late = percentile(people[one], group, reference), percentile(people[one], others, [])
        if early is not None and late is not None:
            errors.append(abs(early - late))
    return mean(errors)


def choice_day(plays: int, candidates: int, first: int, game: str, day: int) -> Row:
    """Choose the deals of a day; return the mean skill signal of new plays in these deals, and in random deals.

    Args:
        plays: the number of new plays of each level in each deal.
        candidates: the number of candidates of the choice.
        first: the number of plays of each level in the first measurement of a candidate.
        game: the id of the game.
        day: the number of the day.
    """
    begun = process_time()
    found = choice.choose_deals(SECRET, day, game, {}, candidates=candidates, plays=first, on=_quiet)
    chosen = [DailyDeal.from_data(one["deal"]) for one in found]
    took = process_time() - begun
    drawn = [plan.candidate(SECRET, day, game, {}, candidates + number) for number in range(DEALS)]
    return {
        "game": game,
        "day": day,
        "chosen": mean(_new_signal(deal, plays) for deal in chosen),
        "drawn": mean(_new_signal(deal, plays) for deal in drawn),
        "cpu": took,
    }


def _new_signal(deal: DailyDeal, plays: int) -> float:
    """Return a deal's skill signal in new plays, which the choice of the deals did not use."""
    strong, weak = (choice.played_points(deal, level, "new", plays, _quiet) for level in choice.MEASURED)
    return choice.skill_signal(strong, weak)


def _quiet(*_: int) -> None:
    """Ignore the reported progress."""


def ratio_interval(rows: Sequence[Row]) -> tuple[float, float, float]:
    """Return the mean signal of chosen deals divided by that of drawn deals, and its bootstrap interval over days."""
    random = Random(0)
    again = sorted(_ratio(random.choices(rows, k=len(rows))) for _ in range(RESAMPLES))
    return _ratio(rows), again[RESAMPLES // 40], again[-RESAMPLES // 40 - 1]


def _ratio(rows: Sequence[Row]) -> float:
    chosen, drawn = (mean([float(row[kind]) for row in rows]) for kind in ("chosen", "drawn"))
    return chosen / drawn if drawn else float("nan")


def choice_lines(rows: Sequence[Row]) -> Iterator[str]:
    """Yield lines with the skill signals of each game, and of all games."""
    for name, days in _by_game(rows):
        found, drawn = (_figure(mean_interval([row[kind] for row in days])) for kind in ("chosen", "drawn"))
        ratio = _figure(ratio_interval(days))
        yield f"{name}: chosen {found}, drawn {drawn}, ratio {ratio}, {_cost(days)}"


def percentile_lines(rows: Sequence[Row]) -> Iterator[str]:
    """Yield lines with the errors of percentiles and of par, for each game and for all games together.

    Each has a line for people of all levels ("mixed"), and a line for people of each single level.
    """
    for name, days in _by_game(rows):
        for field in days[0]["errors"]:
            error = _figure(mean_interval([row["errors"][field] for row in days]))
            off = _figure(mean_interval([row["par"][field] for row in days]))
            spread = mean(row["spread"] for row in days)
            yield f"{name}, {field} people: percentile off by {error}, par by {off} points of spread {spread:.2f}"
        yield f"{name}: {_cost(days)}"


def _by_game(rows: Sequence[Row]) -> Iterator[tuple[str, list[Row]]]:
    """Yield the rows of each game, and all rows if there are several games."""
    games = list(dict.fromkeys(row["game"] for row in rows))
    for game in games:
        yield game, [row for row in rows if row["game"] == game]
    if len(games) > 1:
        yield "all games", list(rows)


def _figure(interval: Sequence[float]) -> str:
    return "{:.2f} ({:.2f} to {:.2f})".format(*interval)


def _cost(rows: Sequence[Row]) -> str:
    return f"days {len(rows)}, CPU seconds a day {mean(row['cpu'] for row in rows):.0f}"


def _worked(work: Callable[[str, int], Row], days: Sequence[tuple[str, int]], jobs: int) -> Iterator[Row]:
    """Yield the row of each of these days, computed in `jobs` processes."""
    if jobs == 1:
        yield from starmap(work, days)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(work, *zip(*days, strict=True))


def _kept(file: Path | None) -> list[Row]:
    """Return the rows of a file of earlier runs; none if there is no file."""
    return (
        [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()] if file and file.exists() else []
    )


def main(argv: Sequence[str] | None = None) -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(description="Measure the day's deal.")
    parser.add_argument("figure", choices=("percentile", "choice"))
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"of {', '.join(Game.games)}; left out: all")
    parser.add_argument("--days", type=int, default=50, help="of each game")
    parser.add_argument("--plays", type=int, help="percentile: of a reference (300); choice: new ones of a level (30)")
    parser.add_argument("--candidates", type=int, default=choice.CANDIDATES)
    parser.add_argument("--first", type=int, default=choice.PLAYS, help="choice: plays that measure a candidate first")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument(
        "--rows", type=Path, help="a file for the figures of the days, a line for each; days that it has are kept"
    )
    asked = parser.parse_args(argv)
    unknown = [game for game in asked.games if game not in Game.games]
    if unknown:
        parser.error(f"{unknown[0]!r} is no game")
    work: Callable[[str, int], Row]
    if asked.figure == "percentile":
        lines, work = percentile_lines, partial(percentile_day, asked.plays or choice.REFERENCE_PLAYS)
    else:
        lines, work = choice_lines, partial(choice_day, asked.plays or NEW, asked.candidates, asked.first)
    games = asked.games or sorted(Game.games)
    rows = [row for row in _kept(asked.rows) if row["game"] in games and row["day"] < asked.days]
    done = {(row["game"], row["day"]) for row in rows}
    days = [(game, day) for day in range(asked.days) for game in games if (game, day) not in done]
    for row in _worked(work, days, asked.jobs):
        rows.append(row)
        if asked.rows:
            with asked.rows.open("a", encoding="utf-8") as out:
                out.write(json.dumps(row) + "\n")
    print("\n".join(lines(rows)))


if __name__ == "__main__":
    main()
