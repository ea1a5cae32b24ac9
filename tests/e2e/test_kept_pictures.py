"""A picture that has not changed is not sent again, unless Discord wants that."""

from __future__ import annotations

from tests.driver import Driver
from tests.e2e.playing import Json, last_request, open_hand, open_table, start_table, table_number


async def looked_at_again(world: Driver, panel: Json, table: Json) -> tuple[list[tuple[int, int]], Json]:
    """Of each answer to a click that changes nothing its status and how many files came with it; and what it shows."""
    since = await last_request(world)
    answer = await world.user("Aki").click(panel, custom_id=f"hand:{table_number(table)}")
    callbacks = await world.control.requests(since, kind="callback")
    return [(one["status"], len(one["filenames"])) for one in callbacks], answer.shown


async def test_a_hand_that_is_looked_at_again_keeps_its_picture(world: Driver) -> None:
    table = await start_table(world, await open_table(world, "saizen", seats=4, people=["Aki"]))
    panel = await open_hand(world.user("Aki"), table)
    assert panel["attachments"]
    answers, shown = await looked_at_again(world, panel, table)
    assert answers == [(200, 0)]
    assert shown["attachments"] == panel["attachments"]


async def test_where_discord_does_not_keep_a_picture_it_is_sent_again(world: Driver) -> None:
    table = await start_table(world, await open_table(world, "saizen", seats=4, people=["Aki"]))
    panel = await open_hand(world.user("Aki"), table)
    await world.control.settings(retained_media=False)
    answers, shown = await looked_at_again(world, panel, table)
    await world.control.settings(retained_media=True)
    assert answers == [(400, 0), (200, len(panel["attachments"]))]
    assert [one["filename"] for one in shown["attachments"]] == [one["filename"] for one in panel["attachments"]]
