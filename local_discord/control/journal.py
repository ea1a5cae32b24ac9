"""The log of the bot's requests, for tests: requests, answers and refusals."""

import collections
import dataclasses
import itertools
import json
import time

from local_discord.wire import Json

MAX_ENTRIES = 20_000
MAX_PROBLEMS = 1_000


@dataclasses.dataclass(slots=True)
class Entry:
    """One request of the bot; `time` is the server's monotonic clock in seconds, `raw` the unparsed JSON body."""

    n: int
    time: float
    method: str
    path: str
    query: dict[str, str]
    route: str
    kind: str
    content_type: str = ""
    raw: str = ""
    filenames: list[str] = dataclasses.field(default_factory=list)
    status: int = 0
    code: int | None = None

    def payload(self) -> Json:
        """Return the entry as JSON; its body is None if there was none or it was broken JSON."""
        data = dataclasses.asdict(self)
        raw = data.pop("raw")
        try:
            body = json.loads(raw) if raw else None
        except json.JSONDecodeError:
            body = None
        return {**data, "body": body}


class Journal:
    """The log of requests, with counts by kind and by status, problems (unplanned refusals) and unknown routes."""

    def __init__(self) -> None:
        self.entries: collections.deque[Entry] = collections.deque(maxlen=MAX_ENTRIES)
        self.problems: collections.deque[Json] = collections.deque(maxlen=MAX_PROBLEMS)
        self.unknown_routes: list[str] = []
        self._numbers = itertools.count(1)
        self.reset_counts()

    def reset_counts(self) -> None:
        """Set the counts to zero."""
        self._kinds: collections.Counter[str] = collections.Counter()
        self._statuses: collections.Counter[str] = collections.Counter()

    def open(self, method: str, path: str, query: dict[str, str], route: str, kind: str) -> Entry:
        """Add an entry for a received request."""
        entry = Entry(next(self._numbers), time.monotonic(), method, path, query, route, kind)
        self.entries.append(entry)
        if kind == "unknown":
            self.unknown_routes.append(f"{method} {path}")
        return entry

    def close(self, entry: Entry, status: int, refusal: Json | None, *, asked_for: bool) -> None:
        """Write the answer into the entry, and count the request.

        Args:
            entry: the request.
            status: the HTTP status of the answer; 0 if the connection was closed without an answer.
            refusal: the body of an error, or None.
            asked_for: whether a fault, a rate limit, a ban or an outage caused this answer; then the answer is not
                counted among the problems.
        """
        entry.status = status
        entry.code = None if refusal is None else refusal.get("code")
        self._kinds[entry.kind] += 1
        self._statuses[str(status)] += 1
        if refusal is None or asked_for or not 400 <= status < 500:
            return
        about = {"message": refusal.get("message"), "errors": refusal.get("errors")}
        self.problems.append({**entry.payload(), **about})

    def since(self, number: int, kind: str | None) -> list[Json]:
        """Return the requests after number `number`, of one kind or (None) of all kinds."""
        return [one.payload() for one in self.entries if one.n > number and kind in {None, one.kind}]

    def counts(self) -> Json:
        """Return the numbers of requests since the last reset."""
        return {"total": self._kinds.total(), "by_kind": dict(self._kinds), "by_status": dict(self._statuses)}
