"""Direct messages that the bot begins: which failures mean that nothing was sent."""

import asyncio
from collections.abc import AsyncIterator
from http import HTTPStatus
from pathlib import Path
from typing import Any

import discord
import pytest

from cogs.direct_messages import DirectMessages, NotSentError
from cogs.requests import discord_calls
from cogs.requests.discord_calls import PausedError, current_call
from local_discord.rest.requests import Call, Route, _Answer
from show.text.page import page
from storage import StoreError
from tests.cogs.interactions import refused
from tests.fuzz.conftest import AKI, BEN, CHIE, HERE, ROOM
from tests.fuzz.offline import Offline, offline

PAGE = page("A notice.")


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[Offline]:
    async with offline(tmp_path / "ichiza.sqlite3") as world:
        world.add_guild(HERE, ROOM)
        yield world


@pytest.fixture
async def messages(world: Offline) -> DirectMessages:
    """Return direct messages of a bot that has opened Aki's conversation."""
    world.person(AKI)
    messages = DirectMessages(world.bot, world.services.people)
    assert await messages.write(AKI.id, PAGE)
    return messages


def fail(monkeypatch: pytest.MonkeyPatch, error: Exception | None, requests: int) -> None:
    """Let every sending fail, without an error by its timeout, after a number of requests that may take effect."""

    async def send(*_: object, **__: object) -> None:
        call = current_call()
        assert call is not None
        call.sent = requests
        if error is None:
            await asyncio.sleep(0.1)
        else:
            raise error

    monkeypatch.setattr(discord.abc.Messageable, "send", send)
    if error is None:
        monkeypatch.setattr(discord_calls, "CALL_SECONDS", 0.01)


FAILURES = [
    pytest.param(PausedError(30.0), id="paused"),
    pytest.param(discord.RateLimited(60), id="rate limit"),
    pytest.param(refused(503), id="503"),
    pytest.param(OSError(), id="no connection"),
    pytest.param(None, id="timeout"),
]


@pytest.mark.parametrize("error", FAILURES)
async def test_message_of_which_no_request_was_sent_is_not_sent(
    messages: DirectMessages, monkeypatch: pytest.MonkeyPatch, error: Exception | None
) -> None:
    fail(monkeypatch, error, 0)
    with pytest.raises(NotSentError):
        await messages.write(AKI.id, PAGE)


@pytest.mark.parametrize("error", FAILURES)
async def test_message_that_may_have_arrived_counts_as_sent(
    messages: DirectMessages, monkeypatch: pytest.MonkeyPatch, error: Exception | None
) -> None:
    fail(monkeypatch, error, 1)
    assert await messages.write(AKI.id, PAGE)


async def test_request_that_the_library_repeats_makes_one_message(
    world: Offline, messages: DirectMessages, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Let Discord post the message and answer 502, after which discord.py sends the request again."""
    answer, failed = world.answer, list[int]()

    async def after_502(route: Route, path: str, call: Call, raw: str) -> _Answer:
        given = await answer(route, path, call, raw)
        if route.method == "POST" and path.endswith("/messages") and not failed:
            failed.append(given.status)
            return _Answer(HTTPStatus.BAD_GATEWAY, {})
        return given

    monkeypatch.setattr(world, "answer", after_502)
    assert await messages.write(AKI.id, PAGE)
    assert failed
    assert len(world.direct_messages(AKI)) == 2, "one, and the one of the fixture"


async def test_nothing_is_sent_if_the_conversation_cannot_be_read(
    world: Offline, messages: DirectMessages, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def broken(_user_id: int) -> int:
        raise StoreError("the database is gone")

    monkeypatch.setattr(world.services.people, "conversation", broken)
    with pytest.raises(StoreError):
        await messages.write(AKI.id, PAGE)
    assert len(world.direct_messages(AKI)) == 1


@pytest.mark.parametrize("code", [50007, 50278, 10013, 50033])
async def test_conversation_that_a_person_never_gets_is_a_refusal_and_stops_no_other(
    world: Offline, messages: DirectMessages, monkeypatch: pytest.MonkeyPatch, code: int
) -> None:
    opening = world.bot.create_dm

    async def open_one(user: Any) -> discord.DMChannel:
        if user.id == BEN.id:
            raise refused(400, code)
        return await opening(user)

    world.person(CHIE)
    monkeypatch.setattr(world.bot, "create_dm", open_one)
    assert not await messages.write(BEN.id, PAGE)
    assert await messages.write(CHIE.id, PAGE)


@pytest.mark.parametrize(("status", "code"), [(400, 40003), (403, 20026), (403, 0), (401, 0), (503, 0)])
async def test_refusal_to_open_conversations_at_all_says_nothing_about_a_person(
    messages: DirectMessages, monkeypatch: pytest.MonkeyPatch, status: int, code: int
) -> None:
    asked = list[int]()

    async def refuse(user: Any) -> discord.DMChannel:
        asked.append(user.id)
        raise refused(status, code)

    monkeypatch.setattr("discord.Client.create_dm", lambda _, user: refuse(user))
    for who in (BEN, CHIE):
        with pytest.raises(NotSentError):
            await messages.write(who.id, PAGE)
    assert asked == [BEN.id], "the bot opens no conversation for a time"
    assert await messages.write(AKI.id, PAGE), "it writes to people whose conversation it knows"
