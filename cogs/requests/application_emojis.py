"""Uploads the bot's emojis as application emojis, and replaces those whose art has changed.

A screen reader says an emoji's name, so the name is a plain word. The bot's own settings hold the fingerprint of each
emoji's art by the emoji's id. If the bot is killed between the upload of an emoji and the write of its fingerprint, the
emoji is uploaded once more. The upload runs in the background, because Discord limits how fast emojis can be created.
Until an emoji exists, the pages use Unicode signs and plain numbers.
"""

import asyncio
import hashlib
import json
import logging
import math
import re
from collections.abc import Awaitable, Callable, Mapping

import discord
from discord.ext import commands

import pictures
from cogs.requests.discord_adapter import is_final
from cogs.requests.discord_calls import UNREACHABLE, PausedError, describe_error, wait_for_call
from host.background import BackgroundTask
from host.cluster.shards import Shards
from host.people.people import People
from host.services import StoreError
from show.text.emojis import EmojiSet

log = logging.getLogger(__name__)

FIRST_RETRY_SECONDS, MAX_RETRY_SECONDS = 2.0, 600.0
"""First and longest retry delay in seconds. A delay that Discord names takes precedence."""
REFUSED_SECONDS = 3600.0
"""Retry delay in seconds after a refusal that a retry hardly ever changes. It sends each refused emoji again."""
OLD_NAME = re.compile(
    r"((scharfe_schoten|tezuma_trick|tezumashi|tennos_square|saizen)_[A-Z]|seat_\d|(ability|rule)_[a-z_]+)_[0-9a-f]{4}"
)
"""The name of an emoji of version 0.1.0, which ended in a fingerprint of the art."""


class ApplicationEmojis(commands.Cog):
    """The background task that keeps the application's emojis up to date."""

    def __init__(
        self,
        bot: discord.Client,
        emojis: EmojiSet,
        changed: Callable[[], Awaitable[None]],
        shards: Shards,
        people: People,
    ) -> None:
        """Create the cog.

        Args:
            bot: the client.
            emojis: the emoji set to update.
            changed: called after the emoji set has changed.
            shards: the leases; only one process of the bot uploads at a time.
            people: the bot's own settings, for the fingerprints.
        """
        self._bot = bot
        self._emojis = emojis
        self._announced: Mapping[str, str] | None = None
        """The emoji set at the last call of `changed`; None before the first call."""
        self._changed = changed
        self._shards = shards
        self._people = people
        self._art: dict[str, str] = {}
        """The fingerprint of each emoji's art by the emoji's id."""
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
        """Update the emojis with retries, then wait until Discord refuses an emoji, and update them again."""
        try:
            images = await asyncio.to_thread(pictures.emojis)
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
                said = describe_error(error)
                log.warning("emojis are missing, so plain signs stand for them until a later try: %s", said)
                pause = min(2 * pause, MAX_RETRY_SECONDS)
                if isinstance(error, discord.HTTPException) and is_final(error):
                    wait = REFUSED_SECONDS
            except Exception:
                log.exception("looking after the emojis failed and is tried again")
                pause = min(2 * pause, MAX_RETRY_SECONDS)
            else:
                await self._recheck.wait()
                wait = pause = FIRST_RETRY_SECONDS  # so one update serves all messages refused meanwhile
            await asyncio.sleep(wait)

    async def _update(self, images: Mapping[str, bytes]) -> None:
        """Create missing emojis and replace outdated ones; then delete the emojis that version 0.1.0 of the bot made.

        A refused emoji does not stop the others.

        Raises:
            DiscordException: a request failed, so that emojis may be missing.
            StoreError: the fingerprints could not be read or written.
        """
        there = {emoji.name: emoji for emoji in await wait_for_call(self._bot.fetch_application_emojis(), math.inf)}
        key = f"emojis of {self._bot.application_id}"
        stored = json.loads(await self._people.setting(key) or "{}")
        ids = {str(emoji.id) for emoji in there.values()}
        self._art = {id_: art for id_, art in (stored | self._art).items() if id_ in ids}
        for name, image in images.items():
            if name in there and self._art.get(str(there[name].id)) == _fingerprint(image):
                self._emojis[name] = str(there[name])
            else:
                self._emojis.pop(name, None)
        refused: discord.HTTPException | None = None
        try:
            for name in [name for name in images if name not in self._emojis]:
                try:
                    await self._replace(name, images[name], there.get(name))
                except discord.HTTPException as error:
                    refused = error
        finally:
            if self._emojis != self._announced:
                await self._changed()
                self._announced = dict(self._emojis)
        if self._art != stored:
            await self._people.set_setting(key, json.dumps(self._art))
        if refused is not None:
            raise refused
        for name, emoji in there.items():
            if OLD_NAME.fullmatch(name):
                await wait_for_call(emoji.delete(), math.inf)

    async def _replace(self, name: str, image: bytes, outdated: discord.Emoji | None) -> None:
        """Create an emoji. Discord refuses a second emoji with the same name, so an outdated one is deleted first."""
        if outdated is not None:
            await wait_for_call(outdated.delete(), math.inf)
            self._art.pop(str(outdated.id), None)
        emoji = await wait_for_call(self._bot.create_application_emoji(name=name, image=image), math.inf)
        self._art[str(emoji.id)] = _fingerprint(image)
        self._emojis[name] = str(emoji)


def _fingerprint(image: bytes) -> str:
    return hashlib.sha256(image).hexdigest()[:16]
