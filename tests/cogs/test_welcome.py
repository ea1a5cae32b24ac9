"""The welcome in direct messages: for whom, how often, in which language, and where its buttons lead."""

import logging
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any
from unittest.mock import AsyncMock

import pytest

import limits
from cogs.commands.welcome import WELCOME_SECONDS, WelcomeCommands
from engine.game import Game
from local_discord.actions import messages
from locales import Translation
from tests.clock import Clock
from tests.fuzz.conftest import AKI, BEN, HERE, ROOM
from tests.fuzz.offline import Offline, logged_errors, offline
from tests.fuzz.payloads import Json, User, components_with, texts
from tests.samples import sampled

SECRET = "a secret that nobody reads"


@pytest.fixture
async def world(tmp_path: Path) -> AsyncIterator[Offline]:
    """Yield a bot on one server."""
    async with offline(tmp_path / "ichiza.sqlite3") as world:
        world.add_guild(HERE, ROOM)
        yield world


async def say(world: Offline, who: User, content: str = SECRET, **changed: Any) -> None:
    """Let a person send the bot a message; `changed` replaces fields of its payload."""
    person = world.person(who)
    place = world.discord.world.private_channel(person)
    data = {**messages.blank(world.discord, place, person), "content": content, **changed}
    world.discord.hub.to_bot("MESSAGE_CREATE", data)
    await world.wait_until_idle()


def welcomes(world: Offline, who: User) -> list[Json]:
    return world.direct_messages(who)


def said(message: Json) -> str:
    return "\n".join(texts(message))


async def test_person_who_writes_to_the_bot_is_welcomed_with_buttons(world: Offline) -> None:
    await say(world, AKI)
    [welcome] = welcomes(world, AKI)
    english, japanese = Translation("en"), Translation("ja")
    assert english("welcome") in said(welcome)
    assert japanese("welcome-language") in said(welcome)
    ways = ("lesson-learn", "welcome-play", "day-today", "table-rules")
    assert [one["label"] for one in components_with(welcome)] == [english(way) for way in ways]


@pytest.mark.parametrize("language", ["en", "ja"])
async def test_welcome_is_in_the_language_that_the_person_has_set(world: Offline, language: str) -> None:
    await world.services.settings.set_person(AKI.id, "language", (language,))
    await say(world, AKI)
    [welcome] = welcomes(world, AKI)
    tr = Translation(language)
    assert tr("welcome") in said(welcome)
    assert not any(Translation(one)("welcome-language") in said(welcome) for one in ("en", "ja"))
    assert components_with(welcome)[0]["label"] == tr("lesson-learn")


@pytest.mark.parametrize(("locale", "language"), [("ja", "ja"), ("en-GB", "en"), ("fr", "en")])
async def test_welcome_is_in_the_language_that_discord_named_when_the_person_played_there(
    world: Offline, locale: str, language: str
) -> None:
    await world.services.settings.note_locale(AKI.id, locale)
    await say(world, AKI)
    [welcome] = welcomes(world, AKI)
    assert Translation(language)("welcome") in said(welcome)
    assert not any(Translation(one)("welcome-language") in said(welcome) for one in ("en", "ja"))


async def test_one_welcome_in_some_minutes_for_each_person(world: Offline, monkeypatch: pytest.MonkeyPatch) -> None:
    clock = Clock()
    monkeypatch.setattr(world.services, "now", clock)
    for _ in range(5):
        await say(world, AKI)
    assert len(welcomes(world, AKI)) == 1
    await say(world, BEN)
    assert len(welcomes(world, BEN)) == 1, "nobody uses it up for others"
    clock.now += WELCOME_SECONDS + 1
    await say(world, AKI)
    assert len(welcomes(world, AKI)) == 2
    clock.now -= 10 * WELCOME_SECONDS
    await say(world, AKI)
    assert len(welcomes(world, AKI)) == 3, "a clock that was set back keeps nobody out"


async def test_number_of_remembered_people_is_limited(world: Offline, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "WELCOMED_PEOPLE", 2)
    for number in range(4):
        await say(world, User(100 + number, f"p{number}"))
    cog = world.bot.get_cog("WelcomeCommands")
    assert isinstance(cog, WelcomeCommands)
    assert [*cog._welcomed] == [102, 103]


BOT = {"author": {"id": "77", "username": "other", "discriminator": "0", "avatar": None, "bot": True}}


@pytest.mark.drawn(1)
@pytest.mark.parametrize("changed", [BOT, {"type": 7}, {"type": 6}, {"type": 20}, {"type": 999}], ids=str)
async def test_other_bots_and_system_messages_get_no_welcome(world: Offline, changed: Json) -> None:
    await say(world, AKI, **changed)
    assert welcomes(world, AKI) == []


async def test_message_on_a_server_gets_no_welcome(world: Offline) -> None:
    before = len(world.messages)
    await say(world, AKI, channel_id=str(ROOM.id), guild_id=str(HERE))
    assert (len(world.messages), welcomes(world, AKI)) == (before, [])


