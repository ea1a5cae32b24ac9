"""Pings: whom the bot pings and when, and how it removes them."""

import sqlite3
import time
from contextlib import closing
from random import Random
from typing import Any

from show.messages.lost_post_search import ARRIVING, REMEMBERED
from tests.driver import Driver, Person
from tests.e2e.playing import (
    LONG,
    choose,
    open_hand,
    open_table,
    start_again,
    start_table,
    until,
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
