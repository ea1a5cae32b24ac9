"""Rate limit of requests that nobody waits for: evenly spread, first come, first served.

Discord accepts fifty requests a second from a bot over all routes; answers to interactions do not count. Source:
Discord's documentation, "Rate Limits", "Global Rate Limit". Discord counts requests on arrival, and requests may arrive
closer together than they were sent. So bursts are kept small.
"""

import asyncio
from collections.abc import Callable

import limits

BURST_FRACTION = 8
"""Size of a burst as a fraction of a second's requests: one eighth."""


class RateLimiter:
    """Limit on the number of requests within any second.

    Attributes:
        waiting: number of requests that wait.
    """

    def __init__(self, share: Callable[[], float]) -> None:
        """Create the rate limit of one process.

        Args:
            share: returns this process's part of the bot's limit, from 0 to 1.
        """
        self.waiting = 0
        self._share = share
        self._lock = asyncio.Lock()
        self._free_at = 0.0
        """Time at which the next request could be sent if bursts were not allowed."""

    async def wait(self, check: Callable[[], None] = lambda: None) -> None:
        """Wait until one more request may be sent, and count it.

        Args:
            check: called at the end of the wait. An error that it raises is passed on, and the request is not counted.
        """
        clock = asyncio.get_running_loop().time
        self.waiting += 1
        try:
            async with self._lock:  # asyncio's lock serves waiters in order
                most = max(1, int(limits.CALLS_A_SECOND * self._share()))
                burst = most // BURST_FRACTION
                interval = 1.0 / (most - burst)
                await asyncio.sleep(max(0.0, self._free_at - burst * interval - clock()))
                check()
                self._free_at = max(self._free_at, clock()) + interval
        finally:
            self.waiting -= 1
