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
        self._turn = asyncio.Lock()
        self._free_at = 0.0
        """When all requests so far would be over, were they sent one after the other without bursts."""

    async def wait(self, check: Callable[[], None] = lambda: None) -> None:
        """Wait until one more request may be sent, and count it.

        `check` is called last, and raises where the request is not to be sent any more: then it takes nobody's turn.
        """
        clock = asyncio.get_running_loop().time
        self.waiting += 1
        try:
            async with self._turn:  # its waiters have their turns in the order in which they came
                most = max(1, int(limits.CALLS_A_SECOND * self._share()))
                burst = most // BURST_PART
                interval = 1.0 / (most - burst)
                await asyncio.sleep(max(0.0, self._free_at - burst * interval - clock()))
                check()
                self._free_at = max(self._free_at, clock()) + interval
        finally:
            self.waiting -= 1
