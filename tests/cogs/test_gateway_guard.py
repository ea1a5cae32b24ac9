"""Malformed payloads: the event is dropped, the library's cache is unchanged, and an interaction is answered."""

import asyncio
import logging
import math
from random import Random
from typing import Any

import discord
import pytest
from discord.webhook.async_ import AsyncWebhookAdapter

from cogs.gateway.parsers import USED_EVENTS, _answers, install_parsers
from local_discord.gateway.deviations import deviate, draw, with_nulls
from local_discord.world import ids
from local_discord.world.events import examples
from local_discord.world.model import TEXT, Channel
from local_discord.world.world import World
from locales import Translation
from tests.cogs.large_server import KINDS, LargeServer, Size, common_events, new_client

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
        if event in self.connection.parsers:  # discord.py ignores an event without a parser
            self.connection.parsers[event](payload)

    async def answered(self) -> list[tuple[str, Json]]:
        """Return the answers once all are sent."""
        await asyncio.gather(*_answers)
        return self.answers

    @property
    def guild(self) -> discord.Guild:
        """The cached server."""
        guild = self.client.get_guild(GUILD_ID)
        assert guild is not None
        return guild

    def check(self) -> None:
        """Check everything of the cached server that the bot uses, unless the server is gone or unavailable."""
        guild = self.client.get_guild(GUILD_ID)
        if guild is None or guild.unavailable:
            return
        assert isinstance(guild.name, str)
        assert isinstance(guild.preferred_locale.value, str)
        assert guild.default_role.id == GUILD_ID
        assert guild.me.roles
        for part in (*guild.channels, *guild.threads, *guild.roles):
            assert 0 < part.id < 2**63
            assert isinstance(part.name, str)
        for channel in guild.channels:
            assert isinstance(channel.permissions_for(guild.me), discord.Permissions)
        assert len(sorted(guild.channels, key=lambda one: (one.position, one.id))) == len(guild.channels)

    def known(self) -> list[tuple[object, Json]]:
        """Return the library's cached objects of the server and the bot, with their attributes."""
        guild: Any = self.client.get_guild(GUILD_ID)
        held = () if guild is None else (guild._channels, guild._threads, guild._roles, guild._members)
        objects = [self.connection.user, guild, *(one for parts in held for one in parts.values())]
        return [(one, _attributes(one)) for one in objects]


def _attributes(one: Any) -> Json:
    names = (name for kind in type(one).__mro__ for name in getattr(kind, "__slots__", ()))
    values = {name: getattr(one, name) for name in names if name != "__weakref__" and hasattr(one, name)}
    return {name: value.copy() if type(value) is dict else value for name, value in values.items()}


@pytest.fixture
async def guarded(monkeypatch: pytest.MonkeyPatch) -> Guarded:
    return Guarded(monkeypatch)


CLICK = common_events(EVENTS["GUILD_CREATE"])["INTERACTION_CREATE"][0][1]


def a_channel(kind: int = TEXT) -> Json:
    return Channel("1400000000000009999", "a channel", kind).payload()


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
        if any("dropped" in record.message for record in caplog.records):
            assert guarded.known() == before, payload
            assert [record.gateway_event for record in caplog.records] == [event]  # type: ignore[attr-defined]
        guarded.check()
        if event in {"GUILD_CREATE", "GUILD_UPDATE"}:
            guarded.receive("GUILD_CREATE", EVENTS["GUILD_CREATE"])


@pytest.mark.parametrize(
    ("event", "place", "way"),
    [
        ("CHANNEL_UPDATE", ("position",), "word"),
        ("CHANNEL_UPDATE", ("permission_overwrites",), "word"),
        ("CHANNEL_UPDATE", ("id",), "null"),
        ("THREAD_CREATE", ("owner_id",), "missing"),
        ("THREAD_UPDATE", ("thread_metadata",), "null"),
        ("GUILD_UPDATE", ("roles",), "empty"),
        ("GUILD_UPDATE", ("roles",), "missing"),
        ("GUILD_UPDATE", ("preferred_locale",), "null"),
        ("GUILD_UPDATE", ("name",), "null"),
        ("GUILD_CREATE", ("id",), "null"),
        ("GUILD_DELETE", ("id",), "null"),
        ("GUILD_DELETE", ("unavailable",), "null"),
        ("GUILD_ROLE_UPDATE", ("role", "permissions"), "word"),
        ("GUILD_MEMBER_UPDATE", ("roles",), "null"),
        ("GUILD_MEMBER_UPDATE", ("user",), "null"),
        ("THREAD_LIST_SYNC", ("threads",), "word"),
        ("THREAD_MEMBERS_UPDATE", ("added_members",), "word"),
    ],
)
async def test_event_that_would_corrupt_the_cache_is_dropped(
    guarded: Guarded, event: str, place: tuple[str | int, ...], way: str, caplog: pytest.LogCaptureFixture
) -> None:
    before = guarded.known()
    guarded.receive(event, deviate(EVENTS[event], place, way))
    assert [record.levelno for record in caplog.records] == [logging.WARNING]
    assert guarded.known() == before


