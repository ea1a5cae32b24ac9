"""Every command in every context, and every button in groups and on servers to which the bot was not added.

A person can use the bot there after adding it to their own account.
"""

import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any
from unittest.mock import AsyncMock

import pytest
from discord import app_commands

from cogs.interactions.bot_presence import ANYWHERE
from cogs.interactions.command_registration import register
from engine.game import Game
from local_discord.world.interactions import AUTOCOMPLETE, COMMAND
from local_discord.world.model import GROUP_DM, Channel, Guild
from locales import LANGUAGES, Translation
from show.actions.table_actions import Action
from tests.fuzz.actions import PICKS, SAMPLES, field_types
from tests.fuzz.conftest import AKI, HERE, ROOM
from tests.fuzz.offline import Offline, SentInteraction, logged_errors, offline
from tests.fuzz.payloads import Json, User, link_urls

SLASH, STRING, USER_OPTION = 1, 3, 6
EVERYWHERE = {"learn", "rules", "help", "privacy", "today"}
JAPANESE = User(15, "Emi", locale="ja")
NO_BOT = ["group", "elsewhere"]
THIS_SERVER = re.compile("(this|whole|your) server|このサーバー|サーバー全体", re.IGNORECASE)
FORGED_THERE = {"check", "schedule"}
"""Verbs of buttons that only servers have, and whose refusals speak of servers."""


@pytest.fixture(scope="module")
async def shared(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Offline]:
    """Yield a bot on one server; a server without the bot and a group channel exist too.

    Aki and Emi have added the bot to their accounts.
    """
    async with offline(tmp_path_factory.mktemp("bot") / "ichiza.sqlite3") as world:
        world.add_guild(HERE, ROOM)
        people = [world.person(one) for one in (AKI, JAPANESE)]
        for person in people:
            person.installed = True
        state = world.discord.world
        state.guilds["700"] = Guild("700", "Elsewhere", has_app=False)
        state.channels["7000"] = Channel("7000", "elsewhere", guild_id="700")
        members = {person.id for person in people}
        state.channels["8000"] = Channel("8000", "friends", GROUP_DM, None, owner_id=people[0].id, members=members)
        yield world


def place(world: Offline, where: str, who: User = AKI) -> Channel:
    """Return the channel of a context: `server`, `dm`, `group`, or `elsewhere` for a server without the bot."""
    if where == "dm":
        return world.discord.world.private_channel(world.person(who))
    return world.discord.world.channels[{"server": str(ROOM.id), "group": "8000", "elsewhere": "7000"}[where]]


async def games(world: Offline) -> list[Any]:
    """Return all rows of tables, seats, moves, message records and results."""
    tables, seats, moves, posts, _, results = await world.rows()
    return [tables, seats, moves, posts, results]


async def commands(world: Offline) -> list[Json]:
    """Return all commands as they are registered with Discord."""
    return [one.to_dict(world.bot.tree) for one in world.bot.tree.get_commands()] + [
        one.to_dict(world.bot.tree) for one in world.bot.tree._context_menus.values()
    ]


def sample(command: Json) -> Json:
    """Return the data of a command's use, with a value for each required option."""
    data: Json = {"id": "1", "name": str(command["name"]), "type": command["type"]}
    if command["type"] != SLASH:
        message = {"id": "1", "channel_id": "1", "author": {"id": "1", "username": "x", "discriminator": "0"}}
        about = {"content": "", "type": 0, "flags": 0, "edited_timestamp": None, "timestamp": "2026-01-01T00:00:00"}
        lists = {name: list[str]() for name in ("attachments", "embeds", "mentions", "mention_roles", "components")}
        flags = dict.fromkeys(("tts", "pinned", "mention_everyone"), False)
        return data | {"target_id": "1", "resolved": {"messages": {"1": {**message, **about, **lists, **flags}}}}
    needed = [one for one in command["options"] if one.get("required")]
    values = [{"name": str(one["name"]), "type": one["type"], "value": value_of(one)} for one in needed]
    return data | {"options": values, "resolved": {}}


def value_of(option: Json) -> object:
    """Return a value that an option takes."""
    if choices := option.get("choices"):
        return choices[0]["value"]
    return "saizen" if option["type"] == STRING else option.get("min_value", 1)


def shape(sent: SentInteraction) -> tuple[str, list[str], bool]:
    """Return the text and the links of the answers, and whether all answers are for the person alone."""
    private = all(body.get("flags", 0) & 64 for body in sent.answers)
    return sent.text, link_urls(sent.answers), private


async def test_every_command_is_registered_for_servers_and_people_and_for_every_context(shared: Offline) -> None:
    every = await commands(shared)
    assert len(every) > 9
    for one in every:
        assert (one["integration_types"], one["contexts"]) == ([0, 1], [0, 1, 2]), one["name"]


