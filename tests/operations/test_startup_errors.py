"""The sentence for the operator when the bot ends because Discord is unreachable or refuses it."""

from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest

from cogs.gateway.session_starts import RefusedByProxyError, TooFewShardsError
from operations.startup_errors import STARTUP_ERRORS, describe_failure

REFUSAL: Any = SimpleNamespace(status=503, reason="Service Unavailable", headers={})
BODY = "<!DOCTYPE html><html><body>upstream connect error</body></html>"


def closed(code: int) -> discord.ConnectionClosed:
    """Return the exception for a connection that Discord has closed for good, with a close code."""
    socket: Any = SimpleNamespace(close_code=code)
    return discord.ConnectionClosed(socket, shard_id=0)


@pytest.mark.parametrize(
    ("error", "told"),
    [
        (TimeoutError(), "TimeoutError"),
        (OSError(113, "No route to host"), "OSError [Errno 113] No route to host"),
        (aiohttp.ServerDisconnectedError(), "ServerDisconnectedError"),
        (discord.DiscordServerError(REFUSAL, BODY), "DiscordServerError 503, code 0"),
        (discord.HTTPException(REFUSAL, BODY), "HTTPException 503, code 0"),
    ],
)
def test_other_error_is_reported_without_a_body(error: Exception, told: str) -> None:
    assert isinstance(error, STARTUP_ERRORS)
    assert describe_failure(error) == f"Discord cannot be reached ({told}): check the connection and start again."


def test_too_few_shards_are_reported_with_both_numbers_and_the_setting() -> None:
    assert describe_failure(TooFewShardsError(3, 2)) == (
        "Discord asks for 3 shards, but ICHIZA_SHARDS is 2: stop all processes of the bot, set ICHIZA_SHARDS=3 for "
        "each, and start them again."
    )


@pytest.mark.parametrize(
    ("error", "says"),
    [
        (discord.LoginFailure(), "token"),
        (discord.PrivilegedIntentsRequired(0), "intent"),
        (RefusedByProxyError(), "ICHIZA_PROXY"),
        (closed(4004), "token"),
        (closed(4010), "start again"),
        (closed(4011), "more connections"),
        (closed(4012), "newest version"),
        (closed(4013), "newest version"),
        (closed(4014), "intent"),
        (closed(4999), "4999"),
    ],
    ids=str,
)
def test_each_final_error_says_what_to_do(error: Exception, says: str) -> None:
    assert isinstance(error, STARTUP_ERRORS)
    sentence = describe_failure(error)
    assert says in sentence
    assert sentence.endswith(".")
    assert "\n" not in sentence
