"""Tables exist only on their own server and for people who can see them; for everybody else they are unknown."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from dataclasses import fields
from typing import Any, cast

import pytest

import engine.games  # noqa: F401  fills Game.games
from locales import Translation
from show.actions.table_actions import PICKED, Action, TableAction
from show.text.text_form import NONCE, WORDS
from tests.fuzz.conftest import AKI, BEN, CHIE, ELSEWHERE, HIDDEN, OTHER_ROOM, ROOM, STAFF
from tests.fuzz.offline import Offline, SentInteraction
from tests.fuzz.payloads import Channel, Json, User, components_with, link_urls

NONE = Translation("en")("no-such-table")
NUMBER = 4711
"""Number of a table that does not exist."""
ABOUT_TABLES = sorted(verb for verb, kind in Action.verbs.items() if issubclass(kind, TableAction))


async def open_lobby(world: Offline, who: User = AKI, where: Channel = ROOM, seats: int = 3) -> int:
    """Open a lobby and return the table's number."""
    asked = world.command(who, where, "play", game="saizen", seats=seats)
    await world.wait_for(asked)
    await world.wait_until_idle()
    return int(next(one for one in custom_ids(asked) if one.startswith("join:")).split(":")[1])


async def start_game(world: Offline, *who: User, where: Channel = ROOM) -> int:
    """Start a game and return the table's number."""
    number = await open_lobby(world, who[0], where, len(who))
    for person in who[1:]:
        await world.wait_for(world.click(person, where, f"join:{number}"))
    await world.wait_for(world.click(who[0], where, f"start:{number}"))
    return number


def custom_ids(asked: SentInteraction) -> list[str]:
    """Return all custom ids in the answers."""
    return [str(part["custom_id"]) for part in components_with(asked.answers)]


def all_rows(world: Offline) -> list[Any]:
    """Return all rows of the database except people's names."""
    with closing(sqlite3.connect(world.database)) as connection:
        tables = ("tables", "seats", "moves", "posts", "settings", "results")
        return [connection.execute(f"SELECT * FROM {table} ORDER BY 1, 2").fetchall() for table in tables]  # noqa: S608


def send_action(world: Offline, who: User, where: Channel, verb: str, number: int) -> SentInteraction:
    """Send a click, choice or form about a table, as the verb's own page would."""
    kind: Any = Action.verbs[verb]
    types = {one.name: str(one.type) for one in fields(kind)}
    sample = {"int": "0", "bool": "0", "Path": "R9", "str": "saizen"}
    written = [verb, str(number)]
    written += [sample[kind] for name, kind in types.items() if name not in {"table", PICKED}]
    custom_id = ":".join(written)
    if types.get(PICKED) == "Filled":
        return world.submit(who, where, custom_id, {"seats": "3"})
    if types.get(PICKED) == "OwnCut":
        return world.submit(who, where, custom_id, {NONCE: "0" * 32, WORDS: "words"})
    picked = {"Placed": "0.hard", "int": "0"}.get(types.get(PICKED, ""), "R9")
    return world.click(who, where, custom_id, values=[picked] if PICKED in types else None)


def test_every_action_with_a_table_is_a_table_action() -> None:
    named = {verb for verb, kind in Action.verbs.items() if "table" in [one.name for one in fields(cast("Any", kind))]}
    assert named - set(ABOUT_TABLES) == {"cut", "options"}, "their forms say what the button says, and touch no table"


@pytest.mark.parametrize("verb", ABOUT_TABLES)
@pytest.mark.parametrize("playing", [False, True], ids=["lobby", "game"])
async def test_table_of_another_server_is_answered_as_unknown(world: Offline, verb: str, playing: bool) -> None:
    number = await (start_game(world, AKI, BEN) if playing else open_lobby(world))
    await world.wait_until_idle()
    before = all_rows(world)
    for who in (AKI, CHIE):
        said = [send_action(world, who, ELSEWHERE, verb, table) for table in (number, NUMBER)]
        await world.wait_for(*said)
        assert [one.text for one in said] == [NONE, NONE]
        assert said[0].replies == said[1].replies
    await world.wait_until_idle()
    assert all_rows(world) == before


@pytest.mark.parametrize("playing", [False, True], ids=["lobby", "game"])
async def test_hand_command_for_another_servers_table_is_answered_as_unknown(world: Offline, playing: bool) -> None:
    number = await (start_game(world, AKI, BEN) if playing else open_lobby(world))
    said = [world.command(AKI, ELSEWHERE, "hand", table=table) for table in (number, NUMBER)]
    await world.wait_for(*said)
    assert [one.text for one in said] == [NONE, NONE]
    assert said[0].replies == said[1].replies