async def test_commands_that_need_no_bot_are_few_and_known(shared: Offline) -> None:
    tree = shared.bot.tree.get_commands()
    marked = {one.name for one in tree if not isinstance(one, app_commands.Group) and one.extras.get(ANYWHERE)}
    assert marked == EVERYWHERE


@pytest.mark.drawn(1)
@pytest.mark.parametrize("where", ["server", "dm", *NO_BOT])
async def test_every_command_answers_in_every_context(
    shared: Offline, caplog: pytest.LogCaptureFixture, where: str
) -> None:
    before = await games(shared)
    tr = Translation("en")
    channel = place(shared, where)
    for command in await commands(shared):
        name = str(command["name"])
        if where not in NO_BOT and name == "play":
            continue  # the next test checks /play, which opens a table here
        sent = await shared.complete(shared.send_from(channel, COMMAND, AKI, sample(command)))
        text, links, private = shape(sent)
        leads_away = where in NO_BOT and name not in EVERYWHERE
        assert text.startswith(tr("not-here")) == leads_away, name
        assert private or (where, name) == ("server", "leaderboard"), name
        if leads_away:
            assert links == [f"https://discord.com/channels/@me/{place(shared, 'dm').id}"], name
        assert text not in {tr("fault-unknown"), tr("fault-other-version"), tr("fault-busy")}, name
    assert logged_errors(caplog.records) == []
    assert await games(shared) == before


def clicked(verb: str) -> Json:
    """Return the data of a click on a button or in a select of this verb."""
    types = field_types(verb)
    custom_id = ":".join([verb, *(SAMPLES[one] for name, one in types.items() if name != "value")])
    data: Json = {"custom_id": custom_id, "component_type": 2}
    picked: Any = PICKS[types["value"]] if "value" in types else None
    return data | ({"component_type": 3, "values": picked} if isinstance(picked, list) else {})


@pytest.mark.drawn(1)
@pytest.mark.parametrize("language", LANGUAGES)
async def test_no_answer_in_direct_messages_speaks_of_this_server(shared: Offline, language: str) -> None:
    who, said = User(20 + LANGUAGES.index(language), "Gen", locale=language), dict[str, str]()
    there = place(shared, "dm", who)
    for command in await commands(shared):
        sent = await shared.complete(shared.send_from(there, COMMAND, who, sample(command)))
        said[f"/{command['name']}"] = sent.text
    for verb in sorted(Action.verbs.keys() - FORGED_THERE):
        sent = await shared.complete(shared.send_from(there, 3, who, clicked(verb), shared.private(who, None)))
        said[verb] = sent.text
    assert [verb for verb, text in said.items() if THIS_SERVER.search(text)] == []
    assert all("Gen" in said[one] for one in ("/profile", "profile"))


@pytest.mark.parametrize("where", ["server", "dm"])
async def test_play_answers_where_it_may_open_a_table(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, where: str
) -> None:
    async with offline(tmp_path / "ichiza.sqlite3") as world:
        world.add_guild(HERE, ROOM)
        [play] = [one for one in await commands(world) if one["name"] == "play"]
        sent = await world.complete(world.send_from(place(world, where), COMMAND, AKI, sample(play)))
        text, _, private = shape(sent)
        assert text or world.direct_messages(AKI)
        assert not text.startswith(Translation("en")("not-here"))
        assert text not in {Translation("en")(f"fault-{one}") for one in ("unknown", "other-version", "busy")}
        assert where == "dm" or not private
    assert logged_errors(caplog.records) == []


@pytest.mark.parametrize("where", ["dm", *NO_BOT])
async def test_autocomplete_offers_only_games_and_zones_where_there_is_no_table(shared: Offline, where: str) -> None:
    checked = []
    for command in await commands(shared):
        for one in (one for one in command.get("options", []) if one.get("autocomplete")):
            typed = {"name": str(one["name"]), "type": one["type"], "value": "", "focused": True}
            data = {**sample(command), "options": [typed]}
            sent = shared.send_from(place(shared, where), AUTOCOMPLETE, AKI, data)
            sent.asked.option_type = one["type"]
            [answer] = (await shared.complete(sent)).answers
            offered = one["name"] == "game" or (one["name"], where) == ("zone", "dm")
            assert bool(answer["choices"]) == offered, (command["name"], one["name"])
            checked.append(one["name"])
    assert {"table", "game"} <= {*checked}


