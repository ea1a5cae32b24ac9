"""The bot is killed again and again in the middle of a game: nothing answered is lost, nothing is played twice."""

import asyncio
from pathlib import Path
from random import Random

import aiohttp

from local_discord.driver import Driver, UnansweredError, texts
from tests.e2e.playing import (
    PEOPLE,
    Json,
    Seats,
    choose,
    come_back,
    finished_table,
    offers,
    open_table,
    playable,
    restart,
    start_table,
    table_number,
)
from tests.e2e.processes import BotProcess, DiscordProcess

KILLS = 20


def stored(bot: BotProcess, table: int) -> list[tuple[int, str]]:
    """Every move in the database: seat and move, in order."""
    return bot.rows("SELECT seat, move FROM moves WHERE table_id = ? ORDER BY number", table)


async def test_twenty_kills_at_random_moments_lose_nothing(world: Driver, bot: BotProcess) -> None:
    """A click that was answered is in the database once; one that was not may be made again, from the same panel."""
    random = Random(20)
    await world.control.settings(ack_seconds=0.4)
    lobby = await open_table(world, "scharfe-schoten", seats=4)
    number = table_number(lobby)
    table = await start_table(world, lobby)
    seats = Seats(world, random)
    await seats.sit(table, PEOPLE)
    answered: list[tuple[str, str]] = []
    killed = 0
    async with asyncio.timeout(200):
        while not seats.done():
            if killed < KILLS:
                delay = random.uniform(0.0, 0.12)
                killer = asyncio.create_task(kill_after(bot, delay))
                await play_until_dead(seats, answered, killer)
                killed += 1
                check(bot, number, answered)
                await come_back(world, bot)
                if killed == KILLS:
                    await world.control.settings(ack_seconds=3)
            elif not await play_some(seats, answered):
                await asyncio.sleep(0.01)
    assert killed == KILLS
    check(bot, number, answered)
    assert "🏆" in texts(await finished_table(world, number))
    moves = stored(bot, number)
    print(f"{killed} kills, {len(answered)} answered moves, {len(moves)} stored")


async def kill_after(bot: BotProcess, delay: float) -> None:
    await asyncio.sleep(delay)
    bot.kill()


async def play_until_dead(seats: Seats, answered: list[tuple[str, str]], killer: asyncio.Task[None]) -> None:
    """Play on until the bot is dead; clicks in flight then fail, as they do for people."""
    while not killer.done():
        try:
            if not await play_some(seats, answered):
                await asyncio.sleep(0.005)
        except (UnansweredError, aiohttp.ClientError):
            await killer
    await killer


async def play_some(seats: Seats, answered: list[tuple[str, str]]) -> bool:
    """Let each person click once what their panel offers, and note what was answered as played."""
    moved = False
    for name, panel in list(seats.panels.items()):
        now = panel if playable(panel) else await seats.refresh(name)
        if not playable(now):
            continue
        button = seats.random.choice(playable(now))
        answer = await seats.world.user(name).click(now, custom_id=button["custom_id"])
        seats.panels[name] = answer.shown
        note(answered, name, button, answer.shown)
        moved = True
    return moved


def note(answered: list[tuple[str, str]], name: str, button: Json, panel: Json) -> None:
    """A whole move was answered when its decision is not offered any more and nobody said that it was stale."""
    _, _, _, decision, path = button["custom_id"].split(":")
    still = any(one["custom_id"].split(":")[3] == decision for one in playable(panel))
    if not still and "already played" not in texts(panel) and "not your turn" not in texts(panel):
        answered.append((name, path))


def check(bot: BotProcess, number: int, answered: list[tuple[str, str]]) -> None:
    """What was answered is stored, in order for each person, and every seat has played each card once a round."""
    moves = stored(bot, number)
    for seat, name in enumerate(PEOPLE):
        mine = [".".join(move.split()[1:]) for who, move in moves if who == seat]
        missing = list(mine)
        for who, path in answered:
            if who == name:
                assert path in missing, f"{name}'s {path} was answered and is not stored"
                missing = missing[missing.index(path) + 1 :]
    first_round = [move for _, move in moves if move.startswith("play")][:40]
    assert len(set(first_round)) == len(first_round), "a card was played twice"


async def test_a_kill_after_the_last_move_leaves_nobody_without_the_result(tmp_path: Path) -> None:
    with DiscordProcess(tmp_path) as discord:
        bot = BotProcess(discord.url, tmp_path / "ichiza.sqlite3", ICHIZA_SETTLE="1")
        bot.start()
        async with Driver(discord.url) as world:
            await world.wait_until_online(within=60)
            lobby = await open_table(world, "scharfe-schoten", seats=4, people=["Aki"])
            table = await start_table(world, lobby)
            seats = Seats(world, Random(1))
            await seats.sit(table, ["Aki"])
            while not seats.done():  # asked for by a click: what is pushed comes after the result is shown
                now = await seats.refresh("Aki")
                seats.panels["Aki"] = await choose(world.user("Aki"), now, seats.random) if offers(now) else now
            await restart(world, bot)
            await finished_table(world, table_number(lobby))
        bot.stop()
