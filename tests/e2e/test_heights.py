"""Heights of hands and tables of random games on a phone, rendered by the local Discord's page.

`make test` measures the hands of one game and the tables of another. `make soak` measures those of every game and
number of seats, and the pages behind "More". No bot runs here; `test_panel_screens` and `test_table_message` use one.
"""

import io
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import product
from typing import NamedTuple

import pytest
from PIL import Image
from playwright.async_api import Browser

import pictures
from bot import DiscordProcess
from engine.game import Game
from host.place import Place
from host.play.time_control import SILENT_SECONDS
from host.tables.table import Occupant, Table, Turn
from locales import Translation
from pictures.strips.board import HEIGHT, WIDTH
from show.actions.decision_actions import AtTable, LookUp
from show.pages.game.hand import Asked, hand_page, leading
from show.pages.game.seats import seats_page
from show.pages.game.table import table_page
from show.pages.lobby import more_page
from show.text.page import Page
from show.text.seat_names import message_link, table_translation
from tests.driver import Json
from tests.e2e.browser import CLIENT, MOST_HEIGHT, PHONE, TALLEST, open_page
from tests.engine.kit.cases import PLAIN_CASES, Case, walk
from tests.show.page_content import components_of
from tests.show.pages import test_worst_hands
from tests.show.pages.test_worst_hands import CHANNEL, EMOJIS, GUILD, NUMBER, PERSON, SIGNS, looked_at, ways

pytestmark = [pytest.mark.browser, pytest.mark.slow]

NAMES = ("Persephone", "Bartholomew", "Chie", "Dai", "Emi", "Fumi")
"""Names longer than most, but not the longest."""
LINK = message_link(Place.server(GUILD), CHANNEL, NUMBER)
USUAL_HEIGHT = 600
"""The height in pixels that nine of ten panels of a game may have on a phone."""
SAMPLED = 13
"""Number of moves between two positions whose heights are in the printed rows."""
OFTEN, SELDOM = 3, 40
"""Number of moves between two measurements: in the soak, and in other runs."""
AT_ONCE = 100
"""Number of messages that are measured in one call."""
STRIP = (WIDTH, HEIGHT)
"""Width and height of a hand's picture."""
MEASURE = """async ({messages, emojis}) => {
  const {store, putMessage} = await import('/page/store.js');
  const drawn = (width, height) => `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"/>`)}`;
  for (const id of emojis) store.emojis.set(id, {id, url: drawn(8, 8)});
  const now = new Date().toISOString();
  let last = BigInt(store.measured ?? '9000000000000000000');
  const page = document.documentElement;
  const heights = [];
  for (const {components, name, width, height} of messages) {
    const attachments = [{filename: name, url: drawn(width, height), width, height}];
    // A message of its own, as the page keeps the earlier picture of an edited one until the new picture is there.
    const id = store.measured = String(last += 1n);
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
    """Run a test for every case in the soak; otherwise only for the cases named in `briefly`, at few positions."""
    both = [(case, locale, f"{case}-{locale}") for case in PLAIN_CASES for locale in ("en-US", "ja")]
    soak = [pytest.param(case, locale, OFTEN, id=name, marks=pytest.mark.soak) for case, locale, name in both]
    brief = [pytest.param(case, locale, SELDOM, id=f"{name}-brief") for case, locale, name in both if name in briefly]
    return pytest.mark.parametrize(("case", "locale", "every"), [*brief, *soak])


def measurable(page: Page, size: tuple[int, int] = STRIP, name: str = "panel.png") -> Json:
    """Return a page as a message to measure; as in Discord's messages, its picture has a width and a height."""
    components, (width, height) = components_of(page), size
    for one in (*components, *components[0].get("components", ())):
        for item in one.get("items", ()):
            item["media"].update(width=width, height=height)
    return {"components": components, "name": name, "width": width, "height": height}


async def each_height(browser: Browser, url: str, messages: list[tuple[str, Json]], what: str) -> list[float]:
    """Measure messages on a phone; return the height of each."""
    page, heights = await open_page(browser, url, "Aki", PHONE), list[float]()
    for first in range(0, len(messages), AT_ONCE):
        some = messages[first : first + AT_ONCE]
        found = await page.evaluate(MEASURE, {"messages": [one for _, one in some], "emojis": list(EMOJIS)})
        for (kind, _), height in zip(some, found, strict=True):
            assert height["sideways"] <= 0, kind
            heights.append(height[what])
    await page.close()
    return heights


async def measured(browser: Browser, url: str, messages: list[tuple[str, Json]], what: str) -> Mapping[str, float]:
    """Measure messages on a phone; return the greatest height of each kind."""
    heights = dict[str, float]()
    for (kind, _), height in zip(messages, await each_height(browser, url, messages, what), strict=True):
        heights[kind] = max(height, heights.get(kind, 0))
    tallest = max(heights, key=heights.__getitem__)
    print(f"{len(messages)} messages, at most {heights[tallest]:.0f} px: {tallest}")
    return heights


def too_tall(heights: Mapping[str, float], most: float) -> dict[str, float]:
    return {kind: height for kind, height in heights.items() if height > most}


def asked_of(game: Game, seat: int) -> Iterator[Asked]:
    """Yield all states of a decision's panel.

    These are the initial state without coaching and with each sentence of coaching, and the states after each refusal,
    under each tab, and after the first steps of a move. The longest sentence of coaching is added to half of the states
    after the initial ones.
    """
    yield Asked(hints=True)
    rules = type(game).coaching(game.view(seat))
    yield from (Asked(coaching=rule, hints=True) for rule in rules)
    longest = max(rules, key=lambda rule: len(str(rule)), default=None)
    reasons = {str(one.reason): one.reason for one in game.choices(seat) if one.reason is not None}
    tabs = {kind.key for one in game.choices(seat) if (kind := game.tab(one.token)) is not None}
    further = [
        *(Asked(note=reason, hints=True) for reason in reasons.values()),
        *(Asked(tab=tab, hints=True) for tab in sorted(tabs)),
        *(Asked(path, hints=True) for path in ways(game, seat) if path),
    ]
    for number, asked in enumerate(further, len(game.history)):
        yield replace(asked, coaching=longest) if number % 2 else asked


