"""Rate limits: how often one person may do something within a period.

Counts are kept in memory: one process gets all clicks of a server, and people can neither restart that process nor
move a server to another one. A restart resets the counts, so people may use up the limit once more. Complaints count
for all servers together, but in each process separately.
"""

from collections import deque
from collections.abc import Callable

import limits
from engine.text import Phrase
from host.refusals import Refusal

HOUR, DAY = 3_600, 86_400


class RateLimit:
    """Limits how often each person does one kind of thing within a period."""

    def __init__(self, seconds: int, now: Callable[[], float]) -> None:
        """Count over a period of `seconds`; `now` returns the time in unix seconds."""
        self._seconds = seconds
        self._now = now
        self._times: dict[tuple[int, int], deque[float]] = {}
        """Times within the period, oldest first, by server and person. The entry that was used last is at the end."""

    def take(self, guild_id: int, user_id: int, most: int, refusal: Phrase) -> None:
        """Count one more action of a person on a server.

        Args:
            guild_id: the server.
            user_id: the person.
            most: the limit within the period.
            refusal: text with two arguments: `count` is the limit, `again` the next allowed time in unix seconds.

        Raises:
            Refusal: the limit is reached; the action is not counted.
        """
        now, key = self._now(), (guild_id, user_id)
        times = self._times.pop(key, deque[float]())
        # A time in the future is dropped too: the clock was set back since.
        while times and not now - self._seconds < times[0] <= now:
            times.popleft()
        self._times[key] = times
        if len(times) >= most:
            raise Refusal(refusal(count=most, again=str(int(times[-most] + self._seconds) + 1)))
        times.append(now)
        limits.evict_oldest(self._times, limits.RATE_LIMITED_PEOPLE)
