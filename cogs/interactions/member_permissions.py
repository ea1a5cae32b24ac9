"""Permissions of people in a channel: from roles and the cached overwrites, never from where somebody clicks.

`Interaction.permissions` tells what somebody may do in the channel in which they click. A table may be in another one,
as `/tables` lists all of a server. So whoever asks for a right names the channel; it is looked up in the cache, which
the Guilds intent keeps up to date, and an interaction brings the roles of its member.
"""

from __future__ import annotations

from typing import TypeAlias

import discord

Place: TypeAlias = discord.abc.GuildChannel | discord.Thread


def permissions_in(place: Place, member: discord.Member) -> discord.Permissions:
    """Look up what a member may do in a channel; in a thread it is what they may do in its parent.

    In a voice or stage channel nothing can be read or written without Connect, which the library does not know:
    Discord answers 50001, see https://github.com/discord/discord-api-docs/pull/5111. Of a thread whose parent is not
    cached nothing is known, and so nothing is allowed.
    """
    if isinstance(place, discord.Thread) and place.parent is None:
        return discord.Permissions.none()
    allowed = place.permissions_for(member)
    if isinstance(place, discord.VoiceChannel | discord.StageChannel) and not allowed.connect:
        return discord.Permissions.none()
    return allowed


def manages_messages(user: discord.User | discord.Member, channel_id: int) -> bool:
    """Tell whether somebody may manage messages in a channel or thread.

    The overwrites of a channel that is deleted are not known, nor those of a thread that is not cached because it is
    archived: there only the right on the whole server counts, by a role, as administrator or as owner.
    """
    if not isinstance(user, discord.Member):
        return False
    place = user.guild.get_channel_or_thread(channel_id)
    if place is None or (isinstance(place, discord.Thread) and place.parent is None):
        return user.guild_permissions.manage_messages
    return permissions_in(place, user).manage_messages


def manages_server(user: discord.User | discord.Member) -> bool:
    """Tell whether somebody may manage the server, by a role, as administrator or as owner: no channel has a say."""
    return isinstance(user, discord.Member) and user.guild_permissions.manage_guild


def sees(user: discord.User | discord.Member, channel_id: int) -> bool:
    """Tell whether somebody can read a channel or thread, as far as is known.

    Nobody knows who is in a private thread, nor anything of a thread that is archived.
    """
    place = user.guild.get_channel_or_thread(channel_id) if isinstance(user, discord.Member) else None
    if place is None or not isinstance(user, discord.Member):
        return False
    allowed, private = permissions_in(place, user), isinstance(place, discord.Thread) and place.is_private()
    return allowed.view_channel and (allowed.manage_threads or not private)
