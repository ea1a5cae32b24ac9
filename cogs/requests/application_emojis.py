"""Keeps the pictures' signs as application emojis: each name ends in a fingerprint, so new art replaces old.

In the background, for as long as it takes: Discord lets nobody make many at once. Until then Unicode signs and plain
numbers do.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import logging
import math
from collections.abc import Awaitable, Callable, Mapping

import discord
from discord.ext import commands

import pictures
from cogs.requests.discord_adapter import is_final
from cogs.requests.discord_calls import UNREACHABLE, PausedError, finished
from host.cluster.shards import Shards
from host.services import StoreError
from show.text.emojis import EmojiSet

log = logging.getLogger(__name__)

SOON, SELDOM = 2.0, 600.0
"""Seconds until it is tried again: at first, and at most. Where Discord names a time, that holds."""
REFUSED_SECONDS = 3600.0
"""Seconds until the next try where Discord has refused some for good: each try asks once for each of them."""


class ApplicationEmojis(commands.Cog):
    """The application's emojis."""

    def __init__(
        self,
        bot: discord.Client,
        signs: EmojiSet,
        changed: Callable[[], Awaitable[None]],
        shards: Shards,
    ) -> None:
        """`signs` follows what is there; `changed` is called when that is otherwise than before."""
        self._bot = bot
        self._signs = signs
        self._told: Mapping[str, str] | None = None
        """What they were when somebody was last told; None: nobody was."""
        self._changed = changed
        self._shards = shards
        self._doubted = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    async def cog_load(self) -> None:
        """Begin."""
        self._task = asyncio.create_task(self._keep(), name="upload of emojis")

    async def cog_unload(self) -> None:
        """Stop."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    @commands.Cog.listener()
    async def on_emoji_refused(self) -> None:
        """Look again: Discord did not know one that a message had."""
        self._doubted.set()

    async def _keep(self) -> None:
        """Bring them up to date, and again whenever there is a doubt."""
        try:
            images = {
                name: (f"{name}_{hashlib.sha256(image).hexdigest()[:4]}", image)
                for name, image in (await asyncio.to_thread(pictures.emojis)).items()
            }
        except Exception:
            log.exception("the emojis could not be drawn, so plain signs stand for them")
            return
        pause = SOON
        while True:
            self._doubted.clear()
            wait = pause
            try:
                async with self._shards.only("application"):
                    await self._update(images)
            except discord.RateLimited as limit:
                wait = limit.retry_after
            except PausedError as paused:
                wait = paused.seconds
            except (*UNREACHABLE, StoreError) as error:
                log.warning("emojis are missing, so plain signs stand for them until a later try: %s", error)
                pause = min(2 * pause, SELDOM)
                if isinstance(error, discord.HTTPException) and is_final(error):
                    wait = REFUSED_SECONDS
            except Exception:
                log.exception("looking after the emojis failed and is tried again")
                pause = min(2 * pause, SELDOM)
            else:
                await self._doubted.wait()
                wait = pause = SOON  # messages may be refused one after another
            await asyncio.sleep(wait)

    async def _update(self, images: Mapping[str, tuple[str, bytes]]) -> None:
        """Make what is missing; then take away what it replaces. What one is refused for holds up no other.

        Raises:
            DiscordException: some are missing.
        """
        there = {emoji.name: emoji for emoji in await finished(self._bot.fetch_application_emojis(), math.inf)}
        for name, (full, _) in images.items():
            if full in there:
                self._signs[name] = str(there[full])
            else:
                self._signs.pop(name, None)
        refused: discord.HTTPException | None = None
        try:
            for name, (full, image) in images.items():
                if full not in there:
                    try:
                        emoji = await finished(self._bot.create_application_emoji(name=full, image=image), math.inf)
                    except discord.HTTPException as error:
                        refused = error
                    else:
                        self._signs[name] = str(emoji)
        finally:
            if self._signs != self._told:
                await self._changed()
                self._told = dict(self._signs)
        if refused is not None:
            raise refused
        wanted = {full for full, _ in images.values()}
        for old, emoji in there.items():
            if old.rpartition("_")[0] in images and old not in wanted:
                await finished(emoji.delete(), math.inf)
