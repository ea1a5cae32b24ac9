"""Spectators over real sockets: a private panel that follows a game until its end."""

from __future__ import annotations

import asyncio
from random import Random

from tests.driver import Driver, buttons, is_ephemeral, texts
from tests.e2e.playing import Json, Seats, open_hand, open_table, start_table, table_number, wait_for_panel


def asked(panel: Json) -> list[str]:
    """Return the actions of a panel's buttons."""
    return [str(one["custom_id"]).split(":")[0] for one in buttons(panel)]


async def test_spectators_follow_a_game_by_my_hand_and_by_the_list(world: Driver) -> None:
    people = ("Aki", "Ben")
    table = await start_table(world, await open_table(world, "saizen", seats=2, people=people))
    seats, dai, number = Seats(world, Random(3)), world.user("Dai"), table_number(table)
    await seats.open_hands(table, people)
    panel = await open_hand(dai, table)
    assert is_ephemeral(panel)
    assert "You look on" in texts(panel)
    assert asked(panel) == ["hand", "look", "look", "look"]
    rules = (await dai.click(panel, label="Rules")).reply
    panel = (await dai.click(rules, label="Back")).reply
    listed = (await world.user("Chie").command("card-room", "tables")).reply
    chies = (await world.user("Chie").click(listed, custom_id=f"hand:{number}")).reply
    assert "You look on" in texts(chies)
    before = texts(panel)
    async with asyncio.TaskGroup() as group:
        playing = group.create_task(seats.play_out())
        panel = await wait_for_panel(dai, panel, lambda one: texts(one) != before)
        playing.cancel()
    assert panel["attachments"]
    more = (await world.user("Aki").click(table, label="More")).reply
    for label in ("End the game", "Yes, do it"):
        more = (await world.user("Aki").click(more, label=label)).reply
    for person, shown in ((dai, panel), (world.user("Chie"), chies)):
        assert asked(await wait_for_panel(person, shown, lambda one: "A moderator has ended" in texts(one))) == []
