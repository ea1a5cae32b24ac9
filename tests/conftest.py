"""The long runs take place only where they are asked for: `pytest -m soak`, or ICHIZA_SOAK=1."""

from __future__ import annotations

import os

import pytest


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what is marked `soak`, unless asked for."""
    if os.environ.get("ICHIZA_SOAK") == "1" or "soak" in (config.option.markexpr or ""):
        return
    soak = [item for item in items if item.get_closest_marker("soak")]
    items[:] = [item for item in items if item not in soak]
    config.hook.pytest_deselected(items=soak)
