"""The rules on a phone: every page of every game needs no scrolling, in both languages."""

import pytest
from playwright.async_api import Browser

import engine.games  # noqa: F401  fills Game.games
from bot import DiscordProcess
from engine.game import Game
from locales import language_of, rules_pages
from tests.driver import Driver, buttons
from tests.e2e.browser import PHONE, TALLEST, open_page
from tests.e2e.test_panel_screens import HEIGHT
from tests.e2e.test_screens import PICTURES_LOADED

pytestmark = pytest.mark.browser


@pytest.mark.soak
@pytest.mark.parametrize("language", ["en-US", "ja"])
async def test_no_page_of_the_rules_needs_a_scroll_on_a_phone(
    discord_process: DiscordProcess, world: Driver, browser: Browser, language: str
) -> None:
    await world.control.user("Aki", locale=language)
    aki = world.user("Aki")
    page = await open_page(browser, discord_process.url, "Aki", PHONE, dark=True)
    heights: dict[str, float] = {}
    for game in Game.games:
        rules = (await aki.command("table-talk", "rules", game=game)).reply
        await page.goto(f"{discord_process.url}?user=Aki#{rules['channel_id']}")
        for number, text in enumerate(rules_pages(language_of(language), game)):
            heading = text.partition("\n")[0].removeprefix("## ")
            message = page.locator(f'[data-message-id="{rules["id"]}"]')
            await message.get_by_role("heading", name=heading, exact=True).wait_for()
            await page.wait_for_function(PICTURES_LOADED)
            heights[f"{game} {number + 1}"] = await page.evaluate(HEIGHT, rules["id"])
            on = f"rules:{game}:{number + 1}"
            if on in {one["custom_id"] for one in buttons(rules)}:
                rules = (await aki.click(rules, custom_id=on)).reply
    print(language, heights)
    assert {which: height for which, height in heights.items() if height > TALLEST} == {}
