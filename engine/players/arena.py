"""Matches between computer players, by duplicate deals: each deal is played with every side in every place.

A deal is one round. Luck of the cards falls on all sides alike, and the differences are taken deal by deal, so that a
hundred deals tell what a thousand games would. Players think in seconds of the processor's time: a busy machine is
harm to nobody. Deals come from a seed in words; seeds for tuning begin with "t", and no figure is reported from them.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from math import sqrt
from random import Random
from statistics import mean, stdev
from time import process_time
from typing import Any

from engine.contract.chance import Chance
from engine.errors import BadRecord
from engine.game import Game
from engine.players.budget import ThinkingBudget
from engine.players.levels import LEVELS, PLAYERS, USUAL, Seated, choose, play_as
from engine.players.utility import ahead

SURE = 1.96
"""Standard errors on either side, in which the truth lies nineteen times of twenty."""
SEER = "seer-"
"""Before a player's name: it sees all cards."""
_NAME = re.compile(r"(?P<name>[a-z-]+?)(?:@(?P<ms>\d+)|/(?P<playouts>\d+))?")


@dataclass(frozen=True)
class Side:
    """One of the players of a match.

    Attributes:
        label: as it was asked for, such as "hard@50".
        player: one of `PLAYERS`.
        seer: whether it sees all cards.
        effort: what its decisions cost; None: as the player has it.
    """

    label: str
    player: str
    seer: bool
    effort: ThinkingBudget | None

    def move(self, game: Game, seat: int, seed: str) -> int:
        """What it plays."""
        moves = list(game.legal_moves(seat))
        if len(moves) == 1:
            return moves[0]
        view = game.view(seat)
        if not self.seer:
            return game.parse(choose(view, self.player, seed.encode(), self.effort))
        bare = game.copy()
        bare.log = None
        at = Seated(view, seat, moves, lambda _: bare.copy(), lambda _: [(bare.copy(), 1)], Random(seed))
        return play_as(self.player, at, self.effort)


@dataclass(frozen=True)
class Match:
    """What is played: a game, who sits where, and what is dealt."""

    kind: type[Game]
    sides: Sequence[Side]
    """By seat."""
    options: Mapping[str, object]
    seed: str

    @property
    def seatings(self) -> list[list[Side]]:
        """The sides moved on by a seat each time, every different way once."""
        turned = [[*self.sides[by:], *self.sides[:by]] for by in range(len(self.sides))]
        return [one for place, one in enumerate(turned) if one not in turned[:place]]


@dataclass
class Told:
    """What one deal has come to, by side: the mean over its seats in all seatings."""

    points: dict[str, float] = field(default_factory=dict)
    """Beyond the mean of the other sides' seats."""
    places: dict[str, float] = field(default_factory=dict)
    """From 1; shared ones are the mean of those that are shared."""
    seconds: dict[str, list[float]] = field(default_factory=dict)
    """Of each decision with more than one move."""


def read_sides(text: str, effort: ThinkingBudget | None = None) -> list[Side]:
    """The players of `--seats`: names joined by commas, each with a limit of its own if it is to have one.

    `hard@50` thinks for 50 ms, `hard/200` plays 200 rounds out, `seer-hard` sees all cards. `effort` is for those that
    name none, but for the quick levels, to which theirs belongs.

    Raises:
        BadRecord: there is no such player, or no such limit.
    """
    return [_read_side(one.strip(), effort) for one in text.split(",")]


def _read_side(label: str, effort: ThinkingBudget | None) -> Side:
    match = _NAME.fullmatch(label)
    name = match["name"] if match else label
    seer, name = name.startswith(SEER), name.removeprefix(SEER)
    if match is None or name not in PLAYERS:
        raise BadRecord(f"--seats: {label!r} is no computer player (there are: {', '.join(PLAYERS)})")
    if "0" in {match["ms"], match["playouts"]}:
        raise BadRecord(f"--seats: {label!r} has no time to think")
    if match["ms"]:
        effort = thinking(int(match["ms"]))
    elif match["playouts"]:
        effort = ThinkingBudget(playouts=int(match["playouts"]))
    elif effort is None or (name in LEVELS and PLAYERS[name].effort.playouts is not None):
        own = PLAYERS[name].effort
        effort = ThinkingBudget(own.playouts, own.seconds, process_time)
    return Side(label, name, seer, effort)


def thinking(ms: float) -> ThinkingBudget:
    """An effort of so many milliseconds of the processor's time."""
    return ThinkingBudget(seconds=ms / 1000, clock=process_time)


