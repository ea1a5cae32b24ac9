"""A clock that tests set."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from local_discord.world import ids

if TYPE_CHECKING:
    from collections.abc import Callable

    import pytest

    from host.services import Services

START = 1_700_000_000


@dataclass
class Clock:
    """A clock in seconds; a call returns the time."""

    now: float = START

    def __call__(self) -> float:
        return self.now

    def seconds(self) -> int:
        """Return the time in whole seconds, as a store needs it."""
        return int(self.now)


def set_clocks(patch: pytest.MonkeyPatch, services: Services, clock: Callable[[], float]) -> None:
    """Let `clock` be the bot's clock and that of the local Discord, whose ids date clicks."""
    patch.setattr(services.clock, "_computer", clock)
    patch.setattr(ids, "now", clock)
    patch.setattr(ids, "_last", [0])
