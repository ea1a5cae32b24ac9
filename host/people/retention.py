"""Once a day what is old is forgotten, a few tables at a time: records of games, and servers that the bot is not on."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from host.people.privacy import Privacy
from host.tables.table_repository import TableRepository
from storage import StoreError

log = logging.getLogger(__name__)

DAY = 86_400
FIRST_SECONDS = 300.0
"""After the start there is other work."""
AT_ONCE, PAUSE_SECONDS = 20, 0.2
"""So many tables are forgotten in one transaction, and then people's moves come first for so long."""


class Retention:
    """Forgets what ended over `days` ago; results, ratings and names stay, so no leaderboard changes.

    With 0 days no table is; all of a server goes a month after the bot was removed from it.
    """

    def __init__(
        self,
        tables: TableRepository,
        privacy: Privacy,
        days: int,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
    ) -> None:
        self._tables = tables
        self._privacy = privacy
        self._seconds = days * DAY
        self._sleep = sleep

    async def run(self) -> None:
        """Once a day until it is cancelled."""
        await self._sleep(FIRST_SECONDS)
        while True:
            try:
                async with self._tables.shards.only("upkeep"):
                    await self._privacy.forget_servers()
                    if self._seconds:
                        await self.forget()
            except StoreError as error:
                log.warning("old records could not be forgotten, which is tried again in a day: %s", error)
            await self._sleep(DAY)

    async def forget(self) -> None:
        """Forget what is old by now."""
        old = await self._tables.store.ended_before(self._seconds)
        for first in range(0, len(old), AT_ONCE):
            few = old[first : first + AT_ONCE]
            await self._tables.store.forget_tables(few)
            self._tables.invalidate(few)
            await self._sleep(PAUSE_SECONDS)
        if old:
            log.info("the records of old tables are forgotten", extra={"tables": len(old)})
