"""Reviews over real sockets: opened from the result and by the message command, and made again after a kill."""

import os
from collections.abc import Collection
from contextlib import suppress
from functools import partial
from pathlib import Path
from random import Random

import pytest

from tests.driver import Driver, Json, Person, RefusedError, buttons, is_ephemeral, texts
from tests.e2e.playing import (
    LONG,
    finished_table,
    is_over,
    online,
    open_table,
    play_until,
    start_again,
    start_table,
    table_number,
    until,
)
from tests.e2e.processes import ROOT, BotProcess, CheckedDiscord, children
from tests.e2e.stored_games import kill_and_advance


async def finished(world: Driver, bot: BotProcess) -> tuple[Person, Json, int]:
    """Let Aki finish a game against computers; return Aki, the panel with the result, and the table's number."""
    aki = world.user("Aki")
    table = await start_table(world, await open_table(world, "saizen", 3, ["Aki"]))
    number = table_number(table)
    await kill_and_advance(world, bot, number)
    hand = (await aki.command(table["channel_id"], "hand", table=number)).reply
    return aki, await play_until(aki, hand, is_over, Random(1)), number


async def open_review(aki: Person, result: Json, number: int) -> Json:
    """Click *Review* on the result, and return the review's page."""
    return await click_result(aki, result["channel_id"], f"review:{number}:0")


async def click_result(aki: Person, channel: str, custom_id: str) -> Json:
    """Click a button of the private result, and return the reply.

    Try again if the bot moves the result below the table's last message at that moment.
    """

    def has_button(message: Json) -> bool:
        return is_ephemeral(message) and custom_id in [one.get("custom_id") for one in buttons(message)]

    while True:
        result = await aki.wait_for(has_button, channel=channel)
        with suppress(RefusedError):
            return (await aki.click(result, custom_id=custom_id)).reply


def is_review(message: Json) -> bool:
    """Return whether a message is a page of a review."""
    return is_ephemeral(message) and "· Review" in texts(message).replace("\u00a0", " ")


def is_made(message: Json) -> bool:
    return is_review(message) and "average: luck" in texts(message)


async def reviews_of(aki: Person, channel: str) -> list[Json]:
    """Return the pages of reviews that Aki has in a channel."""
    return [one for one in await aki.messages(channel) if is_review(one)]


async def have_begun(pid: int) -> bool:
    return bool(children(pid))


async def have_ended(pids: Collection[int]) -> bool:
    return not any(map(os.path.exists, [f"/proc/{pid}" for pid in pids]))


@pytest.mark.slow
async def test_review_is_made_beside_the_result_and_found_again_in_the_replay_and_under_apps(
    world: Driver, bot: BotProcess
) -> None:
    aki, result, number = await finished(world, bot)
    page = await open_review(aki, result, number)
    assert page["id"] != result["id"]
    page = await aki.wait_for(is_made, within=LONG, channel=page["channel_id"], what="the review")
    result = await aki.wait_for(lambda one: is_ephemeral(one) and is_over(one), channel=page["channel_id"])
    assert not is_review(result), "the result stays"
    assert len(await reviews_of(aki, page["channel_id"])) == 1
    for look in [one["custom_id"] for one in buttons(page) if one["custom_id"].startswith("review-")]:
        shown = (await aki.click(await aki.refreshed(page), custom_id=look)).reply
        assert shown["id"] == page["id"]
        assert f"{int(look.rpartition(':')[2]) + 1} of " in texts(shown)
        page = (await aki.click(shown, custom_id=f"review:{number}:1")).reply
        assert is_made(page)
    replay = await click_result(aki, page["channel_id"], f"replay:{number}:0:0:0:")
    assert is_made((await aki.click(replay, custom_id=f"review:{number}:0")).reply)
    assert is_made((await aki.use_on(await finished_table(world, number), "Review")).reply)
    assert "only for people who had their seat" in texts(
        (await world.user("Ben").use_on(await finished_table(world, number, "Ben"), "Review")).reply
    )


@pytest.mark.slow
async def test_killed_bot_makes_a_review_again_when_asked_and_tells_it_once(tmp_path: Path) -> None:
    with CheckedDiscord() as discord:
        quick = BotProcess(discord.url, tmp_path / "ichiza.sqlite3")
        with quick:
            async with online(discord.url) as world:
                aki, result, number = await finished(world, quick)
                quick.stop()
                whole = {"ICHIZA_PLAYOUTS": "0", "ICHIZA_THINKERS": "1"}
                bot = BotProcess(discord.url, quick.database, script=ROOT / "bot.py", **whole)
                await start_again(world, bot)
                page = await open_review(aki, result, number)
                channel = page["channel_id"]
                await until(partial(have_begun, bot.pid), within=LONG)
                workers = children(bot.pid)
                bot.kill()
                await until(partial(have_ended, workers))
                assert quick.rows("SELECT COUNT(*) FROM reviews") == [(0,)]
                await start_again(world, quick)
                page = (await aki.click(await aki.refreshed(page), custom_id=f"review:{number}:1")).reply
                page = await aki.wait_for(is_made, within=LONG, channel=channel, what="the review")
                assert [one["id"] for one in await reviews_of(aki, channel)] == [page["id"]], (
                    "one page, which was edited"
                )
                assert quick.rows("SELECT table_id, user_id FROM reviews") == [(number, int(aki.id))]
                told = sum(name == "MESSAGE_CREATE" and is_review(data) for name, data in aki.events)
                assert told == 1
