"""The hand panel in every phase, on a phone and on a desktop: it needs no scrolling, and is kept as screenshots.

Only `make soak` runs these tests; `make test` measures hands in `test_heights`.
"""

import json
from contextlib import suppress
from random import Random

import pytest
from playwright.async_api import Browser
from playwright.async_api import TimeoutError as PageTimeout

from bot import DiscordProcess
from tests.driver import Driver, Json, Person, buttons, selects
from tests.e2e.browser import MOST_HEIGHT
from tests.e2e.playing import (
    choose,
    current_panel,
    go_to_next_round,
    grey_buttons,
    has_back,
    is_over,
    next_round_button,
    offers_choice,
    open_hand,
    open_table,
    playable,
    set_options,
    start_table,
    table_number,
    until,
    wait_for_panel,
)
from tests.e2e.processes import BotProcess
from tests.e2e.request_counts import unexpected_refusals
from tests.e2e.stored_games import replayed
from tests.e2e.test_screens import LOOKS, Screens, folder_of, windows

pytestmark = [pytest.mark.browser, pytest.mark.soak]

HEIGHT = """(id) => {
  const message = document.querySelector(`[data-message-id="${id}"]`);
  return message.querySelector('.foot').getBoundingClientRect().top - message.getBoundingClientRect().top;
}"""
MOVES = 3
"""Greatest number of tries to take a screenshot of a panel, which may be sent anew below a table message."""
GAMES: tuple[tuple[str, int, dict[str, int]], ...] = (
    ("scharfe-schoten", 4, {}),
    ("tezuma-trick", 4, {}),
    ("tezumashi", 4, {}),
    ("tennos-square", 4, {}),
    ("saizen", 4, {}),
    ("saizen", 2, {"jokers": 2}),
)


class Walk:
    """One person's way through a game, on which each kind of panel is measured once."""

    def __init__(self, url: str, bot: BotProcess, screens: Screens, aki: Person, ben: Person, table: Json) -> None:
        self.url, self.bot, self.screens, self.table = url, bot, screens, table
        self.aki, self.ben = aki, ben
        self.number = table_number(table)
        self.heights: dict[str, float] = {}

    async def measure(self, kind: str, panel: Json) -> None:
        """Take a screenshot of a new kind of panel, and measure it on the phone."""
        if kind in self.heights:
            return
        await self.screens.go_to(self.url, self.table["channel_id"])
        panel = await self.shoot(kind, panel)
        for look, page in self.screens.pages.items():
            if look.startswith("phone"):
                self.heights[kind] = await page.evaluate(HEIGHT, panel["id"])
        await self.screens.look_away()

    async def shoot(self, kind: str, panel: Json) -> Json:
        """Take a screenshot of a panel, or of the one that has meanwhile replaced it; return the panel shown."""
        for _ in range(MOVES):
            with suppress(PageTimeout):
                await self.screens.shoot(f"panel-{kind}", panel)
                return panel
            panel = await current_panel(self.aki, panel)
        raise AssertionError("the panel is not on the page")

    async def decide(self, panel: Json, random: Random) -> Json:
        """Measure a decision's panel, also under each tab and after a refusal; then decide, and return the panel."""
        phase = replayed(self.bot, self.number).phase.id
        await self.measure(phase, panel)
        for number, tab in enumerate(one for one in buttons(panel) if str(one["custom_id"]).startswith("tab:")):
            panel = (await self.aki.click(panel, custom_id=tab["custom_id"])).reply
            await self.measure(f"{phase}-tab-{number}", panel)
        grey = grey_buttons(panel)
        if grey and f"{phase}-refused" not in self.heights:
            panel = (await self.aki.click(panel, custom_id=random.choice(grey)["custom_id"])).reply
            await self.measure(f"{phase}-refused", panel)
        unseen = [one for one in playable(panel) if one["style"] == 3] if random.random() < 0.5 else []
        if unseen and not selects(panel):
            half = (await self.aki.click(panel, custom_id=random.choice(unseen)["custom_id"])).reply
            if not has_back(half):
                return half
            await self.measure(f"{phase}-second", half)
            panel = half
        return await choose(self.aki, panel, random)

    async def look_up(self, panel: Json) -> Json:
        """Open each page behind the panel, and go back."""
        for what in ("trick", "scores", "rules"):
            look = next(one for one in buttons(panel) if str(one["custom_id"]).startswith(f"look:{self.number}:{what}"))
            page = (await self.aki.click(panel, custom_id=look["custom_id"])).reply
            await self.measure(f"look-{what}", page)
            back = next(one for one in buttons(page) if str(one["custom_id"]).startswith("hand:"))
            panel = (await self.aki.click(page, custom_id=back["custom_id"])).reply
        return panel

    async def play(self, panel: Json, random: Random) -> None:
        """Play to the end."""
        moves = 0
        while not is_over(panel):
            if next_round_button(panel):
                await self.measure("round-over", panel)
                panel = await go_to_next_round(self.aki, panel)
            elif offers_choice(panel):
                moves += 1
                panel = await self.look_up(panel) if moves == 8 else panel
                panel = await self.decide(panel, random)
            else:
                panel = await self.wait(panel, random)
        await self.measure("over", panel)

    async def wait(self, panel: Json, random: Random) -> Json:
        """Wait until Aki must decide; meanwhile let Ben decide, after measuring the waiting panel."""

        async def is_somebodys_turn() -> bool:
            game = replayed(self.bot, self.number)
            return game.over or not {0, 1}.isdisjoint(game.to_act)

        await until(is_somebodys_turn)
        game = replayed(self.bot, self.number)
        if game.over or 0 in game.to_act:
            return await wait_for_panel(
                self.aki, panel, lambda one: offers_choice(one) or is_over(one) or next_round_button(one) is not None
            )
        await self.measure("waiting", panel)
        hand = await self.ben.command(self.table["channel_id"], "hand", table=self.number)
        await choose(self.ben, hand.reply, random)
        return await current_panel(self.aki, panel)


@pytest.mark.parametrize("language", LOOKS)
@pytest.mark.parametrize(("game", "seats", "options"), GAMES)
async def test_no_decision_needs_a_scroll_on_a_phone(
    discord_process: DiscordProcess,
    bot: BotProcess,
    world: Driver,
    browser: Browser,
    game: str,
    seats: int,
    options: dict[str, int],
    language: str,
) -> None:
    folder = folder_of(f"{game}-{seats}", language)
    await world.control.user("Aki", locale=language)
    aki, random = world.user("Aki"), Random(7)
    screens = Screens(await windows(browser, discord_process.url, language), folder)
    lobby = await open_table(world, game, seats=seats, people=["Aki", "Ben"])
    await set_options(world, lobby, options)
    table = await start_table(world, lobby)
    walk = Walk(discord_process.url, bot, screens, aki, world.user("Ben"), table)
    await walk.play(await open_hand(aki, table), random)
    print(f"{game} {seats} {language}: {walk.heights}")
    assert {kind: height for kind, height in walk.heights.items() if height > MOST_HEIGHT and "look" not in kind} == {}
    problems = await unexpected_refusals(world)
    assert not problems, json.dumps(problems)
