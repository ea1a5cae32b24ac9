"""Heights of table pages on a phone, of random games, rendered by the local Discord's page.

`test_table_message` covers a few tables of the real bot; this module covers many, of every game and number of
seats, and the pages behind "More".
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from PIL import Image
from playwright.async_api import Browser

import pictures
from bot import DiscordProcess
from engine.game import Game
from host.play.time_control import SILENT_SECONDS
from host.tables.table import Occupant, Table, Turn
from show.actions.table_actions import LookUp
from show.pages.game.hand import Asked, hand_page
from show.pages.game.seats import seats_page
from show.pages.game.table import table_page
from show.pages.lobby import more_page
from show.text.addressing import table_translation
from show.text.page import Page
from tests.e2e.browser import PHONE, open_page
from tests.e2e.test_panel_heights import AT_ONCE, MEASURE, NAMES, STRIP
from tests.e2e.test_panel_screens import TALLEST
from tests.e2e.test_table_message import CLIENT
from tests.engine.kit.cases import PLAIN_CASES, Case, walk
from tests.show.page_content import components_of
from tests.show.pages.test_worst_hands import CHANNEL, EMOJIS, GUILD, NUMBER, PERSON, SIGNS

pytestmark = [pytest.mark.browser, pytest.mark.soak]

every_locale = pytest.mark.parametrize("locale", ["en-US", "ja"])
every_case = pytest.mark.parametrize("case", PLAIN_CASES, ids=str)

EVERY = 3
"""Moves between two measurements."""
TO_THE_HAND = """async ({tables, emojis}) => {
  const {store, putMessage} = await import('/page/store.js');
  const drawn = (width, height) => `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"/>`)}`;
  for (const id of emojis) store.emojis.set(id, {id, url: drawn(8, 8)});
  const id = '9000000000000000000', now = new Date().toISOString();
  const heights = [];
  for (const {components, width, height} of tables) {
    putMessage({
      id, channel_id: store.channelId, type: 0, author: store.me, timestamp: now, edited_timestamp: now,
      flags: 32768, content: '', components, mentions: [], pings: [], embeds: [],
      attachments: [{filename: 'table.png', url: drawn(width, height), width, height}],
    });
    await new Promise((done) => setTimeout(done, 0));
    const message = document.querySelector(`[data-message-id="${id}"]`);
    const hand = message.querySelector('[data-custom-id^="hand:"]').getBoundingClientRect();
    heights.push(hand.bottom - message.getBoundingClientRect().top);
  }
  return heights;
}"""


def seated(game: Game, people: int = 1) -> Table:
    """Return a table with so many people, and AI players of a named level."""
    sitting = [Occupant(PERSON + seat, name=NAMES[seat]) for seat in range(people)]
    occupants = (*sitting, *[Occupant(computer="hard")] * (game.seats - people))
    return Table(NUMBER, GUILD, CHANNEL, PERSON, type(game), {}, occupants, "playing", game)


def tables(case: Case, locale: str) -> Iterator[dict[str, Any]]:
    """Yield table messages at some moments of a game, with the size of the picture."""
    for number, game in enumerate(walk(case)):
        if number % EVERY or game.over:
            continue
        view, table = game.view(None), seated(game)
        components = components_of(table_page(table, view, table_translation(table, locale, SIGNS)))
        picture = pictures.table_picture(view)
        assert picture is not None
        width, height = Image.open(io.BytesIO(picture)).size
        for one in components[0]["components"]:
            for item in one.get("items", ()):
                item["media"].update(width=width, height=height)
        yield {"components": components, "width": width, "height": height, "phase": game.phase.id}


@every_locale
@every_case
async def test_my_hand_is_visible_at_every_table_of_random_games(
    discord_process: DiscordProcess, browser: Browser, case: Case, locale: str
) -> None:
    page = await open_page(browser, discord_process.url, "Aki", PHONE)
    every, heights = [*tables(case, locale)], dict[str, float]()
    for first in range(0, len(every), AT_ONCE):
        some = every[first : first + AT_ONCE]
        found = await page.evaluate(TO_THE_HAND, {"tables": some, "emojis": list(EMOJIS)})
        for one, height in zip(some, found, strict=True):
            heights[one["phase"]] = max(height, heights.get(one["phase"], 0))
    print(f"{case} {locale}: {len(every)} tables: {heights}")
    assert {what: height for what, height in heights.items() if height > CLIENT} == {}


def behind(case: Case, locale: str) -> Iterator[tuple[str, Page]]:
    """Yield the pages behind "More" for any number of people, and the page for complaints about AI players."""
    game = next(game for number, game in enumerate(walk(case)) if number == 20)
    for people in range(1, case.seats + 1):
        table = seated(game, people)
        tr, now = table_translation(table, locale, SIGNS), 2 * SILENT_SECONDS
        for name, turn in {"timed": Turn(0, 0, due=now), "silent": Turn(0, 0)}.items():
            owed = replace(table, turns=dict.fromkeys(range(people), turn))
            yield f"{people} people, {name}", seats_page(owed, tr, PERSON, now, moderator=True)
        free = table.occupants if people == case.seats else (*table.occupants[:-1], None)
        lobby = replace(table, occupants=free, state="lobby", game=None)
        yield f"{people} in the lobby", more_page(lobby, tr, CHANNEL, PERSON, in_charge=True)
        yield f"{people} and a complaint", hand_page(table, game, 0, tr, Asked(looking=LookUp(NUMBER, "silly")))


@every_locale
@every_case
async def test_page_behind_more_needs_no_scroll(
    discord_process: DiscordProcess, browser: Browser, case: Case, locale: str
) -> None:
    page = await open_page(browser, discord_process.url, "Aki", PHONE)
    pages = dict(behind(case, locale))
    asked = {"pages": [components_of(one) for one in pages.values()], "emojis": list(EMOJIS), "strip": STRIP}
    heights = dict(zip(pages, await page.evaluate(MEASURE, asked), strict=True))
    print(f"{case} {locale}: {heights}")
    assert {what: height for what, height in heights.items() if height > TALLEST} == {}
