"""The local Discord's page in a real browser, where one person plays all seats by switching between users."""

import asyncio
import contextlib
import re
from collections.abc import Sequence
from itertools import cycle

import pytest
from playwright.async_api import Browser, Page, expect
from playwright.async_api import Error as PageError

from bot import DiscordProcess
from engine.fairness import deal_commitment
from tests.driver import Driver
from tests.e2e.browser import DESKTOP, FROM_END, PHONE, click, go_to, open_page, open_thread, run_command
from tests.e2e.playing import open_table, table_number
from tests.e2e.processes import BotProcess
from tests.e2e.test_deal_commitments import stored_commitment

OFFERED = ", ".join(f'.ephemeral .btn.{style}[data-custom-id^="choose:"]' for style in ("primary", "success"))

pytestmark = [pytest.mark.browser, pytest.mark.usefixtures("world")]


RESIZE = """async ([above, below, scrolled]) => {
  const log = document.querySelector('#log');
  const messages = [...document.querySelectorAll('#list [data-message-id]')].slice(-2);
  const resize = (heights) => messages.forEach((message, i) => { message.style.minHeight = `${heights[i]}px`; });
  const frames = async () => { for (let i = 0; i < 3; i++) await new Promise(requestAnimationFrame); };
  resize([600, 600]);
  await frames();
  await new Promise((done) => setTimeout(done)); // after a frame, not within one
  resize([600 + above, 600 + below]);
  log.scrollTop += scrolled;
  await frames();
}"""
"""Make the last two messages 600 px high. Then, before the next frame, change their heights and the log's position, as
a browser does when it holds a message in place.
"""


async def become(page: Page, user: str) -> None:
    await page.click(f'[data-user="{user}"]')
    await page.wait_for_selector(
        f'[data-user="{user}"][aria-pressed="true"], [data-user="{user}"][aria-checked="true"]'
    )


async def make_move(page: Page, users: Sequence[str]) -> str:
    """Let the first person whose open panel offers a choice make a whole move; return the person's name."""
    async with asyncio.timeout(60):
        for user in cycle(users):
            await become(page, user)
            if await page.locator(OFFERED).count() and await choose(page):
                return user
            await asyncio.sleep(0.1)
    raise AssertionError("nobody is offered anything")


async def choose(page: Page) -> bool:
    """Click the offered choices until the decision is made. The page may redraw the panel meanwhile.

    Returns:
        False if nothing was offered.
    """
    try:
        decision = str(await page.locator(OFFERED).first.get_attribute("data-custom-id", timeout=1_000)).split(":")[:3]
    except PageError:
        return False
    begun = ":".join(decision)
    while await page.locator(f'.ephemeral [data-custom-id^="{begun}:"]').count():
        with contextlib.suppress(PageError):
            await page.locator(OFFERED).first.click(timeout=1_000)
        await page.wait_for_function("!document.querySelector('[aria-busy=\"true\"]')")
    return True


@pytest.mark.parametrize("size", [PHONE, pytest.param(DESKTOP, marks=pytest.mark.soak)], ids=["phone", "desktop"])
async def test_one_person_opens_a_table_joins_as_another_and_makes_three_moves(
    discord_process: DiscordProcess, browser: Browser, size: tuple[int, int]
) -> None:
    page = await open_page(browser, discord_process.url, "Aki", size)
    await run_command(page, "/play game:scharfe-schoten seats:3")
    await page.wait_for_selector('[data-custom-id^="join:"]')
    number = str(await page.locator('[data-custom-id^="join:"]').last.get_attribute("data-custom-id")).split(":")[1]
    await become(page, "Ben")
    await click(page, "join:")
    await page.locator("[data-message-id]", has_text="Ben").last.wait_for()
    await become(page, "Aki")
    await click(page, "start:")
    await page.wait_for_selector("text=The game has begun")
    await open_thread(page, f"Scharfe Schoten · table {number}")
    for user in ("Aki", "Ben"):
        await become(page, user)
        await click(page, "hand:")
        await make_move(page, [user])
    await page.wait_for_selector("text=/Trick 1 of 12/")
    await make_move(page, ["Aki", "Ben"])
    width = await page.evaluate("document.documentElement.scrollWidth")
    assert width <= size[0], "the page scrolls sideways"


@pytest.mark.slow
async def test_the_welcome_card_and_the_slash_picker_lead_to_a_table(
    discord_process: DiscordProcess, browser: Browser
) -> None:
    page = await open_page(browser, discord_process.url, "Chie", PHONE)
    await open_thread(page, "card-room")
    await page.click('#welcome [data-fill="/play"]')
    await page.wait_for_selector("#form input[data-option=game]")
    await page.fill("#form input[data-option=game]", "tez")
    await page.click('#suggest [data-value="tezuma-trick"]')
    await page.click("[data-run]")
    await page.locator("[data-message-id]:has([data-custom-id^='join:'])", has_text="Tezuma Trick").wait_for()


