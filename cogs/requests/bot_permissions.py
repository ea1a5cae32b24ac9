"""Permissions in a channel, from discord.py's cache. Calls for which the bot lacks a permission are not sent.

Source: Discord's documentation, "Permissions", and the permissions listed for each endpoint of "Message" and
"Channel".
"""

from typing import Final, Literal, TypeAlias, cast

import discord

Kind: TypeAlias = Literal["send", "edit", "delete", "read", "thread", "private thread", "let in", "open", "archive"]
"""A kind of call in a channel. The last three act on threads: add a person, unarchive, and set the archive delay."""
IN_THREAD: Final = discord.Permissions(view_channel=True, send_messages_in_threads=True)
"""Permissions to write in a thread, whatever the parent channel requires for messages."""
REQUIRED: Final[dict[Kind, discord.Permissions]] = {
    "send": discord.Permissions(view_channel=True, send_messages=True),
    "edit": discord.Permissions(view_channel=True),
    "delete": discord.Permissions(view_channel=True),
    "read": discord.Permissions(view_channel=True, read_message_history=True),
    "thread": discord.Permissions(
        view_channel=True, create_public_threads=True, send_messages_in_threads=True, read_message_history=True
    ),
    "private thread": discord.Permissions(
        view_channel=True, create_private_threads=True, send_messages_in_threads=True
    ),
    "let in": IN_THREAD,
    "open": IN_THREAD,
    "archive": IN_THREAD,
}
"""The permissions of each kind. To edit or delete its own messages, the bot only needs to see the channel."""


def permissions_in(place: discord.abc.GuildChannel | discord.Thread, member: discord.Member) -> discord.Permissions:
    """Return a member's permissions in a channel; a thread has those of its parent.

    Voice and stage channels give no access at all without the permission Connect (error 50001, see
    https://github.com/discord/discord-api-docs/pull/5111); discord.py ignores that. A thread whose parent is not cached
    gives no permissions.
    """
    if isinstance(place, discord.Thread) and place.parent is None:
        return discord.Permissions.none()
    allowed = place.permissions_for(member)
    if isinstance(place, discord.VoiceChannel | discord.StageChannel) and not allowed.connect:
        return discord.Permissions.none()
    return allowed


def bot_permissions_in(channel: object) -> discord.Permissions | None:
    """Return the bot's permissions in a channel or thread; None if the cache does not have them."""
    if not isinstance(channel, discord.abc.GuildChannel | discord.Thread):
        return None
    me = cast("discord.Member | None", channel.guild.me)  # None while the server is unavailable
    if me is None or (isinstance(channel, discord.Thread) and channel.parent is None):
        return None
    return permissions_in(channel, me)


def is_allowed(channel: object, kind: Kind) -> bool:
    """Return whether a call in a channel or thread may succeed according to the cache."""
    allowed = bot_permissions_in(channel)
    if allowed is None:
        return True
    if isinstance(channel, discord.Thread):
        if channel.locked and not allowed.manage_threads:
            return kind == "read" and allowed.is_superset(REQUIRED[kind])
        return allowed.is_superset(IN_THREAD if kind == "send" else REQUIRED[kind])
    return allowed.is_superset(REQUIRED[kind])
