"""A killed bot has lost no write that it acknowledged."""

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest

from storage import Store
from tests.storage.store_support import Clock, moves, seen

ROOT = Path(__file__).parents[2]
BOT = """
import asyncio, sys
from storage import Store
from tests.storage.store_support import moves, playing_table, seen

async def play():
    store = await Store.open(sys.argv[1], record_write=None)
    table_id = await playing_table(store)
    print(table_id, flush=True)
    for number in range(1_000_000):
        await store.tables.add_moves(await seen(store, table_id), moves(number))
        print(number, flush=True)

asyncio.run(play())
"""


def acknowledged_before_the_kill(home: Path | str, count: int) -> tuple[int, int]:
    """Start a bot, kill it after `count` acknowledged moves, and return its table and the last acknowledged move."""
    with subprocess.Popen([sys.executable, "-c", BOT, str(home)], cwd=ROOT, stdout=subprocess.PIPE, text=True) as bot:
        assert bot.stdout
        table_id = int(bot.stdout.readline())
        for _ in range(count):
            assert bot.stdout.readline()
        bot.kill()
        written = bot.stdout.read().split("\n")
    return table_id, max([count - 1, *map(int, filter(None, written[:-1]))])


@pytest.mark.drawn(1)
@pytest.mark.parametrize(("home", "count"), [("sqlite", 1), ("sqlite", 100), ("postgres", 20)], indirect=["home"])
async def test_acknowledged_moves_survive_a_kill(home: Path | str, clock: Clock, count: int) -> None:
    table_id, last = await asyncio.to_thread(acknowledged_before_the_kill, home, count)
    if isinstance(home, Path):
        assert len(list(home.parent.iterdir())) > 1, "the -wal file must still be there, or nothing is tested"
    async with await Store.open(home, now=clock, record_write=None) as store:
        survived = await store.tables.moves(table_id)
        assert survived == moves(0, len(survived))
        assert len(survived) in (last + 1, last + 2)
        await store.tables.add_moves(await seen(store, table_id), moves(len(survived)))
