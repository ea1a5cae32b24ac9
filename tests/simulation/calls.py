"""Checks of notifications: recipient, time and number, by pending decisions and what people were looking at."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from tests.simulation.decisions import PACES, Decision
from tests.simulation.record import ROUND, Call, Ended, Record

SHOWN = 5.0
"""Seconds within which a message has been sent."""
UNDER_WAY = 2.0
"""Seconds after a decision in which a notification for it may still arrive."""
WATCHED = 120.0
"""Seconds after a click in which a person counts as looking."""


class Calls:
    """Notifications about one table."""

    def __init__(self, record: Record, ended: Ended, decisions: Sequence[Decision]) -> None:
        self._record = record
        self._pace = ended.row.pace
        self._dids = [did for did in record.dids if did.table == ended.row.id]
        self._calls = [call for call in record.calls if call.table == ended.row.id]
        self._owed: dict[tuple[int, int], list[Decision]] = defaultdict(list)
        """By person and decision number; a decision left to a computer player and pending again appears twice."""
        for decision in decisions:
            self._owed[decision.user, decision.number].append(decision)
        self.counts = Counter(f"{call.kind} calls" for call in self._calls)

    def judged(self) -> Iterator[str]:
        """Yield one sentence for each violation."""
        by_decision: dict[tuple[int, int], list[Call]] = defaultdict(list)
        for call in self._calls:
            by_decision[call.user, call.decision].append(call)
        for key, calls in by_decision.items():
            if key not in self._owed:
                yield f"{calls} were for nothing that was owed"
        for key, owed in self._owed.items():
            yield from self._of(owed, by_decision[key])

    def _of(self, owed: list[Decision], calls: list[Call]) -> Iterator[str]:
        """Yield the violations of notifications about one decision."""
        for call in calls:
            if not any(not one.away and one.begun <= call.at <= one.ended + UNDER_WAY for one in owed):
                yield f"{call} came when it was not owed: {owed}"
        kinds = Counter(call.kind for call in calls)
        if max(kinds.values(), default=0) > 1:
            yield f"somebody was told twice: {calls}"
        if any(call.kind == "turn" for call in calls[1:]):
            yield f"somebody who had been called was told that it is their turn: {calls}"
        yield from self._nudged(owed, [call for call in calls if call.kind == "nudge"])
        for one in owed:
            if not one.away:
                yield from self._told(one, calls)
                yield from self._reminded(one, [call for call in calls if call.kind == "half"])

    def _nudged(self, owed: list[Decision], calls: list[Call]) -> Iterator[str]:
        """Check that people are nudged exactly if others ask for it."""
        user, there = owed[0].user, self._record.there
        nudges = [did for did in self._dids if did.what == "nudge" and did.user != user and did.done is not False]
        for call in calls:
            if not any(did.at <= call.at and there(did.at, call.at) <= 2 * SHOWN for did in nudges):
                yield f"{call}: nobody had asked"
        for one in owed:
            asked = [did for did in nudges if did.done and one.begun + ROUND <= did.at]
            if not (calls or one.away) and any(there(did.at, one.ended) > 2 * SHOWN for did in asked):
                yield f"{one} was not asked to hurry: {asked}"

    def _told(self, one: Decision, calls: list[Call]) -> Iterator[str]:
        """Check that a person who does not look is notified of a long pending decision."""
        looked = [did.at + WATCHED for did in self._dids if did.user == one.user and did.at <= one.ended]
        since = max([one.begun, *looked])
        if not calls and since < one.ended and self._record.there(since, one.ended) > 2 * SHOWN:
            yield f"{one} was never told"

    def _reminded(self, one: Decision, calls: list[Call]) -> Iterator[str]:
        """Check that reminders come at half time and only then."""
        if not one.timed:
            return
        half = PACES[self._pace] / 2
        for call in calls:
            took = self._record.there(one.begun, call.at)
            if one.begun <= call.at and not half - ROUND <= took <= half + SHOWN + self._record.slack(
                one.begun, call.at
            ):
                yield f"{call} came {took:.1f} s after {one.begun:.1f}"
        late = half + self._record.slack(one.begun, one.ended) + SHOWN
        if not calls and self._record.there(one.begun, one.ended) > late:
            yield f"{one} was not reminded at half time"
