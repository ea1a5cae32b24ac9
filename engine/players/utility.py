"""Utility: the value of the end of a round for each seat.

Before the last round the value is points: the mean of the seat's team, minus the mean of the others. In the last round
the ranking counts most: every seat that is ahead of a seat lowers its value by the same amount. So a player who cannot
win still plays for the third place instead of the last. A shared place counts as much as an unshared one.
"""

from collections.abc import Callable, Sequence
from typing import TypeAlias

from engine.game import Game

Utility: TypeAlias = Callable[[Game], Sequence[float]]
"""A function that values a game after its round, by seat; partners have the same value."""

PLACE = 20.0
"""The difference in value between the first and the last place, in points, in the last round."""


def utility_of(kind: type[Game], seats: int, *, last: bool) -> Utility:
    """Return the function that values the end of a round for each seat.

    Args:
        kind: the game.
        seats: the number of seats.
        last: True if the game ends with this round.
    """
    teams = kind.teams_of(seats)
    steps = [PLACE / (seats - len(team)) for seat in range(seats) for team in teams if seat in team]

    def points(game: Game) -> Sequence[float]:
        return margins(game.rounds[-1], teams)

    def places(game: Game) -> Sequence[float]:
        ranking = game.ranking()
        return [point - steps[seat] * seats_ahead(ranking, seat)[0] for seat, point in enumerate(points(game))]

    return places if last else points


def margins(points: Sequence[int], teams: Sequence[Sequence[int]]) -> list[float]:
    """Return for each seat the mean points of its team, minus the mean points of the others."""
    count, total = len(points), sum(points)
    if len(teams) == count:
        return [own - (total - own) / (count - 1) for own in points]
    worth = [0.0] * count
    for team in teams:
        own = sum([points[seat] for seat in team])
        for seat in team:
            worth[seat] = own / len(team) - (total - own) / (count - len(team))
    return worth


def seats_ahead(ranking: Sequence[Sequence[int]], seat: int) -> tuple[int, int]:
    """Return how many seats are ranked before a seat, and how many other seats share its place."""
    before = 0
    for group in ranking:
        if seat in group:
            return before, len(group) - 1
        before += len(group)
    raise ValueError(f"seat {seat} is not ranked")
