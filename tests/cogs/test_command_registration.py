"""Command registration is retried until Discord accepts or refuses the commands; meanwhile the bot runs."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast
from unittest.mock import AsyncMock

import discord
import pytest

from cogs.interactions import command_registration
from cogs.interactions.command_registration import FIRST_RETRY_SECONDS, START_SECONDS, CommandRegistration
from host.cluster.shards import Shards
from host.services import StoreError
from local_discord.checks.codes import STATUSES
from tests.cogs.interactions import refused
from tests.virtual_time import in_virtual_time, now

if TYPE_CHECKING:
    from collections.abc import AsyncIterator


@asynccontextmanager
async def registering(patch: pytest.MonkeyPatch, *errors: Exception, takes: float = 0.0) -> AsyncIterator[list[float]]:
    """Start the bot; its first tries fail with these errors, and each try takes `takes` seconds.

    Yields the times of the tries.
    """
    tries: list[float] = []
    left = list(errors)

    async def register(*_: object) -> None:
        tries.append(now())
        await asyncio.sleep(takes)
        if left:
            raise left.pop(0)

    patch.setattr(command_registration, "register", register)
    tree = SimpleNamespace(client=SimpleNamespace(application_id=1))
    settings = SimpleNamespace(kinds=AsyncMock(return_value={"0", "1"}))
    cog = CommandRegistration(cast("Any", tree), cast("Any", None), Shards(), cast("Any", settings))
    await cog.cog_load()
    yield tries
    await cog.cog_unload()


@in_virtual_time
async def test_refused_registration_does_not_stop_the_bot_and_is_not_retried(monkeypatch: pytest.MonkeyPatch) -> None:
    for code, status in (*STATUSES.items(), (999_999, 400), (0, 403)):
        if status not in {429, 503}:
            async with registering(monkeypatch, refused(status, code)) as tries:
                await asyncio.sleep(3600)
                assert len(tries) == 1, code


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ({"code": 50035, "message": "Invalid Form Body"}, "400, code 50035 Invalid Form Body"),
        ("<html>no</html>", "400, code 0 "),
    ],
    ids=["Discord", "a proxy"],
)
def test_log_says_why_discord_refuses_the_commands_and_repeats_no_page(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, body: Any, said: str
) -> None:
    response: Any = SimpleNamespace(status=400, reason="Bad Request", headers={})

    @in_virtual_time
    async def started() -> None:
        async with registering(monkeypatch, discord.HTTPException(response, body)):
            await asyncio.sleep(1)

    started()
    assert [one.getMessage().endswith(said) for one in caplog.records] == [True]


@pytest.mark.parametrize(
    "error",
    [refused(503), refused(429), OSError("gone"), KeyError("retry_after"), StoreError("locked")],
    ids=repr,
)
def test_passing_failure_is_retried(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    @in_virtual_time
    async def started() -> None:
        async with registering(monkeypatch, error, error) as tries:
            await asyncio.sleep(60)
            assert tries == [0.0, FIRST_RETRY_SECONDS, 3 * FIRST_RETRY_SECONDS]

    started()


@in_virtual_time
async def test_retry_follows_the_time_that_discord_names(monkeypatch: pytest.MonkeyPatch) -> None:
    async with registering(monkeypatch, discord.RateLimited(4000)) as tries:
        await asyncio.sleep(5000)
        assert tries == [0.0, 4000.0]


@in_virtual_time
async def test_start_does_not_wait_for_an_unresponsive_discord(monkeypatch: pytest.MonkeyPatch) -> None:
    async with registering(monkeypatch, takes=1000.0):
        assert now() == START_SECONDS
