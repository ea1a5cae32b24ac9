"""Hypothesis settings: the same examples in every run and no deadline, so that no failure is random."""

import pytest
from hypothesis import settings

from tests.samples import SOAK

pytest.register_assert_rewrite("tests.engine.games.side_by_side")

settings.register_profile("engine", deadline=None, derandomize=True, max_examples=1000 if SOAK else 40)
settings.load_profile("engine")
