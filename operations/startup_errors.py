"""Start-up errors: for each error of Discord or the network that ends the bot, a sentence that says what to do."""

import aiohttp
import discord

from cogs.gateway.session_starts import RefusedByProxyError, TooFewShardsError
from cogs.requests.discord_calls import describe_error

STARTUP_ERRORS = (
    RefusedByProxyError,
    TooFewShardsError,
    discord.HTTPException,
    discord.RateLimited,
    discord.GatewayNotFound,
    discord.ConnectionClosed,
    discord.LoginFailure,
    discord.PrivilegedIntentsRequired,
    aiohttp.ClientError,
    OSError,
    TimeoutError,
)
"""Errors that end the bot because of Discord or the network."""

_COPY_ANEW = (
    "Discord refused the token: copy it anew (Developer Portal > your application > Bot > Reset Token) "
    "into .env, behind DISCORD_TOKEN=, or into the file that DISCORD_TOKEN_FILE names."
)
_TOO_OLD = "install the newest version of the bot and of the packages that it needs."
_CLOSED = {
    4004: _COPY_ANEW,
    4010: "Discord knows no connection of that number, as it asks for another number of them now: start again.",
    4011: "Discord asks for more connections, as the bot is on more servers now: start again.",
    4012: f"Discord speaks this version of its gateway no more: {_TOO_OLD}",
    4013: f"Discord knows nothing of an intent that the bot asks for: {_TOO_OLD}",
    4014: (
        "Discord refuses an intent that the bot asks for, though it needs none of the privileged ones: "
        f"look whether DISCORD_TOKEN is that of the right application, and {_TOO_OLD}"
    ),
}
"""Sentences by the code with which Discord closes a connection for good.

Source: https://discord.com/developers/docs/topics/opcodes-and-status-codes#gateway-gateway-close-event-codes"""


def describe_failure(error: BaseException) -> str:
    """Return the sentence about an error, which is one of `STARTUP_ERRORS`."""
    match error:
        case discord.LoginFailure():
            return _COPY_ANEW
        case discord.PrivilegedIntentsRequired():
            return _CLOSED[4014]
        case discord.ConnectionClosed():
            return _CLOSED.get(error.code, f"Discord has closed the connection ({error}): start again.")
        case TooFewShardsError():
            return (
                f"Discord asks for {error.needed} shards, but ICHIZA_SHARDS is {error.pinned}: stop all processes of "
                f"the bot, set ICHIZA_SHARDS={error.needed} for each, and start them again."
            )
        case RefusedByProxyError():
            return "The proxy refuses the bot: correct the user and the password of ICHIZA_PROXY in .env."
        case _:
            return f"Discord cannot be reached ({describe_error(error)}): check the connection and start again."
