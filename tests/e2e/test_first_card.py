"""The way to the first card on a phone, by number of clicks."""

import pytest
from playwright.async_api import Browser, Locator, Page

from bot import DiscordProcess
from tests.driver import Driver
from tests.e2e.browser import PHONE, go_to, open_page, run_command
from tests.e2e.playing import running

pytestmark = pytest.mark.browser

MOST_CLICKS = 6
"""The clicks after `/play`: the game, Run, Start, the colour of most tricks, the colour of fewest, the card."""


class ClickCounter:
    """A finger that counts its clicks."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.clicks = 0

    async def click(self, what: Locator) -> None:
        """Click once, and wait for the answer."""
        await what.click()
        self.clicks += 1
        await self.page.wait_for_function("!document.querySelector('[aria-busy=\"true\"]')")


async def test_first_card_of_scharfe_schoten_takes_six_clicks(
    discord_process: DiscordProcess, world: Driver, browser: Browser
) -> None:
    await world.control.user("Aki", locale="en-US")
    page = await open_page(browser, discord_process.url, "Aki", PHONE)
    await run_command(page, "/play")
    counter = ClickCounter(page)
    await counter.click(page.locator('#suggest [data-value="scharfe-schoten"]'))
    await counter.click(page.locator("[data-run]"))
    await counter.click(page.locator('[data-custom-id^="start:"]'))
    choice = page.locator('.ephemeral .btn:is(.primary, .success)[data-custom-id^="choose:"]').first
    played = False
    while not played:
        offered = str(await choice.get_attribute("data-custom-id"))
        await counter.click(choice)
        await page.locator(f'[data-custom-id="{offered}"]').wait_for(state="detached")
        played = offered.split(":")[2] != "0"  # the first decision is the prediction
    assert counter.clicks <= MOST_CLICKS


async def test_message_menu_on_the_page_opens_the_hand(
    discord_process: DiscordProcess, world: Driver, browser: Browser
) -> None:
    table, _ = await running(world, people=("Ben",))
    page = await open_page(browser, discord_process.url, "Ben", PHONE)
    await go_to(page, discord_process.url, "Ben", table["channel_id"])
    await page.locator(f'[data-message-id="{table["id"]}"] [data-apps]').click()
    await page.locator('#apps [data-use="My hand"]').click()
    await page.locator('.ephemeral [data-custom-id^="choose:"]').first.wait_for()
