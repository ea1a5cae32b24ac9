"""Background task that opens scheduled lobbies. The clocks have another task, so they never wait for openings."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from functools import partial

from host.background import BackgroundTask, Sleep, run_every
from host.lobby.scheduled_lobbies import ScheduledLobbies, ScheduledLobby
from host.place import Place
from host.play.clocks import EVERYWHERE, TICK, Reach
from host.refusals import Refusal
from host.tables.table_repository import TableRepository
from storage import StoreError

log = logging.getLogger(__name__)

ChannelExists = Callable[[int], Awaitable[bool]]
"""Returns whether a channel exists, as far as is known."""


async def always(_channel_id: int) -> bool:
    """Return True for every channel, so that no lobby is dropped; the default of `ScheduledOpenings.poll`."""
    return True


class ScheduledOpenings:
    """Background task that opens scheduled lobbies at their times, one after the other."""

    def __init__(self, tables: TableRepository, scheduled: ScheduledLobbies, sleep: Sleep = asyncio.sleep) -> None:
        """Open the lobbies of `scheduled`; `sleep` waits for seconds."""
        self._tables = tables
        self._scheduled = scheduled
        self._sleep = sleep
        self._task = BackgroundTask("openings")

    def start(self, reach: Reach, channel_exists: ChannelExists) -> None:
        """Open the lobbies that are due, every `TICK` seconds; `reach` tells on which servers people can be reached."""
        poll = partial(self.poll, reach, channel_exists)
        failure = "scheduled lobbies could not be looked at, which is tried again"
        self._task.start(partial(run_every, TICK, poll, failure, sleep=self._sleep))

    async def close(self) -> None:
        """Stop the task."""
        await self._task.close()

    async def poll(self, reach: Reach = EVERYWHERE, channel_exists: ChannelExists = always) -> None:
        """Open the lobbies that are due on the servers that can be reached."""
        for lobby in await self._scheduled.due():
            if reach.includes(self._tables.shards, Place.server(lobby.guild_id)):
                await self._open(lobby, channel_exists)

    async def _open(self, lobby: ScheduledLobby, channel_exists: ChannelExists) -> None:
        """Open a lobby, or drop it if its channel is gone; log a failure, so that other lobbies still open."""
        try:
            if await channel_exists(lobby.channel_id):
                await self._scheduled.open(lobby)
            else:
                await self._scheduled.drop(lobby, "lost")
        except StoreError:
            raise
        except Refusal as refusal:
            log.info("scheduled lobby %s is opened later: %s", lobby.id, refusal)
        except Exception:
            log.exception("scheduled lobby %s is opened later", lobby.id)
