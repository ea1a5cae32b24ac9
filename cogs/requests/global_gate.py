"""Opens discord.py's gate for global rate limits if the gate was left shut.

While a request waits out a global 429, discord.py sends no other request (`discord/http.py`,
`HTTPClient._global_over`). If such a request is cancelled, the gate stays shut for ever.
"""

import asyncio
import logging

import discord

log = logging.getLogger(__name__)

LEEWAY_SECONDS = 2.0
"""Extra time for discord.py to open the gate itself: its sleep starts only after it has read the response."""


class GlobalGate:
    """A watch over the gate of one client."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client
        self._shut_until = 0.0

    def expect_reopening(self, seconds: float) -> None:
        """Check after the given seconds and the leeway that the gate is open."""
        loop = asyncio.get_running_loop()
        self._shut_until = max(self._shut_until, loop.time() + seconds)
        loop.call_later(seconds + LEEWAY_SECONDS, self._reopen)

    def _reopen(self) -> None:
        gate: asyncio.Event = self._client.http._global_over  # noqa: SLF001  discord.py has no public access
        if not gate.is_set() and asyncio.get_running_loop().time() >= self._shut_until + LEEWAY_SECONDS:
            log.warning("the library's gate for global rate limits had been left shut, and is opened")
            gate.set()
