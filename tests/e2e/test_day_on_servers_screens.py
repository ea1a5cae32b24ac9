"""The day's deal on a server, on a phone: its message and the panels of settings; pictures in `screenshots/`."""

import asyncio
import time
from pathlib import Path

import pytest
from playwright.async_api import Browser

from engine.game import Game
from local_discord.world.ids import GUILD_ID
from show.actions.settings_actions import MY_DAY, PickZone, Put, TypeZone
from show.text.text_form import LINE
from storage import Store
from tests.days import prepare_day
from tests.driver import Json
from tests.driver.person import Person
from tests.e2e.browser import CLIENT, PHONE, go_to, open_page
from tests.e2e.playing import online
from tests.e2e.processes import ROOT, BotProcess, CheckedDiscord
from tests.e2e.test_review_screens import HEIGHT
from tests.e2e.test_today import ids_of

pytestmark = pytest.mark.browser

NAMES = ("Aki", "Ben", "Chie", "Dai", "Emi", "Fumiko with a long name", "Gō")
OTHER = 77
DEALS = 4
REMIND = Put(MY_DAY, "reminder", "on").custom_id


async def fill(database: Path) -> None:
    """Store plays of people of two servers, dated five minutes ahead.

    The message of the day names only people who began after it was turned on, and the test turns it on only later.
    """
    today = int(time.time() // 86_400)
    async with await Store.open(database, now=lambda: int(time.time()) + 300, record_write=None) as store:
        for day in (today - 1, today):
            await prepare_day(store, day, Game.games["saizen"])
        for server, first in ((int(GUILD_ID), 900), (OTHER, 800)):
            for number, name in enumerate(NAMES):
                row = await store.daily.begin(today, first + number, number % DEALS, server, name)
                over = row._replace(moves='[[0,"1"]]', points=number, ended_at=row.begun_at)
                await store.daily.move(over, row.moves)
        await store.settings.set(OTHER, "server:compared", "on")
        await store.settings.set(OTHER, "server:name", "Card Club")


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en-US", "ja"])
async def test_message_and_settings_of_the_day_are_in_view_on_a_phone(
    tmp_path: Path, browser: Browser, language: str
) -> None:
    database = tmp_path / "ichiza.sqlite3"
    await fill(database)
    heights: dict[str, float] = {}
    with CheckedDiscord() as discord, BotProcess(discord.url, database):
        async with online(discord.url) as world:
            await world.control.settings(preferred_locale=language)
            await world.control.user("Aki", locale=language)
            aki = world.user("Aki")
            panel = (await aki.command("card-room", "settings")).reply
            window = await open_page(browser, discord.url, "Aki", PHONE, dark=language == "ja")
            await go_to(window, discord.url, "Aki", panel["channel_id"])

            async def look(what: str, shown: Json) -> None:
                message = window.locator(f'[data-message-id="{shown["id"]}"]')
                await message.wait_for()
                await window.wait_for_timeout(200)
                heights[what] = await window.evaluate(HEIGHT, shown["id"])
                folder = ROOT / "screenshots" / f"today-{language}"
                folder.mkdir(parents=True, exist_ok=True)
                await message.screenshot(path=folder / f"{what}.png")

            async def press(shown: Json, custom_id: str) -> Json:
                return (await aki.click(shown, custom_id=custom_id)).reply

            day = await press(panel, "settings:server-day")
            await look("server-off", day)
            [here] = [one for one in ids_of(day) if one.startswith("put:server-day:daily:")]
            day = await press(day, here)
            await look("server-on", day)
            mine = await press(await press(day, "settings:server"), "settings:mine")
            own = await press(mine, "settings:my-day")
            await look("own", own)
            asked = await press(own, REMIND)
            await look("zone", asked)
            search, pick = (kind(REMIND).custom_id for kind in (TypeZone, PickZone))
            form = (await aki.click(asked, custom_id=search)).modal
            assert form is not None
            found = (await aki.submit(form, {LINE: "canada"})).reply
            await look("zone-found", found)
            own = (await aki.select(found, ["America/St_Johns"], custom_id=pick)).reply
            await look("own-reminded", own)
            message = await _public(aki, here.rpartition(":")[2], "day")
            await look("message", message)
            answer = await press(message, "day")
            await look("opened", answer)
            message = await _public(aki, here.rpartition(":")[2], "day-coming")
            await look("commitments", message)
            await look("coming", await press(message, "day-coming"))
        discord.check()
    print(language, heights)
    assert {name: height for name, height in heights.items() if height > CLIENT} == {}


async def _public(aki: Person, channel: str, custom_id: str) -> Json:
    """Wait for a public message of the bot that has the button `custom_id`, and return the message."""
    for _ in range(100):
        for one in await aki.messages(channel):
            if custom_id in ids_of(one):
                return one
        await asyncio.sleep(0.2)
    raise AssertionError("no message")
