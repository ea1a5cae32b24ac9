"""Uploads the bot's emojis as application emojis. Each name ends in a fingerprint, so changed art gets a new name.

The upload runs in the background, because Discord limits how fast emojis can be created. Until an emoji exists, the
pages use Unicode signs and plain numbers.
"""

import asyncio
import hashlib
import logging
import math
from collections.abc import Awaitable, Callable, Mapping

import discord
from discord.ext import commands

import pictures
from cogs.requests.discord_adapter import is_final
from cogs.requests.discord_calls import UNREACHABLE, PausedError, wait_for_call
from host.background import BackgroundTask
from host.cluster.shards import Shards
from host.services import StoreError
from show.text.emojis import EmojiSet

log = logging.getLogger(__name__)

FIRST_RETRY_SECONDS, MAX_RETRY_SECONDS = 2.0, 600.0
"""First and longest retry delay in seconds. A delay that Discord names takes precedence."""
REFUSED_SECONDS = 3600.0
"""Retry delay in seconds after a final refusal: each retry requests every refused emoji once more."""


class ApplicationEmojis(commands.Cog):
    """The background task that keeps the application's emojis up to date."""

    def __init__(
        self,
        bot: discord.Client,
        signs: EmojiSet,
        changed: Callable[[], Awaitable[None]],
        shards: Shards,
    ) -> None:
        """Create the cog.

        Args:
            bot: the client.
            signs: the emoji set to update.
            changed: called after the emoji set has changed.
            shards: the leases; only one process of the bot uploads at a time.
        """
        self._bot = bot
        self._signs = signs
        self._announced: Mapping[str, str] | None = None
        """The emoji set at the last call of `changed`; None before the first call."""
        self._changed = changed
        self._shards = shards
        self._recheck = asyncio.Event()
        self._task = BackgroundTask("upload of emojis")

    async def cog_load(self) -> None:
        """Start the background task."""
        self._task.start(self._run)

    async def cog_unload(self) -> None:
        """Stop the background task."""
        await self._task.close()

    @commands.Cog.listener()
    async def on_emoji_refused(self) -> None:
        """Check the emojis again, because Discord refused one in a message."""
        self._recheck.set()

    async def _run(self) -> None:
        """Update the emojis with retries, then wait until a refused emoji asks for another update."""
        try:
            images = {
                name: (f"{name}_{hashlib.sha256(image).hexdigest()[:4]}", image)
                for name, image in (await asyncio.to_thread(pictures.emojis)).items()
            }
        except Exception:
            log.exception("the emojis could not be drawn, so plain signs stand for them")
            return
        pause = FIRST_RETRY_SECONDS
        while True:
            self._recheck.clear()
            wait = pause
            try:
                async with self._shards.only("application"):
                    await self._update(images)
            except (discord.RateLimited, PausedError) as error:
                wait = error.retry_after
            except (*UNREACHABLE, StoreError) as error:
                log.warning("emojis are missing, so plain signs stand for them until a later try: %s", error)
                pause = min(2 * pause, MAX_RETRY_SECONDS)
                if isinstance(error, discord.HTTPException) and is_final(error):
                    wait = REFUSED_SECONDS
            except Exception:
                log.exception("looking after the emojis failed and is tried again")
                pause = min(2 * pause, MAX_RETRY_SECONDS)
            else:
                await self._recheck.wait()
                wait = pause = FIRST_RETRY_SECONDS  # one update for several refused messages
            await asyncio.sleep(wait)

    async def _update(self, images: Mapping[str, tuple[str, bytes]]) -> None:
        """Create missing emojis, then delete replaced ones. A refused emoji does not stop the others.

        Raises:
            DiscordException: an emoji is missing.
        """
        there = {emoji.name: emoji for emoji in await wait_for_call(self._bot.fetch_application_emojis(), math.inf)}
        missing = {name: one for name, one in images.items() if one[0] not in there}
        for name, (full, _) in images.items():
            if full in there:
                self._signs[name] = str(there[full])
            else:
                self._signs.pop(name, None)
        refused: discord.HTTPException | None = None
        try:
            for name, (full, image) in missing.items():
                try:
                    emoji = await wait_for_call(self._bot.create_application_emoji(name=full, image=image), math.inf)
                except discord.HTTPException as error:
                    refused = error
                else:
                    self._signs[name] = str(emoji)
        finally:
            if self._signs != self._announced:
                await self._changed()
                self._announced = dict(self._signs)
        if refused is not None:
            raise refused
        wanted = {full for full, _ in images.values()}
        for old, emoji in there.items():
            if old.rpartition("_")[0] in images and old not in wanted:
                await wait_for_call(emoji.delete(), math.inf)
