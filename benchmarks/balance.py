"""`python -m benchmarks.balance GAME --seats N --player normal --seed 1 --log FILE`: what Tezuma's cards are worth.

Computer players of one kind play rounds that are dealt from a seed; of each bid card and each ability the mean points
of the rounds in which a seat had it are printed as Markdown, with 95% intervals. Each round is a line of the log as
soon as it is over: the same command goes on where it was stopped, and more rounds are added to those that are there.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from math import inf
from pathlib import Path
from statistics import mean

import engine.games  # noqa: F401  fills Game.games
from engine.game import Game
from engine.games.tezuma.abilities import ABILITIES
from engine.games.tezuma.bids import BidCard
from engine.games.tezuma.game import Tezuma
from engine.players.arena import Match, mean_interval, play_round, read_sides

EVERY_CARD: Mapping[str, Mapping[str, object]] = {
    "tezuma-trick": {},
    "tezumashi": {"bids": "random", "abilities": "random"},
}
"""By game the options under which every card may be shown."""
ENOUGH = 0.08
"""Of the known cards' mean: with intervals of half this width or less a measurement ends."""
GLANCE = 50
"""Rounds after which the intervals are looked at again."""
LOW, HIGH = 0.75, 1.25
"""Of the known cards' mean: within these a card of ours shall lie."""


@dataclass(frozen=True)
class Had:
    """What a seat had in a round, and what became of it: numbers of the cards, tricks won, points of the round."""

    bid: int
    ability: int
    won: int
    points: int


Round = Sequence[Had]
"""By seat."""


def play(match: Match, number: int) -> Round:
    """Play round `number` of the seed."""
    game = play_round(match, match.sides, number, {})
    assert isinstance(game, Tezuma)  # noqa: S101  `main` takes no others
    parts = zip(game.results[-1], game.abilities, game.rounds[-1], strict=True)
    return [Had(result.bid, ability, result.won, points) for result, ability, points in parts]


def known_mean(kind: type[Tezuma], rounds: Iterable[Round]) -> float:
    """The mean of the known cards' means; 0.0 where none was had."""
    points = by_bid(rounds)
    means = [mean(points[card.number]) for card in kind.edition.bids if card.known and points.get(card.number)]
    return mean(means) if means else 0.0


def by_bid(rounds: Iterable[Round]) -> dict[int, list[int]]:
    """By number of a bid card the points of each round in which a seat had it."""
    return _grouped((had.bid, had.points) for one in rounds for had in one)


def by_ability(rounds: Iterable[Round]) -> dict[int, list[int]]:
    """The same by ability; without those of games that are played without."""
    return _grouped((had.ability, had.points) for one in rounds for had in one if had.ability)


def _grouped(pairs: Iterable[tuple[int, int]]) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    for key, points in pairs:
        found.setdefault(key, []).append(points)
    return found


def doubt(kind: type[Tezuma], rounds: Sequence[Round]) -> float:
    """The half width of the widest interval of a bid card, as a share of the known cards' mean."""
    known = known_mean(kind, rounds)
    widest = max((_half(points) for points in by_bid(rounds).values()), default=inf)
    return widest / known if known else inf


def _half(points: Sequence[int]) -> float:
    found, low, _ = mean_interval(points)
    return found - low if len(points) > 1 else inf


# --- What is printed


def table(kind: type[Tezuma], rounds: Sequence[Round]) -> str:
    """Both tables in Markdown: bid cards, then abilities, the best first."""
    known, points = known_mean(kind, rounds), by_bid(rounds)
    lines = ["| bid | tricks:points | whose | n | points | of the known |", "| --- | --- | --- | --- | --- | --- |"]
    lines += [_bid_line(card, points[card.number], known) for card in kind.edition.bids if card.number in points]
    abilities = by_ability(rounds)
    lines += ["", "| ability | n | points |", "| --- | --- | --- |"] if abilities else []
    for number in sorted(abilities, key=lambda one: -mean(abilities[one])):
        lines.append(f"| `{ABILITIES[number].id}` | {len(abilities[number])} | {_interval(abilities[number])} |")
    return "\n".join([f"{len(rounds)} rounds; the known cards' mean is {known:.2f}", "", *lines])


