"""Discord's limits of edits: a table's edits wait for their turn, and nobody's hand waits with them."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from tests.driver import Driver
from tests.e2e.playing import (
    Json,
    choose,
    last_request,
    open_hand,
    open_table,
    start_table,
    until,
    wait_for_turn,
)

MOVES = 12
GIVEN_UP = 10.0
"""Seconds after which the bot abandons an edit without an answer."""


@pytest.mark.parametrize(
    ("age", "most", "seconds"),
    [
        pytest.param(0, 4, 5.0, id="young", marks=pytest.mark.soak),
        pytest.param(3700, 3, 6.0, id="old", marks=pytest.mark.soak),
    ],
)
async def test_table_is_edited_exactly_as_often_as_discord_allows(
    world: Driver, age: float, most: int, seconds: float
) -> None:
    async with world.control.temporary_settings(message_age=age):
        since = await last_request(world)
        table = await start_table(world, await open_table(world, "saizen", seats=4, people=["Aki"]))
        aki = world.user("Aki")
        panel, random = await open_hand(aki, table), Random(2)
        for _ in range(MOVES):
            panel = await choose(aki, await wait_for_turn(aki, panel), random)
        await wait_for_turn(aki, panel)
        edits: list[Json] = []

        async def one_has_waited() -> bool:
            every = await world.control.requests(since, kind="message edit")
            answered = [one for one in every if one["status"]]
            edits[:] = [one for one in answered if f"/channels/{table['channel_id']}/" in one["path"]]
            return len(edits) > most

        await until(one_has_waited)
    times = [one["time"] for one in edits]
    assert {one["status"] for one in edits} == {200}
    assert all(later - first > seconds for first, later in zip(times, times[most:], strict=False))


async def test_a_hand_never_waits_for_the_table(world: Driver) -> None:
    table = await start_table(world, await open_table(world, "saizen", seats=4, people=["Aki"]))
    aki = world.user("Aki")
    panel, random = await open_hand(aki, table), Random(2)
    since = await last_request(world)
    await world.control.fail(kind="message edit", path=table["channel_id"], hang=True, times=None)
    panel = await choose(aki, await wait_for_turn(aki, panel), random)

    async def some_edit_of_the_table_is_under_way() -> bool:
        return bool(await world.control.requests(since, kind="message edit"))

    await until(some_edit_of_the_table_is_under_way)
    since = await last_request(world)
    for _ in range(MOVES):
        panel = await choose(aki, await wait_for_turn(aki, panel), random)
    pushes = await world.control.requests(since, kind="original edit")
    assert len(pushes) > 1
    assert all(later["time"] - earlier["time"] < GIVEN_UP for earlier, later in pairwise(pushes))