async def test_server_with_nulled_fields_is_not_lost(guarded: Guarded, caplog: pytest.LogCaptureFixture) -> None:
    whole = LargeServer(new_client(), Size(6, 3, 3)).payload
    guarded.receive("GUILD_DELETE", {"id": ids.GUILD_ID})
    lost = 0
    for seed in range(500):
        payload = with_nulls(whole, Random(seed))
        guarded.receive("GUILD_CREATE", payload)
        guarded.check()
        channels, threads = payload.get("channels") or [], payload.get("threads") or []
        assert [one.id for one in guarded.guild.channels] == [int(one["id"]) for one in channels if is_readable(one)]
        lost += len(whole["channels"]) - len(guarded.guild.channels)
        assert {one.id for one in guarded.guild.threads} <= {int(one["id"]) for one in threads if one.get("id")}
        guarded.receive("GUILD_DELETE", {"id": ids.GUILD_ID})
    assert not any("dropped" in record.message for record in caplog.records)
    assert lost > 0, "some channels cannot be read"


def is_readable(channel: Json) -> bool:
    """Return whether a channel with nulled fields names its id, its type and all that it says of permissions."""
    overwrites = channel.get("permission_overwrites") or []
    return None not in (channel.get("id"), channel.get("type")) and all(
        None not in map(one.get, ("id", "type", "allow", "deny")) for one in overwrites
    )


@pytest.mark.parametrize("field", ["name", "position", "parent_id", "flags", "bitrate", "user_limit", "available_tags"])
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("way", ["null", "missing"])
async def test_channel_without_a_field_is_cached(guarded: Guarded, kind: int, field: str, way: str) -> None:
    channel = deviate(
        {"available_tags": [], "bitrate": 1, "user_limit": 1, "flags": 0} | a_channel(kind), (field,), way
    )
    guarded.receive("CHANNEL_CREATE", channel)
    guarded.receive("CHANNEL_UPDATE", channel)
    guarded.check()
    assert guarded.guild.get_channel(int(channel["id"])) is not None


@pytest.mark.parametrize("way", ["null", "missing"])
@pytest.mark.parametrize("event", ["CHANNEL_CREATE", "CHANNEL_UPDATE", "GUILD_CREATE"])
async def test_channel_without_overwrites_is_closed_to_everybody(guarded: Guarded, event: str, way: str) -> None:
    channel = deviate(a_channel(), ("permission_overwrites",), way)
    guarded.receive("CHANNEL_CREATE", a_channel())
    guarded.receive(event, EVENTS["GUILD_CREATE"] | {"channels": [channel]} if event == "GUILD_CREATE" else channel)
    cached = guarded.guild.get_channel(int(channel["id"]))
    assert cached is not None
    assert not cached.permissions_for(guarded.guild.default_role).view_channel
    assert not cached.permissions_for(guarded.guild.me).view_channel


async def test_channel_that_could_not_be_read_is_cached_once_it_can_be(guarded: Guarded) -> None:
    broken = a_channel() | {"permission_overwrites": ["odd"]}
    guarded.receive(
        "GUILD_CREATE", EVENTS["GUILD_CREATE"] | {"channels": [*EVENTS["GUILD_CREATE"]["channels"], broken]}
    )
    assert guarded.guild.get_channel(int(broken["id"])) is None
    assert len(guarded.guild.channels) > 1
    guarded.receive("CHANNEL_UPDATE", a_channel())
    assert guarded.guild.get_channel(int(broken["id"])) is not None


async def test_unreadable_parts_of_a_server_are_logged_in_one_line(
    guarded: Guarded, caplog: pytest.LogCaptureFixture
) -> None:
    guarded.receive("GUILD_CREATE", EVENTS["GUILD_CREATE"] | {"channels": [{"name": SECRET}] * 500})
    [record] = caplog.records
    assert record.objects == 500  # type: ignore[attr-defined]
    assert SECRET not in str(vars(record))


async def test_bot_that_no_readable_member_stands_for_is_a_member_without_roles(guarded: Guarded) -> None:
    guarded.receive("GUILD_CREATE", EVENTS["GUILD_CREATE"] | {"members": None})
    assert [role.id for role in guarded.guild.me.roles] == [GUILD_ID]


async def test_server_without_a_readable_role_allows_people_nothing(guarded: Guarded) -> None:
    guarded.receive("GUILD_CREATE", EVENTS["GUILD_CREATE"] | {"roles": None})
    assert guarded.guild.default_role.permissions == discord.Permissions.none()


def test_bot_has_parsers_for_the_events_that_it_uses_and_for_no_others(guarded: Guarded) -> None:
    assert set(guarded.connection.parsers) == {*USED_EVENTS}


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


@pytest.mark.parametrize("way", ["null", "missing"])
@pytest.mark.parametrize(
    "field", ["name", "position", "bitrate", "user_limit", "available_tags", "permission_overwrites"]
)
@pytest.mark.parametrize("kind", KINDS)
async def test_click_in_a_channel_that_is_not_cached_is_parsed_whatever_is_null(
    guarded: Guarded, kind: int, field: str, way: str, caplog: pytest.LogCaptureFixture
) -> None:
    known = {"available_tags": [], "bitrate": 1, "user_limit": 1} | a_channel(kind)
    channel = deviate(known, (field,), way)
    guarded.receive("INTERACTION_CREATE", CLICK | {"channel": channel})
    assert not caplog.records
    assert await guarded.answered() == []


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
