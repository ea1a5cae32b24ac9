"""A limit on requests that nobody waits for: so many in any second, evenly spread, first come, first served.

Discord takes fifty requests a second from a bot, whichever routes they are for, and those that answer interactions do
not count. Source: Discord's documentation, "Rate Limits", "Global Rate Limit". It counts them as they arrive: what is
sent in bursts may arrive closer together than it was sent, and meets a global limit with all of a burst at once.
"""

import asyncio
from collections.abc import Callable

import limits

BURST_PART = 8
"""This part of a second's requests may be sent at once."""


def _whole() -> float:
    return 1.0


class RateLimiter:
    """Lets a number of requests pass within any second.

    Attributes:
        waiting: how many requests wait for their turn.
    """

    def __init__(self, share: Callable[[], float] = _whole) -> None:
        """A limiter for one process; `share` tells its part of what all processes of the bot may send, from 0 to 1."""
        self.waiting = 0
        self._share = share
        self._free_at = 0.0
        """When all requests so far would be over, were they sent one after the other without bursts."""

    async def wait(self) -> None:
        """Wait until one more request may be sent, and count it."""
        most = max(1, int(limits.CALLS_A_SECOND * self._share()))
        burst = most // BURST_PART
        interval = 1.0 / (most - burst)
        now = asyncio.get_running_loop().time()
        turn = max(self._free_at, now)
        self._free_at = turn + interval
        self.waiting += 1
        try:
            await asyncio.sleep(max(0.0, turn - burst * interval - now))
        finally:
            self.waiting -= 1
