"""Rate limit for edits in a channel: Discord allows five edits in five seconds, and fewer edits of old messages.

discord.py would also wait, but would then send an outdated page, and it does not know the limit for old messages. So an
edit that must wait is not started: the table is reconciled again when the limit allows, with the page of that moment.
The limit here is one edit lower than Discord's, because discord.py returns from Discord's last allowed edit only when
another edit is allowed. That would delay a new round's message. Private answers use their interaction tokens and never
wait here.

Source: measurements by bot authors; Discord's documentation names no numbers.
"""

import asyncio
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeAlias

Bucket: TypeAlias = tuple[int, bool]
"""A channel, and True if only edits of its old messages are counted."""
EDITS, OLD_EDITS = (4, 5.0), (3, 6.0)
"""Limits for all messages of a channel, and for old ones: number of edits, and seconds for which each edit counts."""
OLD = 3600.0
"""The age in seconds from which a message is old."""


_EPOCH = 1_420_070_400.0


def born(message_id: int) -> float:
    """Return the time in the id of a message or an interaction, in unix seconds."""
    return (message_id >> 22) / 1000 + _EPOCH


def _now() -> float:
    return asyncio.get_running_loop().time()


class EditRateLimit:
    """Recent and running edits of each channel. Two limits apply: one to all edits, one to edits of old messages."""

    def __init__(self, clock: Callable[[], float] = _now, today: Callable[[], float] = time.time) -> None:
        self._clock = clock
        self._today = today
        self._over: dict[Bucket, list[float]] = {}
        self._under_way: Counter[Bucket] = Counter()

    def wait(self, channel_id: int, message_id: int) -> float:
        """Return for how many seconds a message must not be edited; 0 if it may be edited now."""
        return max(self._until_free(bucket) for bucket in self._buckets(channel_id, message_id))

    @contextmanager
    def editing(self, channel_id: int, message_id: int) -> Iterator[None]:
        """Count the edit that the caller makes during the context.

        The edit counts from the end of the context, because Discord may count it at any moment until then.
        """
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
        """Return when those recent edits ended that still count towards the bucket's limit, oldest first."""
        now, (_, per) = self._clock(), _limit(bucket)
        return [at for at in self._over.get(bucket, ()) if at + per > now]


def _limit(bucket: Bucket) -> tuple[int, float]:
    return OLD_EDITS if bucket[1] else EDITS
