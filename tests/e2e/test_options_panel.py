"""The private options panel, which stays on its owner's screen when the game has begun."""

from __future__ import annotations

import pytest

from host.words import LOBBY_GONE
from locales import Speech
from tests.driver import Driver
from tests.e2e.playing import open_table, start_table, table_number


@pytest.mark.parametrize(("locale", "language"), [("en-US", "en"), ("ja", "ja")])
async def test_used_after_the_start_it_says_in_one_sentence_that_it_is_too_late(
    world: Driver, locale: str, language: str
) -> None:
    await world.control.user("Aki", locale=locale)
    aki = world.user("Aki")
    lobby = await open_table(world, "saizen", seats=4, people=["Aki"])
    number = table_number(lobby)
    menu = (await aki.click(lobby, custom_id=f"options:{number}")).shown
    table = await start_table(world, lobby)
    said = Speech(language).text(LOBBY_GONE())
    for custom_id in (f"option:{number}:jokers", f"seats:{number}"):
        answer = await aki.select(menu, ["1" if "option" in custom_id else "3"], custom_id=custom_id)
        assert answer.shown["content"] == said
        assert answer.shown["id"] != menu["id"]
    assert table["id"] in {one["id"] for one in await aki.messages(table["channel_id"])}
    assert not await world.control.problems()
