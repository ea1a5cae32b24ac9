"""The day's deal: each person's single scored attempt, practice after the attempt, and the results of closed days.

An attempt is not a table. It is a row with its moves, from which its game is replayed; nothing of it is in tables,
records, results or ratings. A day opens and closes at midnight UTC. The cards of a closed day are public. An attempt
that is unfinished when its day closes can still be finished until the next midnight. It gets no score, but counts for
the streak.

The day of a click follows from the time in its id (`at`), however late the bot handles it. What a closed day shows also
needs a time that is certain, and whatever was shown stays so: no clock opens the day again.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, replace
from datetime import UTC, date, tzinfo
from typing import Any, TypeAlias
from weakref import WeakValueDictionary

import limits
from engine.daily import percentile as figures
from engine.daily import plan
from engine.daily.deal import DailyDeal, points
from engine.game import Game, Path
from engine.text import Phrase
from host import refusals
from host.daily import streaks
from host.daily.positions import Positions, text_of
from host.daily.streaks import OUTAGE_SECONDS, SECONDS_A_DAY, Streak
from host.lobby.rate_limit import DAY, RateLimit
from host.place import NOWHERE, Place
from host.play.moves import after_move, decide
from host.refusals import Refusal, Stale
from host.settings import Settings
from host.tables.table_repository import TableRepository, persist
from storage import Conflict
from storage.rows import DayRow, PlayRow

ALL_SERVERS = 0
"""Server id under which the rate limit counts all servers together."""
WEEK = 7
"""Number of coming days that are planned, besides today."""
NO_MOVES = "[]"
"""The moves of a row before the person's first move, or after they were deleted."""
LAST_CLICKS_SECONDS = 3
"""Seconds after the close in which clicks from before the close may still arrive; the day is shown afterwards."""
READ_SECONDS = 30.0
"""Seconds after which a day is read again, because its reference grows in the background."""

Line: TypeAlias = Sequence[tuple[int, str]]
"""The moves of a round, each with its seat and its notation."""


@dataclass(frozen=True)
class Attempt:
    """A person's attempt at a day's deal, or their practice."""

    day: int
    """Days since 1970-01-01 UTC."""
    number: int
    """The number of the deal among the day's deals, from 0."""
    deal: DailyDeal
    game: Game
    """The position in which the person must decide, or the end. Nobody else may see it."""
    practice: bool
    points: int | None
    """The person's points; None until the round is over."""
    late: bool = False
    """True if the day closed before the round was over; then there is no score."""
    path: Path = ()
    """The choices so far, if the move needs another choice or a confirmation."""
    server_id: int = 0
    """The server for which the attempt counts; 0 for none."""

    @property
    def decision(self) -> int:
        """The number of the person's next decision; a click must carry this number."""
        return self.game.moves_made(self.deal.seat)


@dataclass(frozen=True)
class DayResult:
    """A person's result in a day's deal."""

    points: int
    percentile: float | None
    """From 0 to 100: the share of other people's and the reference's results that are worse; equal results count half.

    None if the deal has no reference and too few people have played it.
    """
    par: float
    """The reference's mean points."""
    players: int
    """The number of people with a score in this deal."""
    streak: Streak
    best: int | None
    """The greatest points seen in this deal, of people and of the reference.

    While nobody else has played the deal, those of the reference; then None without a reference.
    """
    alone: bool
    """Whether nobody else has a score in this deal."""
    scored: bool = True
    """False if the day had closed before the round was over: the person has no score in the deal."""


@dataclass(frozen=True)
class ClosedDeal:
    """One of the deals of a closed day."""

    deal: DailyDeal
    players: int
    par: float
    best: int
    """The greatest points seen."""
    line: Line
    """The best moves seen; empty if none are known."""
    signal: float
    """The skill signal of the deal: (hard's mean - easy's mean) / standard deviation."""


@dataclass(frozen=True)
class ClosedDay:
    """A day that is over; all of it is public."""

    day: int
    game: str
    options: Mapping[str, Any]
    secret: bytes
    commitment: str
    deals: Sequence[ClosedDeal]
    own: int | None = None
    """The number of the deal that the person has begun."""
    result: DayResult | None = None
    """The person's own result; None if they have not finished."""
    renewed: bool = False
    """True if the day was promised anew after a restored backup."""


