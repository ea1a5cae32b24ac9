"""The pictures' signs as application emojis: uploaded once, drawn in texts and on buttons.

They stand for suits, for what else a game marks, and for seats. Each emoji's name ends in a fingerprint of its picture,
so new art replaces old. Where Discord refuses them, the suits' Unicode signs and plain numbers do, and words alone.
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
        """What stands in a message for each suit's or joker's letter, each marked term's key, each seat (`seat_1`).

        Empty until all of the game's own are there: a message has one kind of signs.
        """
        prefix = f"{game.id.replace('-', '_')}_"
        names = {suit.letter: prefix + suit.letter for suit in game.suits} | dict(game.marks)
        if not all(name in self._texts for name in names.values()):
            return {}
        found = {sign: self._texts[name] for sign, name in names.items()}
        for name, text in self._texts.items():
            if name.startswith("seat_"):
                found[name] = text
            elif name[:-1] == prefix:  # a joker's letter is no suit's
                found[name[-1]] = text
        return found

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
