"""The sentence for the operator when the bot ends because Discord is unreachable or refuses it."""

from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest

from operations.startup_errors import STARTUP_ERRORS, describe_failure


def closed(code: int) -> discord.ConnectionClosed:
    """Return the exception for a connection that Discord has closed for good, with a close code."""
    socket: Any = SimpleNamespace(close_code=code)
    return discord.ConnectionClosed(socket, shard_id=0)


@pytest.mark.parametrize(
    "error", [TimeoutError(), OSError(), aiohttp.ServerDisconnectedError(), ConnectionResetError()]
)
def test_error_without_a_message_is_reported_by_its_name(error: Exception) -> None:
    assert isinstance(error, STARTUP_ERRORS)
    told = str(error) or type(error).__name__
    assert describe_failure(error) == f"Discord cannot be reached ({told}): check the connection and start again."


def test_password_of_a_proxy_that_refuses_is_not_printed() -> None:
    request: Any = SimpleNamespace(real_url="http://user:secret@proxy.example:3128")
    error = aiohttp.ClientHttpProxyError(request, (), status=407, message="Proxy Authentication Required")
    assert isinstance(error, STARTUP_ERRORS)
    assert "secret" in str(error), "the library's text has it"
    assert describe_failure(error) == (
        "Discord cannot be reached (407, Proxy Authentication Required): check the connection and start again."
    )


@pytest.mark.parametrize(
    ("error", "says"),
    [
        (discord.LoginFailure(), "token"),
        (discord.PrivilegedIntentsRequired(0), "intent"),
        (discord.RateLimited(61.7), "62 seconds"),
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
