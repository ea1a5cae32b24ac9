"""Heights of hands on a phone, of random games, rendered by the local Discord's page.

`test_panel_screens` walks through a few games with the real bot; this module covers many more hands, of every game
and number of seats, without players.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from playwright.async_api import Browser

from bot import DiscordProcess
from engine.game import Game
from show.pages.game.hand import Asked, hand_page, leading
from show.text.addressing import message_link, table_translation
from tests.e2e.browser import PHONE, open_page
from tests.e2e.test_panel_screens import TALLEST
from tests.engine.kit.cases import PLAIN_CASES, Case
from tests.show.page_content import components_of
from tests.show.pages.test_worst_hands import CHANNEL, EMOJIS, GUILD, NUMBER, SIGNS, looked_at, seated, ways

pytestmark = [pytest.mark.browser, pytest.mark.soak]

NAMES = ("Persephone", "Bartholomew", "Chie", "Dai", "Emi", "Fumi")
"""Names longer than most, but not the longest."""
EVERY = 3
"""Moves between two measurements."""
AT_ONCE = 100
"""Messages that are measured in one call."""
STRIP = {"width": 800, "height": 400}
MEASURE = """async ({pages, emojis, strip}) => {
  const {store, putMessage} = await import('/page/store.js');
  const drawn = (size) => `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}"/>`)}`;
  for (const id of emojis) store.emojis.set(id, {id, url: drawn({width: 8, height: 8})});
  const id = '9000000000000000000', now = new Date().toISOString();
  const heights = [];
  for (const components of pages) {
    putMessage({
      id, channel_id: store.channelId, type: 0, author: store.me, timestamp: now, edited_timestamp: now,
      flags: 64 | 32768, content: '', components, mentions: [], pings: [], embeds: [],
      attachments: [{filename: 'panel.png', url: drawn(strip), ...strip}],
      interaction: {id: '5', name: 'hand', user: store.me},
    });
    await new Promise((done) => setTimeout(done, 0));
    const message = document.querySelector(`[data-message-id="${id}"]`);
    heights.push(message.querySelector('.foot').getBoundingClientRect().top - message.getBoundingClientRect().top);
  }
  return heights;
}"""


def asked_of(game: Game, seat: int) -> Iterator[Asked]:
    """Yield all views of a decision: initial, after each refusal, under each tab, and after each first step."""
    yield Asked(hints=True)
    reasons = {str(one.reason): one.reason for one in game.choices(seat) if one.reason is not None}
    yield from (Asked(note=reason, hints=True) for reason in reasons.values())
    tabs = {kind.key for one in game.choices(seat) if (kind := game.tab(one.token)) is not None}
    yield from (Asked(tab=tab, hints=True) for tab in tabs)
    yield from (Asked(path, hints=True) for path in ways(game, seat))


def decisions(game: Game, locale: str) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """Yield the hands of everybody who must decide, each with its phase."""
    table = seated(game)
    named = (replace(one, name=NAMES[seat]) if one and one.user_id else one for seat, one in enumerate(table.occupants))
    table = replace(table, occupants=tuple(named))
    tr = table_translation(table, locale, SIGNS)
    link = message_link(GUILD, CHANNEL, NUMBER)
    for seat in game.to_act:
        for asked in asked_of(game, seat):
            yield (
                f"{game.phase.id} {asked}",
                measurable(components_of(leading(hand_page(table, game, seat, tr, asked), link, tr))),
            )


def measurable(components: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Add the size of the picture to the components, as Discord does."""
    for one in components:
        for item in one.get("items", ()):
            item["media"].update(STRIP)
    return components


@pytest.mark.parametrize("locale", ["en-US", "ja"])
@pytest.mark.parametrize("case", PLAIN_CASES, ids=str)
async def test_no_decision_of_random_games_needs_a_scroll(
    discord_process: DiscordProcess, browser: Browser, case: Case, locale: str
) -> None:
    page = await open_page(browser, discord_process.url, "Aki", PHONE)
    every = [one for number in range(2) for game in looked_at(case, number, EVERY) for one in decisions(game, locale)]
    heights: dict[str, float] = {}
    for first in range(0, len(every), AT_ONCE):
        some = every[first : first + AT_ONCE]
        found = await page.evaluate(
            MEASURE, {"pages": [one for _, one in some], "emojis": list(EMOJIS), "strip": STRIP}
        )
        for (what, _), height in zip(some, found, strict=True):
            heights[what] = max(height, heights.get(what, 0))
    tallest = max(heights, key=heights.__getitem__)
    print(f"{case} {locale}: {len(every)} hands, at most {heights[tallest]:.0f} px: {tallest}")
    assert {what: height for what, height in heights.items() if height > TALLEST} == {}
