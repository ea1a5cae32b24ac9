"""Checks that notifications reach the right people in time and not twice, by the pending decisions and open hands."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from tests.simulation.decisions import SECONDS, Decision
from tests.simulation.record import ROUND, EndedTable, Notification, Record

SENT_WITHIN = 5.0
"""Seconds within which a message has been sent."""
LATE_BY = 2.0
"""Seconds after a decision within which a notification about it may still arrive."""
LOOKING_SECONDS = 120.0
"""Seconds after a click for which the person counts as looking."""


class Notifications:
    """The notifications about one table. `violations` checks them."""

    def __init__(self, record: Record, ended: EndedTable, decisions: Sequence[Decision]) -> None:
        self._record = record
        self._time_control = ended.row.time_control
        self._actions = [act for act in record.actions if act.table == ended.row.id]
        self._notifications = [one for one in record.notifications if one.table == ended.row.id]
        self._decisions: dict[tuple[int, int], list[Decision]] = defaultdict(list)
        """Decisions by person and number: two if one was left to a computer player and then became pending again."""
        for decision in decisions:
            self._decisions[decision.user, decision.number].append(decision)
        self.counts = Counter(f"{one.kind} notifications" for one in self._notifications)

    def violations(self) -> Iterator[str]:
        """Yield one sentence for each violation."""
        by_decision: dict[tuple[int, int], list[Notification]] = defaultdict(list)
        for notification in self._notifications:
            by_decision[notification.user, notification.decision].append(notification)
        for key, sent in by_decision.items():
            if key not in self._decisions:
                yield f"{sent} were for no pending decision"
        for key, decisions in self._decisions.items():
            yield from self._violations_of(decisions, by_decision[key])

    def _violations_of(self, decisions: list[Decision], sent: list[Notification]) -> Iterator[str]:
        """Yield the violations of notifications about one decision."""
        for notification in sent:
            if not any(not one.absent and one.begun <= notification.at <= one.ended + LATE_BY for one in decisions):
                yield f"{notification} came while the decision was not pending: {decisions}"
        kinds = Counter(one.kind for one in sent)
        if max(kinds.values(), default=0) > 1:
            yield f"somebody was notified twice: {sent}"
        if any(one.kind == "turn" for one in sent[1:]):
            yield f"a turn was announced after another notification: {sent}"
        yield from self._check_nudges(decisions, [one for one in sent if one.kind == "nudge"])
        for one in decisions:
            if not one.absent:
                yield from self._check_notified(one, sent)
                yield from self._check_reminder(one, [each for each in sent if each.kind == "half"])

    def _check_nudges(self, decisions: list[Decision], sent: list[Notification]) -> Iterator[str]:
        """Check that people are nudged if and only if others ask for it."""
        user, reachable_seconds = decisions[0].user, self._record.reachable_seconds
        nudges = [act for act in self._actions if act.what == "nudge" and act.user != user and act.done is not False]
        for notification in sent:
            before = [act for act in nudges if act.at <= notification.at]
            if not any(reachable_seconds(act.at, notification.at) <= 2 * SENT_WITHIN for act in before):
                yield f"{notification}: nobody had nudged"
        for one in decisions:
            asked = [act for act in nudges if act.done and one.begun + ROUND <= act.at]
            if not (sent or one.absent) and any(
                reachable_seconds(act.at, one.ended) > 2 * SENT_WITHIN for act in asked
            ):
                yield f"{one} was not nudged: {asked}"

    def _check_notified(self, one: Decision, sent: list[Notification]) -> Iterator[str]:
        """Check that a person who does not look is notified of a long pending decision."""
        looked = [act.at + LOOKING_SECONDS for act in self._actions if act.user == one.user and act.at <= one.ended]
        since = max([one.begun, *looked])
        if not sent and since < one.ended and self._record.reachable_seconds(since, one.ended) > 2 * SENT_WITHIN:
            yield f"{one} was never notified"

    def _check_reminder(self, one: Decision, sent: list[Notification]) -> Iterator[str]:
        """Check that reminders come at half time and at no other time."""
        if not one.timed:
            return
        half = SECONDS[self._time_control] / 2
        for notification in sent:
            took = self._record.reachable_seconds(one.begun, notification.at)
            latest = half + SENT_WITHIN + self._record.allowed_delay(one.begun, notification.at)
            if one.begun <= notification.at and not half - ROUND <= took <= latest:
                yield f"{notification} came {took:.1f} s after {one.begun:.1f}"
        late = half + self._record.allowed_delay(one.begun, one.ended) + SENT_WITHIN
        if not sent and self._record.reachable_seconds(one.begun, one.ended) > late:
            yield f"{one} was not reminded at half time"
