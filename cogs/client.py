"""The bot: the house, the router, and the presenter behind one discord.py client."""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from cogs.panels import Panels
from cogs.presenter import SETTLE_SECONDS, Presenter
from cogs.router import Pick, Press, Router, explain
from cogs.signs import Signs
from cogs.translator import Translator
from host.house import House

log = logging.getLogger(__name__)

COGS = ("cogs.tables", "cogs.play", "cogs.leaderboard", "cogs.rules")
LONGEST_WAIT = 30.0
"""Seconds that a request waits out a rate limit; beyond that it fails, and a table gets a fresh message."""
_APPLICATION = 0
"""The guild number under which the store keeps what belongs to the bot itself."""


class Tree(app_commands.CommandTree["Ichiza"]):
    """The slash commands, guarded as the buttons are."""

    async def on_error(self, interaction: discord.Interaction[Any], error: app_commands.AppCommandError, /) -> None:
        """Answer a command that failed with one sentence."""
        await explain(interaction, error.original if isinstance(error, app_commands.CommandInvokeError) else error)


class Ichiza(commands.Bot):
    """Guilds intent only; nobody is mentioned unless a message says so."""

    def __init__(self, house: House, *, settle: float = SETTLE_SECONDS) -> None:
        """The bot of a house; changes of a table within `settle` seconds share one edit."""
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            tree_cls=Tree,
            max_messages=None,
            max_ratelimit_timeout=LONGEST_WAIT,
        )
        self.house = house
        self.router = Router()
        self.signs = Signs()
        self.panels = Panels(self.signs, house.store)
        self.presenter = Presenter(self, self.panels, settle)
        self._upload: asyncio.Task[None] | None = None
        house.tables.changed = self.presenter.changed

    async def setup_hook(self) -> None:
        """Load the cogs, take up the buttons of old messages, and register the commands if they have changed."""
        self.add_dynamic_items(Press, Pick)
        for cog in COGS:
            await self.load_extension(cog)
        self._upload = asyncio.create_task(self.signs.upload(self), name="upload of emojis")
        translator = Translator()
        await self.tree.set_translator(translator)
        await self._sync_commands(translator)

    async def on_ready(self) -> None:
        """Let the tables go on that waited for a computer player."""
        log.info("ready as %s on %d servers", self.user, len(self.guilds))
        await self.house.play.resume()

    async def close(self) -> None:
        """Stop what runs by itself, then leave Discord."""
        if self._upload is not None:
            self._upload.cancel()
        await self.house.close()
        await self.presenter.close()
        await super().close()

    async def _sync_commands(self, translator: Translator) -> None:
        payload = [await one.get_translated_payload(self.tree, translator) for one in self.tree.get_commands()]
        fingerprint = hashlib.sha256(json.dumps(payload, sort_keys=True).encode()).hexdigest()
        name = f"commands of {self.application_id}"
        known = await self.house.store.guild_setting(_APPLICATION, name)
        if known == fingerprint and len(await self.tree.fetch_commands()) == len(payload):
            return
        await self.tree.sync()
        await self.house.store.set_guild_setting(_APPLICATION, name, fingerprint)
        log.info("registered %d commands", len(payload))
