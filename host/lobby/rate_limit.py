"""Rate limits: how often one person may do something within a period.

Counts are kept in memory: one process gets all clicks of a server, and people can neither restart that process nor
move a server to another process. A restart resets the counts, so people may use up the limit once more. Limits
for all servers together, such as that of complaints about AI players' moves, are counted in each process separately.
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
        """Times within the period, oldest first, by place and person. The entry that was used last is at the end."""

    def take(self, place_id: int, user_id: int, most: int, refusal: Phrase) -> None:
        """Count one more action of a person in a place.

        Args:
            place_id: the number of the place.
            user_id: the person.
            most: the limit within the period.
            refusal: text with two arguments: `count` is the limit, `again` the next allowed time in unix seconds.

        Raises:
            Refusal: the limit is reached; the action is not counted.
        """
        self.check(place_id, user_id, most, refusal)
        self._times.setdefault((place_id, user_id), deque()).append(self._now())
        limits.evict_oldest(self._times, limits.RATE_LIMITED_PEOPLE)

    def check(self, place_id: int, user_id: int, most: int, refusal: Phrase) -> None:
        """Raise `Refusal` as `take` does, but count nothing."""
        now, key = self._now(), (place_id, user_id)
        times = self._times.pop(key, None)
        if times is None:
            return
        # A time in the future is dropped too: the clock was set back since.
        while times and not now - self._seconds < times[0] <= now:
            times.popleft()
        if times:
            self._times[key] = times
        if len(times) >= most:
            raise Refusal(refusal(count=most, again=str(int(times[-most] + self._seconds) + 1)))
