"""Uploads the pictures' signs as application emojis, once: each name ends in a fingerprint, so new art replaces old."""

import asyncio
import hashlib
import logging
from collections.abc import Mapping

import discord

import pictures
from show.signs import Signs

log = logging.getLogger(__name__)


async def upload(bot: discord.Client, signs: Signs) -> None:
    """Bring the application's emojis up to date; for what is refused Unicode signs and plain numbers do."""
    try:
        wanted = await asyncio.to_thread(pictures.emojis)
        there = {emoji.name: emoji for emoji in await bot.fetch_application_emojis()}
        for name, image in wanted.items():
            full = f"{name}_{hashlib.sha256(image).hexdigest()[:4]}"
            emoji = there.get(full)
            if emoji is None:
                await _remove_old(there, name)
                emoji = await bot.create_application_emoji(name=full, image=image)
            signs[name] = str(emoji)
    except discord.DiscordException as error:
        log.warning("the suits' emojis could not be uploaded, so plain signs stand for them: %s", error)
    except Exception:
        log.exception("the suits' emojis could not be uploaded, so plain signs stand for them")


async def _remove_old(there: Mapping[str, discord.Emoji], name: str) -> None:
    for old, emoji in there.items():
        if old.rpartition("_")[0] == name:
            await emoji.delete()
