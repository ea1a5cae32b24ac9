"""Virtual time for the whole bot."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from functools import partial
from random import Random
from typing import Any, TypeVar

import pytest

from show.messages.edit_rate_limit import EditRateLimit
from storage.sqlite import sqlite
from tests.inline_sqlite import Inline
from tests.virtual_time import VirtualLoop, now

T = TypeVar("T")

BEGIN = 1_800_000_000
"""Start of the night in unix seconds."""


def clock() -> float:
    """Return the time in unix seconds."""
    return BEGIN + now()


def whole_seconds() -> int:
    """Return the time in whole unix seconds, as the store needs it."""
    return int(clock())


@contextmanager
def virtual(seed: int, tick: float) -> Iterator[None]:
    """Run the bot on virtual time and a seed, without fsync because power never fails here."""
    random = Random(f"chance {seed}")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("host.play.clocks.TICK", tick)
        patch.setattr("host.ai.players.Random", lambda: Random(random.random()))
        patch.setattr(secrets, "token_bytes", random.randbytes)
        patch.setattr(sqlite, "Connection", Inline)
        patch.setattr(sqlite, "_FOR_WRITING", ("PRAGMA synchronous = OFF", *sqlite._FOR_WRITING[1:]))
        patch.setattr("show.presenter.EditRateLimit", partial(EditRateLimit, today=clock))
        yield


def run(work: Coroutine[Any, Any, T], seed: int, tick: float) -> T:
    """Run a coroutine in virtual time; the bot checks its clocks every `tick` seconds."""
    with virtual(seed, tick), asyncio.Runner(loop_factory=VirtualLoop) as runner:
        return runner.run(work)
