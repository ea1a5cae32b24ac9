"""Permissions in a channel, from discord.py's cache. Calls for which the bot lacks a permission are not sent.

Discord hides a channel that the bot cannot view: the cached name and overwrites are then placeholders, which say
nothing about anybody's permissions. Discord hides no others, so the bot's own lack of View Channel tells which.

Source: Discord's documentation, "Permissions", "Channels Resource" (Obfuscated Channels), and the permissions listed
for each endpoint of "Message" and "Channel".
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


def permissions_in(
    place: discord.abc.GuildChannel | discord.Thread, member: discord.Member
) -> discord.Permissions | None:
    """Return a member's permissions in a channel; None if they are unknown because the bot cannot see the channel.

    A thread has the permissions of its parent.
    """
    return None if is_hidden(place) else _cached_permissions(place, member)


def is_hidden(place: discord.abc.GuildChannel | discord.Thread) -> bool:
    """Return whether the bot is not known to see a channel, or the parent of a thread."""
    me = _me(place)
    return me is None or not place.permissions_for(me).view_channel


def bot_permissions_in(channel: object) -> discord.Permissions | None:
    """Return the bot's permissions in a channel or thread; None if the cache does not have them."""
    if not isinstance(channel, discord.abc.GuildChannel | discord.Thread):
        return None
    me = _me(channel)
    return None if me is None else _cached_permissions(channel, me)


def _me(place: discord.abc.GuildChannel | discord.Thread) -> discord.Member | None:
    """Return the bot as a member; None while the server is unavailable, or if the parent of a thread is not cached."""
    if isinstance(place, discord.Thread) and place.parent is None:
        return None
    return cast("discord.Member | None", place.guild.me)


def _cached_permissions(
    place: discord.abc.GuildChannel | discord.Thread, member: discord.Member
) -> discord.Permissions:
    """Return a member's permissions by the cached overwrites.

    Voice and stage channels give no access at all without the permission Connect (error 50001, see
    https://github.com/discord/discord-api-docs/pull/5111); discord.py ignores that.
    """
    allowed = place.permissions_for(member)
    if isinstance(place, discord.VoiceChannel | discord.StageChannel) and not allowed.connect:
        return discord.Permissions.none()
    return allowed


def sees(channel: object) -> bool | None:
    """Return whether the bot sees a channel or thread; None if the cache does not tell."""
    allowed = bot_permissions_in(channel)
    return None if allowed is None else allowed.view_channel


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
