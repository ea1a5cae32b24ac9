"""Servers, channels and threads that come, go and change: what was shown there is looked at again."""

from typing import Any

import discord
from discord.ext import commands

from cogs.requests.discord_adapter import may_be_private
from host.services import Services
from host.settings import Server
from show.presenter import Presenter

CHANGES = (
    "on_guild_available",
    "on_guild_channel_update",
    "on_guild_role_update",
    "on_guild_role_delete",
    "on_thread_join",
)
"""Events after which the bot may be allowed to do what it was not, or reach what it could not.

Of a category's overwrites Discord tells once for the category and once for each channel that is synchronized with it.
A deleted role may have been one that denied something. A thread is joined by being let in again, or seen again.
"""


def standing_channels(guild: discord.Guild | None, server: Server) -> list[int]:
    """Of the channels in which tables may be opened those that there are, as far as is known."""
    if guild is None or guild.unavailable:
        return [*server.channels]
    return [one for one in server.channels if guild.get_channel(one) is not None]


def private_threads(guild: discord.Guild | None) -> bool:
    """Whether the bot may open private threads in some channel of a server, as far as is known."""
    return guild is not None and any(map(may_be_private, guild.text_channels))


class GuildEvents(commands.Cog):
    """What Discord tells of the places where tables are."""

    def __init__(self, bot: commands.AutoShardedBot, services: Services, presenter: Presenter) -> None:
        self._services = services
        self._presenter = presenter
        for event in CHANGES:
            bot.add_listener(self.changed, event)

    async def changed(self, *told: Any) -> None:  # noqa: ANN401  what it was, where that is told, and what it is
        """Try again what has failed on that server."""
        place: discord.Guild | discord.Role | discord.Member | discord.Thread | discord.abc.GuildChannel = told[-1]
        await self._presenter.wake(place.id if isinstance(place, discord.Guild) else place.guild.id)

    @commands.Cog.listener()
    async def on_member_update(self, _before: discord.Member, after: discord.Member) -> None:
        """Try again what has failed where the bot itself was given a role or lost one, or its time-out was ended.

        Discord tells a bot of its own membership without the members intent; see "List of Intents" in its documentation
        of the gateway.
        """
        if after.id == after.guild.me.id:
            await self.changed(after)

    @commands.Cog.listener()
    async def on_raw_thread_update(self, thread: discord.RawThreadUpdateEvent) -> None:
        """Try again what has failed there; a thread that is open again is a new one to the library."""
        await self._presenter.wake(thread.guild_id)

    @commands.Cog.listener()
    async def on_guild_join(self, _guild: discord.Guild) -> None:
        """Go on with the tables of a server that the bot is back on."""
        self._presenter.catch_up()

    @commands.Cog.listener()
    async def on_guild_update(self, before: discord.Guild, after: discord.Guild) -> None:
        """Show tables in the language that a server's managers have chosen on Discord."""
        if before.preferred_locale != after.preferred_locale:
            await self._presenter.language_changed(after.id)

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """Do without a channel."""
        await self._presenter.lost(channel.id)
        await self._services.settings.lost_channel(channel.guild.id, channel.id)

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, thread: discord.RawThreadDeleteEvent) -> None:
        """Do without a thread, whether or not the library knew it."""
        await self._presenter.lost(thread.thread_id)
