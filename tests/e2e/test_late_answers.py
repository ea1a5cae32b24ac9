"""The database is slow: what cannot be answered in time is deferred, done once, and then shown."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing

from tests.driver import Driver, buttons, is_ephemeral, texts
from tests.e2e.playing import last_request, open_hand, open_table, playable, start_table, table_number, until
from tests.e2e.processes import BotProcess

DEFERRED, DEFERRED_IN_PLACE = 5, 6


@asynccontextmanager
async def held_up(world: Driver, bot: BotProcess, deferred: int) -> AsyncIterator[None]:
    """Nothing can be stored until so many interactions have been deferred."""
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


async def test_a_move_that_takes_long_is_deferred_and_made_once_however_often_it_is_clicked(
    world: Driver, bot: BotProcess
) -> None:
    table = await start_table(world, await open_table(world, "scharfe-schoten", seats=4, people=["Aki"]))
    aki, number = world.user("Aki"), table_number(table)
    panel = await open_hand(aki, table)
    for _ in range(3):  # a prediction takes clicks that store nothing
        before = moves(bot, number)
        choice = playable(panel)[0]["custom_id"]
        async with held_up(world, bot, 2):
            clicks = [asyncio.create_task(aki.click(panel, custom_id=choice, check=False)) for _ in range(2)]
            done, _ = await asyncio.wait(clicks, timeout=1)
            if done:
                break
        answers = await asyncio.gather(*clicks)
        assert [one.callback_type for one in answers] == [DEFERRED_IN_PLACE] * 2
        assert moves(bot, number) == before + 1
        return


def moves(bot: BotProcess, number: int) -> int:
    """How many moves Aki has made."""
    [(count,)] = bot.rows("SELECT count(*) FROM moves WHERE table_id = ? AND NOT by_computer AND seat = 0", number)
    return int(count)
