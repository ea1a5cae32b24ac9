"""Opens the library's gate for global rate limits where the library has left it shut.

While a request waits out a global 429 no other is sent (`discord/http.py`, `HTTPClient._global_over`). Should such a
request be cancelled, by whatever means, the gate would stay shut for good.
"""

import asyncio
import logging

import discord

log = logging.getLogger(__name__)

LEEWAY_SECONDS = 2.0
"""The library's own time to open the gate after the limit's: its sleep begins once the answer has been read."""


class GlobalGate:
    """Watches over the gate of one client."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client
        self._shut_until = 0.0

    def shut(self, seconds: float) -> None:
        """Look whether the gate is open again so long, and the leeway, from now on."""
        loop = asyncio.get_running_loop()
        self._shut_until = max(self._shut_until, loop.time() + seconds)
        loop.call_later(seconds + LEEWAY_SECONDS, self._open)

    def _open(self) -> None:
        gate: asyncio.Event = self._client.http._global_over  # noqa: SLF001  the library has no other door
        if not gate.is_set() and asyncio.get_running_loop().time() >= self._shut_until + LEEWAY_SECONDS:
            log.warning("the library's gate for global rate limits had been left shut, and is opened")
            gate.set()
