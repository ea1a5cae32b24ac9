"""The table message on a phone: all of it, and the button "My hand", is visible without scrolling in every game.

Only `make soak` runs these tests; `make test` measures tables in `test_heights`.
"""

from random import Random

import pytest
from playwright.async_api import Browser

from bot import DiscordProcess
from tests.driver import Driver
from tests.e2e.browser import CLIENT, PHONE, go_to, open_page
from tests.e2e.playing import open_hand, open_table, play_until, start_table
from tests.e2e.test_screens import GAMES, LOOKS, PICTURES_LOADED, folder_of, newest_table

pytestmark = [pytest.mark.browser, pytest.mark.soak]

IN_SIGHT = """(message) => {
    message.scrollIntoView({block: 'start'});
    const hand = message.querySelector('[data-custom-id^="hand:"]').getBoundingClientRect();
    const {top} = message.getBoundingClientRect();
    const composer = document.querySelector('#composer').getBoundingClientRect();
    return {hand: hand.bottom - top, room: composer.top - top};
}"""
"""Return the distance from the message's upper edge to the end of its button, and the visible height below the edge."""
MOVES = (0, 5)
"""Numbers of Aki's moves before each of two measurements; at the second, a trick has ended and another has begun."""


@pytest.mark.parametrize("language", LOOKS)
@pytest.mark.parametrize("game", GAMES)
async def test_my_hand_is_visible_with_the_whole_table(
    discord_process: DiscordProcess, world: Driver, browser: Browser, game: str, language: str
) -> None:
    await world.control.settings(preferred_locale=language)
    aki, moved = world.user("Aki"), list[str]()
    table = await start_table(world, await open_table(world, game, 6 if game == "saizen" else 4, ["Aki"]))
    panel = await open_hand(aki, table)
    page = await open_page(browser, discord_process.url, "Aki", PHONE)
    folder = folder_of(game, language)
    for moves in MOVES:
        panel = await play_until(aki, panel, lambda _, moves=moves: len(moved) >= moves, Random(5), moved)  # type: ignore[misc]
        newest = await newest_table(aki, table)
        await go_to(page, discord_process.url, "Aki", newest["channel_id"])
        message = page.locator(f'[data-message-id="{newest["id"]}"]')
        await message.wait_for()
        await page.wait_for_function(PICTURES_LOADED)
        found = await message.evaluate(IN_SIGHT)
        print(f"{game}, {language}, {moves} moves: {found}")
        assert found["hand"] <= min(found["room"], CLIENT)
        await page.screenshot(path=folder / f"phone-table-after-{moves}.png")
