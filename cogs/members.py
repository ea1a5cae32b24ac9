"""Members of a server, as Discord tells them when asked: without the members intent the cache has only the bot."""

from typing import Final

import discord

from cogs.requests.discord_adapter import call_result
from show.discord_port import Outcome

UNKNOWN_MEMBER: Final = frozenset({10007, 10013})
"""Error codes for a person who is not on the server."""


async def fetch_member(guild: discord.Guild, user_id: int, *, urgent: bool = False) -> discord.Member | Outcome | None:
    """Ask Discord for a member.

    Args:
        guild: the server.
        user_id: the person.
        urgent: whether a person waits for the answer.

    Returns:
        The member; None if the person is not on the server; the outcome of a request that failed.
    """

    async def fetch() -> discord.Member | None:
        try:
            return await guild.fetch_member(user_id)
        except discord.HTTPException as error:
            if error.code not in UNKNOWN_MEMBER:
                raise
            return None

    return await call_result(fetch(), urgent=urgent)
