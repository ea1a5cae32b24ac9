"""The suits' signs as application emojis: uploaded once, drawn in texts and on buttons.

Each emoji's name ends in a fingerprint of its picture, so new art replaces old. Where Discord refuses them the suits'
Unicode signs do.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import Mapping
from typing import TYPE_CHECKING

import discord

import pictures
from engine.game import Game

if TYPE_CHECKING:
    from cogs.client import Ichiza

log = logging.getLogger(__name__)


class Signs:
    """The emojis that are there now."""

    def __init__(self) -> None:
        self._texts: dict[str, str] = {}

    def of(self, game: type[Game]) -> Mapping[str, str]:
        """What stands for each suit's letter in a message; empty until every suit of the game has its emoji."""
        names = {suit.letter: f"{game.id.replace('-', '_')}_{suit.letter}" for suit in game.suits}
        if not all(name in self._texts for name in names.values()):
            return {}
        return {letter: self._texts[name] for letter, name in names.items()}

    async def upload(self, bot: Ichiza) -> None:
        """Bring the application's emojis up to date; what is refused is left out."""
        try:
            wanted = await asyncio.to_thread(pictures.emojis)
            there = {emoji.name: emoji for emoji in await bot.fetch_application_emojis()}
            for name, image in wanted.items():
                full = f"{name}_{hashlib.sha256(image).hexdigest()[:4]}"
                emoji = there.get(full)
                if emoji is None:
                    await _remove_old(there, name)
                    emoji = await bot.create_application_emoji(name=full, image=image)
                self._texts[name] = str(emoji)
        except discord.DiscordException as error:
            log.warning("the suits' emojis could not be uploaded, so plain signs stand for them: %s", error)
        except Exception:
            log.exception("the suits' emojis could not be uploaded, so plain signs stand for them")


async def _remove_old(there: Mapping[str, discord.Emoji], name: str) -> None:
    for old, emoji in there.items():
        if old.rpartition("_")[0] == name:
            await emoji.delete()