def play(match: Match, deals: int, jobs: int = 1) -> list[Told]:
    """Play so many deals, in so many processes at once.

    Raises:
        BadRecord: the game is not for so many seats, or not with these options.
    """
    match.kind(len(match.sides), match.options, Chance(b"\0"))
    one = partial(play_deal, match)
    if jobs == 1:
        return list(map(one, range(deals)))
    with ProcessPoolExecutor(jobs) as pool:
        return list(pool.map(one, range(deals)))


def play_deal(match: Match, number: int) -> Told:
    """Play one deal in all seatings."""
    told = Told()
    labels = list(dict.fromkeys(side.label for side in match.sides))
    points: dict[str, list[float]] = {label: [] for label in labels}
    places: dict[str, list[float]] = {label: [] for label in labels}
    for seating in match.seatings:
        game = play_round(match, seating, number, told.seconds)
        ranking = _ranking(game)
        for seat, side in enumerate(seating):
            points[side.label].append(game.rounds[-1][seat])
            before, beside = ahead(ranking, seat)
            places[side.label].append(1 + before + beside / 2)
    for label in labels:
        others = [point for other in labels if other != label for point in points[other]]
        told.points[label] = mean(points[label]) - mean(others) if others else 0.0
        told.places[label] = mean(places[label])
    return told


def play_round(match: Match, seating: Sequence[Side], number: int, seconds: dict[str, list[float]]) -> Game:
    """The game after a deal's one round with these sides by seat; what each decision took is added to `seconds`."""
    deal = f"{match.kind.id} {match.seed} {number}"
    game = match.kind(len(seating), match.options, Chance(hashlib.sha256(deal.encode()).digest()[:16]))
    game.last_round = game.round
    while game.to_act:
        seat = game.to_act[0]
        several = len(game.legal_moves(seat)) > 1
        begun = process_time()
        move = seating[seat].move(game, seat, f"{deal} {len(game.history)}")
        if several:
            seconds.setdefault(seating[seat].label, []).append(process_time() - begun)
        game.play(seat, move)
    return game


def _ranking(game: Game) -> list[list[int]]:
    """By the round's points; a team's count together."""
    points = game.rounds[-1]
    by_seat = {seat: sum(points[one] for one in team) for team in game.teams for seat in team}
    return [[seat for seat in by_seat if by_seat[seat] == one] for one in sorted(set(by_seat.values()), reverse=True)]


def share(points: Iterable[float]) -> tuple[float, float, float]:
    """Of deals the share that was won, half of the tied ones with it, and the interval around it (Wilson's)."""
    won = [1.0 if one > 0 else 0.5 if one == 0 else 0.0 for one in points]
    count, found = len(won), mean(won)
    square = SURE**2
    middle = (found + square / (2 * count)) / (1 + square / count)
    half = SURE / (1 + square / count) * sqrt(found * (1 - found) / count + square / (4 * count**2))
    return found, max(0.0, middle - half), min(1.0, middle + half)


def around(values: Sequence[float]) -> tuple[float, float, float]:
    """A mean and the interval around it."""
    found = mean(values)
    half = SURE * stdev(values) / sqrt(len(values)) if len(values) > 1 else 0.0
    return found, found - half, found + half


def report(match: Match, deals: Sequence[Told]) -> dict[str, Any]:
    """What `python -m engine arena` prints: of each side shares, points and places, each with its interval."""
    labels = list(dict.fromkeys(side.label for side in match.sides))
    return {"game": match.kind.id, "deals": len(deals), "levels": {one: _row(one, deals) for one in labels}}


def _row(label: str, deals: Sequence[Told]) -> dict[str, float]:
    points = [one.points[label] for one in deals]
    spent = sorted(second for one in deals for second in one.seconds.get(label, ())) or [0.0]
    figures: list[tuple[str, Callable[[], tuple[float, float, float]]]] = [
        ("points", lambda: around(points)),
        ("place", lambda: around([one.places[label] for one in deals])),
    ]
    found, low, high = share(points)
    row = {"share": found, "low": low, "high": high}
    for name, figure in figures:
        row[name], row[f"{name}_low"], row[f"{name}_high"] = figure()
    row["ms_p50"] = 1000 * spent[len(spent) // 2]
    row["ms_p99"] = 1000 * spent[len(spent) * 99 // 100]
    return {name: round(value, 3) for name, value in row.items()}


def twins(match: Match) -> Match:
    """The same match of the usual players among themselves under two names: all differences must be exactly 0."""
    quick = ThinkingBudget(playouts=40)
    names = {label: Side(f"twin-{label}", USUAL, seer=False, effort=quick) for label in {s.label for s in match.sides}}
    return Match(match.kind, [names[side.label] for side in match.sides], match.options, match.seed)
