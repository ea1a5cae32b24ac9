"""The page in a real browser: one person tries a table, switching between users."""

import pytest
from playwright.async_api import Error as PageError
from playwright.async_api import Page

from tests.e2e.browser import DESKTOP, PHONE, chromium, click, open_page, open_thread, run_command
from tests.e2e.processes import DiscordProcess

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("world")]


async def become(page: Page, user: str) -> None:
    await page.click(f'[data-user="{user}"]')
    await page.wait_for_selector(
        f'[data-user="{user}"][aria-pressed="true"], [data-user="{user}"][aria-checked="true"]'
    )


async def make_move(page: Page) -> None:
    """Choose the first thing that the newest panel offers, until it is another's turn or another decision."""
    for _ in range(3):
        button = page.locator('.ephemeral [data-custom-id^="i:move:"]').first
        try:
            before = await button.get_attribute("data-custom-id", timeout=2_000)
            await button.click(timeout=2_000)
        except PageError:  # the panel has just been drawn anew: it is another's turn
            return
        await page.wait_for_function("!document.querySelector('[aria-busy=\"true\"]')")
        after = page.locator('.ephemeral [data-custom-id^="i:move:"]')
        if await after.count() == 0 or (await after.first.get_attribute("data-custom-id")) == before:
            return
        if "Back" not in await page.locator(".ephemeral").last.inner_text():
            return


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desktop"])
async def test_one_person_opens_a_table_joins_as_another_and_makes_three_moves(
    discord_process: DiscordProcess, size: tuple[int, int]
) -> None:
    async with chromium() as browser:
        page = await open_page(browser, discord_process.url, "Aki", size)
        await run_command(page, "/play game:scharfe-schoten seats:3")
        await page.wait_for_selector('[data-custom-id^="i:join:"]')
        number = str(await page.locator('[data-custom-id^="i:join:"]').last.get_attribute("data-custom-id")).split(":")[
            2
        ]
        await become(page, "Ben")
        await click(page, "i:join:")
        assert "Ben" in await page.locator("[data-message-id]").last.inner_text()
        await become(page, "Aki")
        await click(page, "i:start:")
        await page.locator('.ephemeral [data-custom-id$=":fill"]').last.click()
        await page.wait_for_selector("text=The game has begun")
        await open_thread(page, f"Scharfe Schoten · table {number}")
        for user in ("Aki", "Ben"):
            await become(page, user)
            await click(page, "i:hand:")
            assert await page.locator(".ephemeral").last.is_visible()
            await make_move(page)
        await page.wait_for_selector("text=/Trick 1 of 12/")
        for user in ("Aki", "Ben"):
            await become(page, user)
            if await page.locator('.ephemeral [data-custom-id^="i:move:"]').count():
                await make_move(page)
        width = await page.evaluate("document.documentElement.scrollWidth")
        assert width <= size[0], "the page scrolls sideways"


async def test_the_welcome_card_and_the_slash_picker_lead_to_a_table(discord_process: DiscordProcess) -> None:
    async with chromium() as browser:
        page = await open_page(browser, discord_process.url, "Chie", PHONE)
        await open_thread(page, "card-room")
        await page.click('#welcome [data-fill="/play"]')
        await page.wait_for_selector("#form input[data-option=game]")
        await page.fill("#form input[data-option=game]", "tez")
        await page.click('#suggest [data-value="tezuma-trick"]')
        await page.click("[data-run]")
        await page.wait_for_selector('[data-custom-id^="i:join:"]')
        assert "Tezuma Trick" in await page.locator("[data-message-id]").last.inner_text()
