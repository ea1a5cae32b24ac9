"""A database that is slow, moved away or locked under the running bot: no answer says "done" without a commit."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from random import Random

import pytest

from tests.driver import Driver, Json, Person, texts
from tests.e2e.playing import (
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

DEFERRED_IN_PLACE = 6
NOT_KEPT = "could not be saved"


async def hand_to_play(world: Driver) -> tuple[int, Person, Json]:
    """Start a game; return its table's number, Aki, and Aki's panel once a card can be played from it."""
    table = await start_table(world, await open_table(world, "scharfe-schoten", seats=4, people=["Aki"]))
    aki = world.user("Aki")
    panel = await choose(aki, await open_hand(aki, table), Random(1))  # the first choice is the prediction
    return table_number(table), aki, await wait_for_turn(aki, panel)


def count(bot: BotProcess, number: int) -> int:
    """Return the number of a table's stored moves."""
    [(moves,)] = bot.rows("SELECT count(*) FROM moves WHERE table_id = ?", number)
    return int(moves)


def move(file: Path, to: Path) -> Path:
    return file.rename(to)


@pytest.mark.slow
async def test_clicks_are_refused_after_the_database_was_moved_away(world: Driver, bot: BotProcess) -> None:
    """Check a regression: moves and tables were acknowledged, but were gone after the restart."""
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


@pytest.mark.slow
async def test_slow_move_is_deferred_and_made_once_for_two_clicks(world: Driver, bot: BotProcess) -> None:
    number, aki, panel = await hand_to_play(world)
    card, since = playable(panel)[0]["custom_id"], await last_request(world)

    async def both_are_deferred() -> bool:
        callbacks = await world.control.requests(since, kind="callback")
        return [one["body"]["type"] for one in callbacks] == [DEFERRED_IN_PLACE] * 2

    with closing(sqlite3.connect(bot.database, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        clicks = [asyncio.create_task(aki.click(panel, custom_id=card, check=False)) for _ in range(2)]
        await until(both_are_deferred, within=10)
        other.execute("ROLLBACK")
    answers = await asyncio.gather(*clicks)
    assert [one.callback_type for one in answers] == [DEFERRED_IN_PLACE] * 2
    assert [one.message and one.message["id"] for one in answers] == [panel["id"]] * 2
    played = "SELECT count(*) FROM moves WHERE table_id = ? AND seat = 0 AND move LIKE ?"
    assert bot.rows(played, number, f"%{card.split(':')[3]}") == [(1,)], "nobody holds a card twice in a first round"


@pytest.mark.slow
async def test_moves_during_a_database_lock_are_deferred_and_refused(world: Driver, bot: BotProcess) -> None:
    """Check a regression: clicks were not answered, and some of them were stored."""
    number, aki, panel = await hand_to_play(world)
    before = count(bot, number)
    card, since = playable(panel)[0]["custom_id"], await last_request(world)

    async def all_are_answered() -> bool:
        return len(await world.control.requests(since, kind="original edit")) >= 3

    with closing(sqlite3.connect(bot.database, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        answers = await asyncio.gather(*(aki.click(panel, custom_id=card, check=False) for _ in range(3)))
        # Each of the three clicks causes an edit of the panel. There may be a fourth edit, which no click caused.
        await until(all_are_answered)
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
