"""Names: everybody can read them whatever their client has cached, and a mention always notifies."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

import pytest
from playwright.async_api import Browser

from bot import DiscordProcess
from tests.driver import Driver, components, texts
from tests.e2e.browser import PHONE, open_page, open_thread
from tests.e2e.playing import (
    LONG,
    PEOPLE,
    Json,
    Seats,
    finished_table,
    is_table,
    open_hand,
    open_more,
    open_table,
    start_table,
    table_number,
)
from tests.e2e.processes import BotProcess
from tests.e2e.stored_games import kill_and_advance

MENTION = re.compile(r"<@!?\d+>|@everyone|@here")


def all_texts(message: Json) -> Iterator[str]:
    """Yield all texts of a message, alternative texts and labels included."""
    yield texts(message)
    for one in components(message):
        yield from (str(one[key]) for key in ("label", "placeholder", "description") if one.get(key))
        yield from (str(item.get("description")) for item in one.get("items") or [])


async def everything_seen(world: Driver) -> list[Json]:
    """Return every version of every message of the bot that anybody has seen."""
    return [
        data
        for name in PEOPLE
        for event, data in world.user(name).events
        if event in {"MESSAGE_CREATE", "MESSAGE_UPDATE"} and data["author"].get("bot")
    ]


async def test_messages_without_a_ping_have_no_mention(world: Driver, bot: BotProcess) -> None:
    lobby = await open_table(world, "scharfe-schoten", 3, PEOPLE[:2])
    assert {"1. Aki", "2. Ben"} <= set(texts(lobby).splitlines())
    table, ben = await start_table(world, lobby), world.user("Ben")
    await ben.wait_for(lambda one: ben.id in one["pings"], LONG, channel=table["channel_id"])
    seats = Seats(world, Random(5))
    await seats.open_hands(table, PEOPLE[:2])
    assert "Ben" in texts((await world.user("Dai").command("card-room", "tables")).reply)
    for _ in range(3):
        await seats.move_once()
    await kill_and_advance(world, bot, table_number(lobby))
    await seats.open_hands_by_command(table_number(lobby), PEOPLE[:2])
    await seats.play_out()
    assert "Aki" in texts(await finished_table(world, table_number(lobby)))
    assert "Ben" in texts((await world.user("Dai").command("card-room", "leaderboard")).reply)
    messages = await everything_seen(world)
    calls = [one for one in messages if any(MENTION.search(text) for text in all_texts(one))]
    assert [one for one in calls if not one["mentions"]] == []
    assert all("your turn" in texts(one) for one in calls), "only pings have a mention"
    assert calls, "pings have a mention"


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
