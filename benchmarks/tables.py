"""The cost of ten thousand running tables: the bot's start, a table's first use, memory, and a lost connection.

The start is compared with the start of a bot without tables. The first use of a table, also after a lost connection, is
compared with its second use. The memory for each used table is compared with a budget.

The bot and the local Discord are processes of their own, as in the end-to-end tests. First some games of each kind are
half played: on a server by people and AI players, and in direct messages by one person and AI players. The rows of
these tables are then copied in the database, under new numbers, until there are enough tables; half of them are in
direct messages. A copy has the message ids of its original, which suffices for edits.
"""

import asyncio
import os
import shutil
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from itertools import chain, cycle, islice, product
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter

from benchmarks.measure import Budget, Figure, figure
from bot import DiscordProcess
from engine.game import Game
from show.presenter import SETTLE_SECONDS
from tests.driver import Answer, Driver
from tests.e2e.direct_play import Player
from tests.e2e.playing import CHANNEL, PEOPLE, Seats, open_table, start_table, table_number, until
from tests.e2e.processes import ROOT, BotProcess

STARTS = Budget(rounds=3, seconds=0.0)
"""Number of starts with each number of tables."""
TABLES = 10_000
TOUCHED, WARM, CLICKED = 1000, 100, 200
"""Numbers of tables on the server. The first use of `TOUCHED` tables is measured. Before them, `WARM` other tables are
used to fill shared caches. After a lost connection, the first use of `CLICKED` more tables is measured.
"""
MOVES, STEPS = 40, 8
"""Lengths of the half-played games: at least `MOVES` moves in a game on the server, and `STEPS` choices of the person
in a game in direct messages.
"""
QUIET, LOOK_SECONDS, PATIENCE = 0.1, 4.0, 200.0
"""A bot is idle if it uses less than `QUIET` seconds of processor time in `LOOK_SECONDS`. The third value is the
longest wait for an idle bot.
"""
KILOBYTES = 30.0
"""Budget of memory per table."""
_COPIED = {
    "tables": "id",
    "seats": "table_id",
    "moves": "table_id",
    "posts": "owner_id",
    "promises": "table_id",
}
"""Database tables whose rows are copied, each with its column for the number of the card table."""
_NAMED = {"posts": ("nonce",), "promises": ("name",)}
"""Text columns that must be unique: in a copy, the new number of the card table is added to the text."""


def figures(budget: Budget = STARTS, tables: int = TABLES) -> Iterator[Figure]:
    """Yield the figures, in seconds, milliseconds or kilobytes as their names say."""
    with TemporaryDirectory() as folder, DiscordProcess() as discord:
        yield from asyncio.run(_measured(discord.url, Path(folder), budget, tables))


async def _measured(url: str, folder: Path, budget: Budget, tables: int) -> list[Figure]:
    async with Driver(url) as world, world.control.temporary_settings(message_limits=False):
        patterns = await _played(world, url, folder / "patterns.sqlite3")
        none, many = (_filled(patterns, folder / f"{count}.sqlite3", count) for count in (0, tables))
        starts = [[await _start(world, _bot(url, one)) for one in (many, none)] for _ in range(budget.rounds)]
        with _bot(url, many) as bot:
            await world.wait_until_online(within=60)
            touches = _Touches(world, _waiting(many))
            await _quiet(bot)
            await touches.make(WARM)
            await _quiet(bot)
            before = _resident(bot.pid)
            first = await touches.make(TOUCHED)
            await _quiet(bot)
            kilobytes = (_resident(bot.pid) - before) / TOUCHED
            await _lose(world)
            after = await touches.make_at_once(CLICKED)
    return [
        figure("tables/start-s", [(ours[0], beside[0]) for ours, beside in starts]),
        figure("tables/start-processor-s", [(ours[1], beside[1]) for ours, beside in starts]),
        figure("tables/first-touch-ms", first),
        figure("tables/first-touch-p99-ms", [_at_99(first)]),
        figure("tables/kilobytes-a-table", [(kilobytes, KILOBYTES)]),
        figure("tables/after-a-loss-ms", after),
        figure("tables/after-a-loss-p99-ms", [_at_99(after)]),
    ]


def _bot(url: str, database: Path) -> BotProcess:
    return BotProcess(url, database, ICHIZA_SETTLE=str(SETTLE_SECONDS))


async def _played(world: Driver, url: str, database: Path) -> Path:
    """Half play tables of each game with each number of people, and return the database with these tables.

    All messages of the tables are up to date.
    """
    random = Random(1)
    with BotProcess(url, database, script=ROOT / "tests/e2e/high_limits_bot.py") as bot:
        await world.wait_until_online(within=60)
        for kind in Game.games.values():
            for count in range(1, len(PEOPLE) + 1):
                people = PEOPLE[:count]
                lobby = await open_table(world, kind.id, max(count, min(kind.seat_counts)), people)
                table = await start_table(world, lobby)
                seats = Seats(world, random)
                await seats.open_hands(table, people)
                await _move(bot, seats, table_number(table))
        for name, kind in product(PEOPLE, Game.games.values()):
            person = world.user(name)
            player = Player(person, await person.private_channel(), random)
            await player.play(kind.id)
            await player.play_steps(STEPS)
    await _gone(world)
    with _bot(url, database) as bot:  # after this restart no panel is open, so the bot pings everybody who must act

        async def all_is_shown() -> bool:
            behind = bot.rows("SELECT COUNT(*) FROM tables WHERE displayed_version <> version OR acting")
            return behind == bot.rows("SELECT COUNT(*) FROM posts WHERE fingerprint IS NULL") == [(0,)]

        await until(all_is_shown, within=60)
    await _gone(world)
    return database


