"""Reference bot for the benchmark of clicks: commits one row per click and sends a prepared page.

Started by `bare_bot.py --local URL`, like `bot.py`. `ICHIZA_DATABASE` is the path of its database, and `BARE_ANSWERS`
the path of the JSON file with the prepared pages. The code follows the examples of discord.py's documentation. All
layouts are built at the start and sent in turn, so the bot draws, reads and checks nothing when somebody clicks.
"""

import asyncio
import io
import json
import os
import re
import sys
import time
from base64 import b64decode
from collections.abc import Iterable, Iterator, Mapping
from itertools import cycle
from pathlib import Path
from typing import Any, NamedTuple

import aiosqlite
import discord
from discord import app_commands, ui

from bot import LOCAL_TOKEN, use_discord_at

Json = dict[str, Any]

COMMAND = "bare"
"""Command that opens a page to click on."""
PRAGMAS = ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON")
SCHEMA = "CREATE TABLE moves (number INTEGER PRIMARY KEY, person INTEGER, move TEXT, made_at INTEGER)"
_EMOJI = re.compile(r'(?:<:|"name": ")(\w+)(?::|", "id": ")(\d+)')
"""Pattern of an emoji in a text or in a button's JSON, with groups for the emoji's name and id."""
_IMAGE = b"\x89PNG\r\n\x1a\n"
"""Placeholder image of all emojis."""
INSERT = "INSERT INTO moves (person, move, made_at) VALUES (?, ?, ?)"


class Reply(NamedTuple):
    """Prepared layout with its pictures by name."""

    view: ui.LayoutView
    pictures: Mapping[str, bytes]

    def files(self) -> list[discord.File]:
        """Return new files for one message; discord.py can send a file only once."""
        return [discord.File(io.BytesIO(data), name) for name, data in self.pictures.items()]


class Choice(ui.Button[ui.LayoutView]):
    """Button that shows the next page."""

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Answer a click."""
        await interaction.client.turn(interaction, self.custom_id)


def layout(components: Iterable[Json]) -> ui.LayoutView:
    """Return the layout of components given as JSON."""
    view = ui.LayoutView(timeout=None)
    for one in components:
        view.add_item(_item(one))
    return view


def _item(data: Json) -> ui.Item[Any]:
    if data["type"] == discord.ComponentType.text_display.value:
        return ui.TextDisplay(data["content"])
    if data["type"] == discord.ComponentType.media_gallery.value:
        pictures = ((one["media"]["url"], one.get("description")) for one in data["items"])
        return ui.MediaGallery(*(discord.MediaGalleryItem(url, description=alt) for url, alt in pictures))
    return ui.ActionRow(*map(_button, data["components"]))


def _button(data: Json) -> Choice:
    return Choice(
        style=discord.ButtonStyle(data["style"]),
        custom_id=data.get("custom_id"),
        url=data.get("url"),
        label=data.get("label"),
        emoji=discord.PartialEmoji.from_dict(data["emoji"]) if "emoji" in data else None,
    )


class Bare(discord.Client):
    """Client that has one command and answers clicks."""

    def __init__(self, database: aiosqlite.Connection, answers: str) -> None:
        super().__init__(intents=discord.Intents(guilds=True), max_messages=None)
        self._database = database
        self._answers = answers
        self._replies: Iterator[Reply] = iter(())
        self._tree = app_commands.CommandTree(self)
        self._tree.add_command(app_commands.Command(name=COMMAND, description="Open a page.", callback=self._open))

    async def setup_hook(self) -> None:
        """Upload the emojis, write their new ids into the prepared pages, and register the command."""
        for name, number in sorted(set(_EMOJI.findall(self._answers))):
            emoji = await self.create_application_emoji(name=name, image=_IMAGE)
            self._answers = self._answers.replace(number, str(emoji.id))
        self._replies = cycle(read(self._answers))
        await self._tree.sync()

    async def _open(self, interaction: discord.Interaction[Any]) -> None:
        reply = next(self._replies)
        await interaction.response.send_message(view=reply.view, files=reply.files(), ephemeral=True)

    async def turn(self, interaction: discord.Interaction[Any], clicked: str) -> None:
        """Commit a row for a click, and answer with the next page."""
        await self._database.execute(INSERT, (interaction.user.id, clicked, int(time.time())))
        await self._database.commit()
        reply = next(self._replies)
        await interaction.response.edit_message(view=reply.view, attachments=reply.files())


def read(answers: str) -> list[Reply]:
    """Return the prepared replies of a JSON file."""
    return [
        Reply(layout(one["components"]), {name: b64decode(data) for name, data in one["pictures"].items()})
        for one in json.loads(answers)
    ]


async def main(url: str, path: str, answers: str) -> None:
    """Serve until the process is killed."""
    use_discord_at(url)
    async with aiosqlite.connect(path) as database:
        for pragma in PRAGMAS:
            await database.execute(f"PRAGMA {pragma}")
        await database.execute(SCHEMA)
        async with Bare(database, answers) as bare:
            await bare.start(LOCAL_TOKEN)


if __name__ == "__main__":
    discord.utils.setup_logging()
    asyncio.run(main(sys.argv[2], os.environ["ICHIZA_DATABASE"], Path(os.environ["BARE_ANSWERS"]).read_text()))
