"""Retention: once a day deletes old game records, and the data of servers that have removed the bot."""

import asyncio
import logging

from host.background import Sleep, run_every
from host.people.privacy import Privacy
from host.tables.table_repository import TableRepository

log = logging.getLogger(__name__)

DAY = 86_400
FIRST_SECONDS = 300.0
"""Delay of the first run, because there is other work at the start."""
AT_ONCE, PAUSE_SECONDS = 20, 0.2
"""Number of tables deleted in one transaction, and the pause after it, which leaves time for people's moves."""


class Retention:
    """Background task that deletes old records.

    Results, ratings and names stay, so leaderboards do not change. A server's data is deleted completely a month after
    the bot's removal.
    """

    def __init__(self, tables: TableRepository, privacy: Privacy, days: int, sleep: Sleep = asyncio.sleep) -> None:
        """Delete records of games that ended more than `days` days ago; with 0 days keep all records.

        `privacy` deletes servers, and `sleep` waits for seconds.
        """
        self._tables = tables
        self._privacy = privacy
        self._seconds = days * DAY
        self._sleep = sleep

    async def run(self) -> None:
        """Delete old data once a day until cancelled."""
        failure = "old records could not be forgotten, which is tried again in a day"
        await run_every(DAY, self.run_once, failure, sleep=self._sleep, first=FIRST_SECONDS)

    async def run_once(self) -> None:
        """Delete old data once the time is certain."""
        now = await self._tables.clock.wait_until_certain(self._sleep)
        async with self._tables.shards.only("upkeep"):
            await self._privacy.forget_servers(now)
            if self._seconds:
                await self.forget(now)
            await self._privacy.purge()

    async def forget(self, now: int) -> None:
        """Delete the records that are old enough at the time `now`, in unix seconds."""
        old = await self._tables.store.retention.ended_before(now - self._seconds)
        for first in range(0, len(old), AT_ONCE):
            few = old[first : first + AT_ONCE]
            await self._tables.store.retention.delete_tables(few)
            self._tables.invalidate(few)
            await self._sleep(PAUSE_SECONDS)
        if old:
            log.info("the records of old tables are forgotten", extra={"tables": len(old)})
