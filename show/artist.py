"""Drawing pictures off the event loop: those of people's panels never wait for those of tables."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

from show.page import Page


class Artist:
    """A thread for panels, and one for public pictures."""

    def __init__(self) -> None:
        self._panels = ThreadPoolExecutor(1, thread_name_prefix="pictures of panels")
        self._public = ThreadPoolExecutor(1, thread_name_prefix="pictures of tables")

    async def panel(self, page: Page) -> bytes | None:
        """The picture of a page that somebody waits for; None: it has none."""
        return await self._drawn(self._panels, page)

    async def public(self, page: Page) -> bytes | None:
        """The picture of a page that everybody sees."""
        return await self._drawn(self._public, page)

    async def _drawn(self, pool: ThreadPoolExecutor, page: Page) -> bytes | None:
        if page.drawing is None:
            return None
        return await asyncio.get_running_loop().run_in_executor(pool, page.drawing.draw)

    def close(self) -> None:
        """Draw no more."""
        for pool in (self._panels, self._public):
            pool.shutdown(wait=False, cancel_futures=True)
