"""The table's message on a phone: all of it is seen at once, in every game, its button "My hand" too."""

from __future__ import annotations

from random import Random

import pytest
from playwright.async_api import Browser

from bot import DiscordProcess
from tests.driver import Driver
from tests.e2e.browser import PHONE, open_page
from tests.e2e.playing import finished_table, is_over, open_hand, open_table, play_until, start_table, table_number
from tests.e2e.test_screens import FOLDER, GAMES, PICTURES_LOADED, cards, newest_table

pytestmark = pytest.mark.browser

IN_SIGHT = """(message) => {
    message.scrollIntoView({block: 'start'});
    const seen = document.querySelector('#list').getBoundingClientRect();
    const hand = message.querySelector('[data-custom-id^="hand:"]').getBoundingClientRect();
    return {top: hand.top - seen.top, room: seen.bottom - hand.bottom, height: message.getBoundingClientRect().height};
}"""


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", ["en-US", "ja"])
async def test_my_hand_is_in_sight_with_the_whole_table(
    discord_process: DiscordProcess, world: Driver, browser: Browser, game: str, language: str
) -> None:
    await world.control.settings(preferred_locale=language)
    await world.control.user("Aki", locale=language)
    aki, random = world.user("Aki"), Random(5)
    seats = 6 if game == "saizen" else 4
    table = await start_table(world, await open_table(world, game, seats, ["Aki"]))
    page = await open_page(browser, discord_process.url, "Aki", PHONE)
    panel = await open_hand(aki, table)
    folder = FOLDER / "table" / game
    folder.mkdir(parents=True, exist_ok=True)
    for name, until in (("begin", lambda _: True), ("trick", lambda one: bool(cards(one)) and len(moved) > 3)):
        moved: list[str] = []
        panel = await play_until(aki, panel, until, random, moved)
        newest = await newest_table(aki, table)
        await page.goto("about:blank")
        await page.goto(f"{discord_process.url}?user=Aki#{newest['channel_id']}")
        message = page.locator(f'[data-message-id="{newest["id"]}"]')
        await message.wait_for()
        await page.wait_for_function(PICTURES_LOADED)
        found = await message.evaluate(IN_SIGHT)
        print(game, language, name, found)
        await page.screenshot(path=folder / f"{language}-{name}.png")
    await play_until(aki, panel, is_over, random)
    over = await finished_table(world, table_number(table))
    rest = [one for one in await aki.messages(table["channel_id"])]
    await page.goto("about:blank")
    await page.goto(f"{discord_process.url}?user=Aki#{over['channel_id']}")
    details = (await aki.click(over, custom_id=f"details:{table_number(table)}")).shown
    sheet = (await aki.click(over, custom_id=f"sheet:{table_number(table)}")).shown
    for name, one in (
        ("end", over),
        ("round", rest[1] if rest[1]["id"] != over["id"] else rest[0]),
        ("details", details),
        ("sheet", sheet),
    ):
        message = page.locator(f'[data-message-id="{one["id"]}"]')
        await message.wait_for()
        await page.wait_for_function(PICTURES_LOADED)
        await message.evaluate("(one) => one.scrollIntoView({block: 'start'})")
        print(name, await message.evaluate("(one) => one.getBoundingClientRect().height"))
        await page.screenshot(path=folder / f"{language}-{name}.png")
