"""The bot with short pauses between connections and sessions, for tests with hundreds of reconnects.

It also raises the limits of opened and joined tables per hour.
"""

from discord.backoff import ExponentialBackoff
from discord.ext import commands

import limits
from bot import main
from cogs.gateway import gateway_socket, session_starts
from operations.shutdown import exit_process


async def at_once(*_: object, **__: object) -> None:
    """Do nothing; this replaces a call that would wait."""


ExponentialBackoff.delay = lambda _self: 0.01  # type: ignore[assignment]
commands.AutoShardedBot.before_identify_hook = at_once  # type: ignore[method-assign]
gateway_socket.PAUSE_SECONDS = session_starts.FIRST_PAUSE_SECONDS = session_starts.MAX_PAUSE_SECONDS = 0.01
limits.OPENED_AN_HOUR = limits.JOINED_AN_HOUR = 1_000

if __name__ == "__main__":
    exit_process(main())