def _bid_line(card: BidCard, points: Sequence[int], known: float) -> str:
    found, low, high = (one / known if known else 0.0 for one in mean_interval(points))
    sign = "" if card.known or LOW <= found <= HIGH else " ~" if low <= HIGH and high >= LOW else " !"
    whose = "known" if card.known else "ours"
    return f"| {card.number} | {card.table} | {whose} | {len(points)} | {_interval(points)} | {found:.2f}{sign} |"


def _interval(points: Sequence[int]) -> str:
    found, low, high = mean_interval(points)
    return f"{found:.2f} ({low:.2f}-{high:.2f})"


# --- The log


def read_log(path: Path, settings: Mapping[str, object]) -> list[Round]:
    """The rounds that are there; a log that is not there is begun.

    Raises:
        ValueError: the log is of other settings.
    """
    if not path.exists():
        path.write_text(json.dumps(settings) + "\n", encoding="utf-8")
        return []
    text = path.read_text(encoding="utf-8")
    whole = text[: text.rfind("\n") + 1]
    if whole != text:
        path.write_text(whole, encoding="utf-8")  # it was stopped in the middle of a line
    first, *lines = whole.splitlines()
    if json.loads(first) != settings:
        raise ValueError(f"{path} is the log of {first}")
    return [[Had(*had) for had in json.loads(line)] for line in lines]


def _line(one: Round) -> str:
    return json.dumps([[had.bid, had.ability, had.won, had.points] for had in one]) + "\n"


def _played(match: Match, numbers: Iterable[int], jobs: int) -> Iterator[Round]:
    if jobs == 1:
        yield from map(partial(play, match), numbers)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(partial(play, match), numbers)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line; returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks.balance", description="What Tezuma's cards are worth.")
    parser.add_argument("game", choices=EVERY_CARD)
    parser.add_argument("--seats", type=int, choices=Tezuma.seat_counts, default=4)
    parser.add_argument("--player", default="normal", help="as the arena has it: normal, hard@30, normal/60, thumb")
    parser.add_argument("--options", type=json.loads, help="a JSON object; left out: those that show every card")
    parser.add_argument("--seed", default="1", help='words; those for tuning begin with "t"')
    parser.add_argument("--rounds", type=int, default=1000, help="at most so many")
    parser.add_argument("--until", type=float, default=ENOUGH, help="half width, as a share of the known cards' mean")
    parser.add_argument("--jobs", type=int, default=1, help="processes at once")
    parser.add_argument("--log", type=Path, required=True)
    arguments = parser.parse_args(argv)
    kind = Game.games[arguments.game]
    options = EVERY_CARD[arguments.game] if arguments.options is None else arguments.options
    assert issubclass(kind, Tezuma)  # noqa: S101  the parser takes no others
    match = Match(kind, read_sides(",".join([arguments.player] * arguments.seats)), options, arguments.seed)
    settings = {
        "game": kind.id,
        "bids": [card.table for card in kind.edition.bids],
        **{name: getattr(arguments, name) for name in ("seats", "player", "seed")},
        "options": options,
    }
    try:
        rounds = read_log(arguments.log, settings)
    except ValueError as error:
        parser.error(str(error))
    with arguments.log.open("a", encoding="utf-8") as log:
        while len(rounds) < arguments.rounds and doubt(kind, rounds) > arguments.until:
            numbers = range(len(rounds), min(len(rounds) + GLANCE, arguments.rounds))
            for one in _played(match, numbers, arguments.jobs):
                rounds.append(one)
                log.write(_line(one))
                log.flush()
    print(table(kind, rounds))
    return 0


if __name__ == "__main__":
    sys.exit(main())
