"""Remembers which calls Discord has refused for want of a permission, and lets them rest.

Every 403 counts for the ban of the bot's address. What the cache forbids is never asked for
(`cogs.requests.bot_permissions`); this
is for what it does not tell.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass

import limits

FIRST_SECONDS = 60.0
LONGEST_SECONDS = 3600.0
"""Rest of a call after its first refusal, and at most: each further refusal doubles it."""


@dataclass(slots=True)
class _Refusal:
    guild_id: int
    until: float
    rest: float


class PermissionBackoff:
    """Calls that were refused, by channel and kind."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._refused: dict[tuple[int, str], _Refusal] = {}

    def rests(self, channel_id: int, kind: str) -> bool:
        """Tell whether a call is not to be made yet."""
        known = self._refused.get((channel_id, kind))
        return known is not None and self._clock() < known.until

    def refuse(self, guild_id: int, channel_id: int, kind: str) -> None:
        """Let a call rest that Discord has refused, in a channel of a server (0: nobody knows of which)."""
        before = self._refused.pop((channel_id, kind), None)
        rest = FIRST_SECONDS if before is None else min(2 * before.rest, LONGEST_SECONDS)
        self._refused[channel_id, kind] = _Refusal(guild_id, self._clock() + rest, rest)
        limits.trim(self._refused, limits.LEFT_ALONE)

    def allow(self, channel_id: int, kind: str) -> None:
        """Note that Discord has taken a call."""
        self._refused.pop((channel_id, kind), None)

    def forget(self, guild_id: int | None) -> None:
        """Let all calls of a server (None: of all) be made again: something has changed there."""
        for key, one in list(self._refused.items()):
            if guild_id is None or one.guild_id in {guild_id, 0}:
                del self._refused[key]
