"""What the end of a round is worth to a seat.

Before the last round it is points: those of its own team a seat, less the mean of the others'. In the last round the
ranking counts first, where a shared place is as good as the place alone: who is last of four and can come no further
than third plays for that.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from engine.game import Game

Aim: TypeAlias = Callable[[Game], float]
"""Of a game whose round is over: what that is worth."""

PLACE = 20.0
"""How many points the way from the last place to the first is worth in the last round."""


def aim_of(kind: type[Game], seats: int, seat: int, *, last: bool) -> Aim:
    """What a seat plays for.

    Args:
        kind: the game.
        seats: how many play.
        seat: whose aim it is; partners have the same.
        last: whether the game ends with this round.
    """
    team = next(team for team in kind.teams_of(seats) if seat in team)

    def points(game: Game) -> float:
        return margin(game.rounds[-1], team)

    step = PLACE / (seats - len(team))

    def places(game: Game) -> float:
        return points(game) - step * ahead(game.ranking(), seat)[0]

    return places if last else points


def margin(points: Sequence[int], team: Sequence[int]) -> float:
    """A team's points a seat, less the mean of the others'."""
    own = sum([points[one] for one in team])
    return own / len(team) - (sum(points) - own) / (len(points) - len(team))


def ahead(ranking: Sequence[Sequence[int]], seat: int) -> tuple[int, int]:
    """How many seats are ranked before a seat, and how many share its place with it."""
    before = 0
    for group in ranking:
        if seat in group:
            return before, len(group) - 1
        before += len(group)
    raise ValueError(f"seat {seat} is not ranked")