def at_a_table(game: Game, locale: str) -> tuple[Table, Translation]:
    """Return a table whose people have names of realistic length, and its translation."""
    table = test_worst_hands.seated(game)
    named = (replace(one, name=NAMES[seat]) if one and one.user_id else one for seat, one in enumerate(table.occupants))
    table = replace(table, occupants=tuple(named))
    return table, table_translation(table, locale, SIGNS)


def decisions(game: Game, locale: str) -> Iterator[tuple[str, Json]]:
    """Yield the hands of everybody who must decide, each with its phase."""
    table, tr = at_a_table(game, locale)
    for seat in game.to_act:
        for asked in asked_of(game, seat):
            yield f"{game.phase.id} {asked}", measurable(leading(hand_page(table, game, seat, tr, asked), LINK, tr))


@every_case("tezumashi-4-ja")
async def test_no_decision_of_random_games_needs_a_scroll(
    discord_process: DiscordProcess, browser: Browser, case: Case, locale: str, every: int
) -> None:
    hands = [one for number in range(2) for game in looked_at(case, number, every) for one in decisions(game, locale)]
    assert too_tall(await measured(browser, discord_process.url, hands, "whole"), MOST_HEIGHT) == {}


class Row(NamedTuple):
    """The panels of one kind, game and language: their heights, and the numbers of words in their texts."""

    heights: list[float]
    words: list[int]

    def __str__(self) -> str:
        """Return the median, the 90th percentile and the greatest height, then the median and percentile of words."""
        heights, words = sorted(self.heights), sorted(self.words)
        middle, most = (int(share * len(heights)) for share in (0.5, 0.9))
        return (
            f"{heights[middle]:4.0f} {heights[most]:4.0f} {heights[-1]:4.0f} | {words[middle]:3} {words[most]:3}"
            f"  of {len(heights)}"
        )


def words_in(text: str, locale: str) -> int:
    """Return the number of words and numbers in a text (in Japanese: of characters), without emojis and addresses."""
    plain = re.sub(r"<:\w+:\d+>|\]\([^)]*\)", " ", text)
    return len(re.findall(r"\w" if locale == "ja" else r"[\w’']+", plain))


def panels(games: Iterator[Game], locale: str) -> Iterator[tuple[str, Page]]:
    """Yield the panels of all decisions, each after its kind.

    The kinds are `plain` (first panel, without hints), `hints` (with hints), `rules` (with hints and a coached rule),
    and `later` (after a refusal, under a tab, or after a step of the move).
    """
    for game in games:
        table, tr = at_a_table(game, locale)
        for seat in game.to_act:
            plain, *others = (Asked(), *asked_of(game, seat))
            for asked in (plain, *others):
                first = asked == Asked(hints=True, coaching=asked.coaching)
                how = "rules" if asked.coaching else "hints"
                kind = "plain" if asked == plain else how if first else "later"
                yield kind, leading(hand_page(table, game, seat, tr, asked), LINK, tr)


@pytest.mark.soak
async def test_panels_of_every_game_fit_and_their_heights_are_a_table(
    discord_process: DiscordProcess, browser: Browser
) -> None:
    """Print a row for each game, language and kind of panel: median, p90 and greatest height in px, and words."""
    tall = []
    for kind, locale in product(Game.games.values(), ("en-US", "ja")):
        rows = defaultdict[str, Row](lambda: Row([], []))
        games = (game for case in PLAIN_CASES if case.kind is kind for game in looked_at(case, 0, SAMPLED))
        found = [*panels(games, locale)]
        messages = [(name, measurable(page)) for name, page in found]
        heights = await each_height(browser, discord_process.url, messages, "whole")
        for (name, page), height in zip(found, heights, strict=True):
            for row in (rows[name], rows["all"]):
                row.heights.append(height)
                row.words.append(words_in(page.text, locale))
        for name, row in sorted(rows.items()):
            print(f"{kind.id:16} {locale:5} {name:5} {row}")
            p90 = sorted(row.heights)[int(0.9 * len(row.heights))]
            too_tall = max(row.heights) > MOST_HEIGHT or (name == "all" and p90 > USUAL_HEIGHT)
            tall += [(kind.id, locale, name)] if too_tall else []
    assert tall == []


def seated(game: Game, people: int = 1) -> Table:
    """Return a table with `people` people, and AI players whose names show their level."""
    sitting = [Occupant(PERSON + seat, name=NAMES[seat]) for seat in range(people)]
    occupants = (*sitting, *[Occupant(computer="hard")] * (game.seats - people))
    return Table(NUMBER, Place.server(GUILD), CHANNEL, PERSON, type(game), {}, occupants, "playing", game)


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
        complaint = hand_page(table, game, 0, tr, Asked(looking=LookUp(AtTable(NUMBER), "silly")))
        yield f"{people} and a complaint", measurable(complaint)


@pytest.mark.soak
@pytest.mark.parametrize("locale", ["en-US", "ja"])
@pytest.mark.parametrize("case", PLAIN_CASES, ids=str)
async def test_page_behind_more_needs_no_scroll(
    discord_process: DiscordProcess, browser: Browser, case: Case, locale: str
) -> None:
    heights = await measured(browser, discord_process.url, [*behind(case, locale)], "whole")
    assert too_tall(heights, TALLEST) == {}
