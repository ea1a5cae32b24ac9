"""Runs of the bot that depend only on a seed: virtual unix time, seeded chance, and quick computer players."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from typing import TYPE_CHECKING

import pytest

from tests.virtual_time import now

if TYPE_CHECKING:
    from engine.contract.view import View

BEGIN = 1_800_000_000
"""Start of virtual time in unix seconds."""


def clock() -> float:
    """Return the time in unix seconds."""
    return BEGIN + now()


def whole_seconds() -> int:
    """Return the time in whole unix seconds, as the store needs it."""
    return int(clock())


@contextmanager
def seeded(seed: object) -> Iterator[pytest.MonkeyPatch]:
    """Draw deals, secrets and seeds of computer players from `seed` in this context; yield the pytest patcher."""
    random = Random(f"chance {seed}")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("host.ai.players.Random", lambda: Random(random.random()))
        patch.setattr(secrets, "token_bytes", random.randbytes)
        yield patch


class QuickAiPool:
    """Replaces the AI pool: every computer player makes any legal move, after some seconds."""

    places = 4

    def __init__(self, seconds: Callable[[], float] = lambda: 0.0) -> None:
        self._seconds = seconds

    async def choose(self, view: View, level: str, seed: int, budget: object) -> str:
        """Return a legal move after a pause."""
        await asyncio.sleep(self._seconds())
        return view["legal"][seed % len(view["legal"])]

    async def close(self) -> None:
        """Do nothing."""
