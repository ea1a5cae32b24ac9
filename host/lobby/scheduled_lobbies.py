"""Scheduled lobbies: `/play` with a time opens the lobby later."""

import asyncio
import logging
from collections.abc import Mapping
from types import MappingProxyType

import limits
from host import refusals
from host.lobby import lobby_transitions
from host.lobby.lobby import Lobby
from host.lobby.rate_limit import RateLimit
from host.place import Place
from host.refusals import (
    OPENED_ENOUGH,
    SERVER_FULL,
    SERVER_GATHERS,
    TOO_MANY_LOBBIES,
    TOO_MANY_TABLES,
    Refusal,
)
from host.settings import Settings
from host.tables.message_records import LOBBY_SLOT, MessageRecords
from host.tables.table import Person, Table
from host.tables.table_repository import TableRepository, persist
from storage.rows import DropReason, ScheduledLobby

__all__ = ["DropReason", "ScheduledLobbies", "ScheduledLobby"]

log = logging.getLogger(__name__)

LATE_SECONDS = 3_600
"""A lobby that did not open in time, because the bot was offline, is dropped after this many seconds.

They count from the end of the time in which this computer's clock and Discord's differed, because no lobby opens then.
"""


SCHEDULED_SLOT = "scheduled"
"""Slot of the message that announced a lobby. The message is deleted when the lobby opens and has its own message."""
_REASONS: Mapping[str, DropReason] = MappingProxyType(
    {
        **dict.fromkeys((one.key for one in (TOO_MANY_LOBBIES, TOO_MANY_TABLES, OPENED_ENOUGH)), "opener"),
        **dict.fromkeys((one.key for one in (SERVER_GATHERS, SERVER_FULL)), "server"),
    }
)
"""Reasons for dropping a lobby, by the key of the refusal to open it; other keys mean that the game is not offered."""


