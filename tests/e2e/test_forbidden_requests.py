"""Requests that Discord forbids: the bot does not repeat them until something changes in the guild."""

from __future__ import annotations

from random import Random

from tests.driver import Driver
from tests.e2e.playing import LONG, Json, choose, last_request, open_hand, open_table, start_table, until, wait_for_turn


async def test_forbidden_edit_is_not_repeated_until_something_changes_in_the_guild(world: Driver) -> None:
    """The cache allows the edit and Discord does not, so the edit would rest for a minute, too long for this test."""
    await world.control.deny("card-room", "bot", "create_public_threads")  # so the table has no thread
    table = await start_table(world, await open_table(world, "saizen", seats=4, people=["Aki"]))
    aki, random, since = world.user("Aki"), Random(3), await last_request(world)
    await world.control.fail("missing_permissions", kind="message edit", path=table["id"])

    async def edits() -> list[Json]:
        return [one for one in await world.control.requests(since, kind="message edit") if table["id"] in one["path"]]

    async def one_was_refused() -> bool:
        return any(one["status"] == 403 for one in await edits())

    async def one_was_taken() -> bool:
        return any(one["status"] == 200 for one in await edits())

    panel = await wait_for_turn(aki, await open_hand(aki, table))
    panel = await choose(aki, panel, random)
    await until(one_was_refused)
    await choose(aki, await wait_for_turn(aki, panel), random)
    assert [one["status"] for one in await edits()] == [403]
    await world.control.allow("card-room", "bot", "create_public_threads")
    await until(one_was_taken, LONG)
