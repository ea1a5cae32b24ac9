"""The ban for invalid requests: too many answers of 401, 403 and 429 within ten minutes ban the bot's address.

Source: Discord's documentation, "Rate Limits", "Invalid Request Limit aka Cloudflare Bans".
"""

import collections
import time
from collections.abc import Callable

from local_discord.control.settings import Settings
from local_discord.wire import Json

INVALID = frozenset({401, 403, 429})
"""Statuses that count towards the ban; a 429 with the scope `shared` does not."""
PAGE = """<!doctype html>
<html><head><title>Access denied | discord.com used Cloudflare to restrict access</title></head>
<body><h1>Error 1015</h1><h2>You are being rate limited</h2></body></html>
"""
"""Body of a refusal during a ban: Cloudflare answers in place of Discord, with HTML and without a `Via` header."""


class Ban:
    """Counter of invalid requests that bans the bot's address.

    Attributes:
        bans: number of bans until now.
        refused: number of requests refused during bans.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.bans = 0
        self.refused = 0
        self._clock = clock
        self._until = 0.0
        self._invalid: collections.deque[float] = collections.deque()

    def seconds_left(self) -> float:
        """Return the seconds until the ban ends; 0 means that there is no ban."""
        return max(0.0, self._until - self._clock())

    def count(self, status: int, scope: str | None, settings: Settings) -> None:
        """Count an answer; begin a ban when the limit is reached."""
        if status in INVALID and not (status == 429 and scope == "shared"):
            self._invalid.append(self._clock())
            if self._recent(settings) >= settings.invalid_requests:
                self.begin(settings.ban_seconds)

    def begin(self, seconds: float) -> None:
        """Ban the address for this many seconds (0 ends the ban), and restart the counter."""
        self.bans += seconds > 0
        self._invalid.clear()
        self._until = self._clock() + seconds

    def status(self, settings: Settings) -> Json:
        """Return the state of the ban in the form of the control API."""
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
