"""Heights of hands and tables of random games on a phone, rendered by the local Discord's page.

`make test` measures one game's hands and another's tables, `make soak` those of every game and number of seats, and the
pages behind "More". No bot plays here; `test_panel_screens` and `test_table_message` walk through games with one.
"""

import io
from collections.abc import Iterator, Mapping
from dataclasses import replace

import pytest
from PIL import Image
from playwright.async_api import Browser

import pictures
from bot import DiscordProcess
from engine.game import Game
from host.play.time_control import SILENT_SECONDS
from host.tables.table import Occupant, Table, Turn
from show.actions.table_actions import LookUp
from show.pages.game.hand import Asked, hand_page, leading
from show.pages.game.seats import seats_page
from show.pages.game.table import table_page
from show.pages.lobby import more_page
from show.text.addressing import message_link, table_translation
from show.text.page import Page
from tests.driver import Json
from tests.e2e.browser import CLIENT, PHONE, TALLEST, open_page
from tests.engine.kit.cases import PLAIN_CASES, Case, walk
from tests.show.page_content import components_of
from tests.show.pages import test_worst_hands
from tests.show.pages.test_worst_hands import CHANNEL, EMOJIS, GUILD, NUMBER, PERSON, SIGNS, looked_at, ways

pytestmark = pytest.mark.browser

NAMES = ("Persephone", "Bartholomew", "Chie", "Dai", "Emi", "Fumi")
"""Names longer than most, but not the longest."""
OFTEN, SELDOM = 3, 40
"""Moves between two measurements: in the soak, and otherwise."""
AT_ONCE = 100
"""Messages that are measured in one call."""
STRIP = (800, 400)
"""Width and height of a hand's picture."""
MEASURE = """async ({messages, emojis}) => {
  const {store, putMessage} = await import('/page/store.js');
  const drawn = (width, height) => `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"/>`)}`;
  for (const id of emojis) store.emojis.set(id, {id, url: drawn(8, 8)});
  const id = '9000000000000000000', now = new Date().toISOString();
  const page = document.documentElement;
  const heights = [];
  for (const {components, name, width, height} of messages) {
    const attachments = [{filename: name, url: drawn(width, height), width, height}];
    const one = {
      id, channel_id: store.channelId, type: 0, author: store.me, timestamp: now, edited_timestamp: now,
      flags: 32768, content: '', components, mentions: [], pings: [], embeds: [], attachments,
    };
    const ephemeral = {flags: 64 | 32768, interaction: {id: '5', name: 'hand', user: store.me}};
    putMessage(name === 'panel.png' ? {...one, ...ephemeral} : one);
    await new Promise((done) => setTimeout(done, 0));
    const message = document.querySelector(`[data-message-id="${id}"]`);
    const top = message.getBoundingClientRect().top;
    const end = (found) => found === null ? 0 : found.getBoundingClientRect();
    heights.push({
      whole: end(message.querySelector('.foot')).top - top,
      hand: end(message.querySelector('[data-custom-id^="hand:"]')).bottom - top,
      sideways: page.scrollWidth - page.clientWidth,
    });
  }
  return heights;
}"""
"""Return for each message its height, the distance from its upper edge to the end of "My hand", and how far the page
scrolls sideways.
"""


def every_case(*briefly: str) -> pytest.MarkDecorator:
    """In the soak, run a test for every case and language; otherwise for the cases `briefly`, at few positions."""
    both = [(case, locale, f"{case}-{locale}") for case in PLAIN_CASES for locale in ("en-US", "ja")]
    soak = [pytest.param(case, locale, OFTEN, id=name, marks=pytest.mark.soak) for case, locale, name in both]
    brief = [pytest.param(case, locale, SELDOM, id=f"{name}-brief") for case, locale, name in both if name in briefly]
    return pytest.mark.parametrize(("case", "locale", "every"), [*brief, *soak])


def measurable(page: Page, size: tuple[int, int] = STRIP, name: str = "panel.png") -> Json:
    """Return a page as a message to measure; its picture has a size, as on Discord."""
    components, (width, height) = components_of(page), size
    for one in (*components, *components[0].get("components", ())):
        for item in one.get("items", ()):
            item["media"].update(width=width, height=height)
    return {"components": components, "name": name, "width": width, "height": height}


async def measured(browser: Browser, url: str, messages: list[tuple[str, Json]], what: str) -> Mapping[str, float]:
    """Measure messages on a phone; return the greatest height of each kind."""
    page, heights = await open_page(browser, url, "Aki", PHONE), dict[str, float]()
    for first in range(0, len(messages), AT_ONCE):
        some = messages[first : first + AT_ONCE]
        found = await page.evaluate(MEASURE, {"messages": [one for _, one in some], "emojis": list(EMOJIS)})
        for (kind, _), height in zip(some, found, strict=True):
            assert height["sideways"] <= 0, kind
            heights[kind] = max(height[what], heights.get(kind, 0))
    tallest = max(heights, key=heights.__getitem__)
    print(f"{len(messages)} messages, at most {heights[tallest]:.0f} px: {tallest}")
    return heights


