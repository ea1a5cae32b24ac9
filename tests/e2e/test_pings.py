"""Pings: whom the bot pings and when, and how it removes them."""

import sqlite3
import time
from contextlib import closing
from functools import partial
from random import Random
from typing import Any

import pytest

from show.messages.lost_post_search import ARRIVING, REMEMBERED
from tests.driver import Driver, Person, texts
from tests.e2e.playing import (
    LONG,
    choose,
    open_hand,
    open_table,
    restart,
    start_again,
    start_table,
    until,
    wait_for_turn,
)
from tests.e2e.processes import BotProcess

Json = dict[str, Any]


def pings(message: Json, person: Person) -> bool:
    return person.id in message["pings"]


async def pings_at(person: Person, table: Json) -> list[Json]:
    """Return the existing pings of a person at a table."""
    return [one for one in await person.messages(table["channel_id"]) if pings(one, person)]


async def test_player_to_move_is_pinged_once_until_the_move(world: Driver) -> None:
    table = await start_table(world, await open_table(world, "scharfe-schoten", 4, ["Ben", "Chie"]))
    ben, chie = world.user("Ben"), world.user("Chie")
    mention = await ben.wait_for(lambda one: pings(one, ben), within=LONG, channel=table["channel_id"])
    other = await ben.wait_for(lambda one: pings(one, chie), within=LONG, channel=table["channel_id"])
    assert mention["id"] != other["id"], "each of them must predict, and has an own ping"
    since = len(ben.events)
    await choose(chie, await open_hand(chie, table), Random(1))
    await ben.wait_for_event("MESSAGE_DELETE", lambda one: one["id"] == other["id"], LONG, since=since)
    assert await pings_at(ben, table) == [mention]
    since = len(ben.events)
    await choose(ben, await open_hand(ben, table), Random(1))
    await ben.wait_for_event("MESSAGE_DELETE", lambda one: one["id"] == mention["id"], LONG, since=since)


@pytest.mark.soak
async def test_restart_neither_repeats_a_ping_nor_keeps_an_old_one(world: Driver, bot: BotProcess) -> None:
    table = await start_table(world, await open_table(world, "scharfe-schoten", 4, ["Ben", "Chie"]))
    ben, chie = world.user("Ben"), world.user("Chie")
    mentions = [await called.wait_for(partial(pings, person=called), within=LONG) for called in (ben, chie)]

    async def noted() -> bool:
        ids = [int(one["id"]) for one in mentions]
        return len(bot.rows("SELECT 1 FROM posts WHERE message_id IN (?, ?)", *ids)) == len(ids)

    await until(noted)
    since = len(ben.events)
    await restart(world, bot)
    await choose(chie, await open_hand(chie, table), Random(1))
    await choose(ben, await open_hand(ben, table), Random(1))
    await ben.wait_for_event("MESSAGE_DELETE", lambda one: one["id"] == mentions[0]["id"], 30, since=since)
    made = [data for name, data in ben.events[since:] if name == "MESSAGE_CREATE"]
    here = [one for one in made if one["channel_id"] == table["channel_id"]]
    assert not [one for one in here if pings(one, ben) or pings(one, chie)]


async def test_ping_with_a_long_lost_answer_is_found_and_not_repeated(world: Driver, bot: BotProcess) -> None:
    """After so long Discord has forgotten the nonce, so the bot searches the thread for the message."""
    table = await start_table(world, await open_table(world, "scharfe-schoten", 4, ["Ben"]))
    ben = world.user("Ben")
    mention = await ben.wait_for(lambda one: pings(one, ben), within=LONG, channel=table["channel_id"])
    number = int(mention["id"])

    async def noted() -> bool:
        return bool(bot.rows("SELECT 1 FROM posts WHERE message_id = ?", number))

    await until(noted)
    bot.kill()
    with closing(sqlite3.connect(bot.database)) as connection, connection:
        nonce = f"{int(time.time() - REMEMBERED - ARRIVING - 1):08x}-{'0' * 16}"
        connection.execute("UPDATE posts SET nonce = ?, message_id = NULL WHERE message_id = ?", (nonce, number))
    await start_again(world, bot)
    await until(noted)
    assert [one["id"] for one in await pings_at(ben, table)] == [mention["id"]]


async def test_player_with_an_open_hand_is_not_pinged(world: Driver) -> None:
    table = await start_table(world, await open_table(world, "scharfe-schoten", 4, ["Ben"]))
    ben = world.user("Ben")
    await ben.wait_for(lambda one: pings(one, ben), within=LONG, channel=table["channel_id"])
    panel = await open_hand(ben, table)
    since = len(ben.events)
    for _ in range(5):
        panel = await wait_for_turn(ben, await choose(ben, panel, Random(2)))
    assert await pings_at(ben, table) == []
    assert not [one for name, one in ben.events[since:] if name == "MESSAGE_CREATE" and pings(one, ben)]


async def test_edits_and_lists_of_seats_ping_nobody(world: Driver) -> None:
    lobby = await open_table(world, "scharfe-schoten", 4, ["Aki", "Ben"])
    assert "Ben" in texts(lobby)
    table = await start_table(world, lobby)
    assert "Ben" in texts(table)
    aki = world.user("Aki")
    since = len(aki.events)
    await choose(aki, await open_hand(aki, table), Random(1))
    edited = await aki.wait_for_event("MESSAGE_UPDATE", lambda one: one["id"] == table["id"], LONG, since=since)
    assert "Ben" in texts(edited)
    assert table["pings"] == []
    assert [one["mentions"] for one in (lobby, table, edited)] == [[], [], []], (
        "a message with a mention has a yellow background"
    )
