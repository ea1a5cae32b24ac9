"""A limit on requests that nobody waits for: so many in any second, first come, first served.

Discord takes fifty requests a second from a bot, whichever routes they are for, and those that answer interactions do
not count. Source: Discord's documentation, "Rate Limits", "Global Rate Limit".
"""

import asyncio
import collections
from collections.abc import Callable

import limits


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
        self._sent: collections.deque[float] = collections.deque(maxlen=limits.CALLS_A_SECOND)

    async def wait(self) -> None:
        """Wait until one more request may be sent, and count it."""
        self.waiting += 1
        try:
            async with self._turn:  # its waiters have their turns in the order in which they came
                await asyncio.sleep(max(0.0, self._seconds()))
                self._sent.append(asyncio.get_running_loop().time())
        finally:
            self.waiting -= 1

    def _seconds(self) -> float:
        """How long the next request has to wait: until the one that fills its second is a second old."""
        most = max(1, int(limits.CALLS_A_SECOND * self._share()))
        if len(self._sent) < most:
            return 0.0
        return self._sent[-most] + 1.0 - asyncio.get_running_loop().time()
