"""How often a channel's messages may be edited: Discord allows five edits in five seconds, fewer of old messages.

The library would wait too, but with a page that is old by then, and it is not told of the limit for old messages. So an
edit that must wait is not begun: the table is looked at again when its time has come, and shows what is so then. What
is personal goes by the interactions' own tokens, and never waits here.

Source: measured by bots' authors; Discord's documentation names no numbers.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable

EDITS, OLD_EDITS = (5, 5.0), (3, 6.0)
"""So many edits in so many seconds, of the messages of one channel."""
OLD = 3600.0
"""Seconds after which a message is old."""
SLACK = 0.2
"""Seconds that a request may be under way: Discord counts when it comes."""
_EPOCH = 1_420_070_400.0


def born(message_id: int) -> float:
    """When a message was posted, in seconds since 1970: Discord's numbers tell."""
    return (message_id >> 22) / 1000 + _EPOCH


def _now() -> float:
    return asyncio.get_running_loop().time()


class Pace:
    """The edits of late, by channel and whether their messages were old."""

    def __init__(self, clock: Callable[[], float] = _now, today: Callable[[], float] = time.time) -> None:
        self._clock = clock
        self._today = today
        self._made: dict[tuple[int, bool], deque[float]] = {}

    def wait(self, channel_id: int, message_id: int) -> float:
        """For how many seconds a message must not be edited; 0: now, and the edit is counted."""
        old = self._today() - born(message_id) > OLD
        counted = [(False, *EDITS), (True, *OLD_EDITS)] if old else [(False, *EDITS)]
        now = self._clock()
        seconds = max(self._until_free((channel_id, kind), now, most, per) for kind, most, per in counted)
        if seconds == 0:
            for kind, *_ in counted:
                self._made.setdefault((channel_id, kind), deque()).append(now)
        return seconds

    def _until_free(self, key: tuple[int, bool], now: float, most: int, per: float) -> float:
        made = self._made.get(key, deque())
        while made and made[0] + per + SLACK <= now:
            made.popleft()
        if not made:
            self._made.pop(key, None)
        return 0.0 if len(made) < most else made[len(made) - most] + per + SLACK - now
