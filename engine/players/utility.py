"""What the end of a round is worth to each seat.

Before the last round it is points: those of its own team a seat, less the mean of the others'. In the last round the
ranking counts first, where a shared place is as good as the place alone: who is last of four and can come no further
than third plays for that.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from engine.game import Game

Aim: TypeAlias = Callable[[Game], Sequence[float]]
"""Of a game whose round is over: what that is worth, by seat; partners have the same."""

PLACE = 20.0
"""How many points the way from the last place to the first is worth in the last round."""


def aim_of(kind: type[Game], seats: int, *, last: bool) -> Aim:
    """What the seats play for.

    Args:
        kind: the game.
        seats: how many play.
        last: whether the game ends with this round.
    """
    teams = kind.teams_of(seats)
    steps = [PLACE / (seats - len(team)) for seat in range(seats) for team in teams if seat in team]

    def points(game: Game) -> Sequence[float]:
        return margins(game.rounds[-1], teams)

    def places(game: Game) -> Sequence[float]:
        ranking = game.ranking()
        return [point - steps[seat] * ahead(ranking, seat)[0] for seat, point in enumerate(points(game))]

    return places if last else points


def margins(points: Sequence[int], teams: Sequence[Sequence[int]]) -> list[float]:
    """By seat its team's points a seat, less the mean of the others'."""
    count, total = len(points), sum(points)
    if len(teams) == count:
        return [own - (total - own) / (count - 1) for own in points]
    worth = [0.0] * count
    for team in teams:
        own = sum([points[seat] for seat in team])
        for seat in team:
            worth[seat] = own / len(team) - (total - own) / (count - len(team))
    return worth


def ahead(ranking: Sequence[Sequence[int]], seat: int) -> tuple[int, int]:
    """How many seats are ranked before a seat, and how many share its place with it."""
    before = 0
    for group in ranking:
        if seat in group:
            return before, len(group) - 1
        before += len(group)
    raise ValueError(f"seat {seat} is not ranked")
