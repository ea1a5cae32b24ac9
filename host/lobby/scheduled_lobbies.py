"""Scheduled lobbies: `/play` with a time opens the lobby later."""

import asyncio
import logging

import limits
from host import refusals
from host.lobby import lobby_transitions
from host.lobby.lobby import Lobby
from host.lobby.rate_limit import RateLimit
from host.refusals import Refusal
from host.settings import Settings
from host.tables.message_records import MessageRecords
from host.tables.table import Person, Table
from host.tables.table_repository import TableRepository, persist
from storage.rows import ScheduledLobby

__all__ = ["ScheduledLobbies", "ScheduledLobby"]

log = logging.getLogger(__name__)

LATE_SECONDS = 3_600
"""A lobby that could not open in time is dropped after this many seconds: the bot was offline, and people have left."""


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
        guild_id: int,
        channel_id: int,
        person: Person,
        game: str,
        seats: int | None,
        pace: str | None,
        opens_at: int,
    ) -> ScheduledLobby:
        """Store a lobby that opens at a time in unix seconds.

        Raises:
            Refusal: the game is not offered or not for so many players, the time is not within the next weeks, or the
                person or the server has scheduled too many.
        """
        kind, server = lobby_transitions.kind_of(game), await self._settings.server(guild_id)
        lobby_transitions.check_offered(kind, server)
        if seats is not None:
            lobby_transitions.check_seats(kind, seats)
        now = self._tables.now()
        if not now < opens_at <= now + limits.SCHEDULED_AHEAD_SECONDS:
            raise Refusal(refusals.NO_SUCH_TIME())
        lobby = ScheduledLobby(
            id=person.interaction_id,
            guild_id=guild_id,
            channel_id=channel_id,
            opener_id=person.id,
            opener_name=person.name,
            game=kind.id,
            seats=seats,
            time_control=None if pace is None else lobby_transitions.time_control_of(pace),
            opens_at=opens_at,
        )
        async with self._scheduling:
            every = await self._store.of_guild(guild_id)
            own = sum(one.opener_id == person.id for one in every)
            if own >= limits.SCHEDULED_A_PERSON:
                raise Refusal(refusals.SCHEDULED_ENOUGH(count=limits.SCHEDULED_A_PERSON))
            if len(every) >= limits.SCHEDULED_A_SERVER:
                raise Refusal(refusals.SERVER_SCHEDULED_ENOUGH(count=limits.SCHEDULED_A_SERVER))
            self._opened.take(guild_id, person.id, limits.OPENED_AN_HOUR, refusals.OPENED_LATELY)
            await persist(self._store.add(lobby))
        return lobby

    async def set_event(self, lobby: ScheduledLobby, event_id: int) -> bool:
        """Store the scheduled event on Discord that announces a lobby; return whether it still is scheduled."""
        return await self._store.set_event(lobby.id, event_id)

    async def call_off(self, guild_id: int, person: Person, scheduled_id: int) -> ScheduledLobby:
        """Remove a scheduled lobby by request of its opener or a moderator, and return it.

        Raises:
            Refusal: the server has no such scheduled lobby (any more), somebody else has scheduled it, or the write
                failed.
        """
        found = next((one for one in await self._store.of_guild(guild_id) if one.id == scheduled_id), None)
        if found is None:
            raise Refusal(refusals.NOT_SCHEDULED())
        if person.id != found.opener_id and not person.moderates(found.channel_id):
            raise Refusal(refusals.NOT_SCHEDULED_BY_YOU())
        if not await persist(self._store.remove(found.id)):
            raise Refusal(refusals.NOT_SCHEDULED())
        return found

    async def of_guild(self, guild_id: int) -> list[ScheduledLobby]:
        """Return a server's scheduled lobbies, the next one first."""
        return await self._store.of_guild(guild_id)

    async def due(self) -> list[ScheduledLobby]:
        """Return the lobbies that are to open now."""
        return await self._store.due(self._tables.now())

    async def open(self, lobby: ScheduledLobby) -> Table | None:
        """Open a lobby whose time has come.

        Return None if the lobby is dropped, because it is too late or a limit is reached, or if the write failed and
        the lobby is still due.
        """
        opener = Person(lobby.opener_id, name=lobby.opener_name, interaction_id=lobby.id)
        scheduled = lobby.id, self._records.new_lobby(lobby.channel_id)
        why = "the bot was away at its time"
        if self._tables.now() <= lobby.opens_at + LATE_SECONDS:
            try:
                return await self._lobby.open(
                    lobby.guild_id,
                    lobby.channel_id,
                    opener,
                    lobby.game,
                    lobby.seats,
                    lobby.time_control,
                    scheduled=scheduled,
                )
            except Refusal as refusal:
                if refusal.text.key in {refusals.TRY_AGAIN.key, refusals.IN_DOUBT.key}:
                    return None  # the lobby is still due
                why = str(refusal)
        log.info("scheduled lobby %s is dropped: %s", lobby.id, why)
        await self._store.remove(lobby.id)
        return None
