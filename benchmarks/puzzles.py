"""`python -m benchmarks.puzzles [GAME …] [--count N] [--jobs N] [--seed TEXT]`: how sure the answers of puzzles are.

Makes puzzles as the bot does: with a probability of one quarter, a puzzle must have several right moves. Then the moves
of each puzzle are valued again with new random numbers, in ten times as many games. The right moves are those within
`EQUAL` points of the best one. A puzzle keeps its answer if its right moves are the same as before. Each share is
printed with its 95% Wilson interval.
"""

import argparse
import json
import os
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import starmap
from math import sqrt
from pathlib import Path
from random import Random
from statistics import mean
from time import process_time
from typing import Any

import engine.games  # noqa: F401  fills Game.games
from engine import record
from engine.daily import puzzles
from engine.game import Game
from engine.players.budget import ThinkingBudget
from engine.review.valuation import trial_of

MORE = 10
"""Factor: an answer is tested in this many times as many games as were used to find it."""
HOPELESS = 15.0
"""Moves that are behind the best one by this many standard errors are not tried again."""
NORMAL = 1.96
"""The half width of a 95% interval, in standard errors."""

Row = Mapping[str, Any]
"""A puzzle with its figures, as data for JSON."""


def puzzle_row(game: str, seed: str) -> Row:
    """Make a puzzle, and value its decision again."""
    begun, several = process_time(), Random(seed).random() < puzzles.SEVERAL
    puzzle = puzzles.made(game, {}, seed, several=several, on=_quiet)
    row = {"game": game, "seed": seed, "several": several, "puzzle": puzzle, "cpu": process_time() - begun}
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


def main(argv: Sequence[str] | None = None) -> None:
    """Run the command line."""
    parser = argparse.ArgumentParser(description="Measure how sure the answers of puzzles are.")
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"of {', '.join(Game.games)}; left out: all")
    parser.add_argument("--count", type=int, default=200, help="puzzles of all games together")
    parser.add_argument("--seed", default="puzzles", help="text from which the deals follow")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--rows", type=Path, help="a file for the puzzles, one line for each")
    asked = parser.parse_args(argv)
    unknown = [game for game in asked.games if game not in Game.games]
    if unknown:
        parser.error(f"{unknown[0]!r} is no game")
    games = asked.games or sorted(Game.games)
    work = [(games[number % len(games)], f"{asked.seed} {number}") for number in range(asked.count)]
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
