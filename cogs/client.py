"""The bot: one discord.py client, whose cogs, router and port know the house and the stage."""

import logging
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from cogs.click import Click, person_of
from cogs.deferral import deferral_of
from cogs.emojis import Emojis
from cogs.hands import Hands
from cogs.lists import Lists
from cogs.lobbies import Lobbies, adopt
from cogs.newest import keep_newest
from cogs.places import Places
from cogs.port import DiscordPort
from cogs.registration import CONTEXTS, INSTALLS, register
from cogs.router import Router
from cogs.rules import Rules
from cogs.uploads import Stock
from host.house import House, StoreError
from show.stage import SETTLE_SECONDS, Stage

log = logging.getLogger(__name__)

LONGEST_WAIT = 30.0
"""Seconds that a request of a click waits out a rate limit; beyond that it fails. The library takes no less."""


class Tree(app_commands.CommandTree["Ichiza"]):
    """The slash commands, guarded as the buttons are."""

    async def interaction_check(self, interaction: discord.Interaction[Any], /) -> bool:
        """Let everybody in, and know them."""
        await self.client.meet(interaction)
        return True

    async def on_error(self, interaction: discord.Interaction[Any], error: app_commands.AppCommandError, /) -> None:
        """Answer a command that failed with one sentence."""
        cause = error.original if isinstance(error, app_commands.CommandInvokeError) else error
        await Click(interaction).explain(cause)


class Ichiza(commands.AutoShardedBot):
    """Guilds intent only; nobody is mentioned unless a message says so."""

    def __init__(self, house: House, *, settle: float = SETTLE_SECONDS) -> None:
        """The bot of a house; changes of a table within `settle` seconds share one edit."""
        super().__init__(
            command_prefix=commands.when_mentioned,
            help_command=None,
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            tree_cls=Tree,
            allowed_contexts=CONTEXTS,
            allowed_installs=INSTALLS,
            max_messages=None,
            max_ratelimit_timeout=LONGEST_WAIT,
        )
        keep_newest(self)
        self._house = house
        self.stock = Stock()
        """The pictures of public messages, whoever writes them."""
        self._stage = Stage(house, DiscordPort(self, self.stock), settle)
        self._router = Router()

    async def setup_hook(self) -> None:
        """Load the cogs, and register the commands if they have changed."""
        house, stage, router = self._house, self._stage, self._router
        hands = Hands(house, stage, router)
        self.tree.add_command(hands.on_message)
        for cog in (
            Lobbies(house, stage, router),
            hands,
            Lists(house, stage, router),
            Rules(stage, router),
            Places(self, house, stage),
            Emojis(self, stage.signs, self._show),
        ):
            await self.add_cog(cog)
        await register(self.tree, house.people, self.application_id or 0)

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Commands have found their way already; clicks find it here."""
        if interaction.type is not discord.InteractionType.autocomplete:
            deferral_of(interaction)
        if interaction.type in {discord.InteractionType.component, discord.InteractionType.modal_submit}:
            await self.meet(interaction)
            await adopt(interaction, self._stage.messages)
        await self._router.answer(interaction)

    async def meet(self, interaction: discord.Interaction[Any]) -> None:
        """Note what whoever clicks or types is called now: pages show their name."""
        if interaction.guild_id is not None:
            try:
                await self._house.people.met(interaction.guild_id, person_of(interaction))
            except StoreError as error:
                log.warning("a name could not be kept: %s", error)

    async def on_ready(self) -> None:
        """Show what may have changed unseen, and let the tables go on that waited for a computer player."""
        log.info("ready as %s on %d servers", self.user, len(self.guilds))
        self._house.tables.changed = self._stage.changed
        await self._show()

    async def _show(self) -> None:
        """Look at every table again, once Discord is there."""
        if self.is_ready():
            await self._house.resume()

    async def close(self) -> None:
        """Stop what runs by itself, then leave Discord."""
        await self._stage.close()
        await self._house.close()
        await super().close()
