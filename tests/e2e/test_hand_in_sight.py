"""On a phone every decision is in sight without scrolling: in a busy channel, and in a thread from round to round.

Other people chat, without waiting between their messages. The local Discord dates these back by its setting
`message_age`, so that they look three seconds apart.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path
from random import Random

import pytest
from playwright.async_api import Browser, Page

from tests.driver import Driver, Json, Person, selects
from tests.e2e.browser import PHONE, go_to, open_page
from tests.e2e.playing import (
    LONG,
    click_panel,
    current_panel,
    go_to_next_round,
    has_back,
    is_over,
    next_round_button,
    offers_choice,
    open_hand,
    open_table,
    panels_of,
    playable,
    table_number,
    until,
    wait_for_panel,
)
from tests.e2e.request_counts import calls_in, requests_by_token
from tests.e2e.test_rest_calls import world_of

pytestmark = pytest.mark.browser

CHAT_SECONDS = 3
"""Seconds between two messages of other people in a busy channel."""
SHORT = 10.0
"""Timeout in seconds for quick actions, which only a defect can exceed."""
START_AGE = 3300.0
"""Seconds by which the first messages are dated back: under an hour, as Discord limits edits of older messages more."""
MOST_CALLS = 2.0
"""Greatest number of calls for each move of a person, not counting requests on the tokens of their clicks."""
SIGHT = """(id) => {
  const rect = (one) => one.getBoundingClientRect();
  const message = document.querySelector(`[data-message-id="${id}"]`);
  if (!message) return null;
  const gallery = message.querySelector('.gallery');
  const log = document.querySelector('#log');
  log.scrollTop = log.scrollHeight;
  const controls = [...message.querySelectorAll('[data-custom-id^="choose:"], [data-custom-id^="pick:"]')];
  const top = gallery ? rect(gallery).bottom : rect(message).top;
  const bottom = Math.max(...controls.map((one) => rect(one).bottom));
  return {
    above: rect(log).top - top,
    below: bottom - rect(log).bottom,
    fromEnd: log.scrollHeight - log.scrollTop - (top - rect(log).top),
  };
}"""
"""Go to the end of the channel and measure a panel; return null if the panel is not there.

The values are in pixels: how far the question is above the screen, how far the choices are below the screen, and how
far the question is from the end of the channel. Normally the page scrolls to the end by itself. But when a picture
changes its height, the page may think that the user has scrolled.
"""
GAMES = ["scharfe-schoten", "tezuma-trick", "tezumashi", "tennos-square", "saizen"]


class Chat:
    """Other people who chat in a channel. Each of their messages is dated three seconds after the one before."""

    def __init__(self, world: Driver) -> None:
        self._world = world
        self._age = START_AGE
        self._speakers = cycle(world.user(name) for name in ("Ben", "Chie", "Ben", "Dai"))
        self._lines = cycle(
            ("Hello!", "I saw it twice, and then the lights went out all over the town.", "Yes", "Why?")
        )
        self.channel: str | None = None
        """The channel in which others write; None while nobody writes."""

    async def begin(self) -> None:
        """Let Discord date the next messages `START_AGE` seconds back."""
        await self._world.control.settings(message_age=self._age)

    async def goes_on(self, messages: int) -> None:
        """Let others write some messages."""
        for _ in range(messages):
            self._age -= CHAT_SECONDS
            assert self._age > 0
            await self._world.control.settings(message_age=self._age)
            if self.channel is not None:
                await next(self._speakers).say(self.channel, next(self._lines))


@dataclass
class Figures:
    """The measurements of one walk through a game."""

    out_of_sight: list[str] = field(default_factory=list)
    """The decisions that are not within the channel's last 844 pixels, or whose person has several panels."""
    under_bars: list[str] = field(default_factory=list)
    """The decisions that are partly behind the page's bars, because others wrote while the person thought."""
    decisions: int = 0
    moves: int = 0
    farthest: float = 0.0
    """Greatest distance in pixels between a question and the end of the channel."""


