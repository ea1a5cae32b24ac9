"""Slow databases: late answers are deferred, stored once and then displayed."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from random import Random

import pytest

from tests.driver import Driver, is_ephemeral, texts
from tests.e2e.playing import (
    LONG,
    PEOPLE,
    Json,
    choose,
    last_request,
    open_hand,
    open_table,
    playable,
    start_table,
    table_number,
    until,
    wait_for_turn,
)
from tests.e2e.processes import BotProcess

DEFERRED, DEFERRED_IN_PLACE = 5, 6


@asynccontextmanager
async def locked_until_deferred(world: Driver, bot: BotProcess, deferred: int) -> AsyncIterator[None]:
    """Lock the database until so many interactions have been deferred."""
    since = await last_request(world)

    async def waits() -> bool:
        callbacks = await world.control.requests(since, kind="callback")
        return sum(one["body"]["type"] in {DEFERRED, DEFERRED_IN_PLACE} for one in callbacks) >= deferred

    with closing(sqlite3.connect(bot.database, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        waiting = asyncio.create_task(until(waits, within=10))
        try:
            yield
            await waiting
        finally:
            other.execute("ROLLBACK")


async def test_slow_move_is_deferred_and_made_once_for_two_clicks(world: Driver, bot: BotProcess) -> None:
    table = await start_table(world, await open_table(world, "scharfe-schoten", seats=4, people=["Aki"]))
    aki = world.user("Aki")
    panel = await choose(aki, await open_hand(aki, table), Random(1))  # predicts
    panel = await wait_for_turn(aki, panel)
    card = playable(panel)[0]["custom_id"]
    async with locked_until_deferred(world, bot, 2):
        clicks = [asyncio.create_task(aki.click(panel, custom_id=card, check=False)) for _ in range(2)]
    answers = await asyncio.gather(*clicks)
    assert [one.callback_type for one in answers] == [DEFERRED_IN_PLACE] * 2
    assert [one.message and one.message["id"] for one in answers] == [panel["id"]] * 2
    assert plays(bot, table, card.split(":")[3]) == 1


async def test_slow_join_is_deferred_and_edits_the_lobby(world: Driver, bot: BotProcess) -> None:
    lobby = await open_table(world, "saizen", seats=4, people=["Aki"])
    async with locked_until_deferred(world, bot, 1):
        joining = asyncio.create_task(world.user("Ben").click(lobby, custom_id=f"join:{table_number(lobby)}"))
    answer = await joining
    assert answer.callback_type == DEFERRED_IN_PLACE
    assert (answer.reply["id"], is_ephemeral(answer.reply)) == (lobby["id"], False)
    assert bot.rows("SELECT count(*) FROM seats WHERE table_id = ? AND user_id > 0", table_number(lobby)) == [(2,)]


async def test_slow_opening_is_deferred_and_public(world: Driver, bot: BotProcess) -> None:
    [(newest,)] = bot.rows("SELECT coalesce(max(id), 0) FROM tables")
    async with locked_until_deferred(world, bot, 1):
        opening = asyncio.create_task(world.user("Aki").command("card-room", "play", game="saizen"))
    answer = await opening
    assert answer.callback_type == DEFERRED
    assert not is_ephemeral(answer.reply)
    assert bot.rows("SELECT id FROM tables WHERE id > ?", newest) == [(table_number(answer.reply),)]


@pytest.mark.soak
async def test_clicks_during_a_long_database_lock_are_refused_and_change_nothing(
    world: Driver, bot: BotProcess
) -> None:
    """Check a regression: clicks were not answered, and some were stored all the same."""
    lobby = await open_table(world, "saizen", seats=4, people=["Aki"])
    number, tables = table_number(lobby), bot.rows("SELECT count(*) FROM tables")
    aki, ben, chie, dai = people = [world.user(name) for name in PEOPLE]

    def says_so(message: Json) -> bool:
        return is_ephemeral(message) and "nothing has changed" in texts(message)

    with closing(sqlite3.connect(bot.database, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        answers = await asyncio.gather(
            ben.click(lobby, custom_id=f"join:{number}"),
            chie.click(lobby, custom_id=f"join:{number}"),
            aki.click(lobby, custom_id=f"start:{number}"),
            dai.command("card-room", "play", game="saizen"),
        )
        for person in people:
            await person.wait_for(says_so, within=LONG)
        other.execute("ROLLBACK")
    assert {one.callback_type for one in answers} == {DEFERRED, DEFERRED_IN_PLACE}, "each was acknowledged in time"
    assert bot.rows("SELECT count(*) FROM seats WHERE table_id = ? AND user_id > 0", number) == [(1,)]
    assert bot.rows("SELECT count(*) FROM tables") == tables
    assert "Ben" in texts((await ben.click(lobby, custom_id=f"join:{number}")).reply)


def plays(bot: BotProcess, table: Json, card: str) -> int:
    """Count Aki's plays of a card, which nobody holds twice in a first round."""
    query = "SELECT count(*) FROM moves WHERE table_id = ? AND seat = 0 AND move LIKE ?"
    [(count,)] = bot.rows(query, table_number(table), f"%{card}")
    return int(count)
