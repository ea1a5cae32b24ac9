"""A database that is moved away or locked under the running bot: no answer says that unsaved things were done."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random

from tests.driver import Driver, Person, texts
from tests.e2e.playing import (
    Json,
    choose,
    open_hand,
    open_table,
    playable,
    start_table,
    table_number,
    wait_for_turn,
)
from tests.e2e.processes import BotProcess

DEFERRED_IN_PLACE = 6
NOT_KEPT = "could not be saved"


async def hand_to_play(world: Driver) -> tuple[int, Person, Json]:
    """Return a table's number and Aki with a hand to play a card from."""
    table = await start_table(world, await open_table(world, "scharfe-schoten", seats=4, people=["Aki"]))
    aki = world.user("Aki")
    panel = await choose(aki, await open_hand(aki, table), Random(1))  # predicts
    return table_number(table), aki, await wait_for_turn(aki, panel)


def count(bot: BotProcess, number: int) -> int:
    """Return the number of a table's stored moves."""
    [(moves,)] = bot.rows("SELECT count(*) FROM moves WHERE table_id = ?", number)
    return int(moves)


def move(file: Path, to: Path) -> Path:
    return file.rename(to)


async def test_clicks_are_refused_after_the_database_was_moved_away(world: Driver, bot: BotProcess) -> None:
    """Check a regression: moves and tables were acknowledged, and gone after the restart."""
    number, aki, panel = await hand_to_play(world)
    before = count(bot, number)
    away = move(bot.database, bot.database.with_name("away"))
    played = await aki.click(panel, custom_id=playable(panel)[0]["custom_id"])
    opened = await world.user("Ben").command("card-room", "play", game="saizen")
    move(away, bot.database)
    assert NOT_KEPT in texts(played.reply)
    assert NOT_KEPT in texts(opened.reply)
    assert (count(bot, number), tables(bot)) == (before, number)
    await choose(aki, await aki.refreshed(panel), Random(2))
    assert count(bot, number) > before


async def test_moves_during_a_database_lock_are_deferred_and_refused(world: Driver, bot: BotProcess) -> None:
    """Check a regression: clicks were not answered, and some of them were stored."""
    number, aki, panel = await hand_to_play(world)
    before = count(bot, number)
    card = playable(panel)[0]["custom_id"]
    with closing(sqlite3.connect(bot.database, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        answers = await asyncio.gather(*(aki.click(panel, custom_id=card, check=False) for _ in range(3)))
        other.execute("ROLLBACK")
    assert [one.callback_type for one in answers] == [DEFERRED_IN_PLACE] * 3
    assert all(NOT_KEPT in texts(one.reply) for one in answers)
    assert count(bot, number) == before
    await aki.click(panel, custom_id=card)
    assert count(bot, number) > before


def tables(bot: BotProcess) -> int:
    """Return the number of tables ever opened."""
    [(newest,)] = bot.rows("SELECT max(id) FROM tables")
    return int(newest)