async def _move(bot: BotProcess, seats: Seats, number: int) -> None:
    """Let the people at a table move in turn until there are `MOVES` moves."""
    made = 0
    while made < MOVES:
        await seats.move_once()
        ((made,),) = bot.rows("SELECT COUNT(*) FROM moves WHERE table_id = ?", number)


async def _gone(world: Driver) -> None:
    """Wait until Discord has noticed that the bot is offline."""

    async def has_gone() -> bool:
        return not (await world.control.gateway())["online"]

    await until(has_gone)


def _filled(patterns: Path, path: Path, count: int) -> Path:
    """Copy a database to `path`, replace its running tables by `count` copies of them, and return `path`."""
    shutil.copyfile(patterns, path)
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("PRAGMA foreign_keys = OFF")
        playing = "SELECT id FROM tables WHERE state = 'playing' AND place_id {} 0 ORDER BY id"
        kinds = [[number for (number,) in database.execute(playing.format(sign))] for sign in "><"]
        patterns_in_turn = chain.from_iterable(zip(*map(cycle, kinds), strict=True))
        first = max(map(max, kinds)) + 1
        rows = [(first + place, pattern) for place, pattern in enumerate(islice(patterns_in_turn, count))]
        for table, key in _COPIED.items():
            columns = [name for _, name, *_ in database.execute(f"PRAGMA table_info({table})")]
            taken = ", ".join(
                "?1" if name == key else f"{name} || ' ' || ?1" if name in _NAMED.get(table, ()) else name
                for name in columns
            )
            insert = f"INSERT INTO {table} ({', '.join(columns)}) SELECT {taken} FROM {table} WHERE {key} = ?2"  # noqa: S608
            database.executemany(insert, rows)
        for table, key in _COPIED.items():
            database.execute(f"DELETE FROM {table} WHERE {key} < ?", (first,))  # noqa: S608
    return path


def _waiting(path: Path) -> list[tuple[int, int]]:
    """Return the tables on the server in random order, each as its number and the id of one person with a seat."""
    with closing(sqlite3.connect(path)) as database:
        sql = """
            SELECT table_id, MAX(user_id) FROM seats JOIN tables ON id = table_id
             WHERE user_id IS NOT NULL AND place_id > 0 GROUP BY table_id ORDER BY table_id
        """
        found = list(database.execute(sql))
    Random(2).shuffle(found)
    return found


async def _start(world: Driver, bot: BotProcess) -> tuple[float, float]:
    """Start a bot; return seconds until its first answer, and seconds of processor time until it is idle."""
    began = perf_counter()
    with bot:
        await world.wait_until_online(within=60)
        await world.user(PEOPLE[0]).command(CHANNEL, "help")
        seconds, used = perf_counter() - began, await _quiet(bot)
    await _gone(world)
    return seconds, used


async def _quiet(bot: BotProcess) -> float:
    """Wait until a bot is idle, and return its seconds of processor time."""
    began, used, before = perf_counter(), _used(bot.pid), 0.0
    while used - before > QUIET and perf_counter() - began < PATIENCE:
        await asyncio.sleep(LOOK_SECONDS)
        before, used = used, _used(bot.pid)
    return used


class _Touches:
    """People who open hands of tables that nobody has used before. Each hand is opened twice, for comparison."""

    def __init__(self, world: Driver, tables: Sequence[tuple[int, int]]) -> None:
        self._world = world
        self._tables = {name: [one for one, who in tables if str(who) == world.user(name).id] for name in PEOPLE}

    async def make(self, count: int) -> list[tuple[float, float]]:
        """Open `count` hands in turn; return milliseconds of the first and of the second use of each table."""
        return [await self._make(name) for name in islice(cycle(PEOPLE), count)]

    async def make_at_once(self, count: int) -> list[tuple[float, float]]:
        """Open `count` hands as `make` does, but let all people open hands at the same time.

        Each person opens the next hand only when the last one is open.
        """

        async def some(name: str) -> list[tuple[float, float]]:
            return [await self._make(name) for _ in range(count // len(PEOPLE))]

        return [pair for pairs in await asyncio.gather(*map(some, PEOPLE)) for pair in pairs]

    async def _make(self, name: str) -> tuple[float, float]:
        person, number = self._world.user(name), self._tables[name].pop()
        first, second = [await person.command(CHANNEL, "hand", table=number) for _ in range(2)]
        return _elapsed(first), _elapsed(second)


async def _lose(world: Driver) -> None:
    """Drop the gateway session, and wait for a new one."""
    before = (await world.control.gateway())["identifies"]
    await world.control.drop_gateway(resumable=False)

    async def is_back() -> bool:
        gateway = await world.control.gateway()
        return bool(gateway["online"] and gateway["identifies"] > before)

    await until(is_back, within=60)


def _at_99(pairs: Sequence[tuple[float, float]]) -> tuple[float, float]:
    """Return the 99th percentile of the pairs' first values, and the 99th percentile of their second values."""
    ours, beside = (sorted(side)[99 * len(side) // 100] for side in zip(*pairs, strict=True))
    return ours, beside


def _elapsed(answer: Answer) -> float:
    assert answer.elapsed_ms is not None  # noqa: S101  it was answered
    return answer.elapsed_ms


def _used(pid: int) -> float:
    """Return the seconds of processor time of a process."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _resident(pid: int) -> float:
    """Return the resident kilobytes of a process."""
    return 4.0 * int(Path(f"/proc/{pid}/statm").read_text().split()[1])
