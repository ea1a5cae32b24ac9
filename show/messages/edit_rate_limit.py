"""How often a channel's messages may be edited: Discord allows five edits in five seconds, fewer of old messages.

The library would wait too, but with a page that is old by then, and it is not told of the limit for old messages. So an
edit that must wait is not begun: the table is looked at again when its time has come, and shows what is so then. One
edit fewer is made than Discord takes, because the library does not return from the last one until there is room again,
and a new round's message would not be posted meanwhile. What is personal goes by the interactions' own tokens, and
never waits here.

Source: measured by bots' authors; Discord's documentation names no numbers.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeAlias

Bucket: TypeAlias = tuple[int, bool]
"""A channel, and whether only its old messages are meant."""
EDITS, OLD_EDITS = (4, 5.0), (3, 6.0)
"""So many edits are made in so many seconds, of the messages of one channel."""
OLD = 3600.0
"""Seconds after which a message is old."""


_EPOCH = 1_420_070_400.0


def born(message_id: int) -> float:
    """When a message was posted, in seconds since 1970: Discord's numbers tell."""
    return (message_id >> 22) / 1000 + _EPOCH


def _now() -> float:
    return asyncio.get_running_loop().time()


class EditRateLimit:
    """The edits of late and those under way, by channel and whether it is all messages that count or the old ones."""

    def __init__(self, clock: Callable[[], float] = _now, today: Callable[[], float] = time.time) -> None:
        self._clock = clock
        self._today = today
        self._over: dict[Bucket, list[float]] = {}
        self._under_way: Counter[Bucket] = Counter()

    def wait(self, channel_id: int, message_id: int) -> float:
        """For how many seconds a message must not be edited; 0: it may be now."""
        return max(self._until_free(bucket) for bucket in self._buckets(channel_id, message_id))

    @contextmanager
    def editing(self, channel_id: int, message_id: int) -> Iterator[None]:
        """While a message is edited. It counts from the end: nobody knows when on the way Discord has counted it."""
        buckets = self._buckets(channel_id, message_id)
        self._under_way.update(buckets)
        try:
            yield
        finally:
            self._under_way -= Counter(buckets)
            for bucket in buckets:
                self._over.setdefault(bucket, []).append(self._clock())
            self._over = {bucket: late for bucket in self._over if (late := self._late(bucket))}

    def _buckets(self, channel_id: int, message_id: int) -> list[Bucket]:
        old = self._today() - born(message_id) > OLD
        return [(channel_id, one) for one in ((False, True) if old else (False,))]

    def _until_free(self, bucket: Bucket) -> float:
        most, per = _limit(bucket)
        late = self._late(bucket)
        if len(late) + self._under_way[bucket] < most:
            return 0.0
        return late[0] + per - self._clock() if late else per

    def _late(self, bucket: Bucket) -> list[float]:
        """When the edits were over that still count."""
        now, (_, per) = self._clock(), _limit(bucket)
        return [at for at in self._over.get(bucket, ()) if at + per > now]


def _limit(bucket: Bucket) -> tuple[int, float]:
    return OLD_EDITS if bucket[1] else EDITS
