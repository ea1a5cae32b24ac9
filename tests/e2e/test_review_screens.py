"""Reviews on a phone: the first page and each decision, with its buttons in view; pictures in `screenshots/`."""

from collections.abc import Iterator
from random import Random

import pytest
from playwright.async_api import Browser

from tests.driver import Driver, Json, buttons
from tests.e2e.browser import CLIENT, PHONE, go_to, open_page
from tests.e2e.playing import LONG, is_over, open_table, play_until, start_table, table_number
from tests.e2e.processes import ROOT, BotProcess, CheckedDiscord
from tests.e2e.stored_games import kill_and_advance
from tests.e2e.test_replay_screens import GAMES
from tests.e2e.test_reviews import open_review
from tests.e2e.test_screens import PICTURES_LOADED

pytestmark = pytest.mark.browser

HEIGHT = """(id) => document.querySelector(`[data-message-id="${id}"]`).getBoundingClientRect().height"""
"""The height of a message in pixels."""
DECISIONS = 3
"""Greatest number of decisions that the test looks at in each list."""


@pytest.fixture(scope="module")
def bot(discord_process: CheckedDiscord, tmp_path_factory: pytest.TempPathFactory) -> Iterator[BotProcess]:
    """Start a bot with enough playouts for its reviews to tell good moves from bad ones."""
    database = tmp_path_factory.mktemp("bot") / "ichiza.sqlite3"
    script = ROOT / "tests/e2e/high_limits_bot.py"
    with BotProcess(discord_process.url, database, script=script, ICHIZA_PLAYOUTS="150") as process:
        yield process


@pytest.mark.soak
@pytest.mark.parametrize("language", ["en-US", "ja"])
@pytest.mark.parametrize("game", GAMES)
async def test_review_is_in_view_on_a_phone(
    discord_process: CheckedDiscord, world: Driver, bot: BotProcess, browser: Browser, game: str, language: str
) -> None:
    await world.control.user("Aki", locale=language)
    aki = world.user("Aki")
    table = await start_table(world, await open_table(world, game, 4, ["Aki"]))
    number = table_number(table)
    await kill_and_advance(world, bot, number)
    hand = (await aki.command(table["channel_id"], "hand", table=number)).reply
    result = await play_until(aki, hand, is_over, Random(1))
    channel = result["channel_id"]
    window = await open_page(browser, discord_process.url, "Aki", PHONE, dark=language == "ja")
    await go_to(window, discord_process.url, "Aki", channel)
    heights: dict[str, float] = {}

    async def look(name: str, page: Json) -> None:
        await window.locator(f'[data-message-id="{page["id"]}"]').wait_for()
        await window.wait_for_function(PICTURES_LOADED)
        heights[name] = await window.evaluate(HEIGHT, page["id"])
        folder = ROOT / "screenshots" / f"{game}-{language}"
        folder.mkdir(parents=True, exist_ok=True)
        await window.locator(f'[data-message-id="{page["id"]}"]').screenshot(path=folder / f"review-{name}.png")

    page = await open_review(aki, result, number)
    await look("progress", page)

    def is_made(message: Json) -> bool:
        again = f"review:{number}:1" in [one.get("custom_id") for one in buttons(message)]
        return message["id"] == page["id"] and not again

    page = await aki.wait_for(is_made, within=LONG, channel=channel, what="the review")
    first = page
    await window.wait_for_function(
        "(id) => document.querySelector(`[data-message-id='${id}'] img`) !== null", arg=page["id"]
    )
    await look("first", page)
    for verb in ("review-find", "review-cost"):
        for place in range(DECISIONS):
            wanted = f"{verb}:{number}:{place}"
            if wanted not in [one["custom_id"] for one in buttons(page)]:
                break
            page = (await aki.click(page, custom_id=wanted)).reply
            await window.wait_for_timeout(300)
            await look(f"{verb}-{place}", page)
        if page["id"] == first["id"] and f"review:{number}:1" in [one["custom_id"] for one in buttons(page)]:
            page = (await aki.click(page, custom_id=f"review:{number}:1")).reply
    page = (await aki.click(page, custom_id=f"review-how:{number}")).reply
    await window.wait_for_timeout(300)
    await look("counting", page)
    print(game, language, heights)
    assert {name: height for name, height in heights.items() if height > CLIENT} == {}