async def test_autocomplete_offers_only_tables_of_the_same_server(world: Offline) -> None:
    await start_game(world, AKI, BEN)
    option = {"name": "table", "type": 4, "value": "", "focused": True}
    for channel, offered in ((ROOM, 1), (ELSEWHERE, 0)):
        asked = world.send(4, AKI, channel, {"id": "1", "name": "hand", "type": 1, "options": [option]})
        await world.wait_for(asked)
        assert len(asked.answers[0]["choices"]) == offered


async def test_context_menu_opens_no_hand_of_another_server(world: Offline) -> None:
    await start_game(world, AKI, BEN)
    await world.wait_until_idle()
    for message in list(world.messages.values()):
        data: Json = {"id": "1", "name": "My hand", "type": 3, "target_id": message["id"]}
        asked = world.send(2, AKI, ELSEWHERE, data | {"resolved": {"messages": {message["id"]: message}}})
        await world.wait_for(asked)
        assert asked.text == Translation("en")("hand-none")


async def test_button_for_another_table_than_its_message_is_refused(world: Offline) -> None:
    """A forged one would show one table in the other's message, or delete that message as superfluous."""
    lobby, game = await open_lobby(world), await start_game(world, AKI, BEN)
    await world.wait_until_idle()
    before = all_rows(world), {number: json.dumps(one) for number, one in world.messages.items()}
    for message in [one for one in world.messages.values() if components_with(one)]:
        mine = {
            int(part["custom_id"].split(":")[1]) for part in components_with(message) if "join:" in part["custom_id"]
        }
        for number in {lobby, game} - (mine or {game}):
            verb = "hand" if number == game else "join"
            asked = world.click(BEN, ROOM, f"{verb}:{number}", message)
            await world.wait_for(asked)
            assert asked.text == NONE
    await world.wait_until_idle()
    assert (all_rows(world), {number: json.dumps(one) for number, one in world.messages.items()}) == before


# --- Visibility


async def table_list(world: Offline, who: User, where: Channel) -> SentInteraction:
    """Send /tables and wait for the answer."""
    asked = world.command(who, where, "tables")
    await world.wait_for(asked)
    return asked


async def test_list_has_no_tables_of_hidden_channels(world: Offline) -> None:
    hidden, seen = await open_lobby(world, STAFF, HIDDEN), await open_lobby(world, STAFF, ROOM)
    page = await table_list(world, BEN, ROOM)
    assert f"table {seen} " in page.text
    assert f"table {hidden} " not in page.text
    assert not any(str(HIDDEN.id) in link for link in link_urls(page.answers))
    assert f"table {hidden} " in (await table_list(world, STAFF, ROOM)).text


async def test_list_has_the_readers_own_tables_in_hidden_channels(world: Offline) -> None:
    number = await open_lobby(world, BEN, HIDDEN)
    assert f"table {number} " in (await table_list(world, BEN, ROOM)).text


async def test_table_of_a_private_thread_is_listed_only_in_that_thread(world: Offline) -> None:
    thread = Channel(1003, ROOM.guild, parent=ROOM.id, private=True)
    world.add_guild(ROOM.guild, ROOM, OTHER_ROOM, HIDDEN, thread)
    number = await open_lobby(world, AKI, thread)
    assert f"table {number} " not in (await table_list(world, BEN, ROOM)).text
    assert f"table {number} " in (await table_list(world, BEN, thread)).text


@pytest.mark.parametrize("verb", ["sit", "join", "sheet", "details", "more", "hand"])
async def test_invisible_table_is_answered_as_unknown(world: Offline, verb: str) -> None:
    number = await open_lobby(world, STAFF, HIDDEN)
    said = [send_action(world, BEN, ROOM, verb, table) for table in (number, NUMBER)]
    said += [world.command(BEN, ROOM, "hand", table=table) for table in (number, NUMBER)]
    await world.wait_for(*said)
    assert [one.text for one in said] == [NONE] * 4


async def test_table_is_reachable_for_everybody_in_its_channel_and_threads(world: Offline) -> None:
    """A person who clicks in a channel can see the channel, whatever roles the bot knows of."""
    number = await open_lobby(world, STAFF, HIDDEN)
    thread = Channel(1004, HIDDEN.guild, parent=HIDDEN.id)
    for where in (HIDDEN, thread):
        asked = world.click(BEN, where, f"more:{number}")
        await world.wait_for(asked)
        assert f"table {number}" in asked.text
