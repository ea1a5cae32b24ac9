"""Remembers calls that Discord refused for a missing permission, and delays their repetition.

Every 403 counts towards the ban of the bot's address. Calls that the cache forbids are never sent
(`cogs.requests.bot_permissions`); this module covers refusals that the cache does not predict.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass

import limits

FIRST_SECONDS = 60.0
LONGEST_SECONDS = 3600.0
"""First and longest delay in seconds after refusals; each further refusal doubles the delay."""


@dataclass(slots=True)
class _Refusal:
    guild_id: int
    until: float
    delay: float


class PermissionBackoff:
    """The refused calls by channel and kind."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock = clock
        """Function that returns the time in seconds."""
        self._refused: dict[tuple[int, str], _Refusal] = {}
        self._reset_at: dict[int | None, float] = {}
        """The time of the last reset by server; None for a reset of all servers."""

    def is_backed_off(self, channel_id: int, kind: str) -> bool:
        """Return whether a call must not be repeated yet."""
        known = self._refused.get((channel_id, kind))
        return known is not None and self.clock() < known.until

    def seconds_until_retry(self, channel_id: int) -> float:
        """Return the seconds until all refused calls in a channel may be repeated; 0 if no call must wait."""
        ends = [one.until for (channel, _), one in self._refused.items() if channel == channel_id]
        return max([0.0, *(until - self.clock() for until in ends)])

    def record_refusal(self, guild_id: int, channel_id: int, kind: str, since: float) -> None:
        """Record a refused call in a channel of a server (0 if the server is unknown).

        `since` is the time at which the call began. If `reset` was called for the server after that time, the
        permissions may have changed: nothing is recorded, so the call may be repeated at once.
        """
        if any(self._reset_at.get(key, since) > since for key in (guild_id, None)):
            return
        before = self._refused.pop((channel_id, kind), None)
        delay = FIRST_SECONDS if before is None else min(2 * before.delay, LONGEST_SECONDS)
        self._refused[channel_id, kind] = _Refusal(guild_id, self.clock() + delay, delay)
        limits.evict_oldest(self._refused, limits.REMEMBERED_REFUSALS)

    def record_success(self, channel_id: int, kind: str) -> None:
        """Record a successful call."""
        self._refused.pop((channel_id, kind), None)

    def reset(self, guild_id: int | None) -> None:
        """Allow all calls on a server again, because its permissions have changed; None means all servers."""
        self._reset_at[guild_id] = self.clock()
        limits.evict_oldest(self._reset_at, limits.REMEMBERED_REFUSALS)
        for key, one in list(self._refused.items()):
            if guild_id is None or one.guild_id in {guild_id, 0}:
                del self._refused[key]
