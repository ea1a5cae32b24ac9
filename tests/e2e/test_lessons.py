"""Lessons in a browser on a phone: each is played by clicking only what is lit, and its pages need no scrolling.

`make test` plays one lesson in each language, with the bot killed in between; `make soak` plays all. Pictures of every
step are kept in `screenshots/lessons`.
"""

import pytest
from playwright.async_api import Browser, Page

import engine.games  # noqa: F401  fills Lesson.all
from bot import DiscordProcess
from engine.lessons import Lesson
from tests.driver import Driver
from tests.e2e.browser import MOST_HEIGHT, PHONE, open_page, run_command
from tests.e2e.processes import BotProcess
from tests.e2e.test_panel_screens import HEIGHT
from tests.e2e.test_screens import OVERFLOW, PICTURES_LOADED, folder_of
from tests.samples import SOAK, sampled

pytestmark = pytest.mark.browser

BRIEF = "scharfe-schoten"
"""The lesson that `make test` plays."""
LESSONS = [pytest.param(one, marks=[] if one == BRIEF else pytest.mark.soak) for one in Lesson.all]
LIT = '.btn:is(.primary, .success)[data-custom-id^="lesson-tap:{lesson}:{step}:"]'
GREY = '.btn:not(.primary, .success)[data-custom-id^="lesson-tap:{lesson}:{step}:"]'


async def settled(page: Page) -> None:
    await page.wait_for_function("!document.querySelector('[aria-busy=\"true\"]')")
    await page.wait_for_function(PICTURES_LOADED)


@pytest.mark.slow
@pytest.mark.parametrize("language", sampled(["ja", "en-US"], 2))
@pytest.mark.parametrize("lesson_id", LESSONS)
async def test_lesson_is_played_on_a_phone_by_clicking_only_what_is_lit(
    discord_process: DiscordProcess, bot: BotProcess, world: Driver, browser: Browser, lesson_id: str, language: str
) -> None:
    lesson = Lesson.all[lesson_id]
    folder = folder_of("lessons", lesson_id, language)
    await world.control.user("Aki", locale=language)
    page = await open_page(browser, discord_process.url, "Aki", PHONE)
    await run_command(page, f"/learn lesson:{lesson_id}")
    heights = dict[str, float]()
    shown = page.locator("[data-message-id].ephemeral").last

    async def look(name: str) -> None:
        await settled(page)
        await shown.evaluate("(one) => one.scrollIntoView({block: 'end'})")
        heights[name] = await page.evaluate(HEIGHT, await shown.get_attribute("data-message-id"))
        assert await page.evaluate(OVERFLOW) <= 0, name
        await page.screenshot(path=folder / f"{name}.png")

    for step in range(len(lesson.steps)):
        lit = shown.locator(LIT.format(lesson=lesson_id, step=step))
        await lit.wait_for()
        await look(f"{step + 1:02}")
        if SOAK or step == 1:
            await shown.locator(GREY.format(lesson=lesson_id, step=step)).first.click()
            await shown.get_by_text("⚠️").wait_for()
            await look(f"{step + 1:02}-other")
        if step == len(lesson.steps) // 2 and lesson_id == BRIEF:
            bot.kill()
            bot.start()
            await world.wait_until_online()
        await lit.click()
    await shown.locator('[data-custom-id^="play-easy:"]').wait_for()
    await look("end")
    await page.close()
    await world.control.user("Aki", locale="en-US")
    print(lesson_id, language, {name: round(height) for name, height in heights.items()})
    assert {name: height for name, height in heights.items() if height > MOST_HEIGHT} == {}
