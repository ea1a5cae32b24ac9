"""Keeps the bot from being banned for invalid requests, and quiet while it is.

Ten thousand answers of 401, 403 or 429 within ten minutes (but 429 of the scope `shared`) silence all bots at an
address, on all servers. Source: Discord's documentation, "Rate Limits", "Invalid Request Limit aka Cloudflare Bans".
"""

import collections
import logging
import time
from collections.abc import Callable, Mapping
from http import HTTPStatus

import limits

log = logging.getLogger(__name__)

WINDOW_SECONDS = 600.0
"""The window in which Discord counts invalid requests."""
INVALID = frozenset({HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN, HTTPStatus.TOO_MANY_REQUESTS})
BAN_SECONDS = 60.0
"""Length assumed of a ban that names none: some requests a minute are few, and find its end soon."""
PROBE_SECONDS = 1.0
"""During a ban one answer to somebody is tried in so many seconds: most are refused, but the first that is not tells
that people can be answered again."""


def _whole() -> float:
    return 1.0


class CircuitBreaker:
    """Counts what Discord refuses in this process, and says which requests may go out now."""

    def __init__(self, share: Callable[[], float] = _whole, clock: Callable[[], float] = time.monotonic) -> None:
        """`share` tells this process's part of all the bot's servers: processes may share an address, and its limit."""
        self._share = share
        self._clock = clock
        self._refusals: collections.deque[float] = collections.deque()
        self._banned_until = 0.0
        self._exhausted_until = 0.0
        self._answers_refused_until = 0.0
        self._probed = float("-inf")

    def note(self, status: int, headers: Mapping[str, str], *, urgent: bool) -> float:
        """Note an answer of Discord's; `urgent`: a person waits for it.

        Returns:
            For how many seconds Discord takes no request but answers to interactions: 0.0 unless this is a global 429.
        """
        now = self._clock()
        banned = status == HTTPStatus.TOO_MANY_REQUESTS and "Via" not in headers  # it does not come from Discord
        scope = headers.get("X-RateLimit-Scope")
        if status in INVALID and not (status == HTTPStatus.TOO_MANY_REQUESTS and scope == "shared"):
            self._refusals.append(now)
            if self.refusals() == self._most():
                log.error("%d requests were refused in ten minutes: all but answers to people wait", self._most())
        if urgent and not banned:
            self._answers_refused_until = 0.0
        if banned:
            seconds = _seconds(headers) or BAN_SECONDS
            if self._banned_until <= now:
                log.error("this address is banned from Discord for %.0f seconds", seconds)
            self._banned_until = max(self._banned_until, now + seconds)
            if urgent:
                self._answers_refused_until = now + seconds
                self._probed = now
            return 0.0
        if status == HTTPStatus.TOO_MANY_REQUESTS and (scope == "global" or "X-RateLimit-Global" in headers):
            seconds = _seconds(headers)
            self._exhausted_until = max(self._exhausted_until, now + seconds)
            return seconds
        return 0.0

    def refusals(self) -> int:
        """Count the refusals of the last ten minutes that count for the ban."""
        since = self._clock() - WINDOW_SECONDS
        while self._refusals and self._refusals[0] <= since:
            self._refusals.popleft()
        return len(self._refusals)

    def pause(self, *, interaction: bool = False) -> float:
        """Tell for how many seconds more no background request may be sent; 0.0: one may.

        What is done by the token of an `interaction` does not wait for the global limit, which does not count it.
        """
        now, most, count = self._clock(), self._most(), self.refusals()
        crowded = self._refusals[count - most] + WINDOW_SECONDS - now if count >= most else 0.0
        return max(0.0, self._banned_until - now, crowded, 0.0 if interaction else self._exhausted_until - now)

    def answer_pause(self) -> float:
        """Tell for how many seconds no answer to somebody may be sent; 0.0: one may, and is expected to be sent now."""
        now = self._clock()
        if now >= self._answers_refused_until:
            return 0.0
        if (wait := self._probed + PROBE_SECONDS - now) > 0:
            return wait
        self._probed = now
        return 0.0

    def _most(self) -> int:
        return max(1, int(limits.INVALID_REQUESTS * self._share()))


def _seconds(headers: Mapping[str, str]) -> float:
    """Read the seconds that a refusal names; 0.0: none, or no number."""
    try:
        return max(0.0, float(headers.get("Retry-After", "")))
    except ValueError:
        return 0.0