def too_tall(heights: Mapping[str, float], most: float) -> dict[str, float]:
    return {kind: height for kind, height in heights.items() if height > most}


def asked_of(game: Game, seat: int) -> Iterator[Asked]:
    """Yield all views of a decision: initial, after each refusal, under each tab, and after each first step."""
    yield Asked(hints=True)
    reasons = {str(one.reason): one.reason for one in game.choices(seat) if one.reason is not None}
    yield from (Asked(note=reason, hints=True) for reason in reasons.values())
    tabs = {kind.key for one in game.choices(seat) if (kind := game.tab(one.token)) is not None}
    yield from (Asked(tab=tab, hints=True) for tab in tabs)
    yield from (Asked(path, hints=True) for path in ways(game, seat))


def decisions(game: Game, locale: str) -> Iterator[tuple[str, Json]]:
    """Yield the hands of everybody who must decide, each with its phase."""
    table = test_worst_hands.seated(game)
    named = (replace(one, name=NAMES[seat]) if one and one.user_id else one for seat, one in enumerate(table.occupants))
    table = replace(table, occupants=tuple(named))
    tr = table_translation(table, locale, SIGNS)
    link = message_link(GUILD, CHANNEL, NUMBER)
    for seat in game.to_act:
        for asked in asked_of(game, seat):
            yield f"{game.phase.id} {asked}", measurable(leading(hand_page(table, game, seat, tr, asked), link, tr))


@every_case("tezumashi-4-ja")
async def test_no_decision_of_random_games_needs_a_scroll(
    discord_process: DiscordProcess, browser: Browser, case: Case, locale: str, every: int
) -> None:
    hands = [one for number in range(2) for game in looked_at(case, number, every) for one in decisions(game, locale)]
    assert too_tall(await measured(browser, discord_process.url, hands, "whole"), TALLEST) == {}


def seated(game: Game, people: int = 1) -> Table:
    """Return a table with `people` people, and AI players whose names show their level."""
    sitting = [Occupant(PERSON + seat, name=NAMES[seat]) for seat in range(people)]
    occupants = (*sitting, *[Occupant(computer="hard")] * (game.seats - people))
    return Table(NUMBER, GUILD, CHANNEL, PERSON, type(game), {}, occupants, "playing", game)


def tables(case: Case, locale: str, every: int) -> Iterator[tuple[str, Json]]:
    """Yield table messages at some moments of a game, each with its phase."""
    for number, game in enumerate(walk(case)):
        if number % every or game.over:
            continue
        view, table = game.view(None), seated(game)
        picture = pictures.table_picture(view)
        assert picture is not None
        page = table_page(table, view, table_translation(table, locale, SIGNS))
        yield game.phase.id, measurable(page, Image.open(io.BytesIO(picture)).size, "table.png")


@every_case("tennos-square-4-ja")
async def test_my_hand_is_visible_at_every_table_of_random_games(
    discord_process: DiscordProcess, browser: Browser, case: Case, locale: str, every: int
) -> None:
    heights = await measured(browser, discord_process.url, [*tables(case, locale, every)], "hand")
    assert min(heights.values()) > 0
    assert too_tall(heights, CLIENT) == {}


def behind(case: Case, locale: str) -> Iterator[tuple[str, Json]]:
    """Yield the pages behind "More" for any number of people, and the page for complaints about AI players."""
    game = next(game for number, game in enumerate(walk(case)) if number == 20)
    for people in range(1, case.seats + 1):
        table = seated(game, people)
        tr, now = table_translation(table, locale, SIGNS), 2 * SILENT_SECONDS
        for name, turn in {"timed": Turn(0, 0, due=now), "silent": Turn(0, 0)}.items():
            owed = replace(table, turns=dict.fromkeys(range(people), turn))
            page = seats_page(owed, tr, PERSON, now, moderator=True)
            yield f"{people} people, {name}", measurable(page)
        free = table.occupants if people == case.seats else (*table.occupants[:-1], None)
        lobby = replace(table, occupants=free, state="lobby", game=None)
        yield f"{people} in the lobby", measurable(more_page(lobby, tr, CHANNEL, PERSON, in_charge=True))
        complaint = hand_page(table, game, 0, tr, Asked(looking=LookUp(NUMBER, "silly")))
        yield f"{people} and a complaint", measurable(complaint)


@pytest.mark.soak
@pytest.mark.parametrize("locale", ["en-US", "ja"])
@pytest.mark.parametrize("case", PLAIN_CASES, ids=str)
async def test_page_behind_more_needs_no_scroll(
    discord_process: DiscordProcess, browser: Browser, case: Case, locale: str
) -> None:
    heights = await measured(browser, discord_process.url, [*behind(case, locale)], "whole")
    assert too_tall(heights, TALLEST) == {}
