"""The bot in a person's account: its direct messages, and places that it has not been added to."""

import pytest
from playwright.async_api import Browser, expect

from bot import DiscordProcess
from local_discord.world import ids
from locales import Translation
from tests.driver import Driver, Json, components, is_ephemeral, labels, texts
from tests.e2e.browser import PHONE, open_page

EN, JA = Translation("en"), Translation("ja")
GROUP = ids.GROUP_ID


def welcomes(message: Json) -> bool:
    return EN("welcome") in texts(message) or JA("welcome") in texts(message)


@pytest.mark.slow
async def test_person_who_writes_to_the_bot_finds_the_rules_there(world: Driver) -> None:
    chie = world.user("Chie")
    dm = await chie.private_channel()
    await chie.say(dm, "hello?")
    welcome = await chie.wait_for(welcomes, channel=dm)
    assert labels(welcome) == [EN("lesson-learn"), EN("welcome-play"), EN("day-today"), EN("table-rules")]
    assert not is_ephemeral(welcome)
    choice = await chie.click(welcome, label=EN("table-rules"))
    rules = await chie.click(choice.reply, label="Saizen")
    assert "Saizen" in texts(rules.reply)
    assert await world.control.problems() == []


@pytest.mark.slow
async def test_welcome_turns_into_the_games_in_the_readers_language(world: Driver) -> None:
    dai = world.user("Dai")
    await world.control.user("Dai", locale="ja")
    dm = await dai.private_channel()
    await dai.say(dm, "こんにちは")
    welcome = await dai.wait_for(welcomes, channel=dm)
    offer = (await dai.click(welcome, label=EN("welcome-play"))).reply
    assert offer["id"] == welcome["id"]
    assert labels(offer)[-1] == JA("table-rules")
    assert JA("welcome-choose") in texts(offer)


@pytest.mark.slow
async def test_commands_of_direct_messages_answer_there(world: Driver) -> None:
    aki = world.user("Aki")
    dm = await aki.private_channel()
    assert "Saizen" in texts((await aki.command(dm, "rules", game="saizen")).reply)
    board = (await aki.command(dm, "leaderboard")).reply
    assert board["content"].startswith("Leaderboards are on servers.")
    assert is_ephemeral(board)


@pytest.mark.slow
@pytest.mark.parametrize("private", [True, False])
async def test_place_without_the_bot_has_a_link_to_its_direct_messages(world: Driver, private: bool) -> None:
    guild = await world.control.add_guild("Elsewhere", ["elsewhere"], bot=False)
    [elsewhere] = guild["channels"]
    ben = world.user("Ben")
    await ben.install()
    if private:
        await world.control.deny(elsewhere, "Members", "use_external_apps")
    for where in (GROUP, elsewhere):
        for command in ("hand", "tables", "leaderboard"):
            answer = (await ben.command(where, command)).reply
            assert is_ephemeral(answer)
            assert EN("not-here") in texts(answer)
            [link] = [one["url"] for one in components(answer) if "url" in one]
            assert link == f"https://discord.com/channels/@me/{await ben.private_channel()}"
        rules = (await ben.command(where, "rules")).reply
        page = await ben.click(rules, label="Saizen")
        assert "Saizen" in texts(page.reply)
    await ben.install(installed=False)
    assert await world.control.problems() == []


@pytest.mark.slow
@pytest.mark.browser
async def test_person_adds_the_bot_on_the_page_and_comes_from_a_group_to_the_games(
    world: Driver, discord_process: DiscordProcess, browser: Browser
) -> None:
    page = await open_page(browser, discord_process.url, "Aki", PHONE)
    await page.click("#menu-button")
    await page.click("[data-install=true]")
    await page.click("#menu-button")
    await page.click(f'[data-channel-id="{GROUP}"]')
    await page.fill("#composer", "/hand")
    await page.press("#composer", "Enter")
    await page.click("[data-goto]")
    await expect(page.locator("#title")).to_have_text("Ichiza")
    await page.fill("#composer", "hi")
    await page.press("#composer", "Enter")
    await page.click('[data-custom-id="offer-games"]')
    await expect(page.locator('[data-custom-id^="play-here:"]')).not_to_have_count(0)
    await world.user("Aki").install(installed=False)
