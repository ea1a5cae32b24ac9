"""Checks of moves: who made each decision and when, derived from the moves and people's clicks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from engine.contract.chance import Chance
from engine.game import Game
from storage import MoveRow
from tests.simulation.clockwork import BEGIN
from tests.simulation.plan import HOUR
from tests.simulation.record import ROUND, Did, Ended, Record

PACES = {"live": 60, "relaxed": 600, "letter": 24 * 3600}
"""Seconds for a decision, by time control."""
SILENT = 24 * HOUR
"""Seconds after which others may let a computer player decide if no clock runs."""
MOST_MISSES = 3
"""Missed decisions in a row after which a person is away."""
AT_ONCE = 6.0
"""Seconds within which all computer players to act have moved."""
ANSWERED = 2.0
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
    """True if a computer player decides at once, because the person is away."""
    given: bool = False
    """True if somebody has let a computer player decide."""
    ended: float = 0.0


@dataclass
class Sitting:
    """The state of a seat."""

    user: int | None
    """None if a computer player has the seat, from the start or by now."""
    misses: int = 0
    owes: Decision | None = None
    made: int = 0
    """Number of moves made."""

    @property
    def away(self) -> bool:
        """True if a computer player decides at once for the person."""
        return self.misses >= MOST_MISSES


class Decisions:
    """Decisions at one table; judging fills `past`."""

    def __init__(self, record: Record, ended: Ended) -> None:
        self._record = record
        self._ended = ended
        self._dids = [did for did in record.dids if did.table == ended.row.id]
        self._seats = [Sitting(who.user_id or who.left_by if who else None) for who in ended.row.seats]
        self.past: list[Decision] = []
        self.counts: Counter[str] = Counter()

    def judged(self) -> Iterator[str]:
        """Yield one sentence for each decision made by the wrong player or at the wrong time."""
        row, ended = self._ended.row, self._ended
        assert row.seed is not None
        assert row.started_at is not None
        game = Game.games[row.game](len(row.seats), row.options, Chance(bytes.fromhex(row.seed)))
        at, first = float(row.started_at - BEGIN), True
        self._owe(game, at)
        for move, made in zip(ended.moves, ended.made, strict=True):
            yield from self._went_by(at, made)
            forced = made == at and not first and game.forced(move.seat) is not None
            yield from self._move(move, made, forced=forced)
            game.play(move.seat, game.parse(move.move))
            at, first = made, False
            self._owe(game, at)
        yield from self._went_by(at, ended.ended_at)
        for sitting in self._seats:
            self._decided(sitting, ended.ended_at)
        yield from self._lost()

    # --- Other actions of people

    def _went_by(self, since: float, until: float) -> Iterator[str]:
        """Process the actions between two moves that affect clocks."""
        for did in self._dids:
            if since < did.at <= until and did.what != "play":
                if did.done and did.what in {"leave-game", "remove"}:
                    self._left(did)
                self._clicked(did)
                if did.what == "give":
                    yield from self._given(did)

    def _left(self, did: Did) -> None:
        for seat, sitting in enumerate(self._seats):
            if sitting.user is not None and (sitting.user == did.user if did.seat < 0 else seat == did.seat):
                self._decided(sitting, did.at)
                sitting.user = None
        if not self._timed():
            for sitting in self._seats:
                if sitting.owes is not None:
                    sitting.owes.timed = False

    def _clicked(self, did: Did) -> None:
        """Process a click, which brings an away person back."""
        for sitting in self._seats:
            if sitting.user == did.user and sitting.away:
                sitting.misses = 0
                self.counts["came back"] += 1
                if sitting.owes is not None:
                    self._decided(sitting, did.at)
                    sitting.owes = self._decision(sitting, did.at)

    def _given(self, did: Did) -> Iterator[str]:
        """Check a request to let a computer player decide for a silent person."""
        owes = self._seats[did.seat].owes
        silent = self._record.there(owes.begun, did.at) if owes else 0.0
        if did.done and (owes is None or owes.timed or silent < SILENT - ROUND):
            yield f"{did} was done after {silent:.0f} s"
        elif owes is not None and did.done:
            owes.given = True
            self.counts["given"] += 1
        elif owes is not None and did.done is False and self._must_be_given(owes, did.at):
            yield f"{did} was refused after {silent:.0f} s"

    def _must_be_given(self, owes: Decision, at: float) -> bool:
        late = SILENT + self._record.slack(owes.begun, at)
        waiting = len(self._people()) > 1 and not (owes.timed or owes.given or owes.away)
        return waiting and self._record.there(owes.begun, at) > late

    # --- Decisions

    def _people(self) -> list[int]:
        return [sitting.user for sitting in self._seats if sitting.user is not None]

    def _timed(self) -> bool:
        """Return whether a clock runs; there must be another person who waits."""
        return self._ended.row.pace != "none" and len(self._people()) > 1

    def _owe(self, game: Game, at: float) -> None:
        for seat in game.to_act:
            sitting = self._seats[seat]
            if sitting.user is not None and sitting.owes is None:
                sitting.owes = self._decision(sitting, at)

    def _decision(self, sitting: Sitting, at: float) -> Decision:
        assert sitting.user is not None
        self.counts["turns"] += not sitting.away
        return Decision(sitting.user, sitting.made, at, self._timed(), sitting.away)

    def _decided(self, sitting: Sitting, at: float) -> None:
        if sitting.owes is not None:
            sitting.owes.ended = at
            self.past.append(sitting.owes)
            sitting.owes = None

    def _move(self, move: MoveRow, at: float, *, forced: bool) -> Iterator[str]:
        """Check who made a move, and whether in time."""
        sitting = self._seats[move.seat]
        decision = sitting.owes
        where = f"move {move.number} of seat {move.seat} at {at:.0f}"
        self.counts["moves"] += 1
        sitting.made += 1
        if decision is None:
            if not move.by_computer:
                yield f"{where} was a computer's, and is not recorded so"
            return
        self._decided(sitting, at)
        if not move.by_computer and self._chose(decision, at):
            sitting.misses = 0
        elif forced:
            if move.by_computer != decision.away:
                yield f"{where} was forced, and is recorded as made by {'a computer' if move.by_computer else 'them'}"
        elif not move.by_computer:
            yield f"{where} is recorded as made by {decision.user}, who did not"
        else:
            yield from self._by_computer(where, sitting, decision, at)

    def _chose(self, decision: Decision, at: float) -> bool:
        """Return whether the person has just decided."""
        return any(
            (did.what, did.user, did.decision) == ("choose", decision.user, decision.number)
            and did.at <= at <= did.at + ANSWERED
            for did in self._dids
        )

    def _by_computer(self, where: str, sitting: Sitting, decision: Decision, at: float) -> Iterator[str]:
        """Check a decision that a computer player made for a person."""
        took, slack = self._record.there(decision.begun, at), self._record.slack(decision.begun, at)
        told = f"{where} was made for {decision.user} {took:.1f} s after {decision.begun:.0f}"
        if decision.away:
            if took > AT_ONCE + slack - self._record.slack(at, at):
                yield f"{told}, though they were away"
            return
        sitting.misses += 1
        self.counts["misses"] += 1
        self.counts["away"] += sitting.away
        if decision.timed:
            pace = PACES[self._ended.row.pace]
            if not pace - ROUND <= took <= pace + slack + AT_ONCE:
                yield told
        elif not decision.given:
            yield f"{told}, for whom no clock ran, and nobody had asked for it"

    def _lost(self) -> Iterator[str]:
        """Check that every acknowledged choice is among the moves."""
        seats = {who.user_id or who.left_by: seat for seat, who in enumerate(self._ended.row.seats) if who}
        by_seat: dict[int, list[MoveRow]] = {}
        for move in self._ended.moves:
            by_seat.setdefault(move.seat, []).append(move)
        for did in self._dids:
            if did.what == "choose" and did.done:
                moves = by_seat.get(seats[did.user], [])
                if did.decision >= len(moves) or moves[did.decision].made_at - BEGIN > did.at + ANSWERED:
                    yield f"{did} was answered, and is not there"
