"""The soak runs only where it is asked for: `pytest -m soak tests/engine`, or ICHIZA_SOAK=1.

Hypothesis tries the same examples in every run, however slow the machine: a failure is never chance.
"""

from __future__ import annotations

import os

import pytest
from hypothesis import settings

pytest.register_assert_rewrite("tests.engine.games.side_by_side")

settings.register_profile("engine", deadline=None, derandomize=True)
settings.load_profile("engine")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what is marked `soak`, unless asked for."""
    if os.environ.get("ICHIZA_SOAK") == "1" or "soak" in (config.option.markexpr or ""):
        return
    soak = [item for item in items if item.get_closest_marker("soak")]
    items[:] = [item for item in items if item not in soak]
    config.hook.pytest_deselected(items=soak)