class ScheduledLobbies:
    """The lobbies that open later."""

    def __init__(
        self,
        tables: TableRepository,
        settings: Settings,
        lobby: Lobby,
        records: MessageRecords,
        opened: RateLimit,
    ) -> None:
        """Create the service; `opened` is the rate limit for opening tables, and applies to scheduling too."""
        self._tables = tables
        self._store = tables.store.scheduled_lobbies
        self._settings = settings
        self._lobby = lobby
        self._records = records
        self._opened = opened
        self._scheduling = asyncio.Lock()
        """Locks the scheduling of a lobby, from the check of the limits to the new row."""

    async def schedule(
        self,
        place: Place,
        channel_id: int,
        person: Person,
        game: str,
        seats: int | None,
        time_control: str | None,
        opens_at: int,
        at: float | None = None,
    ) -> ScheduledLobby:
        """Store a lobby that opens at a time in unix seconds. `at` is the time of the request; None: now.

        Raises:
            Refusal: the place has no lobbies, the game is not offered, the game cannot have so many seats, the time is
                not within the next weeks, the person or the server has scheduled too many lobbies, or the write failed.
        """
        if not place.has_lobbies:
            raise Refusal(refusals.ALONE_HERE())
        kind, server = lobby_transitions.kind_of(game), await self._settings.of(place)
        lobby_transitions.check_offered(kind, server)
        if seats is not None:
            lobby_transitions.check_seats(kind, seats)
        now = self._tables.now() if at is None else at
        if not now < opens_at <= now + limits.SCHEDULED_AHEAD_SECONDS:
            raise Refusal(refusals.NO_SUCH_TIME())
        lobby = ScheduledLobby(
            id=person.interaction_id,
            guild_id=place.server_id,
            channel_id=channel_id,
            opener_id=person.id,
            opener_name=person.name,
            game=kind.id,
            seats=seats,
            time_control=None if time_control is None else lobby_transitions.time_control_of(time_control),
            opens_at=opens_at,
        )
        async with self._scheduling:
            every = await self._store.of_guild(place.server_id)
            own = sum(one.opener_id == person.id for one in every)
            if own >= limits.SCHEDULED_A_PERSON:
                raise Refusal(refusals.SCHEDULED_ENOUGH(count=limits.SCHEDULED_A_PERSON))
            if len(every) >= limits.SCHEDULED_A_SERVER:
                raise Refusal(refusals.SERVER_SCHEDULED_ENOUGH(count=limits.SCHEDULED_A_SERVER))
            self._opened.take(place.id, person.id, limits.OPENED_AN_HOUR, refusals.OPENED_LATELY)
            await persist(self._store.add(lobby))
        return lobby

    async def forget_unpublished(self, lobby: ScheduledLobby) -> None:
        """Remove a lobby that nobody has been told of, because the answer to its command has failed."""
        await persist(self._store.remove(lobby.id))

    async def set_message(self, lobby: ScheduledLobby, message_id: int) -> bool:
        """Store the public message that announces a lobby; return False if it has another one, or has opened."""
        return await self._store.set_message(lobby.id, message_id)

    async def set_event(self, lobby: ScheduledLobby, event_id: int) -> bool:
        """Store the event on Discord that announces a lobby; return False if the lobby is gone or dropped."""
        return await self._store.set_event(lobby.id, event_id)

    async def call_off(self, place: Place, person: Person, scheduled_id: int) -> ScheduledLobby:
        """Drop a scheduled lobby by request of its opener or a moderator, and return it.

        Raises:
            Refusal: the server does not have this scheduled lobby now, somebody else has scheduled it, or the write
                failed.
        """
        found = next((one for one in await self._store.of_guild(place.server_id) if one.id == scheduled_id), None)
        if found is None:
            raise Refusal(refusals.NOT_SCHEDULED())
        if person.id != found.opener_id:
            lobby_transitions.check_moderates(person, found.channel_id, refusals.NOT_SCHEDULED_BY_YOU())
        if not await persist(self._store.drop(found.id, "called-off")):
            raise Refusal(refusals.NOT_SCHEDULED())
        return found

    async def of_place(self, place: Place) -> list[ScheduledLobby]:
        """Return a server's scheduled lobbies, the next one first."""
        return await self._store.of_guild(place.server_id)

    async def due(self) -> list[ScheduledLobby]:
        """Return the lobbies that are to open now; none while the time is in doubt."""
        lobbies = await self._store.due(self._tables.now())
        now = await self._tables.clock.certain() if lobbies else None
        return [one for one in lobbies if now is not None and one.opens_at <= now]

    async def unannounced(self) -> list[ScheduledLobby]:
        """Return the lobbies without a known message, and the dropped ones whose message does not show the drop yet."""
        return await self._store.unannounced()

    async def drop_channel(self, channel_id: int) -> None:
        """Drop the lobbies of a channel that is gone."""
        await self._store.drop_channel(channel_id)

    async def drop(self, lobby: ScheduledLobby, reason: DropReason) -> None:
        """Drop a lobby that cannot open; its message is edited later."""
        log.info("scheduled lobby %s is dropped: %s", lobby.id, reason)
        await self._store.drop(lobby.id, reason)

    async def remove_dropped(self, lobby: ScheduledLobby) -> None:
        """Remove a dropped lobby whose message says that it is dropped."""
        await self._store.remove(lobby.id)

    async def open(self, lobby: ScheduledLobby) -> Table | None:
        """Open a lobby whose time has come.

        Return None if the lobby is dropped, because it is too late or a limit is reached. Return None also if the
        lobby is still due, because the write failed or the time is in doubt.
        """
        latest = max(lobby.opens_at, self._tables.clock.agree_since) + LATE_SECONDS
        if self._tables.now() > latest:
            if await self._tables.clock.has_passed(latest):
                await self.drop(lobby, "late")
            return None
        opener = Person(lobby.opener_id, name=lobby.opener_name, interaction_id=lobby.id)
        posts = [self._records.new_record(LOBBY_SLOT, lobby.channel_id)]
        if lobby.message_id is not None:
            posts.append(self._records.new_record(SCHEDULED_SLOT, lobby.channel_id, lobby.message_id))
        try:
            return await self._lobby.open(
                Place.server(lobby.guild_id),
                lobby.channel_id,
                opener,
                lobby.game,
                lobby.seats,
                lobby.time_control,
                scheduled=(lobby.id, posts),
            )
        except Refusal as refusal:
            if refusal.text.key not in {refusals.TRY_AGAIN.key, refusals.IN_DOUBT.key}:
                await self.drop(lobby, _REASONS.get(refusal.text.key, "game"))
            return None
