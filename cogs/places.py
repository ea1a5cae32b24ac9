"""Servers, channels and threads that come, go and change: what was shown there is looked at again."""

from __future__ import annotations

import discord
from discord.ext import commands

from host.house import House
from show.stage import Stage


class Places(commands.Cog):
    """What Discord tells of the places where tables are."""

    def __init__(self, house: House, stage: Stage) -> None:
        self._house = house
        self._stage = stage

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """Go on with the tables of a server that the bot is back on."""
        await self._house.resume(guild.id)
        await self._stage.wake(guild.id)

    @commands.Cog.listener()
    async def on_guild_available(self, guild: discord.Guild) -> None:
        """Discord has this server again."""
        await self._stage.wake(guild.id)

    @commands.Cog.listener()
    async def on_guild_channel_update(self, _before: discord.abc.GuildChannel, after: discord.abc.GuildChannel) -> None:
        """Permissions may have changed."""
        await self._stage.wake(after.guild.id)

    @commands.Cog.listener()
    async def on_guild_role_update(self, _before: discord.Role, after: discord.Role) -> None:
        """Permissions may have changed."""
        await self._stage.wake(after.guild.id)

    @commands.Cog.listener()
    async def on_thread_update(self, _before: discord.Thread, after: discord.Thread) -> None:
        """A thread may have been opened or unlocked."""
        await self._stage.wake(after.guild.id)

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Do without a channel."""
        await self._stage.lost(channel.id)

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, thread: discord.RawThreadDeleteEvent) -> None:
        """Do without a thread, whether or not the library knew it."""
        await self._stage.lost(thread.thread_id)
