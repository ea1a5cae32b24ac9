"""Faults of an interleaving, judged by the committed versions and the answers to people."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import inf

from host.ai.players import RETRY_SECONDS
from host.cluster import cache_refresh
from host.play import time_control
from host.play.clocks import TICK
from host.tables.table import MOST_MISSES
from show.actions.decision_actions import Choose
from tests.concurrency.chronicle import Chronicle, Version
from tests.concurrency.interleaving import Record
from tests.concurrency.process import Click
from tests.seeded import BEGIN

TAKEOVER = 30.0
"""Seconds within which a lost process is replaced."""
LIVE = time_control.SECONDS["live"] or 0
LATE = TICK + 5.0
"""Longest delay in seconds of a clock or a computer player's move, with a slow database."""
NOTED = TICK + 2.0
"""Longest time in seconds between a process's last heartbeat and its end."""
ON_THE_WAY = 6.0
"""Longest time in seconds from checking the lease to sending the write; the process reads in between."""
ROUND = 2.0
"""Tolerance in seconds, because stored times are rounded to whole seconds."""


def judged(record: Record) -> list[str]:
    """Return all faults of an interleaving."""
    chronicle = record.chronicle
    wrong = [*record.wrong, *chronicle.wrong]
    for before, after in pairwise(chronicle.versions):
        wrong += [
            f"version {after.row.version} by {after.by}, {after.at:.1f}: {one}" for one in _step(record, before, after)
        ]
    wrong += _clocks(record)
    wrong += _answers(record)
    wrong += _end(record)
    return wrong


# --- Committed versions


def _step(record: Record, before: Version, after: Version) -> Iterator[str]:
    """Compare a version with the version before it, and yield the faults."""
    if before.row.state == "lobby":
        return
    if before.row.state != "playing":
        yield f"the game had ended: {before.row.state}"
    expected = [who.misses if who else 0 for who in before.row.seats]
    if after.moves:
        first = after.moves[0]
        who, late = before.row.seats[first.seat], first.computer is not None
        if who and who.user_id is not None and expected[first.seat] < MOST_MISSES:
            expected[first.seat] = expected[first.seat] + 1 if late else 0
            turn = before.row.turns.get(first.seat)
            if late and not (turn and turn.given):
                yield f"{first} was made for somebody whose time was not over: {turn}"
            record.counts["moves for people who were late"] += late
        elif not late:
            yield f"{first} was nobody's to make"
        if late:
            record.counts["computer moves"] += 1
            yield from _lent(
                record, after, "a computer player's move", ON_THE_WAY if after.row.state == "over" else 0.0
            )
        yield from (f"{step} was forced by nothing" for step in after.steps[1:] if not step.forced)
    for seat, (was, now) in enumerate(zip(before.row.seats, after.row.seats, strict=True)):
        if was is None or now is None or was.user_id is None or now.user_id is None:
            continue
        back = expected[seat] >= MOST_MISSES and now.misses == 0 and not after.moves
        if now.misses != expected[seat] and not back:
            yield f"seat {seat} has missed {now.misses}, not {expected[seat]}"
    yield from _turns(record, before, after)


def _turns(record: Record, before: Version, after: Version) -> Iterator[str]:
    """Check that the time for a decision never gets shorter, and that it runs out only once."""
    for seat, turn in after.row.turns.items():
        was = before.row.turns.get(seat)
        if was is None or was.decision != turn.decision or was.due is None or turn.due is None:
            continue
        if turn.due < was.due or turn.due - turn.since != LIVE:
            yield f"somebody's time was taken: {was} {turn}"
        if was.given and not turn.given:
            yield f"time was over, and is not: {was} {turn}"
        if was.remind is None and turn.remind is not None:
            yield f"somebody is to be reminded again: {was} {turn}"
        if turn.given and not was.given:
            record.counts["clocks that ran out"] += 1
            if turn.due > after.at + BEGIN:
                yield f"time was over too early: {turn}"
            yield from _lent(record, after, "a clock", ON_THE_WAY)
        record.counts["reminders"] += was.remind is not None and turn.remind is None


def _lent(record: Record, version: Version, what: str, late: float) -> Iterator[str]:
    """Check that the process which did the work `what` held the lease, or had lost it at most `late` seconds before."""
    if version.lent > late and not record.blind:
        yield f"{what} of a process that had no lease since {version.lent:.1f} s"


def _clocks(record: Record) -> Iterator[str]:
    """Check that clocks ran out after the full time plus the time without an available process, and not much later."""
    begun: dict[tuple[int, int], float] = {}
    over: set[tuple[int, int]] = set()
    for version in record.chronicle.versions:
        for seat, turn in version.row.turns.items():
            decision = seat, turn.decision
            begun.setdefault(
                decision, version.at if version is not record.chronicle.versions[0] else turn.since - BEGIN
            )
            if not turn.given or decision in over or turn.due is None:
                continue
            over.add(decision)
            had, starts = version.at - begun[decision], record.starts
            away = [min(end, version.at) - max(since, begun[decision]) for since, end in _absences(record)]
            # The bot may not notice an absence of `DOWNTIME_SECONDS` or less.
            noticed = [one for one in away if one > time_control.DOWNTIME_SECONDS]
            least = sum(noticed)
            most = sum(one for one in away if one > 0)
            most += NOTED * sum(begun[decision] <= one <= version.at for one in starts)
            if not LIVE + least - ROUND <= had <= LIVE + most + LATE:
                yield f"the time for {decision} was over after {had:.1f} s, of which nobody was there for {away}"


