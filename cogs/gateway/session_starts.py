"""What the bot asks Discord before a session begins: how many shards it needs, and how many sessions may begin today.

A bot that begins more sessions than Discord allows a day loses its token. discord.py looks at neither number, and ends
the process if Discord cannot be reached at the start.

Source: Discord's documentation, "Gateway", "Identifying", and "Get Gateway Bot".
"""

import asyncio
import collections
import logging
import math
import time
from collections.abc import Awaitable, Callable
from http import HTTPStatus
from typing import Any, TypeVar

import discord
from discord.http import Route

from cogs.requests.circuit_breaker import BAN_SECONDS, retry_after
from cogs.requests.discord_calls import UNREACHABLE, UNREADABLE, PausedError, describe_error, wait_for_call
from cogs.requests.routes import rate_limit_scope
from host.background import Sleep

log = logging.getLogger(__name__)

T = TypeVar("T")

FIRST_RETRY_SECONDS, MAX_RETRY_SECONDS = 1.0, 60.0
"""First and longest pause in seconds before Discord is asked again. A longer one that Discord names is kept."""
RESERVE = 50
"""Session starts of a day that are left unused: for a person who looks after the bot, and for other processes."""
WINDOW_SECONDS = 3600.0
"""The time in which a shard's new sessions are counted."""
UNPAUSED = 3
"""A shard's new sessions within `WINDOW_SECONDS` that begin without a pause, as after a restart of Discord's."""
FIRST_PAUSE_SECONDS, MAX_PAUSE_SECONDS = 10.0, 600.0
"""Pause in seconds before the next one. Each further one doubles it, up to the longest pause: at most eleven sessions
an hour, some 260 a day.
"""


class TooFewShardsError(Exception):
    """Discord asks for more shards than the bot is set to.

    Attributes:
        needed: the number that Discord asks for.
        pinned: the number in the settings.
    """

    def __init__(self, needed: int, pinned: int) -> None:
        super().__init__(f"{needed} shards are needed, and {pinned} are set")
        self.needed = needed
        self.pinned = pinned


class RefusedByProxyError(Exception):
    """The proxy refuses the bot's password."""


async def until_answered(call: Callable[[], Awaitable[T]], sleep: Sleep = asyncio.sleep) -> T:
    """Call Discord until it answers, with growing pauses; each failure is one line in the log.

    Raises:
        discord.LoginFailure: Discord refuses the token.
        Exception: an error of the call that is neither Discord's nor the network's.
    """
    pause = FIRST_RETRY_SECONDS
    while True:
        try:
            return await call()
        except discord.LoginFailure:
            raise
        except (*UNREACHABLE, *UNREADABLE) as error:
            seconds = max(pause, _named_seconds(error))
            said = describe_error(error)
        log.warning("Discord cannot be reached, which is tried again in %.0f seconds: %s", seconds, said)
        await sleep(seconds)
        pause = min(2 * pause, MAX_RETRY_SECONDS)


def _named_seconds(error: BaseException) -> float:
    """Return for how many seconds Discord wants to be left alone; 0.0 if it does not say so."""
    if isinstance(error, discord.RateLimited | PausedError):
        return error.retry_after
    if not isinstance(error, discord.HTTPException):
        return 0.0
    headers = error.response.headers
    is_ban = rate_limit_scope(error.status, headers) == "ban"
    return retry_after(headers) or (BAN_SECONDS if is_ban else 0.0)


class SessionStarts:
    """The beginnings of this process's sessions."""

    def __init__(
        self,
        client: discord.Client,
        pinned: int | None,
        sleep: Sleep = asyncio.sleep,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """Create the object.

        Args:
            client: the client, which makes the requests.
            pinned: the number of shards in the settings; None for the number that Discord recommends.
            sleep: waits for some seconds; tests replace it.
            clock: a monotonic clock in seconds.
        """
        self._client = client
        self._pinned = pinned
        self._sleep = sleep
        self._clock = clock
        self._begun: dict[int | None, collections.deque[float]] = {}
        """The times of each shard's new sessions within `WINDOW_SECONDS`, not counting its first session."""
        self._permitted: set[int | None] = set()
        """The shards that may begin a new session now."""
        self._needed = 1
        """The number of shards that Discord asked for last."""
        self.buckets = 1
        """The number of sessions that may begin at the same time."""

    async def first(self) -> None:
        """Wait until this process's first session may begin; raises `TooFewShardsError`."""
        await self.wait()
        if self._pinned is not None and self._needed > self._pinned:
            raise TooFewShardsError(self._needed, self._pinned)

    async def wait(self) -> None:
        """Ask Discord whether a session may begin; if too few are left today, wait until it counts anew."""
        while (seconds := await until_answered(self._ask, self._sleep)) > 0:
            await self._sleep(seconds)

    @property
    def shards(self) -> int:
        """The number of shards of all processes together: the pinned one, or that which Discord asked for."""
        return self._pinned or self._needed

    async def wait_for(self, number: int | None) -> None:
        """Wait until shard `number` may begin a new session in place of one that has ended; `take` then permits it."""
        begun, now = self._begun.setdefault(number, collections.deque()), self._clock()
        while begun and begun[0] <= now - WINDOW_SECONDS:
            begun.popleft()
        if len(begun) >= UNPAUSED:
            pause = min(FIRST_PAUSE_SECONDS * 2.0 ** (len(begun) - UNPAUSED), MAX_PAUSE_SECONDS)
            if (left := begun[-1] + pause - now) > 0:
                log.warning(
                    "shard %s began %d new sessions within an hour: the next waits %.0f s", number, len(begun), left
                )
                await self._sleep(left)
        await self.wait()
        self._permitted.add(number)

    def take(self, number: int | None) -> bool:
        """Return whether shard `number` may begin a new session now; the permission is then used up."""
        permitted = number in self._permitted
        self._permitted.discard(number)
        return permitted

    def count(self, number: int | None) -> None:
        """Count a new session of shard `number` that has begun in place of one that has ended."""
        self._begun.setdefault(number, collections.deque()).append(self._clock())

    async def _ask(self) -> float:
        """Ask Discord; return 0.0 if a session may begin, else the seconds until Discord counts anew.

        Raises:
            discord.LoginFailure: Discord refuses the token (any more).
            discord.HTTPException: another refusal.
        """
        call = self._client.http.request(Route("GET", "/gateway/bot"))
        try:
            told: Any = await wait_for_call(call, math.inf, urgent=True)
        except discord.HTTPException as error:
            if error.status == HTTPStatus.UNAUTHORIZED:
                raise discord.LoginFailure("the token is refused") from None
            raise
        self._needed, starts = int(told["shards"]), told["session_start_limit"]
        self.buckets = int(starts["max_concurrency"])
        if (left := int(starts["remaining"])) >= RESERVE:
            return 0.0
        seconds = max(1.0, int(starts["reset_after"]) / 1000)
        log.warning(
            "only %d of %d sessions may begin today: the next waits %.0f s", left, int(starts["total"]), seconds
        )
        return seconds