class Walk:
    """One person's game against three computer players, on a phone."""

    def __init__(self, world: Driver, page: Page, chat: Chat, number: int) -> None:
        self._world, self._page, self._chat, self._number = world, page, chat, number
        self._aki: Person = world.user("Aki")
        self._random = Random(5)
        self.figures = Figures()

    async def play(self, panel: Json, decisions: int) -> None:
        """Play until the game is over or this many decisions are made."""
        while not is_over(panel) and self.figures.decisions < decisions:
            if offers_choice(panel):
                panel = await self._look(panel)
                await self._chat.goes_on(self._random.randint(1, 3))
                panel = await self._choose(panel)
                self.figures.moves += not has_back(panel)
                await self._chat.goes_on(self._random.randint(0, 2))
            elif next_round_button(panel) is not None:
                await self._chat.goes_on(2)
                panel = await go_to_next_round(self._aki, panel)
            else:
                panel = await wait_for_panel(self._aki, panel, _asks_something)

    async def _choose(self, panel: Json) -> Json:
        """Click one random choice; return the panel that answers."""
        if lists := selects(panel):
            menu = self._random.choice(lists)
            option = self._random.choice(menu["options"])
            return (await self._aki.select(panel, [option["value"]], custom_id=menu["custom_id"])).reply
        button = self._random.choice(playable(panel))
        return await click_panel(self._aki, panel, button["custom_id"])

    async def _look(self, panel: Json) -> Json:
        """Wait until a decision's panel is the only one, and measure where it is on the phone; return the panel."""
        figures = self.figures

        figures.decisions += 1
        found: Json = {}
        panels: list[Json] = []

        async def is_in_sight() -> bool:
            panels[:] = await panels_of(self._aki, self._number)
            newest = max(panels, key=lambda one: int(one["id"]), default=panel)
            measured = await self._page.evaluate(SIGHT, newest["id"]) or {}
            found.clear()
            found.update(measured)
            return bool(found) and len(panels) == 1 and found["above"] <= 0 and found["below"] <= 0

        try:
            await until(is_in_sight, SHORT)  # the table message and the page need a moment
        except TimeoutError:
            fits = len(panels) == 1 and found and found["fromEnd"] <= PHONE[1]
            where = figures.under_bars if fits else figures.out_of_sight
            where.append(f"decision {figures.decisions}: {len(panels)} panels, {found}")
        figures.farthest = max(figures.farthest, found.get("fromEnd", 0.0))
        return await current_panel(self._aki, panel)


def _asks_something(panel: Json) -> bool:
    return offers_choice(panel) or is_over(panel) or next_round_button(panel) is not None


def walks() -> Iterator[object]:
    """Yield the parameters of a short game for every run, and of all games in both languages for the soak."""
    yield pytest.param("scharfe-schoten", "en-US", "channel", 12, id="busy channel, brief")
    for game in GAMES:
        for language in ("en-US", "ja"):
            for where in ("channel", "thread"):
                name = f"{game} {language} {where}"
                yield pytest.param(game, language, where, 1000, id=name, marks=pytest.mark.soak)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "language", "where", "decisions"), [*walks()])
async def test_every_decision_is_in_sight_on_a_phone(
    world: Driver,
    browser: Browser,
    game: str,
    language: str,
    where: str,
    decisions: int,
) -> None:
    await walk_through(world, browser, game, language, where, decisions)


@pytest.mark.soak
@pytest.mark.parametrize("where", ["channel", "thread"])
async def test_every_decision_is_in_sight_with_pauses_and_falling_cards(
    tmp_path: Path, browser: Browser, where: str
) -> None:
    """Use the default settings: computer players pause before a move, and cards appear one after another."""
    async with world_of(tmp_path, ICHIZA_PAUSE="", ICHIZA_SETTLE="") as world:
        await walk_through(world, browser, "scharfe-schoten", "en-US", where, decisions=1000)


async def walk_through(world: Driver, browser: Browser, game: str, language: str, where: str, decisions: int) -> None:
    """Play a game on a phone, print the figures, and check them."""
    aki, chat = world.user("Aki"), Chat(world)
    await world.control.user("Aki", locale=language)
    # Each walk has a channel of its own. A walk's first messages are dated back, so in a shared channel they would seem
    # older than the messages of the walk before.
    guild = await world.control.add_guild(f"{game} {language} {where}", ["walk"], locale=language)
    (channel,) = guild["channels"]
    if where == "channel":
        await world.control.deny(channel, "bot", "create_public_threads")
    try:
        await chat.begin()
        lobby = await open_table(world, game, seats=4, people=["Aki"], channel=channel)
        number = table_number(lobby)
        started = (await aki.click(lobby, custom_id=f"start:{number}")).reply
        table = await aki.wait_for(lambda one: f"details:{number}" in str(one["components"]), within=LONG)
        panel = started
        if where == "channel":
            assert table["channel_id"] == lobby["channel_id"]
            chat.channel = lobby["channel_id"]
        else:
            panel = await open_hand(aki, table)
        page = await open_page(browser, world.url, "Aki", PHONE)
        await go_to(page, world.url, "Aki", panel["channel_id"])
        await world.control.reset_counts()
        walk = Walk(world, page, chat, number)
        await walk.play(panel, decisions)
        counts = (await world.control.counts())["by_kind"]
    finally:
        await world.control.settings(message_age=0.0)
    figures = walk.figures
    calls, by_token = calls_in(counts), requests_by_token(counts)
    share = 1 - len(figures.out_of_sight) / figures.decisions
    print(
        f"{game} {language} {where}: {figures.decisions} decisions, {share:.0%} in sight, at most "
        f"{figures.farthest:.0f} px from the end, {len(figures.under_bars)} under bars, {figures.moves} moves, "
        f"{calls / figures.moves:.2f} calls a move, {by_token / figures.moves:.2f} by token, {counts}"
    )
    print(*figures.out_of_sight, *figures.under_bars, sep="\n")
    assert not figures.out_of_sight, figures.out_of_sight
    assert calls / figures.moves <= MOST_CALLS
