"""Smaller samples for `make test`; the long run of tests, `make soak`, tests everything."""

import os
from collections.abc import Iterable
from typing import Any

import pytest

SOAK = os.environ.get("ICHIZA_SOAK") == "1"
"""True in a soak."""


def sampled(values: Iterable[object], every: int) -> list[Any]:
    """Return values as parameters of a test; except in `make soak`, only one of `every` values is tested."""
    return [
        pytest.param(
            *(value if type(value) is tuple else (value,)),
            marks=[pytest.mark.soak] if number % every and not SOAK else [],
        )
        for number, value in enumerate(values)
    ]
