"""Suggestions over real sockets: the answer, after which the game counts as helped, and kills before and after it."""

from functools import partial
from pathlib import Path
from random import Random

import pytest

from tests.driver import Driver, Json, Person, buttons, is_ephemeral, texts
from tests.e2e.playing import (
    LONG,
    choose,
    is_over,
    offers_choice,
    online,
    open_table,
    play_until,
    start_again,
    start_table,
    table_number,
    until,
    wait_for_panel,
)
from tests.e2e.processes import ROOT, BotProcess, CheckedDiscord, children
from tests.e2e.stored_games import kill_and_advance

pytestmark = pytest.mark.slow


def questions(message: Json) -> list[str]:
    """Return the custom ids of a page's buttons that ask for a suggestion."""
    ids = [str(one.get("custom_id")) for one in buttons(message)]
    return [one for one in ids if one.startswith("ask-hard:")]


def is_answer(message: Json) -> bool:
    return is_ephemeral(message) and "would choose" in texts(message).replace("\u00a0", " ")


async def alone(world: Driver, game: str = "saizen") -> tuple[Person, Json, int]:
    """Let Aki begin a game against computers; return Aki, a page that offers a suggestion, and the table's number."""
    aki = world.user("Aki")
    table = await start_table(world, await open_table(world, game, 4 if game == "tezuma-trick" else 3, ["Aki"]))
    number, random = table_number(table), Random(1)
    while True:
        hand = (await aki.command(table["channel_id"], "hand", table=number)).reply
        hand = await wait_for_panel(aki, hand, offers_choice)
        page = (await aki.click(hand, custom_id=f"look:{number}:trick:0")).reply
        if questions(page):
            return aki, page, number
        back = (await aki.click(page, custom_id=f"hand:{number}")).reply
        await choose(aki, back, random)


async def confirmed(aki: Person, page: Json) -> Json:
    """Ask for a suggestion and confirm; return the page, on which the answer will appear."""
    (asked,) = questions(page)
    sure = (await aki.click(page, custom_id=asked)).reply
    assert sure["id"] != page["id"]
    (yes,) = questions(sure)
    reply = (await aki.click(sure, custom_id=yes)).reply
    assert reply["id"] == sure["id"]
    return reply


def helped(bot: BotProcess, number: int) -> int:
    ((mark,),) = bot.rows("SELECT helped FROM tables WHERE id = ?", number)
    return int(mark)


def command_lines(pid: int) -> list[bytes]:
    """Return the command lines of a process's children."""
    return [Path(f"/proc/{one}/cmdline").read_bytes() for one in children(pid)]


async def works(pid: int) -> bool:
    """Return whether a child process of the bot (process id `pid`) works on a suggestion."""
    return any(b"review_worker" in one for one in command_lines(pid))


async def test_answer_marks_the_game_through_a_kill_to_its_result(world: Driver, bot: BotProcess) -> None:
    aki, page, number = await alone(world)
    asked = await confirmed(aki, page)
    await aki.wait_for(is_answer, within=LONG, channel=asked["channel_id"], what="the answer")
    assert helped(bot, number) == 1
    await kill_and_advance(world, bot, number)
    assert helped(bot, number) == 1
    hand = (await aki.command(asked["channel_id"], "hand", table=number)).reply
    result = await play_until(aki, hand, is_over, Random(1))
    assert "With help" in texts(result).replace("\u00a0", " ")
    assert bot.rows("SELECT COUNT(*) FROM results") == [(0,)]
    assert bot.rows("SELECT COUNT(*) FROM ratings") == [(0,)]


async def test_kill_before_the_answer_marks_nothing_and_the_page_asks_again(tmp_path: Path) -> None:
    with CheckedDiscord() as discord:
        quick = BotProcess(discord.url, tmp_path / "ichiza.sqlite3")
        with quick:
            async with online(discord.url) as world:
                aki, page, number = await alone(world)
                quick.stop()
                whole = {"ICHIZA_PLAYOUTS": "0", "ICHIZA_THINKERS": "1"}
                bot = BotProcess(discord.url, quick.database, script=ROOT / "bot.py", **whole)
                await start_again(world, bot)
                asked = await confirmed(aki, await aki.refreshed(page))
                await until(partial(works, bot.pid), within=LONG)
                bot.kill()
                assert helped(quick, number) == 0
                await start_again(world, quick)
                (again,) = questions(asked)
                await aki.click(await aki.refreshed(asked), custom_id=again)
                answer = await aki.wait_for(is_answer, within=LONG, channel=asked["channel_id"], what="the answer")
                assert answer["id"] == asked["id"], "the page of the question"
                assert helped(quick, number) == 1
