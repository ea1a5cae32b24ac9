"""The last screen of a game on a phone: the winner is in sight, in public and in the player's own panel.

`make test` plays one game, and measures the result pages of another game. `make soak` measures the result pages of
every game with every number of seats.
"""

import asyncio
import io
from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest
from PIL import Image
from playwright.async_api import Browser

from bot import DiscordProcess
from engine.game import Game
from host.people.badges import BADGES
from host.people.personal_results import PersonalResult, Rating, Score
from locales import LANGUAGES
from show.pages.game.hand import Asked, hand_page
from show.pages.game.table import end_page
from show.text.page import Page as Shown
from show.text.seat_names import table_translation
from tests.driver import Driver, Json, Person
from tests.e2e.browser import CLIENT, PHONE, go_to, open_page
from tests.e2e.playing import (
    LONG,
    finished_table,
    is_over,
    open_hand,
    open_table,
    panels_of,
    play_until,
    start_table,
    table_number,
)
from tests.e2e.request_counts import unexpected_refusals
from tests.e2e.test_heights import every_case, measurable, measured, seated, too_tall
from tests.e2e.test_screens import GAMES, LOOKS, PICTURES_LOADED, folder_of
from tests.engine.kit.cases import Case, finished
from tests.show.pages.test_worst_hands import SIGNS

pytestmark = pytest.mark.browser

WINNER = """(message) => {
  const winner = [...message.querySelectorAll('h3')].find((one) => one.textContent.includes('🏆'));
  return message.getBoundingClientRect().bottom - winner.getBoundingClientRect().top;
}"""
"""Return the distance from the line that names the winner to the end of its message."""
SIGHT = """(id) => {
  const log = document.querySelector('#log').getBoundingClientRect();
  const panel = document.querySelector(`[data-message-id="${id}"]`);
  const line = panel.querySelector('h1, h2, h3') ?? panel;
  return {top: line.getBoundingClientRect().top - log.top, log: log.height,
    bottom: log.bottom - panel.getBoundingClientRect().bottom, height: panel.getBoundingClientRect().height};
}"""
PROOF = 110
"""Height in pixels of the message with the proof of the deal, below the result: a line with a button, and a file."""
OFTEN, SELDOM = 12, 2
"""Number of finished games to measure: in the soak, and in other runs."""


@pytest.mark.parametrize(
    ("game", "language"),
    [pytest.param(game, language, marks=pytest.mark.soak) for game in GAMES for language in LOOKS],
)
async def test_winner_is_in_sight_at_the_end_of_a_game(
    discord_process: DiscordProcess, world: Driver, browser: Browser, game: str, language: str
) -> None:
    await world.control.settings(preferred_locale=language)
    await world.control.user("Aki", locale=language)
    aki = world.user("Aki")
    lobby = await open_table(world, game, seats=3 if game == "tennos-square" else 4, people=["Aki"])
    table = await start_table(world, lobby)
    number = table_number(lobby)
    await play_until(aki, await open_hand(aki, table), is_over, Random(5))
    over = await finished_table(world, number)
    proof = await aki.wait_for(lambda one: f"ichiza-{number}-proof" in str(one["attachments"]), what="the proof")
    panel = await last_panel(aki, number, below=proof)
    folder = folder_of(game, language)
    for dark in (True, False):
        page = await open_page(browser, discord_process.url, "Aki", PHONE, dark=dark)
        await go_to(page, discord_process.url, "Aki", over["channel_id"])
        await page.locator(f'[data-message-id="{panel["id"]}"]').wait_for()
        await page.wait_for_function(PICTURES_LOADED)
        look = "dark" if dark else "light"
        await page.screenshot(path=folder / f"phone-{look}-last-panel.png")
        sight = await page.evaluate(SIGHT, panel["id"])
        print(game, language, look, sight)
        assert sight["top"] >= 0
        message = page.locator(f'[data-message-id="{over["id"]}"]')
        assert await message.evaluate(WINNER) + PROOF <= CLIENT
        await message.evaluate("(one) => one.scrollIntoView({block: 'end'})")
        await page.screenshot(path=folder / f"phone-{look}-last-screen.png")
    assert not await unexpected_refusals(world)


async def last_panel(person: Person, number: int, below: Json) -> Json:
    """Wait until a person has only one panel of a finished game, below a message; return the panel."""
    async with asyncio.timeout(LONG):
        while True:
            seen = len(person.events)
            panels = await panels_of(person, number)
            if len(panels) == 1 and is_over(panels[0]) and int(panels[0]["id"]) > int(below["id"]):
                return panels[0]
            await person.wait_for_events_after(seen)


def size_of(page: Shown) -> tuple[int, int]:
    """Return the size of the page's only picture."""
    (drawing,) = page.drawings
    drawn = drawing.draw()
    assert drawn is not None
    return Image.open(io.BytesIO(drawn)).size


def result(seats: int) -> PersonalResult:
    """Return a personal result in which every field has a value."""
    scores = {seat: Score(11 + seat, 11) for seat in range(1, seats)}
    return PersonalResult(Rating(1108, -14, settled=False), (BADGES["chain"],), scores)


def results(case: Case, locale: str, count: int) -> Iterator[tuple[str, Json]]:
    """Yield the results of random games, in public and in the first seat's panel."""
    for number in range(count):
        game: Game = finished(case, number)
        table = replace(seated(game), state="over")
        tr = table_translation(table, locale, SIGNS)
        public = end_page(table, game.view(None), tr)
        yield "public", measurable(public, size_of(public))
        panel = hand_page(table, game, 0, tr, Asked(), result(game.seats))
        yield "panel", measurable(panel, size_of(panel))


@pytest.mark.slow
@pytest.mark.drawn(1)
@every_case("saizen-6-en-US", "tennos-square-4-ja")
async def test_results_of_random_games_fit_a_phone(
    discord_process: DiscordProcess, browser: Browser, case: Case, locale: str, every: int
) -> None:
    count = SELDOM if every > OFTEN else OFTEN
    heights = await measured(browser, discord_process.url, [*results(case, locale, count)], "whole")
    print(case, locale, heights)
    assert too_tall(heights, CLIENT) == {}


def test_every_language_is_looked_at() -> None:
    assert {look.split("-")[0] for look in LOOKS} == {*LANGUAGES}
