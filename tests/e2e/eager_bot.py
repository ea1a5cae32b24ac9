"""The bot with brief pauses before new connections and sessions, so that a test can ask for hundreds of them.

And with as many tables an hour, of which each is looked at once.
"""

from discord.backoff import ExponentialBackoff
from discord.ext import commands

import limits
from bot import main
from cogs.gateway import gateway_socket
from operations.shutdown import leave


async def at_once(*_: object, **__: object) -> None:
    """Wait for no turn."""


ExponentialBackoff.delay = lambda _self: 0.01  # type: ignore[assignment]
commands.AutoShardedBot.before_identify_hook = at_once  # type: ignore[method-assign]
gateway_socket.PAUSE_SECONDS = 0.01
limits.OPENED_AN_HOUR = limits.JOINED_AN_HOUR = 1_000

if __name__ == "__main__":
    leave(main())