@pytest.mark.drawn(3)
@pytest.mark.parametrize("way", sampled(["null", "missing", "type", "empty", "huge", "word"], 3))
@pytest.mark.parametrize("field", ["author", "content", "id", "channel_id", "type", "mentions", "timestamp", "flags"])
async def test_odd_message_does_no_harm(world: Offline, caplog: pytest.LogCaptureFixture, field: str, way: str) -> None:
    world.discord.hub.deviations.plan({"event": "MESSAGE_CREATE", "place": [field], "way": way})
    await say(world, AKI)
    assert logged_errors(caplog.records) == []
    await say(world, BEN)
    assert len(welcomes(world, BEN)) == 1, "the bot goes on"


@pytest.mark.slow
async def test_messages_that_differ_anywhere_from_discords_documentation_do_no_harm(
    world: Offline, caplog: pytest.LogCaptureFixture
) -> None:
    cog = world.bot.get_cog("WelcomeCommands")
    assert isinstance(cog, WelcomeCommands)
    world.discord.hub.deviations.plan({"event": "MESSAGE_CREATE", "seeds": range(300)})
    for _ in range(300):
        cog._welcomed.clear()
        await say(world, AKI)
    assert logged_errors(caplog.records) == []
    await say(world, BEN)
    assert len(welcomes(world, BEN)) == 1, "the bot goes on"


@pytest.mark.parametrize("content", ["", "x" * 4000, "\ud83d", "@everyone <@1>"])
async def test_welcome_does_not_depend_on_the_text(world: Offline, content: str) -> None:
    await say(world, AKI, content, mentions=[])
    [welcome] = welcomes(world, AKI)
    assert welcome["mentions"] == []
    assert not content or content not in said(welcome)


async def test_text_of_a_direct_message_is_in_no_log_and_in_no_database(
    world: Offline, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG, "ichiza")
    await say(world, AKI)
    assert SECRET not in caplog.text
    assert SECRET.encode() not in world.database.read_bytes()


async def test_person_whose_welcome_was_refused_gets_one_with_the_next_message(
    world: Offline, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG, "ichiza")
    monkeypatch.setattr(world.discord.world, "takes_direct_messages", lambda _: False)
    await say(world, AKI)
    assert welcomes(world, AKI) == []
    monkeypatch.undo()
    channel = world.discord.world.private_channel(world.person(AKI)).id
    assert channel not in "".join(f"{one.getMessage()} {vars(one)}" for one in caplog.records), "it names the person"
    await say(world, AKI)
    assert len(welcomes(world, AKI)) == 1


async def test_process_without_the_shard_of_direct_messages_is_silent(
    world: Offline, monkeypatch: pytest.MonkeyPatch
) -> None:
    answers = AsyncMock(return_value=False)
    monkeypatch.setattr(world.services.shards, "answers", answers)
    await say(world, AKI)
    assert welcomes(world, AKI) == []
    answers.return_value = True
    await say(world, AKI)
    assert len(welcomes(world, AKI)) == 1


async def test_same_message_at_two_processes_gets_one_welcome(world: Offline) -> None:
    await say(world, AKI, id="123456")
    cog = world.bot.get_cog("WelcomeCommands")
    assert isinstance(cog, WelcomeCommands)
    cog._welcomed.clear()  # act like another process, which does not know of the welcome
    await say(world, AKI, id="123456")
    assert len(welcomes(world, AKI)) == 1


async def test_play_offers_every_game_in_the_readers_language_in_place_of_the_welcome(world: Offline) -> None:
    reader = User(16, "Emi", locale="ja")
    await say(world, reader)
    [welcome] = welcomes(world, reader)
    await world.complete(world.click(reader, None, "offer-games", welcome))
    [offer] = welcomes(world, reader)
    tr = Translation("ja")
    labels = [one["label"] for one in components_with(offer)]
    assert labels[-1] == tr("table-rules")
    assert sorted(labels[:-1]) == sorted(tr.text(game.title) for game in Game.games.values())
    assert tr("welcome-choose") in said(offer)


async def test_rules_button_lists_the_games(world: Offline) -> None:
    await say(world, AKI)
    [welcome] = welcomes(world, AKI)
    sent = await world.complete(world.click(AKI, None, "rules-of-all", welcome))
    assert sent.text.startswith(Translation("en")("rules-choose"))
    assert len(welcomes(world, AKI)) == 1, "the welcome stays"


async def test_bots_own_messages_and_edits_are_dropped_before_they_are_read(
    world: Offline, monkeypatch: pytest.MonkeyPatch
) -> None:
    parsed: list[str] = []
    monkeypatch.setattr("discord.state.Message", lambda **_: parsed.append("message"))
    place = world.discord.world.private_channel(world.person(AKI))
    sent = messages.create(world.discord, place, world.discord.world.bot, {"content": "x"}, {})
    messages.edit(world.discord, sent, {"content": "y"}, {})
    messages.delete(world.discord, sent)
    assert parsed == []
