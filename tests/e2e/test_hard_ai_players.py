"""Clicks while six AI players think hard on this machine's cores."""

import os
import time
from itertools import cycle
from pathlib import Path
from random import Random

import aiohttp
import pytest

from engine.game import Game
from host.tables.table import MOST_MISSES
from storage import Occupant, Store
from tests.driver import Driver
from tests.e2e.playing import PEOPLE, until
from tests.e2e.processes import BotProcess, CheckedDiscord, children, free_port
from tests.e2e.test_many_tables import Clicks, all_posted, begin, seed

TABLES, WARM, CLICKS = 480, 40, 240
"""Number of tables at which people click, number of clicks to warm up, and number of measured clicks.

All clicks are made twice: first without AI players that think, then with them.
"""
REST = (0.1, 0.4)
"""Bounds of the pause between two clicks of a person, in seconds."""
THINKERS = 6
MOST, TIMES = 0.3, 3.0
"""Limits while AI players think: the seconds within which 99 of 100 clicks are answered, and the ratio of these seconds
to the same seconds without thinking AI players.
"""


@pytest.mark.soak
async def test_six_hard_ai_players_do_not_slow_clicks(discord_process: CheckedDiscord, tmp_path: Path) -> None:
    random, port = Random(THINKERS), free_port()
    bot = BotProcess(
        discord_process.url,
        tmp_path / "ichiza.sqlite3",
        ICHIZA_PAUSE="0.6",
        ICHIZA_PLAYOUTS="0",
        ICHIZA_THINKERS="2",
        ICHIZA_HEALTH_PORT=str(port),
    )

    async def thinking() -> int:
        async with aiohttp.ClientSession() as session, session.get(f"http://127.0.0.1:{port}/health") as answer:
            return int((await answer.json())["computers"]["thinking"])

    async def all_think() -> bool:
        return await thinking() == THINKERS

    async with Driver(discord_process.url) as world, world.control.temporary_settings(message_limits=False):
        tables = await seed(bot, world, TABLES, random)
        random.shuffle(tables)
        clicking = Clicks(world, tables, random, REST)
        with bot:
            await world.wait_until_online(within=60)
            await until(lambda: all_posted(discord_process, bot), 600)
            await clicking.make("warming up", WARM)
            idle = await clicking.make("idle", CLICKS)
        await begin_hard(bot, world, random)
        with bot:
            await until(lambda: all_posted(discord_process, bot), 600)
            await until(all_think, 60)
            await clicking.make("warming up", WARM)
            begun = time.monotonic(), processor_seconds(bot)
            busy = await clicking.make("while six think hard", CLICKS)
            cores = (processor_seconds(bot) - begun[1]) / (time.monotonic() - begun[0])
            print(f"p99 {1000 * idle:.0f} ms, with six thinkers {1000 * busy:.0f} ms; they had {cores:.1f} cores")
            assert await thinking() >= THINKERS
    assert cores > 0.1
    assert busy <= min(MOST, TIMES * idle)


async def begin_hard(bot: BotProcess, world: Driver, random: Random) -> None:
    """Store `THINKERS` new games, each of three hard AI players and one absent person."""
    state = await world.user("Aki").state()
    guild = state["guilds"][0]["id"]
    channel = next(one["id"] for one in state["channels"] if one["guild_id"] == guild and one["type"] == 0)
    kinds, names = cycle(sorted(Game.games)), cycle(PEOPLE)
    async with await Store.open(bot.database, record_write=None) as store:
        for _ in range(THINKERS):
            away = Occupant(user_id=int(world.user(next(names)).id), misses=MOST_MISSES)
            who = [away, *[Occupant(computer="hard")] * 3]
            await begin(store, Game.games[next(kinds)], who, int(guild), int(channel), random)


def processor_seconds(bot: BotProcess) -> float:
    """Return the processor seconds that the AI workers have used so far."""
    stats = [Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split() for pid in children(bot.pid)]
    return sum(int(one[11]) + int(one[12]) for one in stats) / os.sysconf("SC_CLK_TCK")
