"""Malformed payloads: the event is dropped, the library's cache is unchanged, and an interaction is answered."""

import asyncio
import logging
import math
from random import Random
from typing import Any

import discord
import pytest
from discord.webhook.async_ import AsyncWebhookAdapter

from cogs.gateway.guild_snapshot import _objects_of, _state
from cogs.gateway.parsers import _answers, install_parsers
from local_discord.gateway.deviations import deviate, draw
from local_discord.world import ids
from local_discord.world.events import examples
from local_discord.world.world import World
from locales import Translation

Json = dict[str, Any]
WORLD = World()
EVENTS = examples(WORLD)
GUILD_ID = int(ids.GUILD_ID)
TOKEN, SECRET = "aW50ZXJhY3Rpb246MTIz", "a card that nobody may see"


class Guarded:
    """A client's guarded parsers, and the requests that answer interactions."""

    def __init__(self, patch: pytest.MonkeyPatch) -> None:
        self.client = discord.AutoShardedClient(intents=discord.Intents(guilds=True), shard_count=1)
        self.connection: Any = self.client._connection
        self.connection.shard_count = 1
        self.connection.user = discord.ClientUser(state=self.connection, data=WORLD.bot.payload())  # type: ignore[arg-type]
        install_parsers(self.client)
        self.answers: list[tuple[str, Json]] = []
        patch.setattr(AsyncWebhookAdapter, "request", self._answered)
        self.receive("GUILD_CREATE", EVENTS["GUILD_CREATE"])
        self.receive("CHANNEL_CREATE", EVENTS["CHANNEL_CREATE"])
        self.receive("THREAD_CREATE", EVENTS["THREAD_CREATE"])

    async def _answered(self, route: Any, **how: Any) -> Json:
        self.answers.append((route.url, how["payload"]))
        return {}

    def receive(self, event: str, payload: Any) -> None:
        self.connection.parsers[event](payload)

    async def answered(self) -> list[tuple[str, Json]]:
        """Return the answers once all are sent."""
        await asyncio.gather(*_answers)
        return self.answers

    def known(self) -> list[tuple[object, Json]]:
        """Return the library's cached objects of the server and the bot."""
        guild = self.client.get_guild(GUILD_ID)
        return [(one, _state(one)) for one in (self.connection.user, guild, *_objects_of(guild))]


@pytest.fixture
async def guarded(monkeypatch: pytest.MonkeyPatch) -> Guarded:
    return Guarded(monkeypatch)


def click(**fields: Any) -> Json:
    return {"id": "77", "token": TOKEN, "type": 3, "data": {"custom_id": SECRET, "component_type": 2}, **fields}


@pytest.mark.drawn(3)
@pytest.mark.parametrize("event", sorted(EVENTS))
async def test_dropped_event_changes_nothing(guarded: Guarded, event: str, caplog: pytest.LogCaptureFixture) -> None:
    random = Random(event)
    for _ in range(60):
        before = guarded.known()
        caplog.clear()
        payload = deviate(EVENTS[event], *draw(EVENTS[event], random))
        guarded.receive(event, payload)
        if caplog.records:
            assert guarded.known() == before, payload
            assert all(record.gateway_event == event for record in caplog.records)  # type: ignore[attr-defined]
        if event in {"GUILD_CREATE", "GUILD_UPDATE"}:
            guarded.receive("GUILD_CREATE", EVENTS["GUILD_CREATE"])


@pytest.mark.parametrize(
    ("event", "place", "way"),
    [
        ("CHANNEL_UPDATE", ("position",), "missing"),
        ("CHANNEL_UPDATE", ("permission_overwrites",), "null"),
        ("THREAD_CREATE", ("owner_id",), "missing"),
        ("THREAD_UPDATE", ("thread_metadata",), "null"),
        ("GUILD_UPDATE", ("roles",), "empty"),
        ("GUILD_UPDATE", ("roles",), "missing"),
        ("GUILD_UPDATE", ("preferred_locale",), "null"),
        ("GUILD_CREATE", ("members",), "null"),
        ("GUILD_CREATE", ("channels", 0, "id"), "huge"),
        ("GUILD_DELETE", ("id",), "null"),
        ("GUILD_ROLE_UPDATE", ("role", "permissions"), "word"),
        ("GUILD_MEMBER_UPDATE", ("roles",), "null"),
        ("USER_UPDATE", ("id",), "huge"),
        ("USER_UPDATE", (), "null"),
    ],
)
async def test_event_that_would_corrupt_the_cache_is_dropped(
    guarded: Guarded, event: str, place: tuple[str | int, ...], way: str, caplog: pytest.LogCaptureFixture
) -> None:
    before = guarded.known()
    guarded.receive(event, deviate(EVENTS[event], place, way))
    assert [record.levelno for record in caplog.records] == [logging.WARNING]
    assert guarded.known() == before


