"""Progress of league nights: the background task that makes the steps that are due."""

import asyncio
import logging
from functools import partial

from host.background import BackgroundTask, Sleep, run_every
from host.nights.nights import Nights
from host.place import Place
from host.play.clocks import EVERYWHERE, TICK, Reach
from host.refusals import Refusal
from host.tables.table_repository import TableRepository
from storage import StoreError

log = logging.getLogger(__name__)


class NightProgress:
    """Background task that looks at the open nights, one after the other."""

    def __init__(self, tables: TableRepository, nights: Nights, sleep: Sleep = asyncio.sleep) -> None:
        """Make the steps of `nights`; `sleep` waits for seconds."""
        self._tables = tables
        self._nights = nights
        self._sleep = sleep
        self._task = BackgroundTask("league nights")

    def start(self, reach: Reach) -> None:
        """Look at the nights every `TICK` seconds; `reach` tells on which servers people can be reached."""
        failure = "league nights could not be looked at, which is tried again"
        self._task.start(partial(run_every, TICK, partial(self.poll, reach), failure, sleep=self._sleep))

    async def close(self) -> None:
        """Stop the task."""
        await self._task.close()

    async def poll(self, reach: Reach = EVERYWHERE) -> None:
        """Make the steps that are due on the servers that can be reached; log a failure, so that other nights go on."""
        for row in await self._nights.open_nights():
            if not reach.includes(self._tables.shards, Place.server(row.guild_id)):
                continue
            try:
                await self._nights.advance(row.id)
            except StoreError:
                raise
            except Refusal as refusal:
                log.info("league night %s goes on later: %s", row.id, refusal)
            except Exception:
                log.exception("league night %s goes on later", row.id)