@pytest.mark.parametrize("where", NO_BOT)
async def test_games_of_play_are_offered_where_the_bot_is_not(shared: Offline, where: str) -> None:
    """Offer the games of /play even where the bot was not added.

    There /play can open no table. Its answer links to the bot's direct messages.
    """
    typed = {"name": "game", "type": STRING, "value": "", "focused": True}
    sent = shared.send_from(
        place(shared, where), AUTOCOMPLETE, AKI, {"name": "play", "type": 1, "id": "1", "options": [typed]}
    )
    sent.asked.option_type = STRING
    [answer] = (await shared.complete(sent)).answers
    assert {one["value"] for one in answer["choices"]} == {*Game.games}


@pytest.mark.slow
@pytest.mark.drawn(1)
@pytest.mark.parametrize("where", NO_BOT)
async def test_every_button_that_needs_the_bot_leads_to_its_direct_messages(
    shared: Offline, caplog: pytest.LogCaptureFixture, where: str
) -> None:
    before, channel, sentence = await games(shared), place(shared, where), Translation("en")("not-here")
    for verb, kind in sorted(Action.verbs.items()):
        sent = await shared.complete(shared.send_from(channel, 3, AKI, clicked(verb), shared.private(AKI, ROOM)))
        assert (sentence in sent.text) != kind.anywhere, verb
    assert logged_errors(caplog.records) == []
    assert await games(shared) == before


@pytest.mark.parametrize("where", NO_BOT)
async def test_process_that_gets_an_interaction_from_a_place_without_the_bot_answers_it(
    shared: Offline, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    monkeypatch.setattr(shared.services.shards, "answers", AsyncMock(return_value=False))
    sent = await shared.complete(shared.send_from(place(shared, where), COMMAND, AKI, sample_of("hand")))
    assert sent.text.startswith(Translation("en")("not-here"))


@pytest.mark.parametrize("who", [AKI, JAPANESE], ids=LANGUAGES)
async def test_way_to_the_bot_is_in_the_readers_language(shared: Offline, who: User) -> None:
    sent = await shared.complete(shared.send_from(place(shared, "group"), COMMAND, who, {**sample_of("hand")}))
    assert sent.text.startswith(Translation(who.locale[:2])("not-here"))


@pytest.mark.parametrize(("where", "tells"), [("server", "/leaderboard"), ("dm", ""), ("group", ""), ("elsewhere", "")])
async def test_help_names_leaderboards_only_where_they_are(shared: Offline, where: str, tells: str) -> None:
    sent = await shared.complete(shared.send_from(place(shared, where), COMMAND, AKI, sample_of("help")))
    assert ("/leaderboard" in sent.text) == bool(tells)


def sample_of(name: str) -> Json:
    return {"id": "1", "name": name, "type": SLASH, "options": [], "resolved": {}}


async def test_way_to_the_bot_is_its_profile_if_discord_opens_no_direct_messages(
    shared: Offline, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def refuse(_: object) -> None:
        raise OSError("gone")

    newcomer = User(16, "Fumi")
    shared.person(newcomer).installed = True
    monkeypatch.setattr(shared.bot, "create_dm", refuse)
    sent = await shared.complete(shared.send_from(place(shared, "elsewhere"), COMMAND, newcomer, sample_of("tables")))
    assert link_urls(sent.answers) == [f"https://discord.com/users/{shared.bot.application_id}"]


async def test_forgetting_and_exporting_work_where_only_a_person_has_the_bot(tmp_path: Path) -> None:
    async with offline(tmp_path / "ichiza.sqlite3") as world:
        world.add_guild(HERE, ROOM)
        state = world.discord.world
        state.channels["8000"] = Channel("8000", "friends", GROUP_DM, None, members={world.person(AKI).id})
        for custom_id in ("export-me", "forget-me:1"):
            data = {"custom_id": custom_id, "component_type": 2}
            sent = await world.complete(world.send_from(state.channels["8000"], 3, AKI, data, world.private(AKI, None)))
            assert Translation("en")("not-here") not in sent.text
        assert sent.text == Translation("en")("privacy-forgotten")


@pytest.mark.parametrize(
    ("kinds", "installs", "contexts"), [({"0"}, [0], [0, 1]), ({"0", "1"}, [0, 1], [0, 1, 2]), ({"1"}, [1], [0, 1, 2])]
)
async def test_commands_are_registered_only_where_the_application_may_be_added(
    shared: Offline, monkeypatch: pytest.MonkeyPatch, kinds: set[str], installs: list[int], contexts: list[int]
) -> None:
    sent: list[Json] = []

    async def upsert(_application_id: int, payload: list[Json]) -> None:
        sent.extend(payload)

    monkeypatch.setattr(shared.bot.http, "bulk_upsert_global_commands", upsert)
    await register(shared.bot.tree, shared.services.people, shared.bot.application_id or 0, kinds)
    assert sent
    assert [(one["integration_types"], one["contexts"]) for one in sent] == [(installs, contexts)] * len(sent)
