"""Screens of every game on a phone and on a desktop, in both languages, dark and light, from the lobby to the end.

The screenshots are in `screenshots/`, which git ignores. Only `make soak` runs these tests; `make test` measures hands
and tables in `test_heights`.
"""

import asyncio
from pathlib import Path
from random import Random

import pytest
from playwright.async_api import Browser, Page

from bot import DiscordProcess
from tests.driver import Driver, Json, Person, buttons, is_ephemeral, selects
from tests.e2e.browser import DESKTOP, PHONE, go_to, open_page
from tests.e2e.playing import (
    PRIMARY,
    finished_table,
    is_over,
    open_hand,
    open_more,
    open_table,
    play_until,
    start_table,
    table_number,
    wait_for_turn,
)
from tests.e2e.processes import ROOT, BotProcess
from tests.e2e.request_counts import unexpected_refusals
from tests.e2e.server_life import look_around, play_games

pytestmark = pytest.mark.browser

FOLDER = ROOT / "screenshots"
GAMES = ("scharfe-schoten", "tezuma-trick", "tezumashi", "tennos-square", "saizen")
LOOKS = {
    "en-US": (("phone-dark", PHONE, True), ("desktop-light", DESKTOP, False)),
    "ja": (("phone-light", PHONE, False), ("desktop-dark", DESKTOP, True)),
}


class Screens:
    """The windows of one person, and the folder of their screenshots."""

    def __init__(self, pages: dict[str, Page], folder: Path) -> None:
        self.pages = pages
        self._folder = folder
        self._count = 0

    async def go_to(self, url: str, channel: str) -> None:
        """Open a channel or thread in every window."""
        for page in self.pages.values():
            await go_to(page, url, "Aki", channel)

    async def look_away(self) -> None:
        """Open an empty page, so that nothing is drawn meanwhile."""
        for page in self.pages.values():
            await page.goto("about:blank")

    async def shoot(self, name: str, message: Json | None = None) -> None:
        """Take a screenshot of every window, scrolled to one message or to the end."""
        self._count += 1
        await asyncio.gather(*(self._shoot(look, page, name, message) for look, page in self.pages.items()))

    async def _shoot(self, look: str, page: Page, name: str, message: Json | None) -> None:
        target = f'[data-message-id="{message["id"]}"]' if message else "[data-message-id] >> nth=-1"
        place = page.locator(target)
        await place.wait_for(timeout=ARRIVES_MS)
        await page.wait_for_function(PICTURES_LOADED)
        await place.evaluate("(one) => one.scrollIntoView({block: 'end'})")
        assert await page.evaluate(OVERFLOW) <= 0, f"{name} scrolls sideways on {look}"
        await page.screenshot(path=self._folder / f"{look}-{self._count:02}-{name}.png")

    async def shoot_form(self, name: str, message: Json) -> None:
        """Open the options' form from a message in every window, take a screenshot, and close it."""
        self._count += 1
        for look, page in self.pages.items():
            await page.locator(f'[data-message-id="{message["id"]}"] [data-custom-id^="options:"]').click()
            await page.locator("#modal form").wait_for()
            assert await page.evaluate(OVERFLOW) <= 0, f"{name} scrolls sideways on {look}"
            await page.screenshot(path=self._folder / f"{look}-{self._count:02}-{name}.png")
            await page.locator("#modal [data-close]").click()


ARRIVES_MS = 15_000
"""Milliseconds within which a message appears on the page."""
PICTURES_LOADED = "[...document.querySelectorAll('#list img')].every((one) => one.complete)"
OVERFLOW = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


def folder_of(*names: str) -> Path:
    """Create and return the folder for a game's screenshots in a language."""
    folder = FOLDER.joinpath(*names)
    folder.mkdir(parents=True, exist_ok=True)
    return folder


async def windows(browser: Browser, url: str, language: str) -> dict[str, Page]:
    """Open Aki's windows in a language, one for each size and colour scheme; the first is the phone."""
    return {look: await open_page(browser, url, "Aki", size, dark=dark) for look, size, dark in LOOKS[language]}


def cards(panel: Json) -> list[str]:
    """Return the custom ids of a panel's cards."""
    return [one["custom_id"] for one in buttons(panel) if one["style"] == 1 and "choose" in one["custom_id"]]


def has_ability(panel: Json) -> bool:
    """Return whether a panel offers an ability besides cards."""
    return bool(cards(panel)) and any(one["style"] == 3 and "choose" in one["custom_id"] for one in buttons(panel))


