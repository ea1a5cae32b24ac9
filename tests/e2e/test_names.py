"""Names: everybody can read them whatever their client has cached, and a mention always notifies."""

from __future__ import annotations

import pytest
from playwright.async_api import Browser

from bot import DiscordProcess
from tests.driver import Driver, texts
from tests.e2e.browser import PHONE, open_page, open_thread
from tests.e2e.playing import (
    LONG,
    is_table,
    open_hand,
    open_more,
    open_table,
    start_table,
    table_number,
)


@pytest.mark.browser
async def test_client_without_a_player_in_its_cache_displays_the_name(
    discord_process: DiscordProcess, browser: Browser, world: Driver
) -> None:
    lobby = await open_table(world, "saizen", 3, ["Aki", "Chie"])
    page = await open_page(browser, discord_process.url, "Dai", PHONE)
    await open_thread(page, "card-room")
    await page.locator(f'[data-message-id="{lobby["id"]}"]', has_text="Chie").wait_for()
    name_on_page = await page.locator(f'[data-message-id="{lobby["id"]}"]').inner_text()
    assert world.user("Chie").id not in name_on_page


async def test_markup_and_mentions_in_names_are_escaped(world: Driver) -> None:
    ben = world.user("Ben")
    await world.control.user("Ben", nick=f"**<@{world.user('Aki').id}>**\u202e\u200b x")
    try:
        lobby = await open_table(world, "saizen", 3, ["Aki", "Ben"])
        assert f"2. \\*\\*\\<\\@{world.user('Aki').id}\\>\\*\\* x" in texts(lobby).splitlines()
        await world.control.user("Ben", nick="\u3164\u200b")
        await ben.click(await open_more(ben, lobby), label="Other seat")
        await ben.wait_for(lambda one: one["id"] == lobby["id"] and "3. Ben" in texts(one).splitlines(), LONG)
    finally:
        await world.control.user("Ben", nick=None)


@pytest.mark.soak
async def test_new_name_appears_at_the_table_after_a_click(world: Driver) -> None:
    ben = world.user("Ben")
    lobby = await open_table(world, "scharfe-schoten", 3, ["Aki", "Ben"])
    table = await start_table(world, lobby)
    number = table_number(lobby)
    await ben.wait_for(lambda one: is_table(one, number) and "Ben" in texts(one), LONG)
    await world.control.user("Ben", nick="Benjamin")
    try:
        await open_hand(ben, table)
        await ben.wait_for(lambda one: is_table(one, number) and "Benjamin" in texts(one), LONG)
        await ben.wait_for(lambda one: one["id"] == lobby["id"] and "Benjamin" in texts(one), LONG)
    finally:
        await world.control.user("Ben", nick=None)
        await open_hand(ben, table)
        await ben.wait_for(lambda one: is_table(one, number) and "Benjamin" not in texts(one), LONG)
