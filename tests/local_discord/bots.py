"""A small discord.py bot with the features that Ichiza uses, connected to a local Discord in this process."""

import asyncio
import io
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Self

import discord
import pytest
import yarl
from discord import app_commands

from local_discord.server import Running
from tests.local_discord.raw import PNG


class Counter(discord.ui.DynamicItem[discord.ui.Button[discord.ui.LayoutView]], template=r"count:(?P<n>\d+)"):
    """A button that counts its clicks; its custom id contains the number."""

    def __init__(self, n: int) -> None:
        super().__init__(discord.ui.Button(label=f"Clicked {n}", custom_id=f"count:{n}"))
        self.n = n

    @classmethod
    async def from_custom_id(
        cls, interaction: discord.Interaction, item: discord.ui.Item[discord.ui.LayoutView], match: re.Match[str], /
    ) -> Self:
        del interaction, item
        return cls(int(match["n"]))

    async def callback(self, interaction: discord.Interaction) -> None:
        await interaction.response.edit_message(view=panel(self.n + 1))


def panel(n: int, picture: str | None = None) -> discord.ui.LayoutView:
    """Return a Components V2 layout with a counter and an optional picture."""
    view = discord.ui.LayoutView(timeout=None)
    container: discord.ui.Container[discord.ui.LayoutView] = discord.ui.Container(accent_colour=0x5C7CFA)
    container.add_item(discord.ui.TextDisplay(f"Panel {n}"))
    if picture is not None:
        container.add_item(discord.ui.MediaGallery(discord.MediaGalleryItem(f"attachment://{picture}")))
    row: discord.ui.ActionRow[discord.ui.LayoutView] = discord.ui.ActionRow()
    row.add_item(Counter(n))
    container.add_item(row)
    view.add_item(container)
    view.stop()
    return view


class SmallBot(discord.Client):
    """A bot that registers its commands in the guild and answers them.

    Attributes:
        connected: set when the guild becomes available.
        resumed: set when a session was resumed.
    """

    def __init__(self, server: Running, intents: discord.Intents) -> None:
        super().__init__(intents=intents, allowed_mentions=discord.AllowedMentions.none())
        self.tree = app_commands.CommandTree(self)
        self.server = server
        self.connected = asyncio.Event()
        self.resumed = asyncio.Event()

    async def setup_hook(self) -> None:
        self.add_dynamic_items(Counter)
        add_commands(self.tree)
        await self.tree.sync()

    async def on_guild_available(self, guild: discord.Guild) -> None:
        del guild
        self.connected.set()

    async def on_resumed(self) -> None:
        self.resumed.set()


class NameModal(discord.ui.Modal, title="Your name"):
    """A modal with one text field."""

    name: discord.ui.TextInput[Self] = discord.ui.TextInput(label="Name", max_length=10)

    async def on_submit(self, interaction: discord.Interaction) -> None:
        await interaction.response.send_message(f"Hello {self.name.value}", ephemeral=True)


def add_commands(tree: app_commands.CommandTree[SmallBot]) -> None:
    """Add the bot's commands to the tree."""

    @tree.command(description="Echo")
    async def echo(interaction: discord.Interaction, text: str, times: int = 1) -> None:
        await interaction.response.send_message(" ".join([text] * times))

    @echo.autocomplete("text")
    async def _(_: discord.Interaction, current: str) -> list[app_commands.Choice[str]]:
        return [app_commands.Choice(name=f"{current}!", value=current)]

    @tree.command(description="A panel")
    async def table(interaction: discord.Interaction) -> None:
        picture = discord.File(io.BytesIO(PNG), "table.png", description="A table")
        await interaction.response.send_message(view=panel(0, "table.png"), file=picture)

    @tree.command(description="Slowly")
    async def slow(interaction: discord.Interaction) -> None:
        await interaction.response.defer(ephemeral=True, thinking=True)
        message = await interaction.followup.send("first", wait=True)
        second = await interaction.followup.send("second", ephemeral=True, wait=True)
        await second.edit(content="second, edited")
        await interaction.edit_original_response(content=f"done {message.id}")

    @tree.command(description="A thread")
    async def room(interaction: discord.Interaction, guest: discord.Member) -> None:
        await interaction.response.send_message("Opening")
        opening = await interaction.original_response()
        assert isinstance(interaction.channel, discord.TextChannel)
        thread = await interaction.channel.get_partial_message(opening.id).create_thread(name="Table 1")
        await thread.send(f"{guest.mention} it is your turn", allowed_mentions=discord.AllowedMentions(users=[guest]))
        await thread.edit(archived=True)

    @tree.command(description="A form")
    async def form(interaction: discord.Interaction) -> None:
        await interaction.response.send_modal(NameModal())

    group = app_commands.Group(name="settings", description="Settings")

    @group.command(description="Language")
    async def language(interaction: discord.Interaction, value: str) -> None:
        where = interaction.app_permissions.send_messages
        locale = f"{value} {interaction.locale} {interaction.guild_locale} {where}"
        await interaction.response.send_message(locale, ephemeral=True)

    tree.add_command(group)


def use_discord_at(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """Make discord.py talk to the local Discord."""
    monkeypatch.setattr(discord.http.Route, "BASE", f"{server.url}/api/v10")
    gateway = yarl.URL(f"ws://127.0.0.1:{server.port}/gateway")
    monkeypatch.setattr(discord.gateway.DiscordWebSocket, "DEFAULT_GATEWAY", gateway)
    monkeypatch.setattr(discord.asset.Asset, "BASE", f"{server.url}/cdn")


@asynccontextmanager
async def running_bot(server: Running, intents: discord.Intents | None = None) -> AsyncIterator[SmallBot]:
    """Yield a connected bot."""
    bot = SmallBot(server, intents or discord.Intents(guilds=True))
    task = asyncio.create_task(bot.start("anything"))
    try:
        async with asyncio.timeout(5):
            await bot.connected.wait()
        yield bot
    finally:
        await bot.close()
        await task
