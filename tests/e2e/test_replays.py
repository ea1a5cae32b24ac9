"""Replays over sockets: step by step in both languages, as a record, and played on for practice."""

from __future__ import annotations

from random import Random
from typing import Any

import aiohttp

import engine.games  # noqa: F401  fills Game.games
from bot import DiscordProcess
from engine import record
from tests.driver import Driver, Person, buttons, components, is_ephemeral, selects, texts
from tests.e2e.playing import (
    CHANNEL,
    LONG,
    Json,
    Seats,
    finished_table,
    is_over,
    is_table,
    open_table,
    play_until,
    start_again,
    start_table,
    table_number,
)
from tests.e2e.processes import BotProcess
from tests.e2e.stored_games import kill_and_advance, replayed

TRICK = {"en-US": "Trick 1: ", "ja": "第1トリック："}
RESULT = {"en-US": "Show the result", "ja": "結果を見る"}
STEP = {"en-US": "step ", "ja": "場面 "}


async def finished(world: Driver, bot: BotProcess) -> Json:
    """Finish a game of Aki, Ben and an AI player, most of it while the bot is stopped; return its last message."""
    people = ("Aki", "Ben")
    lobby = await open_table(world, "scharfe-schoten", seats=3, people=people)
    await start_table(world, lobby)
    number = table_number(lobby)
    await kill_and_advance(world, bot, number)
    seats = Seats(world, Random(3))
    await seats.open_hands_by_command(number, people)
    await seats.play_out()
    return await finished_table(world, number)


async def go(person: Person, page: Json, way: str) -> Json:
    """Click an arrow of a replay."""
    return (await person.click(page, where=lambda one: one["custom_id"].endswith(f":{way}"))).reply


async def pick(person: Person, page: Json, what: str, value: int) -> Json:
    """Choose from a menu of a replay."""
    menu = next(one for one in selects(page) if one["custom_id"].startswith(f"replay-{what}:"))
    return (await person.select(page, [str(value)], custom_id=menu["custom_id"])).reply


def counted(bot: BotProcess) -> list[tuple[Any, ...]]:
    """Return all results, ratings and badges."""
    results = bot.rows("SELECT * FROM results ORDER BY table_id, seat")
    return [*results, *bot.rows("SELECT * FROM ratings ORDER BY 1, 2, 3"), *bot.rows("SELECT * FROM badges")]


async def downloaded(url: str, answer: Json) -> tuple[str, str]:
    """Return the name and the text of a message's file."""
    file, checker = answer["attachments"]
    assert checker["filename"] == "verify.html"
    async with aiohttp.ClientSession() as session, session.get(file["url"].replace("https://", "http://")) as response:
        assert response.status == 200, url
        return file["filename"], await response.text()


async def test_finished_game_is_replayed_and_practised_and_counts_once(
    world: Driver, bot: BotProcess, discord_process: DiscordProcess
) -> None:
    over = await finished(world, bot)
    number, aki, chie = table_number(over), world.user("Aki"), world.user("Chie")
    before, board = counted(bot), texts((await chie.command(CHANNEL, "leaderboard")).reply)
    assert before
    game = replayed(bot, number)
    for language in ("ja", "en-US"):
        await world.control.user("Aki", locale=language)
        games = (await aki.command(CHANNEL, "replay")).reply
        assert is_ephemeral(games)
        assert "🏆" not in texts(games)
        page = (await aki.click(games, where=lambda one: one["custom_id"].startswith(f"replay:{number}:"))).reply
        assert f"{STEP[language]}1/" in texts(page)
        page = await go(aki, page, "trick-on")
        assert TRICK[language] in texts(page)
        hidden = await go(aki, page, "back")
        page = await pick(aki, hidden, "eyes", 2)
        assert "Ben" in texts(page)
        page = await pick(aki, page, "round", game.round_count)
        while not next(one for one in buttons(page) if one["custom_id"].endswith(":on")).get("disabled"):
            assert "🏆" not in texts(page)
            page = await go(aki, page, "trick-on")
        assert "🏆" not in texts(page)
        page = (await aki.click(page, label=RESULT[language])).reply
        assert "🏆" in texts(page)
    assert any(part.get("media") for one in components(page) for part in one.get("items", []))
    bot.kill()
    await start_again(world, bot)
    answer = await aki.click(page, custom_id=f"record:{number}")
    name, text = await downloaded(discord_process.url, answer.reply)
    assert name == f"ichiza-{number}.json"
    assert record.loads(text).replay().state() == game.state()
    page = await pick(aki, page, "round", game.round_count)
    for _ in range(3):
        page = await go(aki, page, "trick-on")
    panel = (await aki.click(page, where=lambda one: one["custom_id"].startswith("play-on:"))).reply
    assert panel["id"] == page["id"], "the hand takes the replay's place"
    practice = number + 1
    table = await aki.wait_for(lambda one: is_table(one, practice), within=LONG, what="the practice")
    assert f"Practice from table {number}, round {game.round_count}, trick 4 · unrated" in texts(table)
    assert table["channel_id"] != over["channel_id"], "a thread of its own"
    assert (await play_until(aki, panel, is_over, Random(1)))["id"] == panel["id"]
    assert counted(bot) == before
    assert texts((await chie.command(CHANNEL, "leaderboard")).reply) == board
    assert await world.control.problems() == []


async def test_running_game_has_no_replay(world: Driver, bot: BotProcess) -> None:
    table = await start_table(world, await open_table(world, "saizen", seats=2, people=("Aki", "Ben")))
    aki, number = world.user("Aki"), table_number(table)
    answer = await aki.command(CHANNEL, "replay", table=number)
    assert "still running" in texts(answer.reply)
    games = (await aki.command(CHANNEL, "replay")).reply
    assert not [one for one in buttons(games) if one["custom_id"].startswith(f"replay:{number}:")]
    assert bot.complaints() == []
