"""Settings over real sockets: a manager's for the server, and each person's own."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.async_api import Browser, Page

from bot import DiscordProcess
from local_discord.world import ids
from tests.driver import Driver, Person, buttons, texts
from tests.e2e.browser import PHONE, click, open_page, run_command
from tests.e2e.playing import CHANNEL, LONG, open_table, start_table
from tests.e2e.processes import BotProcess
from tests.e2e.test_screens import OVERFLOW

Json = dict[str, Any]
SILENT = 1 << 12
TALK = ids.CHANNEL_IDS[0]


async def settings(person: Person) -> Json:
    """Open a person's panel."""
    return (await person.command(CHANNEL, "settings")).reply


async def pick(person: Person, panel: Json, name: str, *values: str) -> Json:
    """Choose from one of a panel's menus; return the panel."""
    answer = await person.select(panel, values, where=lambda one: one["custom_id"].endswith(f":{name}"))
    assert (answer.callback_type, answer.reply["id"]) == (7, panel["id"]), "the answer edits the panel"
    return answer.reply


async def called(person: Person, channel: str) -> Json:
    """Wait for the message that pings a person in a channel."""
    return await person.wait_for(lambda one: f"<@{person.id}>" in one["content"], within=LONG, channel=channel)


async def test_manager_changes_the_settings_of_the_server_and_people_their_own(world: Driver) -> None:
    aki, ben, chie = (world.user(name) for name in ("Aki", "Ben", "Chie"))
    panel = await settings(aki)
    assert "This server" not in texts(await settings(ben)) + str(buttons(await settings(ben)))
    set_now = {"language": "ja", "pace": "letter", "channels": "table-talk", "games": "scharfe-schoten"}
    for name, value in set_now.items():
        panel = await pick(aki, panel, name, value)
    quiet = (await ben.click(await settings(ben), label="Quiet turns: off")).reply
    assert "自分の設定" in texts(await pick(ben, quiet, "language", "ja"))

    refused = await aki.command(CHANNEL, "play", game="scharfe-schoten")
    assert f"<#{TALK}>" in texts(refused.reply)
    refused = await ben.command("table-talk", "play", game="saizen")
    assert "Scharfe Schoten" in texts(refused.reply)
    lobby = await open_table(world, "scharfe-schoten", 4, ["Aki", "Ben", "Chie"], channel="table-talk")
    assert "通信対戦" in texts(lobby)
    table = await start_table(world, lobby)
    calls = {one.name: await called(one, table["channel_id"]) for one in (ben, chie)}
    assert [(one["flags"] & SILENT, one["pings"]) for one in calls.values()] == [(SILENT, []), (0, [chie.id])]
    assert all("あなたの番です" in one["content"] for one in calls.values())
    since = len(ben.events)
    await aki.click(panel, where=lambda one: one["custom_id"] == "put:server:pings:off")
    await ben.wait_for_event("MESSAGE_DELETE", lambda one: one["id"] == calls["Ben"]["id"], LONG, since=since)


@pytest.mark.browser
@pytest.mark.usefixtures("world")
async def test_channels_and_games_are_chosen_on_a_phone(
    discord_process: DiscordProcess, bot: BotProcess, browser: Browser
) -> None:
    page = await open_page(browser, discord_process.url, "Aki", PHONE)
    await run_command(page, "/settings")
    await page.wait_for_selector('[data-custom-id="settings:mine"]')
    await ticked(page, "channels", "#table-talk", "#Lounge")
    await ticked(page, "games", "Saizen")
    assert await page.evaluate(OVERFLOW) <= 0
    sql = "SELECT value FROM settings WHERE name = 'server:' || ? AND owner_id = ?"
    stored = [bot.rows(sql, name, int(ids.GUILD_ID))[0][0] for name in ("channels", "games")]
    assert stored == [f"{TALK},{ids.VOICE_ID}", "saizen"]
    await click(page, "settings:mine")


async def ticked(page: Page, name: str, *wanted: str) -> None:
    """Tick only these lines in the newest menu of that name."""
    await page.locator(f'[data-custom-id="set-some:server:{name}"]').last.click()
    lines = page.locator("#menu .option")
    for line in await lines.all():
        chosen = await line.get_attribute("aria-selected") == "true"
        if chosen != ((await line.inner_text()).split("\n")[0].strip() in wanted):
            await line.click()
    await page.locator("#menu [data-done]").click()
    await page.wait_for_function("!document.querySelector('[aria-busy=\"true\"]')")
