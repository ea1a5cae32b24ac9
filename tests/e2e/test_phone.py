"""The bot on a phone: the way to the first card, the message menu, and the menus of the settings."""

import re

import pytest
from playwright.async_api import Browser, Locator, Page, expect

from bot import DiscordProcess
from engine.game import Game
from local_discord.world.ids import CHANNEL_IDS, GUILD_ID, VOICE_ID
from locales import Translation, language_of
from tests.driver import Driver
from tests.e2e.browser import FROM_END, PHONE, click, go_to, open_page, run_command
from tests.e2e.playing import running
from tests.e2e.processes import BotProcess
from tests.e2e.test_deal_commitments import close_lobby
from tests.e2e.test_screens import GAMES, LOOKS, OVERFLOW

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SOME = {("saizen", "ja")}
"""The game whose lobby `make test` checks; `make soak` checks the lobbies of all games."""
MOST_CLICKS = 6
"""Greatest number of clicks after `/play`: game, Run, Start, colour predicted most, colour predicted fewest, card."""


class ClickCounter:
    """A person's clicks on the page, counted."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.clicks = 0

    async def click(self, what: Locator) -> None:
        """Click once, and wait for the answer."""
        await what.click()
        self.clicks += 1
        await self.page.wait_for_function("!document.querySelector('[aria-busy=\"true\"]')")


async def test_first_card_of_scharfe_schoten_takes_six_clicks(
    discord_process: DiscordProcess, world: Driver, browser: Browser
) -> None:
    await world.control.user("Aki", locale="en-US")
    page = await open_page(browser, discord_process.url, "Aki", PHONE)
    await run_command(page, "/play")
    counter = ClickCounter(page)
    await counter.click(page.locator('#suggest [data-value="scharfe-schoten"]'))
    await counter.click(page.locator("[data-run]"))
    await counter.click(page.locator('[data-custom-id^="start:"]').first)
    choice = page.locator('.ephemeral .btn:is(.primary, .success)[data-custom-id^="choose:"]').first
    played = False
    while not played:
        offered = str(await choice.get_attribute("data-custom-id"))
        await counter.click(choice)
        await page.locator(f'[data-custom-id="{offered}"]').wait_for(state="detached")
        played = offered.split(":")[2] != "0"  # the first decision is a prediction
    assert counter.clicks <= MOST_CLICKS


@pytest.mark.parametrize(
    ("game", "locale"),
    [
        pytest.param(game, locale, marks=[] if (game, locale) in SOME else pytest.mark.soak)
        for game in GAMES
        for locale in LOOKS
    ],
)
async def test_title_of_the_lobby_is_in_sight_after_play_and_no_hash_is(
    discord_process: DiscordProcess, world: Driver, browser: Browser, game: str, locale: str
) -> None:
    await world.control.user("Aki", locale=locale)
    page = await open_page(browser, discord_process.url, "Aki", PHONE)
    async with world.control.temporary_settings(preferred_locale=locale):
        await run_command(page, f"/play game:{game} seats:4")
        lobby = page.locator('[data-message-id]:has([data-custom-id^="join:"])').last
        title = lobby.locator("h2").first
        await expect(title).to_have_text(Translation(language_of(locale)).text(Game.games[game].title))
        joins = await lobby.locator('[data-custom-id^="join:"]').get_attribute("data-custom-id")
        number = str(joins).split(":")[1]
        promise = page.locator(f'[data-message-id]:has([data-custom-id="deal:{number}"])')
        answer = page.locator(f'.ephemeral:has([data-custom-id^="own-deal:{number}:"])')
        for message in (promise, answer):
            await message.wait_for()
        await page.wait_for_function(f"({FROM_END})() <= 1")
        await expect(title).to_be_in_viewport(ratio=0.9)
        await expect(answer).to_be_in_viewport(ratio=0.95)
        for message in (lobby, promise, answer):
            assert re.findall("[0-9a-f]{17,}", await message.inner_text()) == []
        assert await page.evaluate(OVERFLOW) <= 0
        aki, message_id = world.user("Aki"), await lobby.get_attribute("data-message-id")
        await close_lobby(aki, await aki.refreshed({"id": message_id, "channel_id": CHANNEL_IDS[0]}))
    await world.control.user("Aki", locale="en-US")


async def test_winner_is_in_sight_at_the_end_and_no_hash_is(
    discord_process: DiscordProcess, world: Driver, browser: Browser
) -> None:
    table, seats = await running(world, "saizen", people=("Aki",))
    await seats.play_out()
    page = await open_page(browser, discord_process.url, "Dai", PHONE)
    await go_to(page, discord_process.url, "Dai", table["channel_id"])
    await page.locator('[data-custom-id^="deal:"]').wait_for()
    over = page.locator('[data-message-id]:has([data-custom-id^="replay:"])').last
    await expect(over.get_by_text("🏆").first).to_be_in_viewport()
    assert re.findall("[0-9a-f]{17,}", await page.inner_text("main")) == []


async def test_message_menu_on_the_page_opens_the_hand(
    discord_process: DiscordProcess, world: Driver, browser: Browser
) -> None:
    table, _ = await running(world, people=("Ben",))
    page = await open_page(browser, discord_process.url, "Ben", PHONE)
    await go_to(page, discord_process.url, "Ben", table["channel_id"])
    await page.locator(f'[data-message-id="{table["id"]}"] [data-apps]').click()
    await page.locator('#apps [data-use="My hand"]').click()
    await page.locator('.ephemeral [data-custom-id^="choose:"]').first.wait_for()


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
    stored = [bot.rows(sql, name, int(GUILD_ID))[0][0] for name in ("channels", "games")]
    assert stored == [f"{CHANNEL_IDS[0]},{VOICE_ID}", "saizen"]
    await click(page, "settings:mine")


async def ticked(page: Page, name: str, *wanted: str) -> None:
    """Tick only these lines in the newest menu of that name."""
    await page.locator(f'[data-custom-id="set-some:server:{name}"]').last.click()
    lines = page.locator("#menu .option")
    await lines.filter(has_text=wanted[0]).wait_for()
    for line in await lines.all():
        chosen = await line.get_attribute("aria-selected") == "true"
        if chosen != ((await line.inner_text()).split("\n")[0].strip() in wanted):
            await line.click()
    await page.locator("#menu [data-done]").click()
    await page.wait_for_function("!document.querySelector('[aria-busy=\"true\"]')")
