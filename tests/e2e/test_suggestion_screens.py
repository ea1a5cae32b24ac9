"""Suggestions on a phone: the offer, the confirmation and the answer are in view; pictures in `screenshots/`."""

from collections.abc import Iterator

import pytest
from playwright.async_api import Browser

from tests.driver import Driver, Json
from tests.e2e.browser import CLIENT, PHONE, go_to, open_page
from tests.e2e.playing import LONG
from tests.e2e.processes import ROOT, BotProcess, CheckedDiscord
from tests.e2e.test_replay_screens import GAMES
from tests.e2e.test_review_screens import HEIGHT
from tests.e2e.test_screens import PICTURES_LOADED
from tests.e2e.test_suggestions import alone, questions

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def bot(discord_process: CheckedDiscord, tmp_path_factory: pytest.TempPathFactory) -> Iterator[BotProcess]:
    """Start a bot with enough playouts for its suggestions to tell good moves from bad ones."""
    database = tmp_path_factory.mktemp("bot") / "ichiza.sqlite3"
    script = ROOT / "tests/e2e/high_limits_bot.py"
    with BotProcess(discord_process.url, database, script=script, ICHIZA_PLAYOUTS="400") as process:
        yield process


@pytest.mark.soak
@pytest.mark.usefixtures("bot")
@pytest.mark.parametrize("language", ["en-US", "ja"])
@pytest.mark.parametrize("game", GAMES)
async def test_question_and_answer_are_in_view_on_a_phone(
    discord_process: CheckedDiscord, world: Driver, browser: Browser, game: str, language: str
) -> None:
    await world.control.user("Aki", locale=language)
    aki, page, _ = await alone(world, game)
    window = await open_page(browser, discord_process.url, "Aki", PHONE, dark=language == "ja")
    await go_to(window, discord_process.url, "Aki", page["channel_id"])
    heights: dict[str, float] = {}

    async def look(name: str, shown: Json) -> None:
        message = window.locator(f'[data-message-id="{shown["id"]}"]')
        await message.wait_for()
        await window.wait_for_function(PICTURES_LOADED)
        heights[name] = await window.evaluate(HEIGHT, shown["id"])
        folder = ROOT / "screenshots" / f"{game}-{language}"
        folder.mkdir(parents=True, exist_ok=True)
        await message.screenshot(path=folder / f"suggestion-{name}.png")

    await look("offer", page)
    sure = (await aki.click(page, custom_id=questions(page)[0])).reply
    await look("sure", sure)
    asked = (await aki.click(sure, custom_id=questions(sure)[0])).reply

    def is_answered(message: Json) -> bool:
        return message["id"] == asked["id"] and not questions(message)

    answer = await aki.wait_for(is_answered, within=LONG, channel=asked["channel_id"], what="the answer")
    await window.wait_for_timeout(300)
    await look("answer", answer)
    print(game, language, heights)
    assert {name: height for name, height in heights.items() if height > CLIENT} == {}
