"""Permissions of the person of an interaction in any channel of the server, and whether they are known at all.

They come from the first of these sources that has them:

1. the interaction: it tells the person's permissions in its own channel, and in the channels that were picked from a
   list. A thread has the permissions of its parent, so these also count in the channel's threads and its parent;
2. the person's roles: administrators and the owner have every permission everywhere;
3. discord.py's cache, for the channels that the bot sees.

For all other channels the permissions are unknown (None): for hidden channels, and for threads and channels that are
not cached, such as archived threads.

Source: Discord's documentation, "Receiving and Responding", Interaction Structure, and "Permissions".
"""

from typing import Any

import discord

from cogs.requests.bot_permissions import permissions_in


def manages_messages(interaction: discord.Interaction[Any], channel_id: int) -> bool | None:
    """Return whether the person may manage messages in a channel or thread; None if that is unknown."""
    allowed = _permissions(interaction, channel_id)
    return None if allowed is None else allowed.view_channel and allowed.manage_messages


def manages_server(user: discord.User | discord.Member) -> bool:
    """Return whether a person may manage the server: by a role, as administrator or as owner."""
    return isinstance(user, discord.Member) and user.guild_permissions.manage_guild


def sees(interaction: discord.Interaction[Any], channel_id: int) -> bool | None:
    """Return whether the person can read a channel or thread; None if that is unknown.

    The person sees the channel of the interaction and, if that is a thread, its parent. The members of other private
    threads are unknown, so that only those who manage threads count as seeing them.
    """
    here = interaction.channel
    if channel_id == interaction.channel_id or (isinstance(here, discord.Thread) and here.parent_id == channel_id):
        return True
    allowed, thread = _permissions(interaction, channel_id), _thread(interaction, channel_id)
    if allowed is None:
        return None
    private = thread is not None and thread.is_private()
    return allowed.view_channel and (allowed.manage_threads or not private)


def may_post(interaction: discord.Interaction[Any], channel_id: int) -> bool:
    """Return whether the person is known to be allowed to write in a channel or thread."""
    allowed = _permissions(interaction, channel_id)
    if allowed is None:
        return False
    in_thread = _thread(interaction, channel_id) is not None
    return allowed.view_channel and (allowed.send_messages_in_threads if in_thread else allowed.send_messages)


def _permissions(interaction: discord.Interaction[Any], channel_id: int) -> discord.Permissions | None:
    """Return the person's permissions in a channel or thread of the server; None if they are unknown."""
    user = interaction.user
    if not isinstance(user, discord.Member):
        return discord.Permissions.none()
    told = _told(interaction, channel_id)
    if told is not None:
        return told
    # Not the interaction's own Administrator: overwrites may contain this bit, but give nothing by it.
    if user.guild_permissions.administrator:
        return discord.Permissions.all()
    place = user.guild.get_channel_or_thread(channel_id)
    return None if place is None else permissions_in(place, user)


def _told(interaction: discord.Interaction[Any], channel_id: int) -> discord.Permissions | None:
    """Return the permissions that the interaction tells of a channel or thread; None if it does not tell them."""
    here, thread = interaction.channel, _thread(interaction, channel_id)
    own = {interaction.channel_id, here.parent_id if isinstance(here, discord.Thread) else None}
    if channel_id in own or (thread is not None and thread.parent_id in own):
        return interaction.permissions
    data: Any = interaction.data or {}
    picked = data.get("resolved", {}).get("channels", {}).get(str(channel_id))
    return None if picked is None else discord.Permissions(int(picked["permissions"]))


def _thread(interaction: discord.Interaction[Any], channel_id: int) -> discord.Thread | None:
    """Return a cached thread of the server."""
    return None if interaction.guild is None else interaction.guild.get_thread(channel_id)
