"""What is counted and timed of the bot's work: no names, no ids, no cards. It costs so little that it always runs."""

import time
from collections import OrderedDict, deque
from collections.abc import Callable, Collection, Mapping

ANSWER_SECONDS = 3.0
"""After which Discord takes no answer to an interaction any more, and says that there was none."""
REMEMBERED = 1000
"""Percentiles are those of so many that were last timed."""
PERCENTILES = (50, 95, 99)


class Timed:
    """How often something was done, and how long it took of late."""

    def __init__(self) -> None:
        self.count = 0
        self._seconds: deque[float] = deque(maxlen=REMEMBERED)

    def add(self, seconds: float) -> None:
        """It was done, and took so long."""
        self.count += 1
        self._seconds.append(seconds)

    def milliseconds(self) -> Mapping[str, float | None]:
        """`p50`, `p95` and `p99`: so many of a hundred took no longer; None: it was never done."""
        ordered = sorted(self._seconds)
        return {
            f"p{one}": round(1000 * ordered[(len(ordered) - 1) * one // 100], 1) if ordered else None
            for one in PERCENTILES
        }


class Metrics:
    """Interactions and their answers, writes to the store, and the connections to Discord."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """A meter by a clock of seconds that never goes back."""
        self.clock = clock
        self.started = clock()
        self.came = 0
        """Interactions that Discord has sent."""
        self.answers = Timed()
        """From an interaction's coming to Discord's having its answer, or the word that there will be one."""
        self.deferred = 0
        """Of those: answered with the word that there will be one."""
        self._unanswered = 0
        self._waiting: OrderedDict[int, float] = OrderedDict()
        self.writes = Timed()
        self.failed_writes = 0
        self.cannot_write = False
        """Whether the last write failed."""
        self._unwritten_since: float | None = None
        """Since when no message could be written on Discord; None: one could when it was last tried."""
        self._down: dict[int | None, float] = {None: self.started}
        """Since when a connection to Discord is missing, by its number; None: there has been none yet."""

    # --- Interactions

    def interaction(self, number: int) -> None:
        """One has come."""
        self.came += 1
        self._give_up()
        self._waiting[number] = self.clock()

    def answered(self, number: int) -> None:
        """Discord has taken its answer."""
        came = self._waiting.pop(number, None)
        if came is not None:
            self.answers.add(self.clock() - came)

    @property
    def unanswered(self) -> int:
        """Interactions that Discord had no answer to in time."""
        self._give_up()
        return self._unanswered

    def _give_up(self) -> None:
        late = self.clock() - ANSWER_SECONDS
        while self._waiting and next(iter(self._waiting.values())) < late:
            self._waiting.popitem(last=False)
            self._unanswered += 1

    # --- The store

    def wrote(self, seconds: float | None) -> None:
        """A transaction was committed after so many seconds; None: the store has failed."""
        self.cannot_write = seconds is None
        if seconds is None:
            self.failed_writes += 1
        else:
            self.writes.add(seconds)

    # --- Messages that nobody waits for

    def written(self) -> None:
        """Discord has answered a call for a message: it was written, or may not be."""
        self._unwritten_since = None

    def not_written(self) -> None:
        """A call for a message has failed, and is made again later."""
        if self._unwritten_since is None:
            self._unwritten_since = self.clock()

    def unwritten_seconds(self) -> float:
        """Tell for how long no message could be written; 0: the last one could."""
        return 0.0 if self._unwritten_since is None else self.clock() - self._unwritten_since

    # --- The gateway

    def connected(self, shard: int) -> None:
        """A connection is there."""
        self._down.pop(None, None)
        self._down.pop(shard, None)

    def disconnected(self, shard: int) -> None:
        """A connection is lost, or still not there."""
        self._down.setdefault(shard, self.clock())

    def down_seconds(self, shards: Collection[int] | None = None) -> float:
        """For how long a connection, or one of these shards', has been missing; 0: none is."""
        since = [at for shard, at in self._down.items() if shards is None or shard in shards]
        return self.clock() - min(since) if since else 0.0
