"""Matchpoints: a seat's points compared with those of the same seat at the other tables.

A seat gets 2 matchpoints for each other table where the same seat has fewer points, and 1 if the points are equal. A
share is a seat's matchpoints as a percentage of the most that are possible. A standing is the mean of a person's
shares; a stage without a share does not count.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from storage.queries.nights.rows import NightSeat

DELETED = 0
"""User id of a person whose data were deleted."""


class Standing(NamedTuple):
    """A person's line of the standings. People with equal means share a rank, and unused ranks are skipped."""

    rank: int
    user_id: int
    share: float
    """The mean of the shares, from 0 to 100."""
    shares: tuple[float | None, ...]
    """The share of each stage; None for a stage without a share."""


class Standings(NamedTuple):
    """Standings of a night after its finished stages."""

    people: tuple[Standing, ...] = ()
    """The lines of the standings, best first."""
    computers: float | None = None
    """The mean of all AI players' shares, from 0 to 100; None if no AI player has a share."""


def share(points: int, others: Sequence[int]) -> Fraction:
    """Return a seat's share, from 0 to 100; `others` are the points of the same seat at the other tables."""
    won = sum(2 if points > other else points == other for other in others)
    return Fraction(100 * won, 2 * len(others))


def standings(seats: Sequence[NightSeat]) -> Standings:
    """Return the standings from the seats of all stages; seats without points do not count.

    A seat has no share if no other table of its stage has points for the same seat.
    """
    own: dict[int, dict[int, Fraction]] = defaultdict(dict)
    computers: list[Fraction] = []
    for one, result in _shares(seats):
        if one.user_id is None:
            computers.append(result)
        elif one.user_id != DELETED:
            own[one.user_id][one.stage] = result
    last = max((one.stage for one in seats if one.points is not None), default=0)
    means = {user: _mean(list(by_stage.values())) for user, by_stage in own.items()}
    lines = [
        Standing(
            1 + sum(other > mean for other in means.values()),
            user,
            float(mean),
            tuple(float(own[user][one]) if one in own[user] else None for one in range(1, last + 1)),
        )
        for user, mean in means.items()
    ]
    lines.sort(key=lambda one: (one.rank, one.user_id))
    return Standings(tuple(lines), float(_mean(computers)) if computers else None)


def _shares(seats: Iterable[NightSeat]) -> Iterator[tuple[NightSeat, Fraction]]:
    """Yield each seat that has a share, with its share."""
    fields: Mapping[tuple[int, int], list[tuple[NightSeat, int]]] = defaultdict(list)
    for one in seats:
        if one.points is not None:
            fields[one.stage, one.seat].append((one, one.points))
    for field in fields.values():
        for place, (one, points) in enumerate(field):
            others = [other for _, other in (*field[:place], *field[place + 1 :])]
            if others:
                yield one, share(points, others)


def _mean(shares: Sequence[Fraction]) -> Fraction:
    return sum(shares, Fraction()) / len(shares)
