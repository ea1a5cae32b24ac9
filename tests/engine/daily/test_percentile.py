"""Percentiles: ties count half, and the reference plays count less the more people have played."""

import pytest

from engine.daily.percentile import FEWEST_PEOPLE, REFERENCE_WEIGHT, par, percentile


@pytest.mark.parametrize(
    ("points", "people", "reference", "expected"),
    [
        (5, [4] * 5, [], 100),
        (5, [5] * 5, [], 50),
        (5, [6] * 5, [], 0),
        (5, [1, 5, 9, 9, 9], [], 30),
        (5, [], [1, 2, 3, 9], 75),
        (5, [], [5, 5], 50),
        (5, [9] * REFERENCE_WEIGHT, [1], 50),
        (5, [9] * 3 * REFERENCE_WEIGHT, [1] * 300, 25),
    ],
)
def test_percentile(points: float, people: list[float], reference: list[float], expected: float) -> None:
    assert percentile(points, people, reference) == pytest.approx(expected)


@pytest.mark.parametrize("people", [[], [4], [4] * (FEWEST_PEOPLE - 1)])
def test_few_people_without_a_reference_give_no_percentile(people: list[float]) -> None:
    assert percentile(5, people, []) is None


def test_reference_fades_as_people_come() -> None:
    figures = [percentile(5, [9] * count, [1] * 300) or 0.0 for count in (0, 5, 20, 80, 2_000)]
    assert figures == sorted(figures, reverse=True)
    assert figures[0] == 100
    assert figures[-1] < 1


def test_par_is_the_mean_of_the_reference() -> None:
    assert par([1, 2, 6]) == 3
