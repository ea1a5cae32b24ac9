"""The ban for invalid requests: so many answers of 401, 403 and 429 within ten minutes, and the address is refused.

Source: Discord's documentation, "Rate Limits", "Invalid Request Limit aka Cloudflare Bans".
"""

from __future__ import annotations

import collections
import time
from collections.abc import Callable

from local_discord.control.settings import Settings
from local_discord.wire import Json

INVALID = frozenset({401, 403, 429})
"""The statuses that count; a 429 of the scope `shared` does not."""
PAGE = """<!doctype html>
<html><head><title>Access denied | discord.com used Cloudflare to restrict access</title></head>
<body><h1>Error 1015</h1><h2>You are being rate limited</h2></body></html>
"""
"""The body of a refusal: it comes from in front of Discord, so it is no JSON, and has no `Via`."""


class Ban:
    """Counts invalid requests of the bot's address, and bans it.

    Attributes:
        bans: how many there have been.
        refused: requests that came during one.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.bans = 0
        self.refused = 0
        self._clock = clock
        self._until = 0.0
        self._invalid: collections.deque[float] = collections.deque()

    def seconds_left(self) -> float:
        """For how many seconds more every request is refused; 0: none is."""
        return max(0.0, self._until - self._clock())

    def count(self, status: int, scope: str | None, settings: Settings) -> None:
        """Count an answer; the one that reaches the limit begins a ban."""
        if status in INVALID and not (status == 429 and scope == "shared"):
            self._invalid.append(self._clock())
            if self._recent(settings) >= settings.invalid_requests:
                self.begin(settings.ban_seconds)

    def begin(self, seconds: float) -> None:
        """Ban the address from now on for so many seconds (0: no more), and count afresh after that."""
        self.bans += seconds > 0
        self._invalid.clear()
        self._until = self._clock() + seconds

    def status(self, settings: Settings) -> Json:
        """What the control API tells."""
        return {
            "invalid": self._recent(settings),
            "seconds_left": self.seconds_left(),
            "bans": self.bans,
            "refused": self.refused,
        }

    def _recent(self, settings: Settings) -> int:
        since = self._clock() - settings.invalid_window_seconds
        while self._invalid and self._invalid[0] <= since:
            self._invalid.popleft()
        return len(self._invalid)
