"""The plainest bot that answers a click as a played card is answered: it commits one row and sends what is ready.

`bare_bot.py --local URL`, as `bot.py` is started; `ICHIZA_DATABASE` and `BARE_ANSWERS` say where its files are. Its
answers were made by somebody else: the components and the picture's bytes are taken in turn, and nothing is drawn,
looked up or checked.
"""

from __future__ import annotations

import asyncio
import io
import json
import os
import sys
import time
from base64 import b64decode
from collections.abc import Iterable, Mapping
from itertools import cycle
from pathlib import Path
from typing import Any, NamedTuple

import aiosqlite
import discord
from discord import app_commands, ui

from bot import LOCAL_TOKEN, point_at

COMMAND = "bare"
"""What opens a page to click on."""
PRAGMAS = ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON")
SCHEMA = "CREATE TABLE moves (number INTEGER PRIMARY KEY, person INTEGER, move TEXT, made_at INTEGER)"
INSERT = "INSERT INTO moves (person, move, made_at) VALUES (?, ?, ?)"


class Ready(ui.LayoutView):
    """Components that are JSON already; the library keeps none of them."""

    def __init__(self, components: list[dict[str, Any]]) -> None:
        super().__init__(timeout=None)
        self._components = components
        self.stop()

    def to_components(self) -> list[dict[str, Any]]:
        """What is sent."""
        return self._components

    def has_components_v2(self) -> bool:
        """They are."""
        return True


class Reply(NamedTuple):
    """A page, and the pictures that it shows, by their names."""

    view: Ready
    pictures: Mapping[str, bytes]

    def files(self) -> list[discord.File]:
        """Each can be sent once."""
        return [discord.File(io.BytesIO(data), name) for name, data in self.pictures.items()]


class Bare(discord.Client):
    """One command, and clicks."""

    def __init__(self, database: aiosqlite.Connection, replies: Iterable[Reply]) -> None:
        super().__init__(intents=discord.Intents(guilds=True), max_messages=None)
        self._database = database
        self._replies = cycle(replies)
        self._tree = app_commands.CommandTree(self)
        self._tree.add_command(app_commands.Command(name=COMMAND, description="Open a page.", callback=self._open))

    async def setup_hook(self) -> None:
        """Register the command."""
        await self._tree.sync()

    async def _open(self, interaction: discord.Interaction[Any]) -> None:
        reply = next(self._replies)
        await interaction.response.send_message(view=reply.view, files=reply.files(), ephemeral=True)

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Commit a row for a click, and let its page be the next one."""
        if interaction.type is discord.InteractionType.component:
            data: Any = interaction.data
            await self._database.execute(INSERT, (interaction.user.id, data["custom_id"], int(time.time())))
            await self._database.commit()
            reply = next(self._replies)
            await interaction.response.edit_message(view=reply.view, attachments=reply.files())


def read(path: Path) -> list[Reply]:
    """What is ready: of each reply its components, and its pictures by their names."""
    replies = json.loads(path.read_text())
    return [
        Reply(Ready(one["components"]), {name: b64decode(data) for name, data in one["pictures"].items()})
        for one in replies
    ]


async def main() -> None:
    """Serve until it is killed."""
    async with aiosqlite.connect(os.environ["ICHIZA_DATABASE"]) as database:
        for pragma in PRAGMAS:
            await database.execute(f"PRAGMA {pragma}")
        await database.execute(SCHEMA)
        async with Bare(database, read(Path(os.environ["BARE_ANSWERS"]))) as bare:
            await bare.start(LOCAL_TOKEN)


if __name__ == "__main__":
    point_at(sys.argv[2])
    asyncio.run(main())
