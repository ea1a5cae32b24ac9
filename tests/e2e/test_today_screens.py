"""The day's deal on a phone: each page is in view; pictures in `screenshots/`."""

import asyncio
import time
from pathlib import Path
from random import Random

import pytest
from playwright.async_api import Browser, Page

from engine.game import Game
from local_discord.world.ids import GUILD_ID
from storage import Store
from storage.rows import CommitmentMessage
from tests.days import a_deal, prepare_day
from tests.driver import Driver, Json
from tests.e2e.browser import CLIENT, PHONE, go_to, open_page
from tests.e2e.playing import online
from tests.e2e.processes import ROOT, BotProcess, CheckedDiscord
from tests.e2e.test_replay_screens import GAMES
from tests.e2e.test_review_screens import HEIGHT
from tests.e2e.test_screens import PICTURES_LOADED
from tests.e2e.test_today import choose, ids_of, is_decision
from tests.samples import sampled

pytestmark = pytest.mark.browser

LONG_AGO = 1_400_000_000_000_000_000
"""The id of a message of 2025."""


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en-US", "ja"])
@pytest.mark.parametrize("game", sampled(GAMES, 9))
async def test_every_page_of_the_day_is_in_view_on_a_phone(
    tmp_path: Path, browser: Browser, game: str, language: str
) -> None:
    database, kind, today = tmp_path / "ichiza.sqlite3", Game.games[game], int(time.time() // 86_400)
    async with await Store.open(database, record_write=None) as store:
        await prepare_day(store, today, kind)
        yesterday = await prepare_day(store, today - 1, kind, best=a_deal(kind))
        told = ((kind.id, yesterday.commitment),)
        await store.commitment_messages.add(CommitmentMessage(int(GUILD_ID), 1, 7, "nonce", yesterday.day, told))
        await store.commitment_messages.confirm("nonce", LONG_AGO)
    with CheckedDiscord() as discord, BotProcess(discord.url, database):
        async with online(discord.url) as world:
            heights = await _look_at_all(world, discord, browser, game, language)
        discord.check()
    print(game, language, heights)
    del heights["cards"]  # this page shows all hands and the table, and may need scrolling
    assert {name: height for name, height in heights.items() if height > CLIENT} == {}


async def pictured(window: Page, message_id: str, name: str) -> float:
    """Save the picture of a message in `screenshots/`, and return the message's height in pixels."""
    message = window.locator(f'[data-message-id="{message_id}"]')
    await message.wait_for()
    await window.wait_for_timeout(200)
    await window.wait_for_function(PICTURES_LOADED)
    file = ROOT / "screenshots" / name
    await asyncio.to_thread(file.parent.mkdir, parents=True, exist_ok=True)
    await message.screenshot(path=file)
    return float(await window.evaluate(HEIGHT, message_id))


async def _look_at_all(
    world: Driver, discord: CheckedDiscord, browser: Browser, game: str, language: str
) -> dict[str, float]:
    """Open each page, save its picture, and return the heights in pixels by the names of the pages."""
    await world.control.user("Aki", locale=language)
    aki, random = world.user("Aki"), Random(1)
    page = (await aki.command("card-room", "today")).reply
    window = await open_page(browser, discord.url, "Aki", PHONE, dark=language == "ja")
    await go_to(window, discord.url, "Aki", page["channel_id"])
    heights: dict[str, float] = {}

    async def look(what: str, shown: Json) -> None:
        heights[what] = await pictured(window, shown["id"], f"{game}-{language}/today-{what}.png")

    async def press(shown: Json, begins: str) -> Json:
        [custom_id, *_] = [one for one in ids_of(shown) if one.startswith(begins)]
        return (await aki.click(shown, custom_id=custom_id)).reply

    await look("intro", page)
    page, number = await press(page, "day-play:"), 0
    while is_decision(page):
        if number in {0, 4}:
            await look(f"decision-{number}", page)
        page, number = await choose(aki, page, random), number + 1
    await look("result", page)
    shared = await press(page, "day-share:")
    await look("share", shared)
    page = await press(shared, "day")
    practice = await press(page, "day-again:")
    await look("practice", practice)
    page = (await aki.command("card-room", "today")).reply
    closed = await press(page, "day-closed")
    await look("closed", closed)
    cards = (await aki.select(closed, ["0"])).reply
    await look("cards", cards)
    line = await press(cards, "day-line:")
    await look("line", line)
    await look("coming", await press(await press(line, "day-of"), "day-coming"))
    return heights