# --- Answers to people


def _answers(record: Record) -> Iterator[str]:
    made: Counter[int] = Counter()
    for click in record.clicks:
        for answer in click.answers:
            wrong = _answer(record, click, answer.at, answer.said)
            if wrong:
                yield f"{click.user_id} {click.action} at {click.at:.2f} was told {answer.said} by {answer.by}: {wrong}"
            elif answer.said == "done" and answer.table is not None:
                made[answer.table.version] += 1
                yield from _made(record.chronicle, click, answer.table.version)
    for number, count in made.items():
        if count > 1:
            yield f"{count} people were told that version {number} is theirs"


def _made(chronicle: Chronicle, click: Click, number: int) -> Iterator[str]:
    """Check that the version named by the answer "done" contains the choice that was clicked."""
    version, action = chronicle.of(number), click.action
    assert version is not None
    if isinstance(action, Choose):
        clicked = version.seat_of(click.user_id), action.decision, ".".join(action.path)
        step, row = (version.steps[0], version.moves[0]) if version.steps else (None, None)
        if step is None or row is None or row.computer or step[:3] != clicked:
            yield f"{click.user_id} was told that {action} is made in version {number}, and it is not: {row}"


def _answer(record: Record, click: Click, at: float, said: str) -> str:
    """Return what is wrong with an answer, or ""."""
    if said == "try-again" and click.conflicts < 2 and not click.failures:
        return "though nobody was faster, or once only"
    if said == "in-doubt" and not click.failures:
        return "though it is known"
    if not isinstance(click.action, Choose) or said not in {"already-played", "wait-your-turn"}:
        return ""
    # If two processes believe that they hold the lease, the answer may come from an old version.
    if record.blind or record.counts["jumps"]:
        return ""
    ends = [one.at for one in record.chronicle.versions[1:]] + [inf]
    meanwhile = [
        one for one, end in zip(record.chronicle.versions, ends, strict=True) if one.at <= at and click.at <= end
    ]
    return "" if any(_true(click, click.action, one, said) for one in meanwhile) else "which was not so"


def _true(click: Click, action: Choose, version: Version, said: str) -> bool:
    """Tell whether the answer `said` ("wait-your-turn" or "already-played") is right for a version of the table."""
    seat = version.seat_of(click.user_id)
    if version.game is None or seat is None:
        return False
    waiting = action.decision == version.game.moves_made(seat)
    return waiting and seat not in version.game.to_act if said == "wait-your-turn" else not waiting


# --- The stored state at the end


def _end(record: Record) -> Iterator[str]:
    last = record.chronicle.last
    if last.game:
        history = enumerate(last.game.history)
        replayed = tuple((number, seat, last.game.text(move)) for number, (seat, move) in history)
        if replayed != record.kept:
            yield f"the record does not replay: {record.kept}, not {replayed}"
    state = last.row.state
    if record.results != tuple(range(len(last.row.seats) if state == "over" else 0)) or set(record.rated) > {1}:
        yield f"results of seats {record.results}, rated for {record.rated} games, once it is {state}"
    able = list(_periods(record.able, record.ended, wanted=True))
    for since, until in _absences(record):
        last_fault = max((one for one in record.faults if since <= one <= until), default=since)
        could = max((min(until, end) - max(last_fault, begin) for begin, end in able), default=0.0)
        if could > TAKEOVER:
            yield f"from {since:.1f} to {until:.1f} nobody was there, though somebody could for {could:.1f} s"
    if state != "playing" or last.game is None:
        return
    for seat, turn in last.row.turns.items():
        if turn.due is not None and not turn.given and turn.due < BEGIN + record.ended - LATE:
            yield f"the clock of seat {seat} has not run out: {turn}, {BEGIN + record.ended}"
    # Without a real lease, a process may see the last change only after its cache is refreshed.
    heard = cache_refresh.SECONDS if record.blind else 0.0
    acting = any(one not in last.row.turns or last.row.turns[one].given for one in last.game.to_act)
    if acting and last.at < record.ended - LATE - RETRY_SECONDS - heard:
        yield f"no computer player has moved since {last.at:.1f}"


def _absences(record: Record) -> Iterator[tuple[float, float]]:
    """Return the periods in which no process was available."""
    return _periods([(0.0, False), *record.there], record.ended, wanted=False)


def _periods(changes: Sequence[tuple[float, bool]], ended: float, *, wanted: bool) -> Iterator[tuple[float, float]]:
    """Yield the periods in which a state had the value `wanted`; `changes` has the times and the new values."""
    for (since, state), (until, _) in pairwise([*changes, (ended, not wanted)]):
        if state == wanted:
            yield since, until
