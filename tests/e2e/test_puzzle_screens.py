"""The puzzle of a day on a phone: the decision and both answers are in view; pictures in `screenshots/`."""

import json
import time
from pathlib import Path
from random import Random

import pytest
from playwright.async_api import Browser

from engine.daily.puzzles import VERSION
from engine.game import Game
from storage import Store
from tests.days import prepare_day
from tests.driver import Driver, Json, Person, components
from tests.e2e.browser import CLIENT, PHONE, go_to, open_page
from tests.e2e.playing import online
from tests.e2e.processes import BotProcess, CheckedDiscord
from tests.e2e.test_replay_screens import GAMES
from tests.e2e.test_today import ids_of
from tests.e2e.test_today_screens import pictured
from tests.puzzles import a_decision, puzzle_at
from tests.samples import sampled

pytestmark = pytest.mark.browser

CHOICES = ("puzzle-answer:", "puzzle-pick:")
WORLDS = 400
"""The number of games in which each move is tried: enough for the answer to give reasons."""


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en-US", "ja"])
@pytest.mark.parametrize("game", sampled(GAMES, 9))
async def test_every_page_of_a_puzzle_is_in_view_on_a_phone(
    tmp_path: Path, browser: Browser, game: str, language: str
) -> None:
    database, kind, yesterday = tmp_path / "ichiza.sqlite3", Game.games[game], int(time.time() // 86_400) - 1
    puzzle = puzzle_at(*a_decision(kind, 3), right=2 if language == "ja" else 1, worlds=WORLDS)
    async with await Store.open(database, record_write=None) as store:
        for day in (yesterday, yesterday + 1):
            await prepare_day(store, day, kind)
        await store.puzzles.add(yesterday, VERSION, json.dumps(puzzle), None)
    with CheckedDiscord() as discord, BotProcess(discord.url, database):
        async with online(discord.url) as world:
            heights = await _look_at_all(world, discord, browser, game, language)
        discord.check()
    print(game, language, heights)
    assert {name: height for name, height in heights.items() if height > CLIENT} == {}


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
        heights[what] = await pictured(window, shown["id"], f"{game}-{language}/puzzle-{what}.png")

    for begins in ("day-closed", "puzzle:"):
        [custom_id, *_] = [one for one in ids_of(page) if one.startswith(begins)]
        page = (await aki.click(page, custom_id=custom_id)).reply
    await look("asked", page)
    while any(one.startswith(CHOICES) for one in ids_of(page)):
        page = await _choose(aki, page, random)
    await look("answered", page)
    return heights


async def _choose(who: Person, page: Json, random: Random) -> Json:
    """Make a random choice of an open decision, and return the page after it."""
    choices: list[tuple[str, str]] = []
    for one in components(page):
        custom_id = one.get("custom_id", "")
        if custom_id.startswith(CHOICES) and not one.get("disabled"):
            choices += [(custom_id, line["value"]) for line in one.get("options", [{"value": ""}])]
    custom_id, value = random.choice(choices)
    answer = who.select(page, [value], custom_id=custom_id) if value else who.click(page, custom_id=custom_id)
    return (await answer).reply
