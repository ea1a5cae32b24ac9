"""Histogram: each duration is in the first bucket whose bound it does not exceed."""

import math

import pytest

from host.histogram import BOUNDS, Histogram


def test_duration_at_a_bound_is_below_it() -> None:
    histogram = Histogram()
    for seconds in (0.0, 0.005, 0.006, 29.0, 31.0):
        histogram.add(seconds)
    counts = dict(histogram.cumulative())
    assert (counts[0.005], counts[0.01], counts[10.0], counts[30.0], counts[math.inf]) == (2, 3, 3, 4, 5)
    assert histogram.count == 5
    assert histogram.sum == pytest.approx(60.011)


def test_bounds_ascend() -> None:
    assert sorted({*BOUNDS}) == [*BOUNDS]
