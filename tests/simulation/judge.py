"""Checks that a simulation keeps the rules. They use what was observed, and not the bot's code.

The rules are those under "Clocks" in the rules for players. A decision has a time limit, and a reminder at half time.
When the time is over, a computer player moves. A person who misses three decisions in a row is away until their next
click at the table: computer players move at once for them, unless everybody is away. Without a clock, others may let a
computer player decide for a person who has been silent for a day. Nobody loses time while the bot is down.
"""

from collections import Counter
from collections.abc import Iterator

from tests.simulation.decisions import Decisions
from tests.simulation.notifications import Notifications
from tests.simulation.plan import HOUR
from tests.simulation.record import ROUND, EndedTable, Record
from tests.simulation.server import NOTIFICATION_TEXTS

ENDS = {
    "idle": ("closed", "idle", "Nobody came for an hour"),
    "ended": ("closed", "ended", "A moderator has ended this game"),
    "all leave": ("closed", "left", "All people have left this game"),
}
"""For some plots of tables: the state at the end, the reason for closing, and a sentence of the table's messages."""
PLAYED = ("over", None, "finished")


def judge(record: Record) -> tuple[list[str], Counter[str]]:
    """Return the violations of the rules in a simulation, and counts of what happened."""
    wrong, counts = list(record.unexpected), Counter[str]()
    if record.ended_at is None:
        wrong.append("some table has not ended")
    for ended in record.tables.values():
        found = list(_end(record, ended))
        if ended.row.seed is not None:
            decisions = Decisions(record, ended)
            found += decisions.violations()
            notifications = Notifications(record, ended, decisions.past)
            found += notifications.violations()
            counts += decisions.counts + notifications.counts
        counts[f"tables {ended.row.close_reason or ended.row.state}"] += 1
        wrong += [f"{ended}: {what}" for what in found]
    counts["virtual hours"] = round((record.ended_at or 0.0) / HOUR)
    counts["absences"] = len(record.downtimes)
    return wrong, counts


def _end(record: Record, ended: EndedTable) -> Iterator[str]:
    """Check the end of a table: state, time, messages and results."""
    row, says = ended.row, "\n".join(ended.texts)
    state, why, sentence = ENDS.get("ended" if ended.plan.rests else ended.plan.plot, PLAYED)
    if (row.state, row.close_reason) != (state, why):
        yield f"it is {row.state} because of {row.close_reason}, not {state} because of {why}"
    if sentence not in says:
        yield f"nothing says {sentence!r}"
    if any(said in says for said in NOTIFICATION_TEXTS):
        yield "a message still calls somebody"
    if ended.results != (len(row.seats) if row.state == "over" else 0):
        yield f"it is {row.state}, and counts for {ended.results} seats"
    causes = {"idle": {"play", "join"}, "left": {"leave-game"}, "ended": {"end"}}.get(row.close_reason or "", set())
    cause = max(
        (act.at for act in record.actions if act.table == row.id and act.what in causes), default=ended.ended_at
    )
    due = HOUR if row.close_reason == "idle" else 0.0
    took = record.reachable_seconds(cause, ended.ended_at)
    if causes and not due - ROUND <= took <= due + record.allowed_delay(cause, ended.ended_at):
        yield f"it ended {took:.1f} s after {cause:.1f}"
