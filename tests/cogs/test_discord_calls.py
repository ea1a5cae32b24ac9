"""The bot waits for calls to Discord, and never cancels them."""

import asyncio
import logging
import math
import re
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest

from cogs.requests.discord_calls import (
    CALL_SECONDS,
    OLD_MESSAGE_EDITS,
    Call,
    OldEditsError,
    PausedError,
    current_call,
    describe_error,
    wait_for_call,
)
from host.services import StoreError
from tests.source_tree import ROOT
from tests.virtual_time import in_virtual_time, now


class Slow:
    """A slow call of the library, which waits as if for the end of a rate limit."""

    def __init__(self, seconds: float, error: BaseException | None = None) -> None:
        self.seconds, self.error = seconds, error
        self.cancelled = self.ended = False
        self.call: Call | None = None

    async def made(self) -> int:
        self.call = current_call()
        try:
            await asyncio.sleep(self.seconds)
        except asyncio.CancelledError:
            self.cancelled = True
            raise
        self.ended = True
        if self.error is not None:
            raise self.error
        return 7

    @property
    def abandoned(self) -> bool:
        assert self.call is not None
        return self.call.abandoned


@in_virtual_time
async def test_call_returns_what_the_library_returns() -> None:
    slow = Slow(1)
    assert await wait_for_call(slow.made()) == 7
    assert (now(), slow.abandoned, current_call()) == (1, False, None)


@in_virtual_time
async def test_call_raises_what_the_library_raises() -> None:
    with pytest.raises(discord.RateLimited) as raised:
        await wait_for_call(Slow(1, discord.RateLimited(40)).made())
    assert (raised.value.retry_after, type(raised.value)) == (40, discord.RateLimited)


@in_virtual_time
async def test_call_after_its_timeout_continues_in_the_background() -> None:
    slow = Slow(25)
    with pytest.raises(TimeoutError):
        await wait_for_call(slow.made())
    assert (now(), slow.abandoned, slow.ended) == (CALL_SECONDS, True, False)
    await asyncio.sleep(25)
    assert (slow.ended, slow.cancelled) == (True, False)


@in_virtual_time
async def test_cancelled_caller_does_not_cancel_the_call() -> None:
    slow = Slow(5)
    waiting = asyncio.create_task(wait_for_call(slow.made(), math.inf))
    await asyncio.sleep(1)
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    assert slow.abandoned
    await asyncio.sleep(5)
    assert (slow.ended, slow.cancelled) == (True, False)


@pytest.mark.parametrize("error", [None, OSError("The connection is lost.")])
@in_virtual_time
async def test_log_reports_the_result_of_a_call_that_was_given_up(
    caplog: pytest.LogCaptureFixture, error: BaseException | None
) -> None:
    caplog.set_level(logging.INFO)
    complaints: list[object] = []
    asyncio.get_running_loop().set_exception_handler(lambda _loop, context: complaints.append(context))
    with pytest.raises(TimeoutError):
        await wait_for_call(Slow(25, error).made())
    await asyncio.sleep(25)
    (record,) = caplog.records
    assert ("has taken effect" in record.message) is (error is None)
    assert not complaints


@in_virtual_time
async def test_log_of_a_long_429_says_whether_the_message_is_too_old() -> None:
    async def edit() -> None:
        call = current_call()
        assert call is not None
        call.code = OLD_MESSAGE_EDITS
        raise discord.RateLimited(40)

    with pytest.raises(OldEditsError) as raised:
        await wait_for_call(edit())
    assert raised.value.retry_after == 40


REQUEST: Any = SimpleNamespace(
    real_url="http://user:s3cret@proxy.example:3128", headers={"Authorization": "Bot s3cret"}
)
ANSWER: Any = SimpleNamespace(status=400, reason="Bad Request")


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (aiohttp.ClientHttpProxyError(REQUEST, (), status=407, message="s3cret"), "ClientHttpProxyError 407"),
        (aiohttp.TooManyRedirects(REQUEST, ()), "TooManyRedirects 0"),
        (discord.HTTPException(ANSWER, {"code": 50035, "message": "s3cret"}), "HTTPException 400, code 50035"),
        (KeyError("s3cret"), "KeyError"),
        (discord.ClientException("s3cret"), "ClientException"),
        (ConnectionResetError("The connection is lost."), "ConnectionResetError The connection is lost."),
        (TimeoutError(), "TimeoutError"),
        (PausedError(3), "PausedError Discord is left alone for 3.0 seconds."),
        (StoreError("The disk is full."), "StoreError The disk is full."),
    ],
    ids=lambda one: type(one).__name__,
)
def test_error_in_the_log_has_no_token_password_or_typed_word(error: BaseException, said: str) -> None:
    assert describe_error(error) == said


def test_no_line_of_the_log_has_the_whole_text_of_an_error_of_a_call() -> None:
    files = [*(ROOT / "cogs").rglob("*.py")]
    assert files
    assert [file for file in files if re.search(r'log\.\w+\(.*%r"', file.read_text("utf-8"))] == []
