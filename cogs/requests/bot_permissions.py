"""Permissions of the bot in a channel, from the library's cache: what they forbid is not asked for.

Source: Discord's documentation, "Permissions", and what each endpoint of "Message" and "Channel" says that it needs.
"""

from typing import Final, Literal, TypeAlias, cast

import discord

Kind: TypeAlias = Literal["send", "edit", "delete", "read", "thread", "private thread", "let in", "open", "archive"]
"""A kind of call in a channel. The last three are for threads: to let a person in, to open an archived one again, and
to change after how long it is archived."""
IN_THREAD: Final = discord.Permissions(view_channel=True, send_messages_in_threads=True)
"""Permissions to write in a thread, whatever the channel's own messages need."""
NEEDED: Final[dict[Kind, discord.Permissions]] = {
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
"""Permissions that each kind takes; to edit or delete its own messages, the bot has only to see them."""


def allowed_in(channel: object) -> discord.Permissions | None:
    """Look up the bot's permissions in a channel or thread; None: the cache does not tell, as of an archived thread."""
    if not isinstance(channel, discord.abc.GuildChannel | discord.Thread):
        return None
    me = cast("discord.Member | None", channel.guild.me)  # as the library has it while a server is unavailable
    if me is None:
        return None
    try:
        return channel.permissions_for(me)
    except discord.ClientException:  # a thread of a channel that is not known
        return None


def may(channel: object, kind: Kind) -> bool:
    """Tell whether a call can succeed in a channel or thread, as far as is known."""
    allowed = allowed_in(channel)
    if allowed is None:
        return True
    if isinstance(channel, discord.Thread):
        if channel.locked and not allowed.manage_threads:
            return kind == "read" and allowed.is_superset(NEEDED[kind])
        return allowed.is_superset(IN_THREAD if kind == "send" else NEEDED[kind])
    if isinstance(channel, discord.VoiceChannel | discord.StageChannel) and not allowed.connect:
        return False
    return allowed.is_superset(NEEDED[kind])
