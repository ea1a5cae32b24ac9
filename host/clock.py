"""The time, and whether it is certain: this computer's clock is compared with Discord's.

Computers' clocks are wrong for minutes at times. What cannot be undone by a later correction waits while the clocks
differ: showing a secret, deleting, dropping, calling off, closing a day. Discord tells its time in every response. Here
the last told time is counted on by a clock that nobody sets.
"""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Literal

from host.background import Sleep

log = logging.getLogger(__name__)

DIFFERENCE_SECONDS = 60.0
"""The greatest difference at which the clocks agree."""
FRESH_SECONDS = 120.0
"""Age from which a told time is too old for a decision."""
ASK_SECONDS = 10.0
"""Seconds between two questions for the time that get no answer."""

AskTime = Callable[[], Awaitable[float | None]]
"""Asks Discord for its time, and returns it in unix seconds; None if there is no answer."""

# A clock that also counts the time while the computer is suspended, if the system has such a clock.
elapsed = partial(time.clock_gettime, time.CLOCK_BOOTTIME) if hasattr(time, "CLOCK_BOOTTIME") else time.monotonic


class ComparedClock:
    """This computer's clock, compared with what Discord has told."""

    def __init__(
        self,
        ask: AskTime | None = None,
        *,
        computer: Callable[[], float] = time.time,
        running: Callable[[], float] = elapsed,
    ) -> None:
        """Create a clock.

        Args:
            ask: asks Discord for its time. Without it there is no second clock, and this computer's is always certain.
            computer: returns the time of this computer's clock in unix seconds.
            running: returns seconds by a clock that is never set.
        """
        self._ask = ask
        self._computer = computer
        self._running = running
        self._told_at: float | None = None
        """Moment of the last told time, by the running clock."""
        self._ahead = 0.0
        """Seconds by which Discord's clock is ahead of the running clock."""
        self._asking = asyncio.Lock()
        self._asked_at: float | None = None
        self.agree_since = 0.0
        """When the clocks began to agree again after they had differed, in unix seconds; 0.0 if they never differed."""
        self._doubt: Literal["", "they differ", "nothing is told"] = ""
        """The reason for doubt that was logged last."""

    def told(self, seconds: float) -> None:
        """Take note of the present time as Discord has just told it, in unix seconds."""
        self._told_at = self._running()
        self._ahead = seconds - self._told_at
        self._log_doubt()

    @property
    def difference(self) -> float | None:
        """Seconds by which this computer's clock is ahead of Discord's; None if Discord has told nothing yet."""
        return None if self._told_at is None else self._computer() - self._discord

    @property
    def _discord(self) -> float:
        return self._running() + self._ahead

    def now(self) -> float:
        """Return the likely time in unix seconds, for all that can be corrected later.

        While the clocks differ this is Discord's time, so that rows get right dates and nobody's time limit jumps.
        """
        return self._discord if self.differs else self._computer()

    def seconds(self) -> int:
        """Return `now` in whole seconds."""
        return int(self.now())

    @property
    def differs(self) -> bool:
        """True if the clocks differ by more than `DIFFERENCE_SECONDS`."""
        difference = self.difference
        return difference is not None and abs(difference) > DIFFERENCE_SECONDS

    async def certain(self) -> int | None:
        """Return the time on which the clocks agree, in whole unix seconds; None while it is in doubt.

        This is the earlier of the two clocks, so what is over at this time is over by both. If Discord has told no time
        within `FRESH_SECONDS`, it is asked; without an answer the time is in doubt.
        """
        if self._ask is None:
            return int(self._computer())
        if not self._is_fresh():
            await self._ask_once(self._ask)
        self._log_doubt()
        return None if self._doubt else int(min(self._computer(), self._discord))

    async def has_passed(self, moment: float) -> bool:
        """Return whether a moment, in unix seconds, has certainly passed."""
        if self.now() < moment:
            return False
        now = await self.certain()
        return now is not None and now >= moment

    async def wait_until_certain(self, sleep: Sleep = asyncio.sleep) -> int:
        """Wait until the time is certain, and return it."""
        while (now := await self.certain()) is None:
            await sleep(ASK_SECONDS)
        return now

    def _is_fresh(self) -> bool:
        return self._told_at is not None and self._running() - self._told_at < FRESH_SECONDS

    async def _ask_once(self, ask: AskTime) -> None:
        async with self._asking:
            rests = self._asked_at is not None and self._running() - self._asked_at < ASK_SECONDS
            if self._is_fresh() or rests:
                return
            self._asked_at = self._running()
            told = await ask()
            if told is not None:
                self.told(told)

    def _log_doubt(self) -> None:
        """Update the reason for doubt, and log it when it changes."""
        before, self._doubt = self._doubt, "they differ" if self.differs else ""
        if not self._doubt and not self._is_fresh():
            self._doubt = "nothing is told"
        if self._doubt == before:
            return
        if before == "they differ":
            self.agree_since = self.now()
        waits = "until they agree, nothing is shown, deleted, dropped, called off or closed by the time"
        if self._doubt == "they differ":
            log.warning("this computer's clock is %d s ahead of Discord's: %s", self.difference or 0, waits)
        elif self._doubt:  # no warning, as there are others where Discord cannot be reached
            log.info("Discord does not tell its time, with which this computer's clock is compared: %s", waits)
        else:
            log.info("this computer's clock and Discord's agree again")
