"""Checks of who made each decision, and when; they use only the stored moves and people's clicks."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from engine.game import Game
from storage import MoveRow
from tests.judging.replay import deal, replay
from tests.seeded import BEGIN
from tests.simulation.plan import HOUR
from tests.simulation.record import ROUND, EndedTable, PersonAction, Record

SECONDS = {"live": 60, "relaxed": 600, "letter": 24 * 3600}
"""Seconds for a decision, by time control."""
SILENT_SECONDS = 24 * HOUR
"""Seconds after which others may let a computer player decide if no clock runs."""
MOST_MISSES = 3
"""Missed decisions in a row after which a person is away."""
COMPUTER_SECONDS = 6.0
"""Seconds within which all computer players that must act have moved."""
HANDLED_WITHIN = 2.0
"""Seconds within which a click has been handled."""


@dataclass
class Decision:
    """A pending or past decision of a person."""

    user: int
    number: int
    begun: float
    timed: bool
    """True if a clock runs."""
    away: bool
    """True if a computer player decides at once, because the person is away and others are not."""
    absent: bool = False
    """True if the person is away and so is not notified."""
    given: bool = False
    """True if somebody has delegated the decision to a computer player."""
    ended: float = 0.0


@dataclass
class Seat:
    """The state of a seat."""

    user: int | None
    """The user id; None if a computer player has the seat now."""
    misses: int = 0
    pending: Decision | None = None
    made: int = 0
    """Number of moves made."""

    @property
    def away(self) -> bool:
        """True if the person has missed several decisions in a row."""
        return self.misses >= MOST_MISSES


class Decisions:
    """The decisions at one table. `violations` checks them, and collects the ended ones in `past`."""

    def __init__(self, record: Record, ended: EndedTable) -> None:
        self._record = record
        self._ended = ended
        self._actions = [act for act in record.actions if act.table == ended.row.id]
        self._seats = [Seat(who.user_id or who.left_by if who else None) for who in ended.row.seats]
        self._made: dict[tuple[int, int], tuple[str, int]] = {}
        """Path and stored time of each move, by seat and decision number."""
        self.past: list[Decision] = []
        self.counts: Counter[str] = Counter()

    def violations(self) -> Iterator[str]:
        """Yield one sentence for each decision made by the wrong player or at the wrong time."""
        row, ended = self._ended.row, self._ended
        assert row.seed is not None
        assert row.started_at is not None
        game = deal(row.game, len(row.seats), row.options, row.seed)
        at, first = float(row.started_at - BEGIN), True
        self._start_decisions(game, at)
        for move, made in zip(ended.moves, ended.move_times, strict=True):
            yield from self._process_actions(at, made)
            forced = made == at and not first and game.forced(move.seat) is not None
            yield from self._check_move(move, made, forced=forced)
            self._update_absences(made)
            step = replay(game, move.seat, move.move)
            self._made[step.seat, step.decision] = step.path, move.made_at - BEGIN
            at, first = made, False
            self._start_decisions(game, at)
        yield from self._process_actions(at, ended.ended_at)
        for seat_state in self._seats:
            self._end_decision(seat_state, ended.ended_at)
        yield from self._check_recorded()

    # --- Other actions of people

    def _process_actions(self, since: float, until: float) -> Iterator[str]:
        """Process what people did between two moves (after `since`, and until `until`), as far as it affects clocks."""
        for act in self._actions:
            if since < act.at <= until and act.what != "play":
                if act.done and act.what in {"leave-game", "remove"}:
                    self._process_leave(act)
                self._process_click(act)
                if act.what == "give":
                    yield from self._check_give(act)

    def _process_leave(self, act: PersonAction) -> None:
        for seat, seat_state in enumerate(self._seats):
            if seat_state.user is not None and (seat_state.user == act.user if act.seat < 0 else seat == act.seat):
                self._end_decision(seat_state, act.at)
                seat_state.user = None
        if not self._timed():
            for seat_state in self._seats:
                if seat_state.pending is not None:
                    seat_state.pending.timed = False
        self._update_absences(act.at)

    def _process_click(self, act: PersonAction) -> None:
        """Process a click, which brings an away person back."""
        for seat_state in self._seats:
            if seat_state.user == act.user and seat_state.away:
                seat_state.misses = 0
                self.counts["came back"] += 1
                self._restart_decision(seat_state, act.at)
        self._update_absences(act.at)

    def _check_give(self, act: PersonAction) -> Iterator[str]:
        """Check a click that asks for a computer player to decide for a person who has long been silent."""
        pending = self._seats[act.seat].pending
        silent = self._record.reachable_seconds(pending.begun, act.at) if pending else 0.0
        if act.done and (pending is None or pending.timed or silent < SILENT_SECONDS - ROUND):
            yield f"{act} was done after {silent:.0f} s"
        elif pending is not None and act.done:
            pending.given = True
            self.counts["given"] += 1
        elif pending is not None and act.done is False and self._give_is_due(pending, act.at):
            yield f"{act} was refused after {silent:.0f} s"

    def _give_is_due(self, pending: Decision, at: float) -> bool:
        late = SILENT_SECONDS + self._record.allowed_delay(pending.begun, at)
        waiting = len(self._people()) > 1 and not (pending.timed or pending.given or pending.away)
        return waiting and self._record.reachable_seconds(pending.begun, at) > late

    # --- Decisions

    def _people(self) -> list[int]:
        return [seat_state.user for seat_state in self._seats if seat_state.user is not None]

    def _timed(self) -> bool:
        """Return whether clocks run: the table has a time control, and more than one person plays."""
        return self._ended.row.time_control != "none" and len(self._people()) > 1

    def _start_decisions(self, game: Game, at: float) -> None:
        for seat in game.to_act:
            seat_state = self._seats[seat]
            if seat_state.user is not None and seat_state.pending is None:
                seat_state.pending = self._new_decision(seat_state, at)

    def _new_decision(self, seat_state: Seat, at: float) -> Decision:
        assert seat_state.user is not None
        self.counts["turns"] += not seat_state.away
        away, absent = self._is_represented(seat_state), seat_state.away
        return Decision(seat_state.user, seat_state.made, at, self._timed(), away, absent)

    def _is_represented(self, seat_state: Seat) -> bool:
        """Return whether a computer player decides at once for a person: the person is away, and another is not."""
        return seat_state.away and any(one.user is not None and not one.away for one in self._seats)

    def _update_absences(self, at: float) -> None:
        """Restart a person's pending decision if a computer player now decides at once for them, or no longer does."""
        for seat_state in self._seats:
            if seat_state.pending is not None and seat_state.pending.away != self._is_represented(seat_state):
                self._restart_decision(seat_state, at)

    def _restart_decision(self, seat_state: Seat, at: float) -> None:
        if seat_state.pending is not None:
            self._end_decision(seat_state, at)
            seat_state.pending = self._new_decision(seat_state, at)

    def _end_decision(self, seat_state: Seat, at: float) -> None:
        if seat_state.pending is not None:
            seat_state.pending.ended = at
            self.past.append(seat_state.pending)
            seat_state.pending = None

    def _check_move(self, move: MoveRow, at: float, *, forced: bool) -> Iterator[str]:
        """Check that the right player made a move, and made it in time."""
        seat_state = self._seats[move.seat]
        decision, by_computer = seat_state.pending, move.computer is not None
        where = f"move {move.number} of seat {move.seat} at {at:.0f}"
        self.counts["moves"] += 1
        seat_state.made += 1
        if decision is None:
            if not by_computer:
                yield f"{where} was a computer's, and is not recorded so"
            return
        self._end_decision(seat_state, at)
        if not by_computer and self._has_decided(decision, at):
            seat_state.misses = 0
        elif forced:
            if by_computer != decision.absent:
                yield f"{where} was forced, and is recorded as made by {'a computer' if by_computer else 'them'}"
        elif not by_computer:
            yield f"{where} is recorded as made by {decision.user}, who did not"
        else:
            yield from self._check_computer_move(where, seat_state, decision, at)

    def _has_decided(self, decision: Decision, at: float) -> bool:
        """Return whether the person has just decided."""
        return any(
            (act.what, act.user, act.decision) == ("choose", decision.user, decision.number)
            and act.at <= at <= act.at + HANDLED_WITHIN
            for act in self._actions
        )

    def _check_computer_move(self, where: str, seat_state: Seat, decision: Decision, at: float) -> Iterator[str]:
        """Check a decision that a computer player made for a person."""
        took, slack = self._record.reachable_seconds(decision.begun, at), self._record.allowed_delay(decision.begun, at)
        sentence = f"{where} was made for {decision.user} {took:.1f} s after {decision.begun:.0f}"
        if decision.away:
            if took > COMPUTER_SECONDS + slack - self._record.allowed_delay(at, at):
                yield f"{sentence}, though they were away"
            return
        self.counts["rested"] += decision.absent
        self.counts["misses"] += not decision.absent
        seat_state.misses += 1
        self.counts["away"] += seat_state.misses == MOST_MISSES
        if decision.timed:
            seconds = SECONDS[self._ended.row.time_control]
            if not seconds - ROUND <= took <= seconds + slack + COMPUTER_SECONDS:
                yield sentence
        elif not decision.given:
            yield f"{sentence}, for whom no clock ran, and nobody had asked for it"

    def _check_recorded(self) -> Iterator[str]:
        """Check that every acknowledged choice is among the moves."""
        seats = {who.user_id or who.left_by: seat for seat, who in enumerate(self._ended.row.seats) if who}
        for act in self._actions:
            if act.what == "choose" and act.done:
                path, made = self._made.get((seats[act.user], act.decision), ("", 0))
                if path != act.move or made > act.at + HANDLED_WITHIN:
                    yield f"{act} was answered, and is not there"
