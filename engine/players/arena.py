"""Matches between AI players on duplicate deals: each deal is played with every side in every seat.

A deal is one round. Every side plays every hand of a deal, so good cards help no side, and a hundred deals tell as much
as a thousand games. Thinking time is CPU time, so a busy machine harms no player. The seed of the deals is any text.
Seeds for tuning begin with "t", and no reported figure uses a seed that begins with "t".
"""

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field, replace
from functools import partial
from math import sqrt
from multiprocessing import active_children
from random import Random
from signal import SIG_IGN, SIGINT, signal
from statistics import mean, stdev
from time import process_time
from typing import Any

from engine.contract.chance import Chance
from engine.errors import BadRecord
from engine.game import Game
from engine.players.budget import ThinkingBudget
from engine.players.levels import LEVELS, PLAYERS, USUAL, DecidingSeat, choose, play_as
from engine.players.utility import seats_ahead

SURE = 1.96
"""The half width of a 95% confidence interval, in standard errors."""
SEER = "seer-"
"""The prefix of a player's name that makes the player see all cards."""
_NAME = re.compile(r"(?P<name>[a-z-]+?)(?:@0*(?P<ms>[0-9]{1,9})|/0*(?P<playouts>[0-9]{1,9}))?")


@dataclass(frozen=True)
class Side:
    """One of the players of a match.

    Attributes:
        label: the name on the command line, such as "hard@50".
        player: one of `PLAYERS`.
        seer: True if the player sees all cards.
        budget: the budget of a decision; None: the player's own.
    """

    label: str
    player: str
    seer: bool
    budget: ThinkingBudget | None

    def move(self, game: Game, seat: int, seed: str) -> int:
        """Choose one of several legal moves."""
        view = game.view(seat)
        if not self.seer:
            return game.parse(choose(view, self.player, seed.encode(), self.budget))
        bare = game.copy()
        bare.log = None
        moves = game.legal_moves(seat)
        at = DecidingSeat(view, seat, moves, lambda _: bare.copy(), lambda _: [(bare.copy(), 1)], Random(seed))
        return play_as(self.player, at, self.budget)


@dataclass(frozen=True)
class Match:
    """A match: the game, the sides by seat, the options and the seed of the deals."""

    kind: type[Game]
    sides: Sequence[Side]
    """The sides by seat."""
    options: Mapping[str, object]
    seed: str

    @property
    def seatings(self) -> list[list[Side]]:
        """The distinct rotations of the sides around the table."""
        turned = [[*self.sides[by:], *self.sides[:by]] for by in range(len(self.sides))]
        return [one for place, one in enumerate(turned) if one not in turned[:place]]


@dataclass
class DealResult:
    """The results of each side in one deal, as means over the side's seats in all seatings."""

    points: dict[str, float] = field(default_factory=dict)
    """The points, minus the mean points of the other sides' seats."""
    places: dict[str, float] = field(default_factory=dict)
    """The rank, from 1; seats with equal results share ranks, and each gets the mean of these ranks."""
    seconds: dict[str, list[float]] = field(default_factory=dict)
    """The CPU seconds of each decision with more than one move."""


def read_sides(text: str, budget: ThinkingBudget | None = None) -> list[Side]:
    """Read the players of `--seats`: names joined by commas, each with an optional budget.

    `hard@50` thinks for 50 ms, `hard/200` makes 200 playouts, and `seer-hard` sees all cards. A player without a number
    gets `budget`, unless its level has a limit of playouts: then it keeps the level's budget.

    Raises:
        BadRecord: a player or its budget does not exist.
    """
    return [_read_side(one.strip(), budget) for one in text.split(",")]


def _read_side(label: str, budget: ThinkingBudget | None) -> Side:
    match = _NAME.fullmatch(label)
    name = match["name"] if match else label
    seer, name = name.startswith(SEER), name.removeprefix(SEER)
    if match is None or name not in PLAYERS:
        raise BadRecord(f"--seats: {label!r} is no computer player (there are: {', '.join(PLAYERS)})")
    if "0" in {match["ms"], match["playouts"]}:
        raise BadRecord(f"--seats: {label!r} has no time to think")
    if match["ms"]:
        budget = cpu_budget(int(match["ms"]))
    elif match["playouts"]:
        budget = ThinkingBudget(playouts=int(match["playouts"]))
    elif budget is None or (name in LEVELS and PLAYERS[name].budget.playouts is not None):
        budget = replace(PLAYERS[name].budget, clock=process_time)
    return Side(label, name, seer, budget)


def cpu_budget(ms: float) -> ThinkingBudget:
    """Return a budget of this many milliseconds of CPU time."""
    return ThinkingBudget(seconds=ms / 1000, clock=process_time)


