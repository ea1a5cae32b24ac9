"""`python -m tests.engine.daily.replays record|check FILE [--plays N] [--jobs N]`: check the computer players.

`record` writes plays of the day's deal in each game, with random moves of the person. `check` makes the person's moves
again, lets the computer players decide anew, and prints how many plays differ. None may differ in another process, on
another Python or on another machine: run `check` there.
"""

import argparse
import json
import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from random import Random

import engine.games  # noqa: F401  fills Game.games
from engine.daily import plan
from engine.daily.deal import DailyDeal, history
from engine.errors import IllegalMove
from engine.game import Game

SECRET = bytes(range(16))
DAY = 20_784
PLAYS = 2_000
GAMES = sorted(Game.games)

Moves = list[tuple[int, str]]


def deal_of(game: str, number: int) -> DailyDeal:
    """Return the day's deal with this number, for a game with its default options."""
    return plan.candidate(SECRET, DAY, game, {}, number)


def line_of(game: str, number: int) -> Moves:
    """Return all moves of a play of a deal in which the person moves at random."""
    deal, random = deal_of(game, number), Random(number)
    position = deal.start()
    deal.answer(position)
    while not position.over:
        position.play(deal.seat, random.choice(position.legal_moves(deal.seat)))
        deal.answer(position)
    return history(position)


def is_answered_alike(deal: DailyDeal, line: Moves) -> bool:
    """Make the person's recorded moves again, and tell whether the computer players repeat their recorded moves."""
    game = deal.start()
    deal.answer(game)
    while not game.over:
        made = history(game)
        if made != line[: len(made)] or len(made) == len(line):
            return False
        seat, text = line[len(made)]
        try:
            game.play(seat, game.parse(text))
        except IllegalMove:
            return False
        deal.answer(game)
    return history(game) == line


def record(file: Path, numbers: Sequence[tuple[str, int]], jobs: int) -> None:
    """Write a play of each deal as a line: the game, the number of the deal, and all moves.

    If the file exists, only the lines that it lacks are added.
    """
    done = len(file.read_text(encoding="utf-8").splitlines()) if file.exists() else 0
    if done == len(numbers):
        return
    games, deals = zip(*numbers[done:], strict=True)
    with file.open("a", buffering=1, encoding="utf-8") as out, ProcessPoolExecutor(jobs) as pool:
        for game, number, line in zip(games, deals, pool.map(line_of, games, deals, chunksize=10), strict=True):
            out.write(json.dumps([game, number, line]) + "\n")


def differences(file: Path, jobs: int) -> Iterator[tuple[str, int]]:
    """Yield the game and the number of each recorded deal in which the computer players now move differently."""
    rows = [json.loads(row) for row in file.read_text(encoding="utf-8").splitlines()]
    with ProcessPoolExecutor(jobs) as pool:
        for row, alike in zip(rows, pool.map(_check, rows, chunksize=10), strict=True):
            if not alike:
                yield row[0], row[1]


def _check(row: tuple[str, int, list[list[object]]]) -> bool:
    game, number, moves = row
    return is_answered_alike(deal_of(game, number), [(int(str(seat)), str(text)) for seat, text in moves])


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit code: 1 if `check` finds a play that differs, else 0."""
    parser = argparse.ArgumentParser(description="Record plays of the day's deal, or compare their answers.")
    parser.add_argument("command", choices=("record", "check"))
    parser.add_argument("file", type=Path)
    parser.add_argument("--plays", type=int, default=PLAYS, help="of each game")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    asked = parser.parse_args(argv)
    if asked.command == "record":
        record(asked.file, [(game, number) for number in range(asked.plays) for game in GAMES], asked.jobs)
        return 0
    found = list(differences(asked.file, asked.jobs))
    plays = len(asked.file.read_text(encoding="utf-8").splitlines())
    print(f"{len(found)} of {plays} plays differ", *(f"{game} {number}" for game, number in found), sep="\n")
    return 1 if found else 0


if __name__ == "__main__":
    raise SystemExit(main())
