"""Discord takes so many edits and no more: the table waits for its turn, and nobody's hand waits with it."""

from __future__ import annotations

from itertools import islice, pairwise
from random import Random

import pytest

from tests.driver import Driver
from tests.e2e.playing import (
    choose,
    last_request,
    open_hand,
    open_table,
    start_table,
    table_number,
    until,
    wait_for_turn,
)
from tests.e2e.processes import BotProcess

MOVES = 12


@pytest.mark.parametrize(("age", "most", "seconds"), [(0, 5, 5.0), (3700, 3, 6.0)], ids=["young", "old"])
async def test_a_table_is_edited_as_often_as_discord_takes_it_and_shows_what_is_so_in_the_end(
    world: Driver, bot: BotProcess, age: float, most: int, seconds: float
) -> None:
    await world.control.settings(message_age=age)
    since = await last_request(world)
    table = await start_table(world, await open_table(world, "saizen", seats=4, people=["Aki"]))
    aki = world.user("Aki")
    panel, random = await open_hand(aki, table), Random(2)
    for _ in range(MOVES):
        panel = await choose(aki, await wait_for_turn(aki, panel), random)
    await wait_for_turn(aki, panel)
    await until(lambda: up_to_date(bot, table_number(table)))
    requests = await world.control.requests(since, kind="message edit")
    times = [one["time"] for one in requests if f"/channels/{table['channel_id']}/" in one["path"]]
    assert {one["status"] for one in requests} == {200}
    assert len(times) > most
    assert all(later - first > seconds for first, later in zip(times, islice(times, most, None), strict=False))
    await world.control.settings(message_age=0)


async def up_to_date(bot: BotProcess, number: int) -> bool:
    """Whether what a table's messages show is noted, none of it as uncertain."""
    noted = bot.rows("SELECT fingerprint FROM posts WHERE table_id = ?", number)
    return bool(noted) and all(fingerprint is not None for (fingerprint,) in noted)


async def test_a_hand_never_waits_for_the_table(world: Driver) -> None:
    table = await start_table(world, await open_table(world, "saizen", seats=4, people=["Aki"]))
    aki = world.user("Aki")
    panel, random = await open_hand(aki, table), Random(2)
    since = await last_request(world)
    for _ in range(MOVES):
        panel = await choose(aki, await wait_for_turn(aki, panel), random)
    pushes = await world.control.requests(since, kind="original edit")
    edits = await world.control.requests(since, kind="message edit")
    assert len(pushes) >= len(edits)
    assert all(later["time"] - earlier["time"] < 5 for earlier, later in pairwise(pushes))
