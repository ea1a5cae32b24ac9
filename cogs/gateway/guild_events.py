"""Listeners for guild, channel and thread events: they retry blocked messages and forget deleted channels."""

import asyncio
from typing import Any

import discord
from discord.ext import commands

from cogs.requests.discord_adapter import allows_private_threads
from host.place import Place
from host.services import Services
from host.settings import ServerSettings
from show.presenter import Presenter


def existing_channels(guild: discord.Guild | None, server: ServerSettings) -> list[int]:
    """Return the channels in which tables may be opened, without channels that are known to be deleted."""
    if guild is None or guild.unavailable:
        return [*server.channels]
    return [one for one in server.channels if guild.get_channel(one) is not None]


def can_open_private_threads(guild: discord.Guild | None) -> bool:
    """Return whether the bot is known to be allowed to open private threads in some channel of the server."""
    return guild is not None and any(map(allows_private_threads, guild.text_channels))


class GuildEvents(commands.Cog):
    """The listeners of guild events."""

    def __init__(self, services: Services, presenter: Presenter) -> None:
        self._services = services
        self._presenter = presenter
        self._changed: set[Place] = set()
        """Servers whose next retry has not begun."""
        self._retrying = asyncio.Lock()

    @commands.Cog.listener("on_guild_available")
    @commands.Cog.listener("on_guild_channel_create")
    @commands.Cog.listener("on_guild_channel_update")
    @commands.Cog.listener("on_guild_role_update")
    @commands.Cog.listener("on_guild_role_delete")
    @commands.Cog.listener("on_thread_join")
    async def retry_blocked(self, *arguments: Any) -> None:  # noqa: ANN401  the types depend on the event
        """Retry blocked messages of the server: the bot may have new permissions, or see new channels.

        If a category's overwrites change, Discord also sends an event for each channel that inherits them. A retry
        loads every table whose messages failed, so changes during a retry are followed by only one more. When a
        role is deleted, its overwrites no longer deny permissions. The event of a joined thread comes when somebody
        adds the bot to the thread, or when the thread is created or unarchived. The last of `arguments` is the changed
        object.
        """
        changed: Any = arguments[-1]
        guild: discord.Guild = changed if isinstance(changed, discord.Guild) else changed.guild
        place = Place.server(guild.id)
        if place in self._changed:
            return
        self._changed.add(place)
        async with self._retrying:
            self._changed.discard(place)
            await self._presenter.retry_place(place)

    @commands.Cog.listener()
    async def on_member_update(self, _before: discord.Member, after: discord.Member) -> None:
        """Retry blocked messages when the bot's own roles change or its time-out ends.

        Discord sends a bot its own member updates without the members intent; see "List of Intents" in the
        documentation of the gateway.
        """
        if after.id == after.guild.me.id:
            await self.retry_blocked(after)

    @commands.Cog.listener()
    async def on_thread_update(self, before: discord.Thread, after: discord.Thread) -> None:
        """Retry blocked messages when a thread is unlocked.

        An unarchived thread needs nothing here: Discord sends another event, to which `retry_blocked` itself listens.
        """
        if before.locked and not after.locked:
            await self.retry_blocked(after)

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Let the games of a server go on that the bot has joined again, and resync its tables."""
        await self._presenter.channel_sight.find_all(Place.server(guild.id))
        self._presenter.resync()

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """Lose the tables of a server from which the bot was removed."""
        self._presenter.channel_sight.look(Place.server(guild.id))

    @commands.Cog.listener()
    async def on_guild_update(self, before: discord.Guild, after: discord.Guild) -> None:
        """Update the table messages if the server's preferred language has changed; store the server's changed name."""
        if before.name != after.name:
            await self._services.daily_servers.keep_name(Place.server(after.id), after.name)
        if before.preferred_locale != after.preferred_locale:
            await self._presenter.language_changed(Place.server(after.id))

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Handle the loss of a channel's messages, and remove the channel from the settings."""
        await self._presenter.channel_deleted(channel.id)
        await self._services.scheduled_lobbies.drop_channel(channel.id)
        await self._services.settings.remove_channel(Place.server(channel.guild.id), channel.id)
        await self._services.nights.drop_channel(channel.id)

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, thread: discord.RawThreadDeleteEvent) -> None:
        """Handle the loss of a thread's messages, also when the thread is not cached."""
        await self._presenter.channel_deleted(thread.thread_id)
        await self._services.scheduled_lobbies.drop_channel(thread.thread_id)
        await self._services.nights.drop_channel(thread.thread_id)
