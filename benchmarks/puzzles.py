"""How sure the answers of puzzles are. Puzzles are made as the bot does.

`python -m benchmarks.puzzles [GAME …] [--count N] [--jobs N] [--seed TEXT]` values the moves of candidates again with
new random numbers, in ten times as many games. The right moves are those within `EQUAL` points of the best one. A
candidate keeps its answer if its right moves are the same as before.

With `--confirm --rows FILE`, each candidate is confirmed as the bot does it: kept, dropped or undecided. Then the first
`--hard N` kept puzzles are valued once more by players of the hard level. All steps are stored in the file, so that the
same command later goes on where it was ended.

Each share is printed with its 95% Wilson interval.
"""

import argparse
import json
import os
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, ThreadPoolExecutor, wait
from itertools import starmap
from math import sqrt
from pathlib import Path
from random import Random
from statistics import mean
from time import process_time, thread_time
from typing import Any

import engine.games  # noqa: F401  fills Game.games
from engine import record
from engine.daily import puzzles
from engine.daily.confirmation import confirm
from engine.game import Game
from engine.players.budget import ThinkingBudget
from engine.review.second_look import SecondLook
from engine.review.valuation import Difference, trial_of

MORE = 10
"""Factor: an answer is tested in this many times as many games as were used to find it."""
HOPELESS = 15.0
"""Moves that are behind the best one by this many standard errors are not tried again."""
NORMAL = 1.96
"""The half width of a 95% interval, in standard errors."""
HARD = ThinkingBudget(playouts=400)
"""The budget of each decision of a hard player, as in the references of the day's deals."""
HARD_GAMES, HARD_TIME = 50, ThinkingBudget(seconds=360.0, clock=thread_time)
"""The number of games in which hard players value a puzzle, and the time of a processor that ends it earlier."""
REVERSED = 3.0
"""An answer is reversed if its right move is behind by this many standard errors."""

Row = Mapping[str, Any]
"""A puzzle with its figures, as data for JSON."""


def made_row(game: str, seed: str) -> Row:
    """Make a candidate."""
    begun, several = process_time(), Random(seed).random() < puzzles.SEVERAL
    puzzle = puzzles.made(game, {}, seed, several=several, on=_quiet)
    return {"game": game, "seed": seed, "several": several, "puzzle": puzzle, "cpu": process_time() - begun}


def puzzle_row(game: str, seed: str) -> Row:
    """Make a candidate, and value its decision again."""
    row = made_row(game, seed)
    puzzle = row["puzzle"]
    if puzzle is None:
        return row
    again = right_again(puzzle, MORE * puzzles.THOUGHT)
    return {**row, "again": again, "kept": set(again) == set(puzzle["right"])}


def right_again(puzzle: puzzles.Puzzle, worlds: int) -> list[str]:
    """Value the moves of a puzzle again in `worlds` new games, and return the moves that are right this time."""
    game = record.read(puzzle["record"]).replay()
    trial = trial_of(game.view(puzzle["seat"]), "again")
    worth = trial.solve()
    if worth is None:
        best = puzzle["moves"][0]["value"]
        moves = [
            game.parse(one["move"])
            for one in puzzle["moves"]
            if best - one["value"] <= max(HOPELESS * one["error"], puzzles.LEAST_LEAD)
        ]
        tried = trial.try_out(moves, ThinkingBudget(playouts=worlds * len(moves)).meter(), 1.0)
        worth = {move: mean(tried[move].utility) for move in moves}
    return [game.text(move) for move in puzzles.best_moves(worth)]


def next_step(row: Row, *, hard: bool) -> Row:
    """Do the next step of a row: make the candidate, confirm it, or with `hard` let hard players value it."""
    if "puzzle" not in row:
        return made_row(row["game"], row["seed"])
    begun = process_time()
    if not hard:
        found = confirm(row["puzzle"], _quiet)
        told = {"verdict": found.verdict, "games": found.games, "confirmed": found.puzzle}
        return {**row, **told, "confirm_cpu": process_time() - begun}
    return {**row, "hard": hard_lead(row["confirmed"]), "hard_cpu": process_time() - begun}


def hard_lead(puzzle: puzzles.Puzzle) -> Mapping[str, float]:
    """Let hard players play on, and return the lead of the best right move over the nearest wrong one."""
    game = record.read(puzzle["record"]).replay()
    ranked = [one["move"] for one in puzzle["moves"]]
    best = next(move for move in ranked if move in puzzle["right"])
    wrong = next(move for move in ranked if move not in puzzle["right"])
    one, other = game.parse(best), game.parse(wrong)
    look = SecondLook(game.view(puzzle["seat"]), [one, other], "hard", HARD, "hard")
    meter = HARD_TIME.meter()
    while len(look.values[one]) < HARD_GAMES and meter.spent < 1:
        look.look()
    lead = look.lead(one, other)
    return {"lead": lead.mean, "error": lead.error, "games": len(look.values[one])}


def pooled(leads: Sequence[Difference]) -> Difference:
    """Return the mean of independent leads, with its standard error."""
    return Difference(mean(one.mean for one in leads), sqrt(sum(one.error**2 for one in leads)) / len(leads))


def _quiet(*_: int) -> None:
    """Ignore the reported progress."""


def share(count: int, of: int) -> str:
    """Return the share `count` / `of` in percent, with its 95% interval."""
    if not of:
        return "none"
    part, squared = count / of, NORMAL * NORMAL
    middle = (part + squared / 2 / of) / (1 + squared / of)
    half = NORMAL * sqrt(part * (1 - part) / of + squared / 4 / of / of) / (1 + squared / of)
    return f"{100 * part:.1f}% ({100 * (middle - half):.1f} to {100 * (middle + half):.1f}) of {of}"


