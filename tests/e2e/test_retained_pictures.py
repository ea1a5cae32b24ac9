"""Pictures that have not changed: they are not uploaded again, unless Discord requires it."""

from __future__ import annotations

from tests.driver import Driver
from tests.e2e.playing import Json, has_back, last_request, open_hand, open_table, playable, start_table


async def chip_to_place(world: Driver) -> Json:
    """Open a hand whose move takes two clicks, of which the first changes nothing at the table."""
    table = await start_table(world, await open_table(world, "saizen", seats=4, people=["Aki"]))
    return await open_hand(world.user("Aki"), table)


async def first_click(world: Driver, panel: Json) -> tuple[list[tuple[int, int]], Json]:
    """Make that first click; return the status and the number of files of each answer, and the panel."""
    since = await last_request(world)
    answer = await world.user("Aki").click(panel, custom_id=playable(panel)[0]["custom_id"])
    assert has_back(answer.reply), "the move has only been begun"
    callbacks = await world.control.requests(since, kind="callback")
    return [(one["status"], len(one["filenames"])) for one in callbacks], answer.reply


async def test_half_made_move_keeps_the_picture_of_the_hand(world: Driver) -> None:
    panel = await chip_to_place(world)
    assert panel["attachments"]
    answers, clicked = await first_click(world, panel)
    assert answers == [(200, 0)]
    assert clicked["attachments"] == panel["attachments"]


async def test_picture_that_discord_has_lost_is_uploaded_again(world: Driver) -> None:
    panel = await chip_to_place(world)
    async with world.control.temporary_settings(retained_media=False):
        answers, clicked = await first_click(world, panel)
    assert answers == [(400, 0), (200, len(panel["attachments"]))]
    assert [one["filename"] for one in clicked["attachments"]] == [one["filename"] for one in panel["attachments"]]
