"""League nights: announcing, joining, the start, and the steps from stage to stage.

All state is in the store. `advance` makes the next step that is due; each step is one transaction, so it is made
exactly once, even if the bot is killed.
"""

import asyncio
import logging
import random
from collections.abc import Callable, MutableSequence, Sequence
from dataclasses import dataclass
from weakref import WeakValueDictionary
from zoneinfo import ZoneInfo

import limits
from engine.contract.chance import Chance
from engine.contract.options import valid_options
from engine.fairness.deal_commitment import join
from engine.game import Game
from engine.players import LEVELS
from host import refusals
from host.lobby import deal_commitments, lobby_transitions
from host.lobby.rate_limit import HOUR, RateLimit
from host.nights.movement import table_count
from host.nights.night import Night
from host.place import Place
from host.play import time_control
from host.refusals import Refusal
from host.settings import Settings
from host.tables.table import NightStage, Occupant, Person, Table, TimeControl
from host.tables.table_repository import NEW, TableRepository, persist
from storage import Conflict, StoreError
from storage.queries.nights.rows import Finish, NewTable, NightPerson, NightRow, WeeklyEvent

__all__ = ["STAGES", "TIME_CONTROLS", "Nights", "Setup", "WeeklyEvent"]

log = logging.getLogger(__name__)

STAGES = 4
"""Greatest number of stages."""
TIME_CONTROLS: Sequence[TimeControl] = ("live", "relaxed")
"""Time controls of a night. A decision takes at most ten minutes, because all tables wait for the slowest table."""
BREAK_SECONDS = 60
"""Seconds between two stages, to look at the standings."""
IDLE_SECONDS = 86_400
"""Seconds after which a night that nobody starts is called off. They count from the announced time of the start or,
without such a time, from the announcement.
"""


@dataclass(frozen=True, slots=True)
class Setup:
    """The choices of the person who announces a night.

    Defaults replace choices that are None: the seats of the channel's last game of this kind, the time control
    `live`, and the server's level. Without `starts_at`, the night has no announced time.
    """

    game: str
    seats: int | None = None
    stages: int = 2
    time_control: str | None = None
    level: str | None = None
    starts_at: int | None = None
    """The announced time of the start, in unix seconds. The night does not start by itself at this time."""


