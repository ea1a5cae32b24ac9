"""A clock that tests set."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from host.clock import ComparedClock
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


@dataclass
class TwoClocks(Clock):
    """The right time, with a bot whose computer's clock may be wrong, and a Discord that tells the right time."""

    wrong: float = 0.0
    """Seconds by which the computer's clock is ahead."""
    answers: bool = True
    """Whether Discord answers when it is asked for its time."""

    def __post_init__(self) -> None:
        self.compared = ComparedClock(self._ask, computer=lambda: self.now + self.wrong, running=self)

    async def _ask(self) -> float | None:
        return self.now if self.answers else None

    def seconds(self) -> int:
        """Return the time with which the store dates rows."""
        return self.compared.seconds()


def set_clocks(patch: pytest.MonkeyPatch, services: Services, clock: Callable[[], float]) -> None:
    """Let `clock` be the bot's clock and that of the local Discord, whose ids date clicks."""
    patch.setattr(services.clock, "_computer", clock)
    patch.setattr(ids, "now", clock)
    patch.setattr(ids, "_last", [0])
