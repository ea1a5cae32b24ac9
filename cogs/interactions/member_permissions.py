"""Permissions of people in a channel, from their roles and the cached overwrites.

`Interaction.permissions` covers only the channel of the interaction. A table may be in another channel, because
`/tables` lists all tables of a server. So each check names the table's channel. The guilds intent keeps the cached
channels up to date, and an interaction contains its member's roles.
"""

import discord

from cogs.requests.bot_permissions import permissions_in


def manages_messages(user: discord.User | discord.Member, channel_id: int) -> bool:
    """Return whether a person may manage messages in a channel or thread.

    A deleted channel and an uncached (archived) thread have unknown overwrites. For these, only a server-wide
    permission counts: by a role, as administrator or as owner.
    """
    if not isinstance(user, discord.Member):
        return False
    place = user.guild.get_channel_or_thread(channel_id)
    if place is None or (isinstance(place, discord.Thread) and place.parent is None):
        return user.guild_permissions.manage_messages
    return permissions_in(place, user).manage_messages


def manages_server(user: discord.User | discord.Member) -> bool:
    """Return whether a person may manage the server: by a role, as administrator or as owner."""
    return isinstance(user, discord.Member) and user.guild_permissions.manage_guild


def sees(user: discord.User | discord.Member, channel_id: int) -> bool:
    """Return whether a person is known to be able to read a channel or thread.

    The members of private threads are unknown, and so is everything about archived threads.
    """
    if not isinstance(user, discord.Member):
        return False
    place = user.guild.get_channel_or_thread(channel_id)
    if place is None:
        return False
    allowed, private = permissions_in(place, user), isinstance(place, discord.Thread) and place.is_private()
    return allowed.view_channel and (allowed.manage_threads or not private)