async def test_valid_event_is_applied(guarded: Guarded, caplog: pytest.LogCaptureFixture) -> None:
    guarded.receive("GUILD_UPDATE", EVENTS["GUILD_UPDATE"] | {"name": "Another name"})
    guild = guarded.client.get_guild(GUILD_ID)
    assert guild is not None
    assert guild.name == "Another name"
    assert not caplog.records


@pytest.mark.parametrize(("locale", "language"), [("ja", "ja"), ("en-GB", "en"), (None, "en"), (5, "en")])
@pytest.mark.parametrize("odd", [{}, {"channel": None}, {"data": None}, {"type": "3"}, {"application_id": "1"}])
async def test_unreadable_interaction_is_answered_in_its_language(
    guarded: Guarded, odd: Json, locale: object, language: str
) -> None:
    guarded.receive("INTERACTION_CREATE", click(locale=locale) | odd)
    [(url, answer)] = await guarded.answered()
    assert url.endswith(f"/interactions/77/{TOKEN}/callback")
    assert (answer["type"], answer["data"]["flags"]) == (4, 64)
    assert answer["data"]["content"] == Translation(language)("fault-unknown")
    assert answer["data"]["allowed_mentions"] == {"parse": []}


@pytest.mark.parametrize(
    "odd", [{"type": 4}, {"type": None, "data": {"options": [{"options": [{"name": "table", "focused": True}]}]}}]
)
async def test_unreadable_autocompletion_gets_no_choices(guarded: Guarded, odd: Json) -> None:
    guarded.receive("INTERACTION_CREATE", click(channel=None) | odd)
    [(_, answer)] = await guarded.answered()
    assert answer == {"type": 8, "data": {"choices": []}}


@pytest.mark.parametrize(
    "payload", [None, [], "odd", 5, {}, click(id=None), click(id="odd"), click(id=math.inf), click(token=None)]
)
async def test_interaction_without_id_or_token_is_ignored(guarded: Guarded, payload: object) -> None:
    guarded.receive("INTERACTION_CREATE", payload)
    assert await guarded.answered() == []


async def test_log_contains_nothing_of_a_payload(guarded: Guarded, caplog: pytest.LogCaptureFixture) -> None:
    guarded.receive("INTERACTION_CREATE", click(version=SECRET, channel=None))
    guarded.receive("CHANNEL_UPDATE", EVENTS["CHANNEL_UPDATE"] | {"id": SECRET})
    await guarded.answered()
    assert len(caplog.records) >= 2
    for record in caplog.records:
        assert not any(secret in str(value) for value in vars(record).values() for secret in (TOKEN, SECRET))


READY = {
    "shard": [0, 1],
    "user": WORLD.bot.payload(),
    "guilds": [{"id": ids.GUILD_ID, "unavailable": True}],
    "application": {"id": WORLD.bot.id, "flags": 0},
}


@pytest.mark.parametrize(
    ("place", "way"),
    [
        (("guilds",), "missing"),
        (("guilds",), "null"),
        (("guilds", 0, "id"), "huge"),
        (("shard",), "missing"),
        (("shard", 0), "huge"),
        (("user", "id"), "huge"),
        (("user",), "null"),
        ((), "null"),
    ],
)
async def test_unreadable_ready_event_starts_no_session_and_forgets_no_server(
    guarded: Guarded, place: tuple[str | int, ...], way: str
) -> None:
    with pytest.raises((TypeError, ValueError, LookupError, AttributeError)):
        guarded.receive("READY", deviate(READY, place, way))
    assert [guild.id for guild in guarded.client.guilds] == [GUILD_ID]
