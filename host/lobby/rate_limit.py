"""Rate limits: how often one person may do something within a period.

The counts are kept in memory: all clicks of a server come to the one process that looks after its shard, and a person
can neither restart that nor move the server to another. A restart lets everybody begin anew, which costs others little:
at most the limit once more. Complaints, which count for all servers together, are counted by each process.
"""

from collections import deque
from collections.abc import Callable

import limits
from engine.text import Phrase
from host.refusals import Refusal

HOUR, DAY = 3_600, 86_400


class RateLimit:
    """Lets each person do one kind of thing so many times within `seconds`; `now` gives the time in unix seconds."""

    def __init__(self, seconds: int, now: Callable[[], float]) -> None:
        self._seconds = seconds
        self._now = now
        self._times: dict[tuple[int, int], deque[float]] = {}
        """Times at which each has done it lately, oldest first, by server and person; the last one used is last."""

    def take(self, guild_id: int, user_id: int, most: int, refusal: Phrase) -> None:
        """Count that a person does it once more.

        Args:
            guild_id: the server that it is counted for.
            user_id: who.
            most: how often they may do it within the period.
            refusal: the sentence otherwise, with how often as `count` and when they may again, in unix seconds, as
                `again`.

        Raises:
            Refusal: they have done it too often. It is not counted then.
        """
        now, key = self._now(), (guild_id, user_id)
        times = self._times.pop(key, deque[float]())
        while times and not now - self._seconds < times[0] <= now:  # or the clock was set back
            times.popleft()
        self._times[key] = times
        if len(times) >= most:
            raise Refusal(refusal(count=most, again=str(int(times[-most] + self._seconds) + 1)))
        times.append(now)
        limits.trim(self._times, limits.COUNTED)
