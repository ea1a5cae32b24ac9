"""A replay on a phone: the sentence that tells a step's events is in view together with the buttons below it."""

from random import Random

import pytest
from playwright.async_api import Browser

from bot import DiscordProcess
from tests.driver import Driver, Json, Person, buttons, selects, texts
from tests.e2e.browser import CLIENT, PHONE, go_to, open_page
from tests.e2e.playing import is_over, open_table, play_until, start_table, table_number
from tests.e2e.processes import ROOT, BotProcess
from tests.e2e.stored_games import kill_and_advance
from tests.e2e.test_screens import PICTURES_LOADED

pytestmark = pytest.mark.browser

GAMES = ("scharfe-schoten", "tezuma-trick", "tezumashi", "tennos-square", "saizen")
FROM_SENTENCE = """(id) => {
  const message = document.querySelector(`[data-message-id="${id}"]`);
  const sentence = [...message.querySelectorAll('.stack > .md')].at(-1);
  return message.querySelector('.foot').getBoundingClientRect().top - sentence.getBoundingClientRect().top;
}"""
"""The pixels from the top of a message's last text to the end of its buttons."""


async def replay_of(world: Driver, bot: BotProcess, game: str) -> tuple[Person, Json]:
    """Let Aki finish a game against computers, and open its replay."""
    aki = world.user("Aki")
    table = await start_table(world, await open_table(world, game, 4, ["Aki"]))
    number = table_number(table)
    await kill_and_advance(world, bot, number)
    hand = (await aki.command(table["channel_id"], "hand", table=number)).reply
    await play_until(aki, hand, is_over, Random(1))
    return aki, (await aki.command(table["channel_id"], "replay", table=number)).reply


def eyes(page: Json) -> list[str]:
    """Return the selected values of the menu by which people choose whose view a replay's page shows."""
    return [one["value"] for one in selects(page)[0]["options"] if one.get("default")]


@pytest.mark.soak
@pytest.mark.parametrize("language", ["en-US", "ja"])
@pytest.mark.parametrize("game", GAMES)
async def test_sentence_of_a_replay_is_in_view_with_the_buttons_on_a_phone(
    discord_process: DiscordProcess, world: Driver, bot: BotProcess, browser: Browser, game: str, language: str
) -> None:
    await world.control.user("Aki", locale=language)
    aki, page = await replay_of(world, bot, game)
    assert eyes(page) == ["1"], "the asker's own"
    window = await open_page(browser, discord_process.url, "Aki", PHONE, dark=language == "ja")
    await go_to(window, discord_process.url, "Aki", page["channel_id"])
    heights: dict[str, float] = {}

    async def look(name: str, page: Json) -> None:
        await window.locator(f'[data-message-id="{page["id"]}"]').wait_for()
        await window.wait_for_function(
            "([id, text]) => document.querySelector(`[data-message-id='${id}']`).innerText.includes(text)",
            arg=[page["id"], step_of(page)],
        )
        await window.wait_for_function(PICTURES_LOADED)
        heights[name] = await window.evaluate(FROM_SENTENCE, page["id"])
        if name in {"start", "turn 2", "onlooker 3"}:
            folder = ROOT / "screenshots" / f"{game}-{language}"
            folder.mkdir(parents=True, exist_ok=True)
            await window.screenshot(path=folder / f"replay-{name.replace(' ', '-')}.png")

    def step_of(page: Json) -> str:
        words = texts(page).replace("\u00a0", " ").split("\n", maxsplit=1)[0]
        return next(part for part in words.replace("*", "").split(" · ") if "/" in part and not part.startswith("R"))

    async def go(page: Json, way: str) -> Json:
        return (await aki.click(page, where=lambda one: one["custom_id"].endswith(f":{way}"))).reply

    await look("start", page)
    for number in range(4):
        page = await go(page, "trick-on")
        await look(f"trick {number}", page)
    for number in range(4):
        arrow = next(one for one in buttons(page) if one["custom_id"].endswith(":turn-on"))
        if arrow.get("disabled"):
            break
        page = await go(page, "turn-on")
        await look(f"turn {number}", page)
    page = (await aki.select(page, ["0"], custom_id=selects(page)[0]["custom_id"])).reply
    for number in range(5):
        page = await go(page, "trick-back" if number < 2 else "back")
        await look(f"onlooker {number}", page)
    print(game, language, heights)
    assert {name: height for name, height in heights.items() if height > CLIENT} == {}
