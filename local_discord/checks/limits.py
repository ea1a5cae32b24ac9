"""Rate limits: a bucket for each route and major parameter, and one limit for all routes together.

The default sizes of the buckets are so large that play never reaches them, except those for new and edited messages of
a channel. Source: Discord's documentation, "Rate Limits".
"""

import dataclasses
import hashlib
import time
from collections.abc import Mapping

from local_discord.checks import errors
from local_discord.wire import Json
from local_discord.world import ids

DEFAULT = (10_000, 1.0)
MESSAGES = {"message create": (5, 5.0), "message edit": (5, 5.0)}
OLD_EDITS = (3, 6.0)
"""Limits in a channel, as (requests, seconds): one for each kind of request, and one for edits of messages older than
an hour.

Authors of bots measured them.
"""
GLOBAL_HEADERS = {"X-RateLimit-Global": "true", "X-RateLimit-Scope": "global"}
_MAJOR = ("channel_id", "guild_id", "webhook_id", "webhook_token", "interaction_token")
_PRUNE_AT = 4096


@dataclasses.dataclass(slots=True)
class _Bucket:
    ends: float = 0.0
    used: int = 0

    def count(self, now: float, per: float) -> None:
        """Count one request; if the last period is over, start a new one of `per` seconds."""
        if now >= self.ends:
            self.ends = now + per
            self.used = 0
        self.used += 1


@dataclasses.dataclass(frozen=True, slots=True)
class Verdict:
    """Decision on a request: headers of the answer, and the wait in seconds if the request is refused."""

    headers: dict[str, str]
    retry_after: float | None = None
    everywhere: bool = False
    old: bool = False

    def body(self) -> Json:
        """Return the JSON body of a 429."""
        if self.old:
            return errors.too_many_old_edits(retry_after=self.retry_after).body()
        message = "You are being rate limited."
        return {"message": message, "retry_after": self.retry_after, "global": self.everywhere, "code": 0}


class Limits:
    """All buckets, and the sizes that tests have set."""

    def __init__(self) -> None:
        self.sizes: dict[tuple[str | None, str | None], tuple[int, float]] = {}
        self._global_until = 0.0
        self._global = _Bucket()
        self._openings = _Bucket()
        self._buckets: dict[tuple[str, ...], _Bucket] = {}

    def set_size(self, method: str | None, route: str | None, limit: int, per: float) -> None:
        """Set the bucket size of one method and route to `limit` requests in `per` seconds.

        None means every method or every route.
        """
        self.sizes[method, route] = (limit, per)
        self._buckets.clear()

    def refuse_all(self, seconds: float) -> None:
        """Exhaust the global limit for this many seconds from now."""
        self._global_until = time.monotonic() + seconds

    def check_opening(self, limit: int | None, per: float) -> None:
        """Count a request to open direct messages; None means that their number is not limited.

        Raises:
            DiscordError: 40003 if there were more than `limit` such requests within `per` seconds.
        """
        self._openings.count(time.monotonic(), per)
        if limit is not None and self._openings.used > limit:
            raise errors.opening_too_fast()

    def check(
        self,
        method: str,
        route: str,
        params: Mapping[str, str],
        *,
        size: tuple[int, float] = DEFAULT,
        old: bool = False,
        global_limit: int | None = None,
        exempt: bool = False,
    ) -> Verdict:
        """Count a request and decide whether it may pass.

        Args:
            method: HTTP method.
            route: template of the route.
            params: values of the template's placeholders.
            size: default size of the bucket: number of requests, and seconds.
            old: whether the request edits a message older than an hour.
            global_limit: requests a second over all routes; None means no limit.
            exempt: whether the global limit ignores the request.
        """
        now = time.monotonic()
        if not exempt and (wait := self._global_wait(now, global_limit)):
            return Verdict({**GLOBAL_HEADERS, "Retry-After": str(wait)}, wait, everywhere=True)
        wider = ((method, route), (None, route), (method, None), (None, None))
        limit, per = next((self.sizes[key] for key in wider if key in self.sizes), size)
        bucket = self._bucket((method, route, *(params[name] for name in _MAJOR if name in params)), now)
        bucket.count(now, per)
        left = max(bucket.ends - now, 0.001)
        headers = {
            "X-RateLimit-Limit": str(limit),
            "X-RateLimit-Remaining": str(max(limit - bucket.used, 0)),
            "X-RateLimit-Reset": f"{ids.now() + left:.3f}",
            "X-RateLimit-Reset-After": f"{left:.3f}",
            "X-RateLimit-Bucket": hashlib.md5(f"{method} {route}".encode(), usedforsecurity=False).hexdigest(),
        }
        # `headers` are not replaced here, because Discord's headers never show the limit of old edits.
        if within := bucket.used <= limit and old:
            (limit, per), bucket = OLD_EDITS, self._bucket(("old", params["channel_id"]), now)
            bucket.count(now, per)
            left = max(bucket.ends - now, 0.001)
        if bucket.used <= limit:
            return Verdict(headers)
        headers |= {"X-RateLimit-Scope": "user", "Retry-After": f"{left:.3f}"}
        return Verdict(headers, round(left, 3), old=within)

    def _global_wait(self, now: float, limit: int | None) -> float:
        """Count a request towards the global limit, and return the seconds to wait; 0 if the request may pass."""
        if now < self._global_until:
            return round(self._global_until - now, 3)
        if limit is None:
            return 0.0
        self._global.count(now, 1.0)
        return max(round(self._global.ends - now, 3), 0.001) if self._global.used > limit else 0.0

    def _bucket(self, key: tuple[str, ...], now: float) -> _Bucket:
        if key not in self._buckets and len(self._buckets) >= _PRUNE_AT:
            self._buckets = {name: one for name, one in self._buckets.items() if one.ends > now}
        return self._buckets.setdefault(key, _Bucket())