def play_each(match: Match, deals: int, jobs: int = 1) -> Iterator[DealResult]:
    """Play `deals` deals in `jobs` processes, and yield the result of each deal.

    Raises:
        BadRecord: the game is not for this number of seats or these options.
    """
    match.kind(len(match.sides), match.options, Chance(b"\0"))
    one = partial(play_deal, match)
    if jobs == 1:
        yield from map(one, range(deals))
        return
    with ProcessPoolExecutor(jobs, initializer=partial(signal, SIGINT, SIG_IGN)) as pool:
        # Not pool.map: at Ctrl+C it cancels waiting tasks, and Python 3.11 prints a traceback for each of these tasks.
        results = [pool.submit(one, number) for number in range(deals)]
        try:
            for result in results:
                yield result.result()
        except (KeyboardInterrupt, GeneratorExit):  # Ctrl+C here, or in the caller between two results
            for process in active_children():  # the pool would wait until all processes have finished
                process.terminate()
            raise


def play_deal(match: Match, number: int) -> DealResult:
    """Play one deal in all seatings."""
    result = DealResult()
    labels = list(dict.fromkeys(side.label for side in match.sides))
    points: dict[str, list[float]] = {label: [] for label in labels}
    places: dict[str, list[float]] = {label: [] for label in labels}
    for seating in match.seatings:
        game = play_round(match, seating, number, result.seconds)
        ranking = _ranking(game)
        for seat, side in enumerate(seating):
            points[side.label].append(game.rounds[-1][seat])
            before, beside = seats_ahead(ranking, seat)
            places[side.label].append(1 + before + beside / 2)
    for label in labels:
        others = [point for other in labels if other != label for point in points[other]]
        result.points[label] = mean(points[label]) - mean(others) if others else 0.0
        result.places[label] = mean(places[label])
    return result


def play_round(match: Match, seating: Sequence[Side], number: int, seconds: dict[str, list[float]]) -> Game:
    """Play the one round of a deal and return the game; add the CPU time of each decision to `seconds`."""
    deal = f"{match.kind.id} {match.seed} {number}"
    game = match.kind(len(seating), match.options, Chance(hashlib.sha256(deal.encode()).digest()[:16]))
    game.last_round = game.round
    while game.to_act:
        seat = game.to_act[0]
        move, *others = game.legal_moves(seat)
        if others:
            begun = process_time()
            move = seating[seat].move(game, seat, f"{deal} {len(game.history)}")
            seconds.setdefault(seating[seat].label, []).append(process_time() - begun)
        game.play(seat, move)
    return game


def _ranking(game: Game) -> list[list[int]]:
    """Rank the seats by the points of the round, with the points of a team added up."""
    points = game.rounds[-1]
    by_seat = {seat: sum(points[one] for one in team) for team in game.teams for seat in team}
    return [[seat for seat in by_seat if by_seat[seat] == one] for one in sorted(set(by_seat.values()), reverse=True)]


def win_share(points: Iterable[float]) -> tuple[float, float, float]:
    """Return the share of deals won, and the two ends of its Wilson interval. A tie counts as half a win."""
    won = [1.0 if one > 0 else 0.5 if one == 0 else 0.0 for one in points]
    count, found = len(won), mean(won)
    square = SURE**2
    middle = (found + square / (2 * count)) / (1 + square / count)
    half = SURE / (1 + square / count) * sqrt(found * (1 - found) / count + square / (4 * count**2))
    return found, max(0.0, middle - half), min(1.0, middle + half)


def mean_interval(values: Sequence[float]) -> tuple[float, float, float]:
    """Return a mean, and the two ends of its 95% confidence interval."""
    found = mean(values)
    half = SURE * stdev(values) / sqrt(len(values)) if len(values) > 1 else 0.0
    return found, found - half, found + half


def report(match: Match, deals: Sequence[DealResult]) -> dict[str, Any]:
    """Return the data that `python -m engine arena` prints.

    Each side has its share of deals won, its mean points less those of the other sides, and its mean place, each with
    the ends of an interval. It also has the median and the 99th percentile of its thinking times.
    """
    labels = list(dict.fromkeys(side.label for side in match.sides))
    return {"game": match.kind.id, "deals": len(deals), "levels": {one: _row(one, deals) for one in labels}}


def _row(label: str, deals: Sequence[DealResult]) -> dict[str, float]:
    points = [one.points[label] for one in deals]
    spent = sorted(second for one in deals for second in one.seconds.get(label, ())) or [0.0]
    figures = {"points": mean_interval(points), "place": mean_interval([one.places[label] for one in deals])}
    found, low, high = win_share(points)
    row = {"share": found, "low": low, "high": high}
    for name, figure in figures.items():
        row[name], row[f"{name}_low"], row[f"{name}_high"] = figure
    row["ms_p50"] = 1000 * spent[len(spent) // 2]
    row["ms_p99"] = 1000 * spent[len(spent) * 99 // 100]
    return {name: round(value, 3) for name, value in row.items()}


def self_match(match: Match) -> Match:
    """Return a match of equal sides: the usual level under different names. A correct arena finds differences of 0."""
    quick = ThinkingBudget(playouts=40)
    twins = [Side(f"twin-{side.label}", USUAL, seer=False, budget=quick) for side in match.sides]
    return replace(match, sides=twins)