@pytest.mark.slow
async def test_only_the_person_who_chooses_japanese_reads_japanese(
    discord_process: DiscordProcess, browser: Browser
) -> None:
    page = await open_page(browser, discord_process.url, "Dai", PHONE)
    await page.click("#menu-button")
    assert [await page.locator(f"#language option >> nth={at}").inner_text() for at in (0, 1)] == [
        "American English",
        "日本語",
    ]
    note = page.locator("#language small")
    await expect(note).to_have_text("What everybody sees is in the server’s language; Kyoto Tables is Japanese.")
    async with page.expect_response("**/client/locale"):
        await page.select_option("#language select", label="日本語")
    await expect(note).to_contain_text("サーバーの言語")
    await page.click("#scrim", position={"x": PHONE[0] - 10, "y": PHONE[1] // 2})
    await run_command(page, "/help")
    await page.locator(".ephemeral", has_text="手札").wait_for()
    await become(page, "Aki")
    await run_command(page, "/help")
    await page.locator(".ephemeral", has_text="My hand").wait_for()


@pytest.mark.slow
async def test_people_speak_the_language_of_the_browser_from_the_first_visit_on(
    discord_process: DiscordProcess, world: Driver, browser: Browser
) -> None:
    context = await browser.new_context(locale="ja-JP")
    page = await context.new_page()
    try:
        await page.goto(f"{discord_process.url}?user=Chie")
        await page.wait_for_selector("[data-channel-id]", state="attached")
        assert {user["locale"] for user in await world.get_list("/client/users")} == {"ja"}
        await world.control.user("Chie", locale="en-US")
        await page.reload()
        await expect(page.locator("html")).to_have_attribute("lang", "en")
    finally:
        await context.close()
        for user in await world.get_list("/client/users"):
            await world.control.user(user["id"], locale="en-US")


@pytest.mark.slow
async def test_the_deck_is_cut_on_the_page(
    world: Driver, bot: BotProcess, browser: Browser, discord_process: DiscordProcess
) -> None:
    lobby = await open_table(world, "saizen", seats=3, people=["Aki"])
    number = table_number(lobby)
    page = await open_page(browser, discord_process.url, "Aki", PHONE)
    await go_to(page, discord_process.url, "Aki", lobby["channel_id"])
    await click(page, f"more:{number}")
    await page.locator(f'[data-custom-id="cut:{number}"]').last.click()
    own = "0123456789abcdef" * 2
    await page.fill('#modal input[data-custom-id="nonce"]', own)
    await page.fill('#modal input[data-custom-id="words"]', "馬 and a horse")
    await page.click("#modal-submit")
    await page.locator("#modal form").wait_for(state="hidden")
    await page.get_by_text("The deck is cut").last.wait_for()
    (nonce,) = re.findall(
        "[0-9a-f]{32}", await page.locator(".ephemeral", has_text="The deck is cut").last.inner_text()
    )
    assert nonce == own
    assert stored_commitment(bot, number).events[-1] == deal_commitment.cut(bytes.fromhex(nonce), "馬 and a horse")
    assert await world.control.problems() == []


CHANGES = [(-300, 200, -100), (0, 300, 0), (-300, 200, 0), (0, 300, -100)]
"""Changes in pixels of three values: the heights of the last two messages, and the scroll position of the log."""


@pytest.mark.slow
@pytest.mark.parametrize(
    "changes", [pytest.param(one, id=str(one), marks=pytest.mark.soak if one != CHANGES[0] else []) for one in CHANGES]
)
async def test_reader_at_the_end_stays_there_while_heights_change(
    discord_process: DiscordProcess, browser: Browser, changes: tuple[int, int, int]
) -> None:
    page = await open_page(browser, discord_process.url, "Aki", PHONE)
    for word in ("one", "two"):
        await run_command(page, word)
        await page.locator("[data-message-id]", has_text=word).last.wait_for()
    await page.evaluate(RESIZE, changes)
    assert await page.evaluate(FROM_END) <= 1


@pytest.mark.slow
async def test_reader_who_has_scrolled_up_stays_there_when_a_message_comes(
    discord_process: DiscordProcess, world: Driver, browser: Browser
) -> None:
    page = await open_page(browser, discord_process.url, "Aki", PHONE)
    await run_command(page, "a long story")
    story = page.locator("[data-message-id]", has_text="a long story").last
    await story.evaluate("(one) => { one.style.minHeight = '2000px'; }")
    await page.locator("#log").hover()
    await page.mouse.wheel(0, -900)
    await page.wait_for_function(f"({FROM_END})() > 500")
    await world.user("Ben").say("table-talk", "Hello!")
    await page.locator("#pill").wait_for()
    assert await page.evaluate(FROM_END) > 500
