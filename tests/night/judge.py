"""What must be so of a night, by the rules that people are promised: worked out from what was seen, not from the code.

The promises are those of "Clocks" in what people are told: so much time for a decision, a reminder at half time, a
computer's move at the end, three misses in a row and one is away until any click at that table; where no clock runs
somebody may let the computer move for who has been silent for a day. The bot's own time away counts for nobody.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from engine.chance import Chance
from engine.game import Game
from storage import MoveRow
from tests.night.clockwork import BEGIN
from tests.night.plan import HOUR, Plan
from tests.night.record import Call, Did, Ended, Record

PACES = {"live": 60, "relaxed": 600, "letter": 24 * 3600}
"""Seconds for a decision."""
DAY = 24 * HOUR
LOOK = 5.0
"""So often the bot looks at its clocks."""
ROUND = 1.0
"""Times are noted in whole seconds."""
AT_ONCE = 6.0
"""Within so many seconds computer players have moved, also where several are to."""
SHOWN = 5.0
"""Within so many seconds a message has been sent."""
UNDER_WAY = 2.0
"""Within so many seconds after a move a call for it may still come."""
WATCHED = 120.0
"""So long after a click somebody is taken to be looking."""


@dataclass
class Decision:
    """One that a person owes, or has owed."""

    user: int
    number: int
    begun: float
    timed: bool
    ended: float | None = None
    away: bool = False
    """Whether a computer player decides at once."""


@dataclass
class Sitting:
    """What a seat is at."""

    user: int | None
    """None: a computer player, from the start or by now."""
    misses: int = 0
    missed_at: float = 0.0
    owes: Decision | None = None
    made: int = 0
    past: list[Decision] = field(default_factory=list)


class Judge:
    """Of one table."""

    def __init__(self, record: Record, table_id: int, plan: Plan) -> None:
        self._record = record
        self._plan = plan
        self._id = table_id
        self._ended: Ended = record.tables[table_id]
        self._dids = [did for did in record.dids if did.table == table_id]
        self._calls = [call for call in record.calls if call.table == table_id]
        self.counts: Counter[str] = Counter()
        self._seats: list[Sitting] = []

    def judged(self) -> Iterator[str]:
        """What is wrong, a sentence each."""
        yield from self._end()
        if self._ended.row.started_at is not None and self._ended.row.seed is not None:
            yield from self._game()
            yield from self._told()

    # --- Its end

    def _end(self) -> Iterator[str]:
        ended, plan = self._ended, self._plan
        row, says = ended.row, "\n".join(ended.says)
        expected = {
            "idle": ("closed", "idle", "Nobody came for an hour"),
            "ended": ("closed", "ended", "A moderator has ended this game"),
            "all leave": ("closed", "left", "All people have left this game"),
        }.get(plan.plot, ("over", None, "finished"))
        if plan.plot == "asleep" and plan.pace == "none":
            expected = ("closed", "ended", "A moderator has ended this game")
        if (row.state, row.why) != expected[:2]:
            yield f"it is {row.state} because of {row.why}, not {expected[:2]}"
        if expected[2] not in says:
            yield f"nothing says {expected[2]!r}"
        if any(said in says for said in ("it is your turn", "half of your time", "are waiting for you")):
            yield "somebody is still called to it"
        if bool(ended.results) != (row.state == "over"):
            yield f"it is {row.state}, and counts for {ended.results} seats"
        self.counts[f"ended: {row.why or row.state}"] += 1
        if row.state == "closed" and row.why == "idle":
            changed = max(did.at for did in self._dids if did.done and did.what in {"play", "join"})
            yield from self._in_time("the idle lobby closed", changed, ended.ended_at, HOUR)
        if row.state == "closed" and row.why in {"left", "ended"}:
            cause = max(did.at for did in self._dids if did.done and did.what in {"leave-game", "end"})
            if ended.ended_at - cause > 1:
                yield f"it ended {ended.ended_at - cause} s after that"

    def _in_time(self, what: str, begun: float, at: float, seconds: float, slack: float = 0.0) -> Iterator[str]:
        took, outages = self._record.there(begun, at), self._record.outages(begun, at)
        if not seconds - ROUND <= took <= seconds + slack + (LOOK + ROUND) * (1 + outages):
            yield f"{what} at {at:.0f}, {took:.1f} s after {begun:.0f}, not {seconds:.0f} s"

    # --- Its moves

    def _game(self) -> Iterator[str]:
        row, kind = self._ended.row, Game.games[self._ended.row.game]
        assert row.seed is not None
        assert row.started_at is not None
        game = kind(len(row.seats), row.options, Chance(bytes.fromhex(row.seed)))
        self._seats = [
            Sitting(who.user_id or who.left_by if who else None) for who in row.seats
        ]
        at = float(row.started_at - BEGIN)
        self._owe(game, at)
        moves, before = self._ended.moves, -1.0
        for move, made in zip(moves, self._ended.made, strict=True):
            self._go(at, made, game)
            forced = made == before and game.forced(move.seat) is not None
            yield from self._move(move, made, forced=forced)
            game.play(move.seat, game.parse(move.move))
            at = before = made
            self._owe(game, at)
        end = self._ended.ended_at
        self._go(at, end, game)
        for sitting in self._seats:
            if sitting.owes is not None:
                self._decided(sitting, end)
        yield from self._lost_moves(moves)

    def _people(self) -> int:
        return sum(sitting.user is not None for sitting in self._seats)

    def _go(self, since: float, until: float, game: Game) -> None:
        """What people did at the table between two moves that matters for its clocks."""
        for did in self._dids:
            if not since < did.at <= until or did.done is None:
                continue
            if did.done and did.what in {"leave-game", "remove"}:
                self._left(did)
            elif did.what != "play":
                self._clicked(did, game)

    def _left(self, did: Did) -> None:
        for seat, sitting in enumerate(self._seats):
            gone = sitting.user == did.user if did.what == "leave-game" else seat == did.seat
            if gone and sitting.user is not None:
                self._decided(sitting, did.at)
                sitting.user = None
        if self._people() < 2:
            for sitting in self._seats:
                if sitting.owes is not None:
                    sitting.owes.timed = False

    def _clicked(self, did: Did, game: Game) -> None:
        """Who is away comes back by any click of their own."""
        for seat, sitting in enumerate(self._seats):
            if sitting.user == did.user and sitting.misses >= 3 and did.at > sitting.missed_at:
                sitting.misses = 0
                self.counts["came back"] += 1
                if sitting.owes is not None:
                    self._decided(sitting, did.at)
                    sitting.owes = self._decision(sitting, did.at)

    def _owe(self, game: Game, at: float) -> None:
        for seat in game.to_act:
            sitting = self._seats[seat]
            if sitting.user is not None and sitting.owes is None:
                sitting.owes = self._decision(sitting, at)

    def _decision(self, sitting: Sitting, at: float) -> Decision:
        assert sitting.user is not None
        timed = self._plan.pace != "none" and self._people() > 1
        self.counts["turns"] += sitting.misses < 3
        return Decision(sitting.user, sitting.made, at, timed, away=sitting.misses >= 3)

    def _decided(self, sitting: Sitting, at: float) -> None:
        if sitting.owes is not None:
            sitting.owes.ended = at
            sitting.past.append(sitting.owes)
            sitting.owes = None

    def _move(self, move: MoveRow, at: float, *, forced: bool) -> Iterator[str]:
        """By whom it was made, and whether at its time."""
        sitting = self._seats[move.seat]
        number, sitting.made = sitting.made, sitting.made + 1
        where = f"move {move.number} of seat {move.seat}"
        decision = sitting.owes
        self.counts["moves"] += 1
        if sitting.user is None or decision is None:
            if not move.by_computer:
                yield f"{where} at {at} was a computer's and is not recorded so"
            return
        self._decided(sitting, at)
        clicked = [
            did
            for did in self._dids
            if did.what == "choose" and (did.user, did.decision) == (sitting.user, number) and did.at <= at
        ]
        if any(did.at > at - 2 for did in clicked) and not move.by_computer:
            sitting.misses = 0
        elif forced:
            if move.by_computer != decision.away:
                yield f"{where} was forced, and is recorded as made by {'a computer' if move.by_computer else 'them'}"
        elif not move.by_computer:
            yield f"{where} at {at} is recorded as {sitting.user}'s, who did not make it"
        else:
            yield from self._by_computer(where, sitting, decision, at, move.seat)

    def _by_computer(self, where: str, sitting: Sitting, decision: Decision, at: float, seat: int) -> Iterator[str]:
        """A computer player has decided for a person."""
        if decision.away:
            if self._record.there(decision.begun, at) > AT_ONCE + LOOK * self._record.outages(decision.begun, at):
                yield f"{where} at {at:.0f}: {sitting.user} was away since, and was waited for from {decision.begun}"
            return
        sitting.misses += 1
        sitting.missed_at = at
        self.counts["misses"] += 1
        self.counts["away"] += sitting.misses == 3
        if decision.timed:
            pace = PACES[self._plan.pace]
            yield from self._in_time(f"{where} was made for {sitting.user}", decision.begun, at, pace, AT_ONCE)
            return
        given = [d for d in self._dids if d.what == "give" and d.seat == seat and d.done and decision.begun <= d.at]
        if not any(at - AT_ONCE - LOOK * self._record.outages(d.at, at) <= d.at <= at + 1 for d in given):
            yield f"{where} was made for {sitting.user}, for whom no clock ran, and nobody had asked for it"

    def _lost_moves(self, moves: list[MoveRow]) -> Iterator[str]:
        """Whatever was chosen in time and answered is there."""
        made = {(move.seat, number): move for seat in range(len(self._seats)) for number, move in enumerate(
            one for one in moves if one.seat == seat)}
        users = {who.user_id or who.left_by: seat for seat, who in enumerate(self._ended.row.seats) if who}
        for did in self._dids:
            if did.what != "choose" or not did.done:
                continue
            move = made.get((users[did.user], did.decision))
            if move is None or BEGIN + did.at + 2 < move.made_at:
                yield f"{did} was answered and is not there: {move}"

    # --- What people were told

    def _told(self) -> Iterator[str]:
        left = list(self._calls)
        for seat, sitting in enumerate(self._seats):
            for number in sorted({decision.number for decision in sitting.past}):
                owed = [one for one in sitting.past if one.number == number]
                yield from self._told_of(owed, left)
        for call in left:
            yield f"{call} was for nothing that was owed"

    def _told_of(self, owed: list[Decision], left: list[Call]) -> Iterator[str]:
        """What somebody was told of one decision; where they were away for a time, it was owed twice."""
        user, begun, ended = owed[0].user, owed[0].begun, owed[-1].ended or 0.0
        calls = [call for call in left if (call.user, call.decision) == (user, owed[0].number)]
        for call in calls:
            left.remove(call)
            if not begun - ROUND <= call.at <= ended + UNDER_WAY:
                yield f"{call} was owed from {begun} to {ended}"
        kinds = Counter(call.kind for call in calls)
        self.counts.update(f"{call.kind} calls" for call in calls)
        yield from (f"{user} was told {times} times of decision {owed[0].number} at {begun:.0f}: {calls}"
                    for times in kinds.values() if times > 1)
        for one in owed:
            yield from self._told_at_all(one, [call for call in calls if call.kind == "turn"])
            yield from self._reminded(one, calls)
        nudges = [did for did in self._dids if did.what == "nudge" and did.done and did.user != user]
        for call in calls:
            if call.kind == "nudge" and not any(
                begun - ROUND <= did.at <= call.at and self._record.there(did.at, call.at) <= 2 * SHOWN for did in nudges
            ):
                yield f"{call}: nobody had asked"
        for did in nudges:
            for one in owed:
                if not one.away and one.begun + ROUND <= did.at and self._record.there(did.at, one.ended or 0) > 2 * SHOWN:
                    if not kinds["nudge"]:
                        yield f"{user} was not asked to hurry at {did.at}, though {did.user} had done so"

    def _told_at_all(self, one: Decision, calls: list[Call]) -> Iterator[str]:
        """Who has owed it for long and was not looking has been called."""
        if one.away:
            return
        looked = [did.at for did in self._dids if did.user == one.user and did.at <= (one.ended or 0.0)]
        since = max([one.begun, *(at + WATCHED for at in looked)])
        if not calls and since < (one.ended or 0.0) and self._record.there(since, one.ended or 0.0) > 2 * SHOWN:
            yield f"{one} was never told"

    def _reminded(self, one: Decision, calls: list[Call]) -> Iterator[str]:
        """At half time, and then only."""
        reminders = [call for call in calls if call.kind == "half" and one.begun <= call.at <= (one.ended or 0) + UNDER_WAY]
        if not one.timed or one.away:
            yield from (f"{call}: no clock ran" for call in reminders if not one.timed and one.away)
            return
        half = PACES[self._plan.pace] / 2
        for call in reminders:
            yield from self._in_time(f"{call}: the reminder came", one.begun, call.at, half, SHOWN)
        called = [call.at for call in calls if call.kind == "turn" and self._record.there(one.begun, call.at) < half - LOOK]
        if called and not reminders and self._record.there(one.begun, one.ended or 0.0) > half + 3 * SHOWN:
            yield f"{one} was not reminded at half time"


def judged(record: Record, plans: list[Plan]) -> tuple[list[str], Counter[str]]:
    """What is wrong with a night, and what there was in it."""
    wrong, counts = list(record.complaints), Counter[str]()
    if not record.over:
        wrong.append("some table has not ended")
    openers = {(did.user, did.table) for did in record.dids if did.what == "play"}
    for table_id, ended in sorted(record.tables.items()):
        people = next(iter([user for user, table in openers if table == table_id]))
        plan = next(one for one in plans if next(iter(one.people)) == people and one.game == ended.row.game
                    and one.pace == ended.row.pace and one.seats == len(ended.row.seats))
        judge = Judge(record, table_id, plan)
        wrong += [f"Table {table_id} ({plan.plot}, {plan.pace}, {plan.game}): {what}" for what in judge.judged()]
        counts += judge.counts
    counts["virtual hours"] = round(record.over / HOUR)
    return wrong, counts
