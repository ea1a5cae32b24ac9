"""Permissions that the bot needs in a channel and lacks, and the roles or overwrites that take them away.

`cogs.requests.bot_permissions` tells what the bot may do. This module tells what a manager must change, so it looks at
each permission alone: in a channel that the bot cannot see, only View Channel is missing, not every permission. Source:
Discord's documentation, "Permissions", Permission Overwrites.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

import discord

from cogs.requests.bot_permissions import IN_THREAD, REQUIRED, is_hidden
from host.settings import Threads
from show.pages.server_check import Lack, Purpose, Source

_ALIASES: Final = {"read_messages": "view_channel"}
"""Today's names of permissions, by the old names that discord.py lists."""


@dataclass(slots=True)
class Use:
    """The ways in which the bot uses a channel: for tables in the channel itself, in its threads, or both."""

    direct: bool = False
    threads: set[int] = field(default_factory=set)
    """The ids of threads in which tables are or may be opened."""


def use_of(channel: discord.abc.GuildChannel) -> Use:
    """Return how tables are opened in a channel: in a forum only in threads, because each post is a thread."""
    return Use(direct=not isinstance(channel, discord.ForumChannel))


def needed(channel: discord.abc.GuildChannel, use: Use, threads: Threads) -> Mapping[str, Purpose]:
    """Return the permissions that the bot needs, each with its most important purpose.

    Args:
        channel: a channel that is not a thread.
        use: how the bot uses the channel.
        threads: the server's setting for the threads of tables.
    """
    found: dict[str, Purpose] = {}
    for permissions, purpose in _purposes(channel, use, threads):
        for name, needs in permissions:
            if needs:
                found.setdefault(_ALIASES.get(name, name), purpose)
    return found


def _purposes(
    channel: discord.abc.GuildChannel, use: Use, threads: Threads
) -> Iterator[tuple[discord.Permissions, Purpose]]:
    """Yield purposes and their permissions, the most important first."""
    if isinstance(channel, discord.VoiceChannel | discord.StageChannel):
        yield discord.Permissions(connect=True), "post"
    if use.direct:
        yield REQUIRED["send"], "post"
    if use.threads or not use.direct:
        yield IN_THREAD, "post"
    if use.direct and threads != "off" and isinstance(channel, discord.TextChannel):
        yield REQUIRED["thread"], "threads"
        if threads == "private" and not channel.is_news():
            yield REQUIRED["private thread"], "private"
    yield discord.Permissions(attach_files=True), "pictures"
    yield REQUIRED["read"], "history"


def missing(channel: discord.abc.GuildChannel, me: discord.Member, use: Use, threads: Threads) -> list[Lack]:
    """Return the needed permissions that the bot lacks in a channel, the most important first.

    Of a hidden channel only View Channel is known to be missing. Allowing it in the channel helps, whether a role or
    an overwrite takes it away.
    """
    if is_hidden(channel):
        return [Lack("view_channel", "post", "channel")]
    return [
        Lack(name, purpose, source)
        for name, purpose in needed(channel, use, threads).items()
        if (source := _source(channel, me, name)) is not None
    ]


def lacks_on_server(me: discord.Member, name: str) -> bool:
    """Return whether the bot's roles lack a permission; False during a time-out, when roles have no effect."""
    return not me.is_timed_out() and not getattr(me.guild_permissions, name)


def _source(channel: discord.abc.GuildChannel, me: discord.Member, name: str) -> Source | None:
    """Return what takes the permission `name` away; None if the bot has the permission.

    Discord asks in this order, and the first that allows or denies decides: the channel's overwrite for the bot itself;
    the overwrites for its roles, of which a single one that allows is enough; the overwrite for everyone; and last the
    permissions of the roles themselves.
    """
    if me.guild_permissions.administrator:  # discord.py gives the server's owner this permission too
        return None
    everyone = channel.guild.default_role
    of_roles = {getattr(channel.overwrites_for(role), name) for role in me.roles if role != everyone}
    layers: tuple[tuple[set[bool | None], Source], ...] = (
        ({getattr(channel.overwrites_for(me), name)}, "member"),
        (of_roles, "channel"),
        ({getattr(channel.overwrites_for(everyone), name)}, "channel"),
    )
    for values, source in layers:
        if True in values:
            return None
        if False in values:
            return source
    return "role" if lacks_on_server(me, name) else None