class Nights:
    """Service for league nights.

    Methods for people's requests raise `Refusal`, and then change nothing. Methods for managers check at each call that
    the person may manage the server.
    """

    def __init__(
        self,
        tables: TableRepository,
        settings: Settings,
        shuffle: Callable[[MutableSequence[NightPerson]], None] | None = None,
    ) -> None:
        """Create the service; `shuffle` orders the people for the seating. If it is None, the order is random."""
        self._tables = tables
        self._settings = settings
        self._store = tables.store.nights
        self._shuffle = shuffle or random.SystemRandom().shuffle
        self._announced = RateLimit(HOUR, tables.now)
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()

    async def get(self, night_id: int) -> Night:
        """Return a night.

        Raises:
            Refusal: there is no such night.
        """
        parts = await self._store.load(night_id)
        if parts is None:
            raise Refusal(refusals.NO_SUCH_NIGHT())
        row = parts.row
        return Night.of(parts, await self.running(row), await self.table_messages(row))

    async def running(self, row: NightRow) -> list[int]:
        """Return the numbers of the tables at which a night's current stage is still played."""
        return await self._store.running(row.id, row.stage) if row.state == "playing" and not row.stage_over else []

    async def table_messages(self, row: NightRow) -> dict[int, int]:
        """Return the ids of the lobby messages of a night's current stage, by table; none once the stage is over."""
        return await self._store.lobbies(row.id, row.stage) if row.state == "playing" and not row.stage_over else {}

    async def in_place(self, place: Place, night_id: int) -> Night:
        """Return a night, and raise `Refusal` if it is not in this place: people may forge the number of any night."""
        night = await self.get(night_id)
        if night.place != place:
            raise Refusal(refusals.NO_SUCH_NIGHT())
        return night

    # --- People

    @staticmethod
    def check_manager(place: Place, person: Person) -> None:
        """Raise `Refusal` unless the place can have nights and the person may manage it."""
        if not place.has_lobbies:
            raise Refusal(refusals.ALONE_HERE())
        if not person.manages_server():
            raise Refusal(refusals.NOT_NIGHT_MANAGER())

    async def announce(
        self, place: Place, channel_id: int, person: Person, setup: Setup, at: float | None = None
    ) -> Night:
        """Announce a night in a channel, and return it. `at` is the time of the request in unix seconds; None: now.

        The options of its game are those of the channel's last game of this kind. If the channel has a night that is
        not over, the message of that night is posted anew if somebody has deleted it.

        Raises:
            Refusal: the person may not manage the server, one of the choices is not allowed, a limit is reached, the
                channel has a night that is not over, or the write failed.
        """
        self.check_manager(place, person)
        kind, server = lobby_transitions.kind_of(setup.game), await self._settings.of(place)
        lobby_transitions.check_offered(kind, server)
        last = await self._tables.store.tables.last_setup(channel_id, kind.id)
        usual = lobby_transitions.initial_setup(kind, last, "live", person)
        seats = usual.seats if setup.seats is None else setup.seats
        lobby_transitions.check_seats(kind, seats)
        time_control = setup.time_control or "live"
        if time_control not in TIME_CONTROLS or not 1 <= setup.stages <= STAGES:
            raise Refusal(refusals.BAD_OPTION())
        level = server.level if setup.level is None else setup.level
        if level not in LEVELS:
            raise Refusal(refusals.NO_SUCH_LEVEL())
        now = self._tables.now() if at is None else at
        if setup.starts_at is not None and not now < setup.starts_at <= now + limits.SCHEDULED_AHEAD_SECONDS:
            raise Refusal(refusals.NO_SUCH_TIME())
        self._announced.take(place.id, person.id, limits.NIGHTS_AN_HOUR, refusals.NIGHTS_LATELY)
        write = self._store.create(
            guild_id=place.server_id,
            channel_id=channel_id,
            manager_id=person.id,
            game=kind.id,
            rules=kind.rules,
            seat_count=seats,
            options=valid_options(kind.Options, usual.options, seats),
            time_control=lobby_transitions.time_control_of(time_control),
            level=level,
            secrets=[deal_commitments.new_secret().hex() for _ in range(setup.stages)],
            starts_at=setup.starts_at,
        )
        try:
            night_id = await write
        except Conflict:
            here = await self._store.in_channel(channel_id)
            if here is None:
                raise Refusal(refusals.TRY_AGAIN()) from None
            await self._store.set_displayed(here, -1)  # so the message is edited, or posted anew if deleted
            raise Refusal(refusals.NIGHT_HERE()) from None
        except StoreError:
            log.exception("a league night could not be stored")
            raise Refusal(refusals.TRY_AGAIN()) from None
        return await self.get(night_id)

    async def join(self, place: Place, person: Person, night_id: int) -> Night:
        """Add a person to a night, even if they have left it before; return the night."""
        async with self._lock(night_id):
            night = await self.in_place(place, night_id)
            _check_open(night)
            if night.has(person.id):
                raise Refusal(refusals.IN_NIGHT())
            if night.row.state == "playing" and all(one.user_id != person.id for one in night.people):
                raise Refusal(refusals.NIGHT_BEGUN())
            if night.row.state == "gathering" and len(night.people) >= limits.NIGHT_PEOPLE:
                raise Refusal(refusals.NIGHT_FULL(count=limits.NIGHT_PEOPLE))
            newcomer = NightPerson(person.id, person.interaction_id, name=person.name)
            await persist(self._store.join(night.row, newcomer))
            return await self.get(night_id)

    async def leave(self, place: Place, person: Person, night_id: int) -> Night:
        """Take a person out of a night; in a running night their seat goes to an AI player from the next stage on."""
        async with self._lock(night_id):
            night = await self.in_place(place, night_id)
            _check_open(night)
            if not night.has(person.id):
                raise Refusal(refusals.NOT_IN_NIGHT())
            await persist(self._store.leave(night.row, person.id))
            return await self.get(night_id)

    async def start(self, place: Place, person: Person, night_id: int) -> Night:
        """Start a night by request of a manager of the server: seat its people, and begin the first stage.

        Raises:
            Refusal: the person may not manage the server, the night has begun or is over, fewer than two people have
                joined, the deal commitments are not posted yet, the server has no room for the tables, or the write
                failed.
        """
        async with self._lock(night_id):
            night = await self.in_place(place, night_id)
            self.check_manager(place, person)
            if night.row.state != "gathering":
                raise Refusal(refusals.NIGHT_BEGUN() if night.is_open else refusals.NIGHT_OVER())
            people = [*night.people]
            if len(people) < limits.NIGHT_FEWEST:
                raise Refusal(refusals.NIGHT_ALONE(count=limits.NIGHT_FEWEST))
            if night.row.promise_id is None:
                raise Refusal(refusals.NIGHT_UNPROMISED())
            count = table_count(len(people), night.row.seats)
            server = await self._settings.of(place)
            crowd = await self._tables.store.tables.place_counts(place.id, person.id)
            if crowd.tables + count > server.most_tables:
                raise Refusal(refusals.SERVER_FULL(count=server.most_tables))
            events = [*(join(one.click) for one in people), f"start {person.interaction_id}"]
            self._shuffle(people)
            await persist(self._store.start(night.row, count, [one.user_id for one in people], events))
        await self.advance(night_id)
        return await self.get(night_id)

    async def call_off(
        self, place: Place, person: Person, night_id: int, *, stage: int | None = None, delete_event: bool = False
    ) -> Night | None:
        """Call off a night that has not begun; let a running night end after the current stage. For managers.

        If the night has not begun, its event on Discord is deleted too; a weekly event stays unless `delete_event`.

        `stage` is the stage (0 before the start) in which the person has confirmed. If it is None, or not the current
        stage, change nothing and return None, so that the person is asked to confirm first.
        """
        async with self._lock(night_id):
            night = await self.in_place(place, night_id)
            self.check_manager(place, person)
            _check_open(night)
            if stage != night.row.stage:
                return None
            if night.row.state == "gathering":
                await persist(self._store.end(night.row, "off", delete_event=delete_event))
            elif night.row.stage_over:
                await persist(self._store.end(night.row, "over"))
            else:
                await persist(self._store.end_after_stage(night.row))
            return await self.get(night_id)

    async def drop(self, night_id: int) -> None:
        """Call off a night that nobody can see, because the answer to its command has failed or its channel is gone.

        The event is deleted, even if it repeats. A night that has begun ends after its present stage: its tables go on,
        and the next stage would have no channel.
        """
        async with self._lock(night_id):
            row = (await self.get(night_id)).row
            if row.state == "gathering":
                await persist(self._store.end(row, "off", delete_event=True))
            elif row.state == "playing" and row.stage_over:
                await persist(self._store.end(row, "over"))
            elif row.state == "playing":
                await persist(self._store.end_after_stage(row))

    async def drop_channel(self, channel_id: int) -> None:
        """Call off or end the night of a channel that is gone, if there is one; see `drop`."""
        night_id = await self._store.in_channel(channel_id)
        if night_id is not None:
            await self.drop(night_id)

    # --- Messages

    async def message(self, night_id: int) -> tuple[int, int] | None:
        """Return the channel and the public message of a night; None if the message is not known."""
        found = await self._store.message(night_id)
        return None if found is None or found[1] is None else (found[0], found[1])

    async def set_message(self, night_id: int, message_id: int | None) -> None:
        """Store the public message of a night; None if it is gone."""
        await self._store.set_message(night_id, message_id)

    async def set_promise(self, night_id: int, message_id: int) -> None:
        """Store the message with the deal commitments of a night."""
        await self._store.set_promise(night_id, message_id)

    async def set_event(self, night_id: int, event_id: int, *, weekly: bool = False) -> bool:
        """Store the scheduled event of a night; return False if the night was called off.

        If the write fails, return True: the event is found on Discord later, as it is after a kill of the process.
        """
        try:
            return await self._store.set_event(night_id, event_id, weekly=weekly)
        except StoreError as error:
            log.warning("the event of league night %s could not be stored: %s", night_id, error)
            return True

    async def weekly_events(self) -> list[WeeklyEvent]:
        """Return the weekly events, of all servers, that keep the hour of a time zone."""
        return await self._store.weekly_events()

    async def keep_hour(self, place: Place, event_id: int, zone: ZoneInfo, starts_at: int) -> None:
        """Store that a weekly event keeps the hour that it has in a time zone, unless it keeps one already.

        A failed write is only logged: the event then repeats at the same hour in UTC.
        """
        try:
            await self._store.add_weekly_event(WeeklyEvent(event_id, place.server_id, zone.key, starts_at))
        except StoreError as error:
            log.warning("the hour of a weekly event could not be stored: %s", error)

    async def move_weekly_event(self, event: WeeklyEvent, starts_at: int) -> None:
        """Store that a weekly event begins at another time."""
        await self._store.move_weekly_event(event.event_id, starts_at)

    async def remove_weekly_event(self, event: WeeklyEvent) -> None:
        """Store that a weekly event is gone."""
        await self._store.remove_weekly_event(event.event_id)

    async def remove_event(self, night_id: int) -> None:
        """Store that a night's event is deleted."""
        await self._store.remove_event(night_id)

    async def set_displayed(self, night: Night) -> None:
        """Store that a night's message shows the version of this snapshot."""
        await self._store.set_displayed(night.id, night.row.version)

    async def outdated(self) -> list[NightRow]:
        """Return the nights, of all servers, whose message does not show the night's present version."""
        return await self._store.outdated()

    async def open_nights(self) -> list[NightRow]:
        """Return all nights, on all servers, that have not begun or are being played."""
        return await self._store.open()

    # --- Steps

    async def advance(self, night_id: int) -> None:
        """Make the next step of a night if it is due.

        The step calls off a night that nobody has started, finishes a stage whose tables have all ended, or begins the
        next stage.

        Raises:
            Refusal: a write failed; the step is made later.
        """
        async with self._lock(night_id):
            night = await self.get(night_id)
            row, now = night.row, self._tables.now()
            if row.state == "gathering":
                if await self._tables.clock.has_passed((row.starts_at or row.created_at) + IDLE_SECONDS + 1):
                    await persist(self._store.end(row, "off"))
            elif row.state == "playing" and row.stage and not row.stage_over and not night.running:
                await self._finish_stage(night)
            elif row.state == "playing" and row.next_at is not None and not _in_break(row.next_at, now):
                await self._begin_stage(night)

    async def _begin_stage(self, night: Night) -> None:
        """Open the tables of the next stage, all with the seed of the stage's commitment.

        If the rules of the game have changed since the announcement, end the night instead.
        """
        kind, row = night.kind, night.row
        if kind is None:
            log.warning("league night %s ends early: the rules of its game have changed", night.id)
            await persist(self._store.end(row, "over"))
            return
        stage = row.stage + 1
        seed = night.promises[stage - 1].seed
        game = kind(row.seats, row.options, Chance(seed))
        tables = [self._new_table(night, stage, kind, game, seats) for seats in night.seating(stage)]
        opened = await persist(self._store.begin_stage(row, seed.hex(), tables))
        log.info("stage %d of league night %s begins", stage, night.id, extra={"tables": len(opened)})
        for table_id in opened:
            await self._tables.get(table_id)  # wakes its AI players
            self._tables.events.table_changed.emit(table_id)

    def _new_table(
        self, night: Night, stage: int, kind: type[Game], game: Game, seats: Sequence[NightPerson | None]
    ) -> NewTable:
        row = night.row
        occupants = lobby_transitions.named(
            [Occupant(computer=row.level) if one is None else Occupant(one.user_id, name=one.name) for one in seats]
        )
        table = Table(
            NEW,
            night.place,
            row.channel_id,
            0,
            kind,
            row.options,
            occupants,
            "playing",
            time_control=row.time_control,
            night=NightStage(row.id, stage, row.level),
            sealed=True,
        )
        begun = time_control.advance(table, game, self._tables.now())
        return NewTable(occupants, begun.turns, begun.acting)

    async def _finish_stage(self, night: Night) -> None:
        """Store the points of a stage, and unseal its tables. A table that was ended early has no points.

        If a table was lost for a week, the stage is the last one, because its channel has the next one too.
        """
        row, lost = night.row, False
        points: dict[tuple[int, int], int] = {}
        for table_id in night.tables:
            try:
                table = await self._tables.get(table_id)
            except Refusal:  # the table's row has been deleted
                continue
            lost |= table.close_reason == "lost"
            if table.state == "over" and table.game is not None:
                points |= {(table_id, seat): table.game.ranking_score(seat) for seat in range(table.seat_count)}
        last = row.stage >= row.stages or lost
        finish = Finish(points, None if last else self._tables.now() + BREAK_SECONDS)
        unsealed = await persist(self._store.finish_stage(row, finish))
        log.info("stage %d of league night %s is over", row.stage, night.id)
        self._tables.invalidate(unsealed)
        for table_id in unsealed:
            self._tables.events.table_changed.emit(table_id)

    def _lock(self, night_id: int) -> asyncio.Lock:
        return self._locks.setdefault(night_id, asyncio.Lock())


def _in_break(next_at: int, now: int) -> bool:
    """Return whether the break before the next stage lasts; not if a wrong clock has set its end too far ahead."""
    return next_at - BREAK_SECONDS <= now < next_at


def _check_open(night: Night) -> None:
    if not night.is_open:
        raise Refusal(refusals.NIGHT_OVER())