def figure_lines(rows: Sequence[Row]) -> Iterator[str]:
    """Yield the figures of each game, and of all if there are several games."""
    games = list(dict.fromkeys(row["game"] for row in rows))
    groups = [(game, [row for row in rows if row["game"] == game]) for game in games]
    for name, some in [*groups, ("all games", rows)] if len(games) > 1 else groups:
        found = [row for row in some if row["puzzle"]]
        kept, several = (sum(row[kind] for row in found) for kind in ("kept", "several"))
        yield (
            f"{name}: kept {share(kept, len(found))}, several right {share(several, len(found))},"
            f" not found {len(some) - len(found)}, CPU seconds a puzzle {mean(row['cpu'] for row in some):.0f}"
        )


def confirmation_lines(rows: Sequence[Row]) -> Iterator[str]:
    """Yield how many candidates of each game, and of all games, were kept, dropped and left undecided."""
    done = [row for row in rows if "verdict" in row]
    for name in [*dict.fromkeys(row["game"] for row in done), "all games"]:
        some = [row for row in done if name in (row["game"], "all games")]
        counts = [sum(row["verdict"] == one for row in some) for one in ("kept", "dropped", "undecided")]
        making, confirming = ([row[key] for row in some] or [0.0] for key in ("cpu", "confirm_cpu"))
        yield (
            f"{name}: kept {share(counts[0], len(some))}, dropped {counts[1]}, undecided {counts[2]}; CPU seconds to"
            f" make {mean(making):.0f}, to confirm {mean(confirming):.0f}, at most {max(confirming):.0f}"
        )
    valued = [row["hard"] for row in rows if "hard" in row]
    leads = [Difference(one["lead"], one["error"]) for one in valued]
    if leads:
        every, back = pooled(leads), sum(one.mean < -REVERSED * one.error for one in leads)
        yield (
            f"hard players: {len(leads)} puzzles, {sum(one['games'] for one in valued)} games, reversed {back}, ahead"
            f" {sum(one.mean > 0 for one in leads)}, pooled lead {every.mean:.2f} ± {every.error:.2f}, CPU minutes"
            f" {sum(row['hard_cpu'] for row in rows if 'hard' in row) / 60:.0f}"
        )


def confirm_all(work: Sequence[tuple[str, str]], jobs: int, hard: int, file: Path) -> Sequence[Row]:
    """Make and confirm all candidates, and let hard players value the first `hard` kept ones; return all rows.

    Rows in the file are not made again; each finished step is written to it.
    """
    lines = file.read_text(encoding="utf-8").splitlines() if file.exists() else []
    stored = {(row["game"], row["seed"]): row for row in map(json.loads, lines)}
    rows: dict[tuple[str, str], Row] = {key: stored.get(key, {"game": key[0], "seed": key[1]}) for key in work}

    def finish(keys: Sequence[tuple[str, str]], last: str) -> None:
        """Do all steps of some rows up to the one that gives the key `last`."""
        left = deque(key for key in keys if _lacks(rows[key], last))
        waiting: dict[Future[Row], tuple[str, str]] = {}
        while left or waiting:
            while left and len(waiting) < jobs:
                key = left.popleft()
                waiting[pool.submit(next_step, rows[key], hard=last == "hard")] = key
            for future in wait(waiting, return_when=FIRST_COMPLETED).done:
                key = waiting.pop(future)
                rows[key] = future.result()
                with file.open("a", encoding="utf-8") as out:
                    out.write(json.dumps(rows[key]) + "\n")
                if _lacks(rows[key], last):
                    left.appendleft(key)

    with ProcessPoolExecutor(jobs) if jobs > 1 else ThreadPoolExecutor(1) as pool:
        finish(work, "verdict")
        finish([key for key in work if rows[key].get("verdict") == "kept"][:hard], "hard")
    return [*rows.values()]


def _lacks(row: Row, last: str) -> bool:
    """Return whether a row lacks the step that gives the key `last`. A row without a puzzle lacks nothing."""
    return last not in row and bool(row.get("puzzle", True))


def main(argv: Sequence[str] | None = None) -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(description="Measure how sure the answers of puzzles are.")
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"of {', '.join(Game.games)}; left out: all")
    parser.add_argument("--count", type=int, default=200, help="puzzles of all games together")
    parser.add_argument("--seed", default="puzzles", help="text from which the deals follow")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--rows", type=Path, help="a file for the puzzles, one line for each")
    parser.add_argument("--confirm", action="store_true", help="confirm the candidates, as the bot does")
    parser.add_argument("--hard", type=int, default=0, help="kept puzzles that hard players value once more")
    asked = parser.parse_args(argv)
    unknown = [game for game in asked.games if game not in Game.games]
    if unknown:
        parser.error(f"{unknown[0]!r} is no game")
    games = asked.games or sorted(Game.games)
    work = [(games[number % len(games)], f"{asked.seed} {number}") for number in range(asked.count)]
    if asked.confirm:
        if asked.rows is None:
            parser.error("--confirm needs --rows")
        print("\n".join(confirmation_lines(confirm_all(work, asked.jobs, asked.hard, asked.rows))))
        return
    rows: list[Row] = []
    for row in _worked(work, asked.jobs):
        rows.append(row)
        if asked.rows:
            with asked.rows.open("a", encoding="utf-8") as out:
                out.write(json.dumps(row) + "\n")
    print("\n".join(figure_lines(rows)))


def _worked(work: Sequence[tuple[str, str]], jobs: int) -> Iterator[Row]:
    """Make the puzzles in `jobs` processes, and yield the row of each."""
    if jobs == 1:
        yield from starmap(puzzle_row, work)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(puzzle_row, *zip(*work, strict=True))


if __name__ == "__main__":
    main()
