"""A league night on a local Discord, from announcement to end, with two kills; and its screens on a phone."""

from collections.abc import Awaitable, Callable
from functools import partial
from pathlib import Path

import pytest
from playwright.async_api import Browser, Page

from local_discord.world.ids import GUILD_ID
from storage import Store
from tests.driver import Driver, Json, texts
from tests.e2e.browser import CLIENT, PHONE, go_to, open_page
from tests.e2e.playing import CHANNEL, LONG, online, restart, until, wait_for_request
from tests.e2e.processes import ROOT, BotProcess, CheckedDiscord
from tests.e2e.test_review_screens import HEIGHT
from tests.e2e.test_screens import PICTURES_LOADED

PEOPLE = ("Aki", "Ben", "Chie")
SAID = {
    "en": ("still play", "other tables", "next one begins", "night is over"),
    "ja": ("プレイ中", "ほかの卓", "次は", "リーグナイトは終わりました"),
}
"""Words of the running stage, of a sealed table, of the break, and of the end, by the server's language."""
OPEN_TABLES = """
SELECT tables.id FROM tables JOIN seats ON table_id = tables.id WHERE state = 'playing' AND user_id = ?
"""
Look = Callable[[str, Json], Awaitable[None]]


async def announced(world: Driver) -> Json:
    """Let Aki announce a night, and let all people join it; return the night's message."""
    aki = world.user("Aki")
    [first, *_] = (await aki.autocomplete(CHANNEL, "night", "at", game="saizen")).choices or []
    answer = await aki.command(CHANNEL, "night", game="saizen", stages=2, level="easy", at=first["value"])
    message = answer.reply
    for name in PEOPLE:
        message = (await world.user(name).click(message, custom_id="night-join:1")).reply
    return message


async def now(world: Driver, message: Json) -> Json:
    """Return the current version of a message of the channel."""
    return next(one for one in await world.user("Aki").messages(CHANNEL) if one["id"] == message["id"])


async def until_message(world: Driver, message: Json, shows: Callable[[Json], bool]) -> Json:
    """Wait until `shows` accepts a message of the channel, and return the message."""

    async def is_there() -> bool:
        return shows(await now(world, message))

    await until(is_there, LONG)
    return await now(world, message)


async def leave_table(world: Driver, bot: BotProcess, name: str) -> None:
    """Let a person leave their table to a computer player."""
    person = world.user(name)

    async def is_seated() -> bool:
        return bool(bot.rows(OPEN_TABLES, int(person.id)))

    await until(is_seated)
    [(table,)] = bot.rows(OPEN_TABLES, int(person.id))
    shown = await person.wait_for(lambda one: f"hand:{table}" in str(one.get("components")), within=LONG)
    more = (await person.click(shown, custom_id=f"more:{table}")).reply
    sure = (await person.click(more, custom_id=f"leave-game:{table}:0")).reply
    await person.click(sure, custom_id=f"leave-game:{table}:1")


async def _promised(bot: BotProcess) -> bool:
    """Return whether the night's deal commitments are posted."""
    return bool(bot.rows("SELECT 1 FROM nights WHERE promise_id IS NOT NULL"))


async def played(world: Driver, bot: BotProcess, look: Look | None = None, language: str = "en") -> Json:
    """Play a night with a kill in each stage, and return its message at the end; `look` is called with each page."""
    running, sealed, pause, end = SAID[language]
    message = await announced(world)

    async def see(what: str, shown: Json) -> None:
        if look is not None:
            await look(what, shown)

    await see("gathering", message)
    await wait_for_request(world, 0, "event create")
    await until(partial(_promised, bot))
    message = (await world.user("Aki").click(message, custom_id="night-start:1")).reply
    await restart(world, bot)
    message = await until_message(world, message, lambda one: running in texts(one))
    await see("playing", message)
    ben = world.user("Ben")
    table = await ben.wait_for(lambda one: sealed in texts(one).lower() and "hand:" in str(one.get("components")))
    await see("sealed", table)
    for name in PEOPLE:
        await leave_table(world, bot, name)
    message = await until_message(world, message, lambda one: pause in texts(one))
    await see("break", message)
    assert "Ben" in texts(message)
    with bot.transaction(writes=True) as transaction:
        transaction.run("UPDATE nights SET next_at = 0")

    async def has_begun() -> bool:
        return bot.rows("SELECT stage FROM nights") == [(2,)]

    await until(has_begun)
    await restart(world, bot)
    message = await until_message(world, message, lambda one: end in texts(one))
    await see("over", message)
    check = (await ben.click(message, custom_id="night-deals:1")).reply
    await see("check", check)
    return message


@pytest.mark.slow
async def test_killed_night_has_one_result_for_each_seat_of_each_stage(world: Driver, bot: BotProcess) -> None:
    message = await played(world, bot)
    seats = bot.rows("SELECT stage, board, seat, table_id, user_id, points FROM night_seats ORDER BY 1, 2, 3")
    assert [row[:3] for row in seats] == [
        (stage, board, seat) for stage in (1, 2) for board in (1, 2) for seat in range(4)
    ]
    assert all(points is not None for *_, points in seats)
    assert bot.rows("SELECT COUNT(*) FROM tables") == [(4,)]
    assert bot.rows("SELECT COUNT(*) FROM results") == [(0,)]
    assert "Aki" in texts(message)
    assert [one["id"] for one in await world.user("Aki").messages(CHANNEL) if "League night: Saizen" in texts(one)] == [
        message["id"]
    ]


@pytest.mark.slow
@pytest.mark.browser
@pytest.mark.parametrize("language", ["en-US", "ja"])
async def test_every_page_of_a_night_is_in_view_on_a_phone(tmp_path: Path, browser: Browser, language: str) -> None:
    database = tmp_path / "ichiza.sqlite3"
    async with await Store.open(database, record_write=None) as store:
        await store.settings.set(int(GUILD_ID), "server:language", language[:2])
    with CheckedDiscord() as discord, BotProcess(discord.url, database) as bot:
        async with online(discord.url) as world:
            for name in PEOPLE:
                await world.control.user(name, locale=language)
            window = await open_page(browser, discord.url, "Ben", PHONE, dark=language == "ja")
            heights: dict[str, float] = {}
            await played(world, bot, partial(_look, window, discord.url, language, heights), language[:2])
        discord.check()
    print(language, heights)
    del heights["check"]  # this page may need scrolling: people copy its values, and do not read them
    assert {name: height for name, height in heights.items() if height > CLIENT} == {}


async def _look(window: Page, url: str, language: str, heights: dict[str, float], what: str, shown: Json) -> None:
    """Save a picture of a message, and note its height in pixels."""
    await go_to(window, url, "Ben", shown["channel_id"])
    message = window.locator(f'[data-message-id="{shown["id"]}"]')
    await message.wait_for()
    await window.wait_for_timeout(200)
    await window.wait_for_function(PICTURES_LOADED)
    heights[what] = await window.evaluate(HEIGHT, shown["id"])
    folder = ROOT / "screenshots" / f"night-{language}"
    folder.mkdir(parents=True, exist_ok=True)
    await message.screenshot(path=folder / f"{what}.png")
