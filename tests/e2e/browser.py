"""A real headless Chromium for the tests of the local Discord's page."""

import os
import shutil

import pytest
from playwright.async_api import Browser, Page

ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
PHONE, DESKTOP = (390, 844), (1280, 800)
TALLEST = 760
"""The greatest height in pixels of a page on a phone with a height of 844; Discord's bars need the rest."""
MOST_HEIGHT = 700
"""The greatest height in pixels, on a phone, of a hand that asks for a decision."""
CLIENT = 640
"""The height in pixels that is left for messages on a phone: 844, minus the system's bars (47 and 34), Discord's
channel bar (54) and its input field (69).
"""

FROM_END = """() => {
  const log = document.querySelector('#log');
  return log.scrollHeight - log.clientHeight - log.scrollTop;
}"""
"""Return by how many pixels the messages can be scrolled down."""


def chromium_path() -> str:
    """Return the path of Chromium. Without it, skip the test, or fail it if ICHIZA_REQUIRE_BROWSER is set."""
    path = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    if path is None:
        if os.environ.get("ICHIZA_REQUIRE_BROWSER"):
            pytest.fail("ICHIZA_REQUIRE_BROWSER is set, and there is no Chromium")
        pytest.skip("there is no Chromium")
    return path


async def open_page(browser: Browser, url: str, user: str, size: tuple[int, int], *, dark: bool = True) -> Page:
    """Open the local Discord's page as one person; a script error fails the test."""
    width, height = size
    page = await browser.new_page(viewport={"width": width, "height": height}, color_scheme="dark" if dark else "light")
    page.on("pageerror", lambda error: pytest.fail(f"the page has a fault: {error}"))
    page.set_default_timeout(60_000)
    await page.goto(f"{url}?user={user}")
    await page.wait_for_selector("[data-channel-id]", state="attached")
    return page


async def go_to(page: Page, url: str, user: str, channel: str) -> None:
    """Open a channel or thread and wait for its messages."""
    await page.goto("about:blank")  # a change of the address's fragment alone would load nothing
    await page.goto(f"{url}?user={user}#{channel}")
    await page.wait_for_selector("[data-message-id]")


async def run_command(page: Page, text: str) -> None:
    await page.fill("#composer", text)
    await page.press("#composer", "Enter")


async def click(page: Page, custom_id: str) -> None:
    """Click the newest button whose custom id has this prefix, and wait for the answer."""
    await page.locator(f'[data-custom-id^="{custom_id}"]').last.click()
    await page.wait_for_function("!document.querySelector('[aria-busy=\"true\"]')")


async def open_thread(page: Page, name: str) -> None:
    """Open a thread by its name; on a phone through the drawer."""
    if await page.locator("#menu-button").is_visible():
        await page.click("#menu-button")
    await page.locator("[data-channel-id]", has_text=name).last.click()
