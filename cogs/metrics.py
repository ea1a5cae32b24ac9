"""Counters and timings of the bot's work, without names, ids or cards. They are cheap enough to be always on."""

import time
from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Collection, Mapping

from cogs.requests.routes import CODES, OTHER, ROUTES, SCOPES, STATUSES
from host.histogram import Histogram

ANSWER_SECONDS = 3.0
"""Seconds after which Discord accepts no answer to an interaction and shows an error."""
SAMPLES = 1000
"""Number of latest samples from which percentiles are computed."""
PERCENTILES = (50, 95, 99)
OUTAGE_SECONDS = 120.0
"""Seconds without a failure after which an outage counts as over.

Failed edits are repeated within 60 s. So while an outage lasts, the next failure comes before this time is over.
"""


class Timings(Histogram):
    """A histogram, and the durations of the latest samples."""

    def __init__(self) -> None:
        super().__init__()
        self._seconds: deque[float] = deque(maxlen=SAMPLES)

    def add(self, seconds: float) -> None:
        """Record one duration in seconds."""
        super().add(seconds)
        self._seconds.append(seconds)

    def milliseconds(self) -> Mapping[str, float | None]:
        """Return the percentiles `p50`, `p95` and `p99` in milliseconds; None without samples."""
        ordered = sorted(self._seconds)
        return {
            f"p{one}": round(1000 * ordered[(len(ordered) - 1) * one // 100], 1) if ordered else None
            for one in PERCENTILES
        }


class Outage:
    """Failures in a row. The outage ends with a success, or `OUTAGE_SECONDS` after the last failure."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._times: tuple[float, float] | None = None
        """Start of the first failure and end of the last one; None after a success."""

    def record_failure(self, begun: float) -> None:
        """Record a failure that ends now; `begun` is the time at which the failed work began."""
        known = self.times()
        self._times = begun if known is None else known[0], self._clock()

    def record_success(self) -> None:
        """Record that something succeeded."""
        self._times = None

    def times(self) -> tuple[float, float] | None:
        """Return the start of the first failure and the end of the last one; None without an outage."""
        is_over = self._times is not None and self._clock() - self._times[1] > OUTAGE_SECONDS
        return None if is_over else self._times


class Metrics:
    """Metrics of interactions, answers, database writes, message writes, requests and gateway connections.

    `operations.health` and `operations.prometheus` are two views of these numbers.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        """Start measuring by a monotonic clock in seconds."""
        self.clock = clock
        self.started = clock()
        self.received = 0
        """Number of interactions received, including interactions that another process answers."""
        self.answers = Timings()
        """Time from receiving an interaction until Discord has the answer or the deferral."""
        self.deferred = 0
        """Number of interactions that were deferred."""
        self._unanswered = 0
        self._waiting: OrderedDict[int, float] = OrderedDict()
        self.writes = Timings()
        self.failed_writes = 0
        self.last_commit_failed = False
        """Whether the last transaction failed."""
        self.messages_written = 0
        """Number of message requests that Discord answered, even with a refusal."""
        self.messages_failed = 0
        """Number of message requests that failed and are retried."""
        self._messages = Outage(clock)
        self._down: dict[int | None, float] = {None: self.started}
        """Start of the outage by shard; the key None means that no shard has connected yet."""
        self.requests = {route: Histogram() for route in ROUTES}
        """Time from sending a request until the headers of Discord's response, by route."""
        self.lost_requests = 0
        """Number of requests that ended without a response."""
        self.refusals: Counter[tuple[str, str]] = Counter()
        """Number of responses of 400 and above by HTTP status and error code; unknown numbers count as `OTHER`."""
        self.rate_limits = dict.fromkeys(SCOPES, 0)
        """Number of responses of 429 by scope."""
        self._silence = Outage(clock)

    # --- Interactions

    def record_interaction(self, number: int) -> None:
        """Record that an interaction was received."""
        self.received += 1
        self._expire()
        self._waiting[number] = self.clock()

    def record_answer(self, number: int) -> None:
        """Record that Discord accepted the answer to an interaction."""
        received = self._waiting.pop(number, None)
        if received is not None:
            self.answers.add(self.clock() - received)

    def discard_interaction(self, number: int) -> None:
        """Forget an interaction that another process answers, so that it does not count as unanswered."""
        self._waiting.pop(number, None)

    @property
    def unanswered(self) -> int:
        """Number of interactions that were not answered in time."""
        self._expire()
        return self._unanswered

    def _expire(self) -> None:
        late = self.clock() - ANSWER_SECONDS
        while self._waiting and next(iter(self._waiting.values())) < late:
            self._waiting.popitem(last=False)
            self._unanswered += 1

    # --- Database writes

    def record_commit(self, seconds: float | None) -> None:
        """Record a transaction by its duration in seconds; None if it failed."""
        self.last_commit_failed = seconds is None
        if seconds is None:
            self.failed_writes += 1
        else:
            self.writes.add(seconds)

    # --- Message writes

    def record_message_written(self) -> None:
        """Record that Discord answered a message request, even with a refusal."""
        self.messages_written += 1
        self._messages.record_success()

    def record_message_failed(self) -> None:
        """Record that a message request failed and will be retried."""
        self.messages_failed += 1
        self._messages.record_failure(self.clock())

    def unwritten_seconds(self) -> float:
        """Return for how many seconds all message writes have failed; 0 after a success, or without recent failures."""
        times = self._messages.times()
        return 0.0 if times is None else self.clock() - times[0]

    # --- Requests

    def record_response(self, route: str, seconds: float) -> None:
        """Record a response to a request of a route (one of `ROUTES`), `seconds` after it was sent."""
        self.requests[route].add(seconds)
        self._silence.record_success()

    def record_lost_request(self, sent: float) -> None:
        """Record a request that ended without a response; `sent` is the time at which it was sent, by `clock`."""
        self.lost_requests += 1
        self._silence.record_failure(sent)

    def record_refusal(self, status: int, code: int) -> None:
        """Record a response of 400 or above. Unknown statuses and codes count as `OTHER`, which limits the counters."""
        known = str(status) if status in STATUSES else OTHER, str(code) if code in CODES else OTHER
        self.refusals[known] += 1

    def record_rate_limit(self, scope: str) -> None:
        """Record a response of 429 with one of `SCOPES`."""
        self.rate_limits[scope] += 1

    def silent_seconds(self) -> float:
        """Return the seconds from the first to the last of the requests that were lost in a row; 0 if there are none.

        A single response ends the series. The time after the last lost request does not count, because a bot without
        work may send no requests for a long time.
        """
        times = self._silence.times()
        return 0.0 if times is None else times[1] - times[0]

    # --- The gateway

    def connected(self, shard: int) -> None:
        """Record that a shard is connected."""
        self._down.pop(None, None)
        self._down.pop(shard, None)

    def disconnected(self, shard: int) -> None:
        """Record that a shard is not connected."""
        self._down.setdefault(shard, self.clock())

    def down_seconds(self, shards: Collection[int] | None = None) -> float:
        """Return the seconds of the longest current outage among the shards (None: all); 0 if all are connected."""
        since = [at for shard, at in self._down.items() if shards is None or shard in shards]
        return self.clock() - min(since) if since else 0.0