@pytest.mark.soak
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LOOKS)
async def test_a_game_looks_right_from_lobby_to_end(
    discord_process: DiscordProcess, world: Driver, browser: Browser, game: str, language: str
) -> None:
    folder = folder_of(game, language)
    await world.control.settings(preferred_locale=language)
    await world.control.user("Aki", locale=language)
    aki, random = world.user("Aki"), Random(5)
    screens = Screens(await windows(browser, discord_process.url, language), folder)
    lobby = await open_table(world, game, seats=4, people=["Aki", "Ben"])
    await screens.go_to(discord_process.url, lobby["channel_id"])
    await screens.shoot("lobby", lobby)
    more = await open_more(aki, lobby)
    await screens.shoot("more", more)
    await screens.shoot_form("options", more)
    rules = await aki.click(lobby, custom_id=f"rules:{game}:0")
    await screens.shoot("rules", rules.reply)
    ben = world.user("Ben")
    await ben.click(await open_more(ben, lobby), custom_id=f"leave:{table_number(lobby)}")
    await screens.look_away()
    table = await start_table(world, lobby)
    await screens.go_to(discord_process.url, table["channel_id"])
    await screens.shoot("table", table)
    panel = await wait_for_turn(aki, await open_hand(aki, table))
    await screens.shoot("first-choice", panel)
    panel = await play_until(aki, panel, lambda one: bool(cards(one)), random)
    await screens.shoot("cards", panel)
    await screens.shoot("trick", await newest_table(aki, table))
    await screens.look_away()
    panel = await play_until(aki, panel, lambda one: has_ability(one) or is_over(one), random)
    if has_ability(panel):
        await screens.go_to(discord_process.url, table["channel_id"])
        wanted = next(one for one in buttons(panel) if one["style"] == 3 and "choose" in one["custom_id"])
        panel = (await aki.click(panel, custom_id=wanted["custom_id"])).reply
        await screens.shoot("ability", panel)
        await screens.look_away()
    await play_until(aki, panel, is_over, random)
    over = await finished_table(world, table_number(lobby))
    await screens.go_to(discord_process.url, table["channel_id"])
    await screens.shoot("game-end", over)
    first = next(one for one in await aki.messages(table["channel_id"]) if one["id"] == table["id"])
    await screens.shoot("round-end", first)
    sheet = await aki.click(over, custom_id=f"sheet:{table_number(lobby)}:0")
    await screens.shoot("score-sheet", sheet.reply)
    details = await aki.click(over, custom_id=f"details:{table_number(lobby)}")
    await screens.shoot("details", details.reply)
    await shoot_replay(screens, aki, over)
    board = await aki.command(table["channel_id"], "leaderboard")
    await screens.shoot("leaderboard", board.reply)
    help_ = await aki.command(table["channel_id"], "help")
    await screens.shoot("help", help_.reply)
    assert not await unexpected_refusals(world)


async def shoot_replay(screens: Screens, aki: Person, over: Json) -> None:
    """Take screenshots of the list of games and of a replay: a trick seen from two seats, a sheet, end and result."""

    async def go(page: Json, way: str) -> Json:
        return (await aki.click(page, where=lambda one: one["custom_id"].endswith(f":{way}"))).reply

    games = await aki.command(over["channel_id"], "replay")
    await screens.shoot("games", games.reply)
    first = await aki.click(games.reply, custom_id=f"replay:{table_number(over)}:0:0:0:")
    page = await go(await go(first.reply, "trick-on"), "trick-on")
    await screens.shoot("replay", page)
    eyes, rounds = selects(page)
    page = (await aki.select(page, ["1"], custom_id=eyes["custom_id"])).reply
    await screens.shoot("replay-eyes", page)
    page = (await aki.select(page, ["2"], custom_id=selects(page)[1]["custom_id"])).reply
    await screens.shoot("replay-sheet", await go(page, "back"))
    page = (await aki.select(page, [rounds["options"][-1]["value"]], custom_id=selects(page)[1]["custom_id"])).reply
    while not next(one for one in buttons(page) if one["custom_id"].endswith(":on")).get("disabled"):
        page = await go(page, "trick-on")
    await screens.shoot("replay-end", page)
    result = next(one for one in buttons(page) if one["style"] == PRIMARY)
    await screens.shoot("replay-result", (await aki.click(page, custom_id=result["custom_id"])).reply)


@pytest.mark.soak
async def test_pages_of_a_guild_with_many_games_look_right(
    discord_process: DiscordProcess, world: Driver, bot: BotProcess, browser: Browser
) -> None:
    over = (await play_games(world, bot, 10))[-1]
    for language in LOOKS:
        screens = Screens(await windows(browser, discord_process.url, language), folder_of("server-life", language))

        async def shoot(name: str, message: Json, screens: Screens = screens) -> None:
            await screens.go_to(discord_process.url, message["channel_id"])
            await screens.shoot(name, message)

        await shoot("game-end", over)
        await look_around(world, bot, over, "Aki", language, shoot)
        await screens.look_away()


async def newest_table(person: Person, table: Json) -> Json:
    """Return the newest public message with buttons in a table's channel: the table message of the current round."""
    public = [one for one in await person.messages(table["channel_id"]) if not is_ephemeral(one) and buttons(one)]
    return public[-1]