@dataclass(frozen=True)
class Commitment:
    """The public part of a planned day."""

    day: int
    game: str
    options: Mapping[str, Any]
    commitment: str
    renewed: bool = False
    """True if the day was promised anew after a restored backup."""


@dataclass(frozen=True)
class _Day:
    """A day with prepared deals, as this process has read it."""

    row: DayRow
    prepared: Sequence[Mapping[str, Any]]
    deals: Sequence[DailyDeal]
    read_at: float


def opens_at(day: int) -> int:
    """Return the time at which a day opens, in unix seconds. It closes when the next day opens."""
    return day * SECONDS_A_DAY


def shown_from(day: int) -> int:
    """Return the time from which a closed day may be shown, in unix seconds."""
    return opens_at(day + 1) + LAST_CLICKS_SECONDS


def day_of(time: float) -> int:
    """Return the day of a time in unix seconds."""
    return int(time) // SECONDS_A_DAY


class DailyDeals:
    """Service for the day's deals.

    `at` is always the time of the click that asks, in unix seconds by Discord's clock; None means now.
    """

    def __init__(self, tables: TableRepository, settings: Settings) -> None:
        """Use the store and the clock of `tables`; `settings` has people's time zones."""
        self._store = tables.store
        self._now = tables.now
        self._clock = tables.clock
        self._settings = settings
        self._days: dict[int, _Day] = {}
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        """A lock for each person with a request under way."""
        self._positions = Positions()
        self._practices: dict[int, PlayRow] = {}
        """The latest practice of each person, the oldest first."""
        self._practised = RateLimit(DAY, tables.now)

    @property
    def today(self) -> int:
        """The present day."""
        return self.day_at(None)

    def day_at(self, at: float | None) -> int:
        """Return the day of a click."""
        return day_of(self._now() if at is None else at)

    async def open(self, user_id: int, place: Place = NOWHERE, name: str = "", at: float | None = None) -> Attempt:
        """Return a person's attempt at today's deal; begin it if it has not begun.

        Args:
            user_id: the person.
            place: where the person opens it. The attempt counts for the first server on which it is opened before its
                first move.
            name: the person's name there.
            at: the time of the click.

        Raises:
            Refusal: today's deal is not prepared yet or was shown before the clocks went back, the person has deleted
                an attempt today, or the write failed.
        """
        async with self._locked(user_id):
            today = self.day_at(at)
            day = await self._day(today)
            row = await self._store.daily.attempt(today, user_id)
            if row is None and await self._is_shown(today):
                raise Refusal(refusals.CLOCK_IN_DOUBT())
            if row is None or (place.is_server and row.guild_id is None and row.moves == NO_MOVES):
                row = await persist(self._begin(day.row, user_id, place, name))
            if row is None:
                raise Refusal(refusals.DAILY_FORGOTTEN(again=str(opens_at(day.row.day + 1))))
            return await self._attempt(day, row, today)

    async def attempt(self, user_id: int, day: int, at: float | None = None) -> Attempt:
        """Return a person's attempt at the deal of today or yesterday, and change nothing.

        Raises:
            Refusal: the day is another one, or the person has no attempt.
        """
        found = await self._day(self._playable(day, at))
        return await self._attempt(found, await self._row(user_id, day), self.day_at(at))

    async def move(
        self,
        user_id: int,
        day: int,
        decision: int,
        path: Path,
        *,
        sure: bool = False,
        practice: bool = False,
        at: float | None = None,
    ) -> Attempt:
        """Follow a path of choices in a person's attempt or practice: make the move if the path is a whole move.

        Args:
            user_id: the person.
            day: the day of the attempt.
            decision: the number of the person's decision, as displayed.
            path: the choices so far.
            sure: if False, a move with a warning is not made; its path is returned, so that the person can confirm it.
            practice: True for the person's latest practice.
            at: the time of the click, which decides whether the move comes before the close.

        Returns:
            If the move was made, the attempt after the move and the AI players' answers. These moves are stored, those
            of a practice only in memory. If the path needs another choice or a confirmation, the unchanged attempt with
            the path.

        Raises:
            Stale: the click is late or repeated, or the choice does not exist.
            Refusal: the day is over, the person has no such attempt, a rule forbids the choice, or the write failed.
        """
        clicked_at, today = int(self._now() if at is None else at), self.day_at(at)
        async with self._locked(user_id):
            found = await self._day(self._playable(day, at))
            row = self._practice(user_id, found) if practice else await self._row(user_id, day)
            now = await self._attempt(found, row, today, practice=practice)
            deal = now.deal
            move = decide(now.game, deal.seat, decision, path, sure=sure)
            if move is None:
                return replace(now, path=path)
            game = await self._positions.answered(day, row.deal, deal, after_move(now.game, deal.seat, move))
            if practice:
                row = row._replace(moves=text_of(game))
                self._practices[user_id] = row
            else:
                row = await self._store_moves(row, game, deal.seat, clicked_at)
            return await self._attempt(found, row, today, practice=practice)

    async def is_beginner(self, user_id: int, attempt: Attempt, place: Place) -> bool:
        """Return whether an attempt is a person's first try of its game. If it is, the person gets hints in it.

        It is not if the person has already finished this game, either at a table in the place or in the deal of an
        earlier day.
        """
        game = attempt.deal.game
        if await self._store.people.has_finished(place.id, user_id, game):
            return False
        return not await self._store.daily.has_played(user_id, game, attempt.day)

    async def practise(self, user_id: int, day: int, at: float | None = None) -> Attempt:
        """Begin a practice of a person's deal; it replaces their last practice.

        Practice is in memory only, and has no score.

        Raises:
            Refusal: the day is neither today nor yesterday, the person has not finished their attempt and it is today
                or nothing of the day may be shown yet, or they have begun too many practices today.
        """
        async with self._locked(user_id):
            found, today = await self._day(self._playable(day, at)), self.day_at(at)
            row = await self._store.daily.attempt(day, user_id)
            if row is None or row.ended_at is None:
                if day == today:
                    raise Refusal(refusals.DAILY_FIRST())
                await self.show(day, at)
            number = plan.deal_number(found.row.secret, day, user_id) if row is None else row.deal
            self._practised.take(ALL_SERVERS, user_id, limits.PRACTISED_A_DAY, refusals.PRACTISED_LATELY)
            self._practices.pop(user_id, None)
            self._practices[user_id] = practice = PlayRow(day, user_id, number, begun_at=int(self._now()))
            limits.evict_oldest(self._practices, limits.PRACTICES)
            return await self._attempt(found, practice, today, practice=True)

    async def practice(self, user_id: int, day: int, at: float | None = None) -> Attempt:
        """Return a person's latest practice, and change nothing.

        Raises:
            Refusal: the person has no practice of this day, or it was lost at a restart.
        """
        found = await self._day(self._playable(day, at))
        return await self._attempt(found, self._practice(user_id, found), self.day_at(at), practice=True)

    async def result(self, user_id: int, day: int, at: float | None = None) -> DayResult:
        """Return a person's result in the deal of today or yesterday.

        Raises:
            Refusal: the day is another one, or the person has not finished their attempt.
        """
        found = await self._day(self._playable(day, at))
        own = await self._finished(found, user_id, self.day_at(at))
        return await self._result(found, own.number, own.points or 0, user_id, at, late=own.late)

    async def has_yesterday(self, at: float | None = None) -> bool:
        """Return whether yesterday had a deal."""
        try:
            await self._day(self.day_at(at) - 1)
        except Refusal:
            return False
        return True

    async def yesterday(self, user_id: int | None = None, at: float | None = None) -> ClosedDay:
        """Return yesterday, the day that has closed last, with the result of the person if one is given.

        Raises:
            Refusal: there was no deal, nothing of it may be shown yet, or a write failed.
        """
        return await self.closed_day(self.day_at(at) - 1, user_id, at)

    async def show(self, day: int, at: float | None = None) -> None:
        """Make sure that everything of a day may be shown, and store that it is.

        Raises:
            Refusal: the day is not over, it is in doubt whether it is, or the write failed.
        """
        if await self._is_shown(day):
            return
        if (self._now() if at is None else at) < shown_from(day):
            raise Refusal(refusals.DAY_NOT_OVER(closes=str(opens_at(min(day, self.day_at(at)) + 1))))
        if await self._clock.certain() is None:
            raise Refusal(refusals.CLOCK_IN_DOUBT())
        await persist(self._store.daily.show(day))

    async def _is_shown(self, day: int) -> bool:
        row = await self._store.daily.day(day)
        return row is not None and row.shown

    async def closed_day(self, day: int, user_id: int | None = None, at: float | None = None) -> ClosedDay:
        """Return a closed day, with the result of the person if one is given.

        Raises:
            Refusal: `show` refuses, or there was no deal.
        """
        await self.show(day, at)
        today = self.day_at(at)
        found = await self._day(day, refusals.NO_YESTERDAY if day == today - 1 else refusals.NO_SUCH_DAY)
        row = found.row
        deals = [await self._seen(found, number) for number in range(len(found.deals))]
        own = None if user_id is None else await self._store.daily.attempt(row.day, user_id)
        result = None
        if own is not None and own.points is not None:
            result = await self._result(found, own.deal, own.points, own.user_id, at)
        elif own is not None and own.moves != NO_MOVES:
            with suppress(Refusal):  # the rules may have changed since the attempt began
                made = (await self._attempt(found, own, today)).points
                if made is not None:
                    result = await self._result(found, own.deal, made, own.user_id, at, late=True)
        number, options = None if own is None else own.deal, json.loads(row.options)
        return ClosedDay(
            row.day, row.game, options, row.secret, row.commitment, deals, number, result, renewed=row.renewed
        )

    async def commitments(self, at: float | None = None) -> Sequence[Commitment]:
        """Return the commitments of today and of all coming days that are planned already."""
        today = self.day_at(at)
        planned = await self._store.daily.planned(today, today + WEEK)
        return [Commitment(row.day, row.game, json.loads(row.options), row.commitment, row.renewed) for row in planned]

    async def streak(self, user_id: int, at: float | None = None) -> Streak:
        """Return a person's streak."""
        return await self.streak_at(user_id, self._now() if at is None else at)

    async def streak_at(self, user_id: int, now: float) -> Streak:
        """Return a person's streak at the time `now`, in unix seconds.

        The person's whole local day counts: attempts that were begun later on this day than `now` are included.
        """
        zone = await self.time_zone(user_id)
        played = await self._store.daily.played(user_id)
        today = streaks.local_date(now, zone)
        days = {day for one in played if (day := streaks.local_date(one.begun_at, zone)) <= today}
        if not days:
            return streaks.streak(days, today)
        first = played[0].day
        undisturbed = await self._store.daily.undisturbed(first - 1, day_of(now) + 1, OUTAGE_SECONDS)
        return await asyncio.to_thread(_streak, days, today, zone, undisturbed)

    async def time_zone(self, user_id: int) -> tzinfo:
        """Return the time zone of a person; UTC, by which days open and close, until they choose one."""
        return (await self._settings.person(user_id)).zone or UTC

    async def forget(self, user_id: int, at: float | None = None) -> dict[int, str]:
        """Forget a person's practice before their data is deleted.

        Return the mark of the person (`plan.deleted_try`) by day. If it is stored, the person cannot begin the day's
        deal again after their attempt is deleted.
        """
        async with self._locked(user_id):
            self._practices.pop(user_id, None)
            row = await self._store.daily.day(self.day_at(at))
            return {} if row is None else {row.day: plan.deleted_try(row.secret, row.day, user_id)}

    async def close(self) -> None:
        """Cancel the computations of the AI players' answers."""
        await self._positions.close()

    # --- Days

    def _playable(self, day: int, at: float | None) -> int:
        """Return `day` if it is today or yesterday, whose attempts can be played or looked at; else raise `Refusal`."""
        if day not in {self.day_at(at) - 1, self.day_at(at)}:
            raise Refusal(refusals.DAY_OVER())
        return day

    async def _day(self, day: int, refusal: Phrase = refusals.NOT_PREPARED) -> _Day:
        """Return a day with deals; raises `Refusal` if it has none."""
        found = self._days.get(day)
        if found is None or not 0 <= self._now() - found.read_at < READ_SECONDS:
            row = await self._store.daily.day(day)
            if row is None or row.deals is None:
                raise Refusal(refusal())
            prepared = json.loads(row.deals)
            deals = [DailyDeal.from_data(one["deal"]) for one in prepared]
            self._days[day] = found = _Day(row, prepared, deals, self._now())
            for old in [one for one in self._days if one < self.today - 1]:
                del self._days[old]
        return found

    async def _seen(self, found: _Day, number: int) -> ClosedDeal:
        """Return a deal with its par, and with the greatest points and the best moves seen in it.

        Until the day has closed, callers show the points only to people who have finished the deal, and the moves to
        nobody.
        """
        prepared = found.prepared[number]
        people = await self._store.daily.points(found.row.day, number, 0)
        best = max([*people, *prepared["reference"]], default=0)
        line = [(seat, text) for seat, text in prepared["best"]]
        if people and max(people) > max(prepared["reference"], default=max(people) - 1):
            moves = await self._store.daily.best_moves(found.row.day, number)
            line = [(seat, text) for seat, text in json.loads(moves or "[]")]
        par, signal = figures.par(prepared["reference"] or people or [0]), prepared["signal"]
        return ClosedDeal(found.deals[number], len(people), par, best, line, signal)

    # --- Attempts

    @asynccontextmanager
    async def _locked(self, user_id: int) -> AsyncIterator[None]:
        """Handle one request of a person at a time."""
        async with self._locks.setdefault(user_id, asyncio.Lock()):
            yield

    async def _begin(self, day: DayRow, user_id: int, place: Place, name: str) -> PlayRow | None:
        """Begin a person's attempt; return None if they have deleted one today. Raises `StoreError`."""
        number = plan.deal_number(day.secret, day.day, user_id)
        mark = plan.deleted_try(day.secret, day.day, user_id)
        server = place.server_id or None
        try:
            return await self._store.daily.begin(day.day, user_id, number, server, name, mark=mark)
        except Conflict:
            return None

    async def _row(self, user_id: int, day: int) -> PlayRow:
        row = await self._store.daily.attempt(day, user_id)
        if row is None:
            raise Refusal(refusals.NO_ATTEMPT())
        return row

    def _practice(self, user_id: int, found: _Day) -> PlayRow:
        row = self._practices.get(user_id)
        if row is None or row.day != found.row.day:
            raise Refusal(refusals.NO_PRACTICE())
        return row

    async def _attempt(self, found: _Day, row: PlayRow, today: int, *, practice: bool = False) -> Attempt:
        """Return an attempt from its row, as it is on the day `today`."""
        deal = found.deals[row.deal]
        game = await self._positions.of(row.day, row.deal, deal, row.moves)
        made = points(game, deal.seat) if game.over else None
        late = row.points is None and (row.ended_at is not None or today > row.day)
        late, server = late and not practice, row.guild_id or 0
        return Attempt(row.day, row.deal, deal, game, practice, made, late, server_id=server)

    async def _finished(self, found: _Day, user_id: int, today: int) -> Attempt:
        attempt = await self._attempt(found, await self._row(user_id, found.row.day), today)
        if attempt.points is None:
            raise Refusal(refusals.DAILY_FIRST())
        return attempt

    async def _result(
        self, found: _Day, number: int, made: int, user_id: int, at: float | None, *, late: bool = False
    ) -> DayResult:
        """Return a person's result: the points `made`, compared with other people's points and the reference."""
        day = found.row.day
        people, reference = await self._store.daily.points(day, number, user_id), found.prepared[number]["reference"]
        seen = await self._seen(found, number)
        return DayResult(
            made,
            figures.percentile(made, people, reference),
            seen.par,
            seen.players,
            await self.streak(user_id, at),
            max(seen.best, made) if people else max(reference, default=None),
            alone=not people,
            scored=not late,
        )

    async def _store_moves(self, row: PlayRow, game: Game, seat: int, clicked_at: int) -> PlayRow:
        """Store an attempt's moves up to a position. The attempt begins with the first move.

        If the round is over, its points are stored too, but only if the last click came before the day closed, and if
        nothing of the day was shown.

        Raises:
            Stale: another process has stored a move meanwhile.
            Refusal: the write failed.
        """
        after = row._replace(moves=text_of(game), begun_at=clicked_at if row.moves == NO_MOVES else row.begun_at)
        if game.over:
            scored = clicked_at < opens_at(row.day + 1) and not await self._is_shown(row.day)
            after = after._replace(points=points(game, seat) if scored else None, ended_at=clicked_at)
        if not await persist(self._write(after, row.moves)):
            raise Stale(refusals.ALREADY_PLAYED())
        return after

    async def _write(self, row: PlayRow, before: str) -> bool:
        """Store an attempt; return False if its stored moves are not `before`. Raises `StoreError`."""
        try:
            await self._store.daily.move(row, before)
        except Conflict:
            return False
        return True


def _streak(days: Collection[date], today: date, zone: tzinfo, undisturbed: Collection[int]) -> Streak:
    missed = [day for day in streaks.days_between(min(days), today) if day not in days]
    return streaks.streak(days, today, streaks.excused(missed, zone, undisturbed))
