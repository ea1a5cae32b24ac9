"""The pages of a lost table on a phone: the list, the choice of a channel, the hand; pictures in `screenshots/`."""

import pytest
from playwright.async_api import Browser

from tests.driver import Driver, Json
from tests.e2e.browser import CLIENT, PHONE, go_to, open_page
from tests.e2e.playing import open_table, start_table, table_number, until
from tests.e2e.processes import ROOT, BotProcess, CheckedDiscord
from tests.e2e.test_review_screens import HEIGHT
from tests.e2e.test_screens import PICTURES_LOADED

pytestmark = pytest.mark.browser

CHANNEL, ELSEWHERE = "card-room", "table-talk"


@pytest.mark.soak
@pytest.mark.parametrize("language", ["en-US", "ja"])
async def test_pages_of_a_lost_table_are_in_view_on_a_phone(
    discord_process: CheckedDiscord, world: Driver, browser: Browser, bot: BotProcess, language: str
) -> None:
    aki = world.user("Aki")
    number = table_number(lobby := await open_table(world, "saizen", seats=4, people=("Aki", "Ben")))
    await start_table(world, lobby)
    await world.control.user("Aki", locale=language)
    await world.control.deny(CHANNEL, "bot", "view_channel")

    async def is_lost() -> bool:
        return bot.rows("SELECT lost_since IS NULL FROM tables WHERE id = ?", number) == [(0,)]

    await until(is_lost)
    (channel,) = [one["id"] for one in (await aki.state())["channels"] if one["name"] == ELSEWHERE]
    listed = (await aki.command(channel, "tables")).reply
    window = await open_page(browser, discord_process.url, "Aki", PHONE, dark=language == "ja")
    await go_to(window, discord_process.url, "Aki", channel)
    heights: dict[str, float] = {}

    async def look(name: str, shown: Json) -> None:
        message = window.locator(f'[data-message-id="{shown["id"]}"]')
        await message.wait_for()
        await window.wait_for_function(PICTURES_LOADED)
        heights[name] = await window.evaluate(HEIGHT, shown["id"])
        folder = ROOT / "screenshots" / f"lost-{language}"
        folder.mkdir(parents=True, exist_ok=True)
        await message.screenshot(path=folder / f"{name}.png")

    await look("list", listed)
    await look("hand", (await aki.command(channel, "hand", table=number)).reply)
    await look(
        "more", (await aki.click((await aki.command(channel, "tables")).reply, custom_id=f"more:{number}")).reply
    )
    asked = (await aki.click(listed, custom_id=f"move:{number}")).reply
    await look("where", asked)
    await look("moved", (await aki.select(asked, [channel], custom_id=f"move-to:{number}")).reply)
    await world.control.allow(CHANNEL, "bot", "view_channel")
    print(language, heights)
    assert {name: height for name, height in heights.items() if height > CLIENT} == {}
