"""Matchpoints, compared with results that were computed by hand."""

from collections.abc import Sequence
from fractions import Fraction

import pytest

from host.nights.matchpoints import DELETED, Standing, share, standings
from storage.queries.nights.rows import NightSeat

AKI, BEN, CHIE, DAI = 101, 102, 103, 104


@pytest.mark.parametrize(
    ("points", "others", "percent"),
    [
        (10, [5], 100),
        (5, [10], 0),
        (7, [7], 50),
        (10, [5, 10, 12], Fraction(300, 6)),  # 2 + 1 + 0 of 6 matchpoints
        (0, [0, 0, 0, 0], 50),
        (-3, [-4, -3, 2], Fraction(100 * 3, 6)),
        (9, [1, 2, 3, 9, 9, 10, 11], Fraction(100 * 8, 14)),  # 3 tables are worse, 2 equal, 2 better
        (4, [3, 3, 3], 100),
    ],
)
def test_share_counts_two_for_worse_and_one_for_equal(points: int, others: Sequence[int], percent: Fraction) -> None:
    assert share(points, others) == percent


def field(stage: int, seat: int, *rows: tuple[int | None, int | None]) -> list[NightSeat]:
    """Return one seat at several tables. Each of `rows` is one table: the user id and the points of this seat."""
    return [NightSeat(stage, board, seat, 10 * stage + board, *row) for board, row in enumerate(rows, 1)]


def test_standings_of_two_stages_are_the_mean_of_both() -> None:
    # Each seat is compared with two other tables: 2 matchpoints for more points there, 1 for equal points.
    seats = [
        *field(1, 0, (AKI, 10), (BEN, 5), (None, 10)),  # matchpoints: Aki 3, Ben 0, the computer player 3
        *field(1, 1, (CHIE, 3), (None, 3), (None, 9)),  # Chie 1, the computer players 1 and 4
        *field(2, 1, (AKI, 1), (BEN, 8), (None, 1)),  # Aki 1, Ben 4, the computer player 1
        *field(2, 2, (CHIE, 7), (None, 6), (None, 5)),  # Chie 4, the computer players 2 and 0
    ]
    found = standings(seats)
    assert found.people == (
        Standing(1, CHIE, 62.5, (25.0, 100.0)),
        Standing(2, AKI, 50.0, (75.0, 25.0)),
        Standing(2, BEN, 50.0, (0.0, 100.0)),
    )
    assert found.computers == pytest.approx(100 * (3 + 1 + 4 + 1 + 2 + 0) / (6 * 4))


def test_seat_without_points_counts_for_nobody() -> None:
    seats = field(1, 0, (AKI, 4), (BEN, None), (CHIE, 9))
    assert [(one.user_id, one.share) for one in standings(seats).people] == [(CHIE, 100.0), (AKI, 0.0)]


def test_seat_that_cannot_be_compared_has_no_share() -> None:
    seats = [*field(1, 0, (AKI, 4), (BEN, None)), *field(2, 0, (AKI, 4), (BEN, 2))]
    aki, ben = standings(seats).people
    assert (aki.share, aki.shares) == (100.0, (None, 100.0))
    assert (ben.share, ben.shares) == (0.0, (None, 0.0))


def test_person_whose_data_were_deleted_is_compared_but_not_listed() -> None:
    found = standings(field(1, 0, (AKI, 4), (DELETED, 3), (DAI, 3)))
    assert [(one.user_id, one.share) for one in found.people] == [(AKI, 100.0), (DAI, 25.0)]
    assert found.computers is None


def test_nothing_played_gives_empty_standings() -> None:
    assert standings([]) == ((), None)
