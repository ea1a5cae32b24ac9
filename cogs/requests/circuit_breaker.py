"""Circuit breaker that keeps the bot from being banned for invalid requests, and stops requests during a ban.

Ten thousand responses of 401, 403 or 429 within ten minutes ban an address for all bots; 429 with the scope `shared`
does not count. Source: Discord's documentation, "Rate Limits", "Invalid Request Limit aka Cloudflare Bans".
"""

import collections
import logging
import time
from collections.abc import Callable, Mapping
from http import HTTPStatus
from typing import Literal, TypeAlias

import limits
from cogs.requests.routes import rate_limit_scope

log = logging.getLogger(__name__)

WINDOW_SECONDS = 600.0
"""The window in which Discord counts invalid requests."""
Cause: TypeAlias = Literal["banned", "refusals", "limit"]
"""Reason why no requests are sent: the address is banned, too many requests were refused lately, or the global rate
limit is reached.
"""
INVALID_STATUSES = frozenset({HTTPStatus.UNAUTHORIZED, HTTPStatus.FORBIDDEN, HTTPStatus.TOO_MANY_REQUESTS})
BAN_SECONDS = 60.0
"""Assumed seconds of a ban if the response names none. One request a minute finds the end of the ban soon enough."""
PROBE_SECONDS = 1.0
"""During a ban, one answer to a person is sent in each interval of this length, to find out if the ban has ended."""


class CircuitBreaker:
    """A count of the invalid requests of this process, and the pauses that follow from the count."""

    def __init__(self, share: Callable[[], float], clock: Callable[[], float] = time.monotonic) -> None:
        """Start with an empty count.

        Args:
            share: returns the fraction of all shards that this process holds, from 0 to 1. It is this process's part of
                the limit, because several processes of the bot may use the same IP address.
            clock: a monotonic clock in seconds.
        """
        self._share = share
        self._clock = clock
        self._refusals: collections.deque[float] = collections.deque()
        self._banned_until = 0.0
        self._exhausted_until = 0.0
        self._answers_refused_until = 0.0
        self._probed_at = float("-inf")

    def record_response(self, status: int, headers: Mapping[str, str], *, urgent: bool) -> None:
        """Record a response; `urgent` means that a person waits for it."""
        now = self._clock()
        scope = rate_limit_scope(status, headers)
        banned = scope == "ban"
        shared = status == HTTPStatus.TOO_MANY_REQUESTS and headers.get("X-RateLimit-Scope") == "shared"
        if status in INVALID_STATUSES and not shared:
            self._refusals.append(now)
            most = self._max_refusals()
            if self.refusals() == most and self._share():  # a share of 0 means no shards, so no requests that wait
                log.error("%d requests were refused in ten minutes: all but answers to people wait", most)
        if urgent and not banned:
            self._answers_refused_until = 0.0
        if banned:
            seconds = retry_after(headers) or BAN_SECONDS
            if self._banned_until <= now:
                log.error("this address is banned from Discord for %.0f seconds", seconds)
            self._banned_until = max(self._banned_until, now + seconds)
            if urgent:
                self._answers_refused_until = now + seconds
                self._probed_at = now
        elif scope == "global":
            self._exhausted_until = max(self._exhausted_until, now + retry_after(headers))

    def refusals(self) -> int:
        """Return the number of invalid requests within the last ten minutes."""
        since = self._clock() - WINDOW_SECONDS
        while self._refusals and self._refusals[0] <= since:
            self._refusals.popleft()
        return len(self._refusals)

    def pause(self, *, interaction: bool = False) -> float:
        """Return for how many seconds no background request may be sent; 0.0 if it may be sent now.

        `interaction` means that the request has an interaction's token: the global rate limit does not apply to it.
        """
        now, most, count = self._clock(), self._max_refusals(), self.refusals()
        over_limit = self._refusals[count - most] + WINDOW_SECONDS - now if count >= most else 0.0
        return max(0.0, self._banned_until - now, over_limit, 0.0 if interaction else self._exhausted_until - now)

    def cause(self) -> Cause | None:
        """Return why background requests wait; None if they may be sent."""
        now = self._clock()
        if now < self._banned_until:
            return "banned"
        if self.refusals() >= self._max_refusals():
            return "refusals"
        return "limit" if now < self._exhausted_until else None

    def answer_pause(self) -> float:
        """Return for how many seconds no answer to a person may be sent.

        At 0.0 the caller must send the answer at once, because it may count as the probe (see `PROBE_SECONDS`).
        """
        now = self._clock()
        if now >= self._answers_refused_until:
            return 0.0
        if (wait := self._probed_at + PROBE_SECONDS - now) > 0:
            return wait
        self._probed_at = now
        return 0.0

    def _max_refusals(self) -> int:
        return max(1, int(limits.INVALID_REQUESTS * self._share()))


def retry_after(headers: Mapping[str, str]) -> float:
    """Return the seconds of the Retry-After header; 0.0 if the header is missing or malformed."""
    try:
        return max(0.0, float(headers.get("Retry-After", "")))
    except ValueError:
        return 0.0
