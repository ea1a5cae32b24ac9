"""What a running table takes: kilobytes once it is loaded beside those that it may, and milliseconds to load it.

`memory/…/middle-kb` and `end-kb`: what traced memory grows by for each table of random games of four people, in their
middle and just before their end, once as many others have filled what all tables share. `…-load-ms`: its rows read and
its moves played again, checked and told, beside the same moves merely applied; in wall-clock time, each the median.
"""

from __future__ import annotations

import asyncio
import gc
import tracemalloc
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter, time

import engine.games  # noqa: F401  fills Game.games
from benchmarks.measure import Figure, figure
from engine.contract.options import write_options
from engine.game import Game
from host.lobby.lobby_transitions import required_game
from host.services import Services
from host.tables.table import Person
from host.tables.table_repository import TableRepository
from storage import MoveRow, Store

TABLES = 30
"""Measured for each figure, after as many that only warm up."""
MOST_KB = 30.0
"""What a table may take."""
SEATS, CHANNEL = 4, 2
PARTS = {"middle": 0.5, "end": 0.97}
"""How far the games are: the share of their moves that have been made."""


def figures(tables: int = TABLES) -> Iterator[Figure]:
    """All of each game."""
    with TemporaryDirectory() as folder:
        yield from asyncio.run(_measured(Path(folder), tables))


async def _measured(folder: Path, tables: int) -> list[Figure]:
    found = []
    async with await Store.open(folder / "house.sqlite3") as store:
        services = Services(store, pause=0)
        for kind in Game.games.values():
            for part, share in PARTS.items():
                random = Random(f"{kind.id} {part}")
                games = [await _stored(services, kind, share, random) for _ in range(2 * tables)]
                kilobytes = await _kilobytes(TableRepository(store), [number for number, _ in games])
                loads = await _loads(TableRepository(store), games[tables:])
                found.append(figure(f"memory/{kind.id}/{part}-kb", [(kilobytes, MOST_KB)]))
                found.append(figure(f"memory/{kind.id}/{part}-load-ms", loads))
        await services.close()
    return found


async def _stored(services: Services, kind: type[Game], share: float, random: Random) -> tuple[int, Game]:
    """A table with so much of a random game, and that game."""
    people = [Person(random.getrandbits(60), name=f"player {random.getrandbits(20)}") for _ in range(SEATS)]
    table = await services.lobby.open(random.getrandbits(60), CHANNEL, people[0], kind.id, SEATS)
    for person in people[1:]:
        await services.lobby.join(table.id, person)
    started = await services.lobby.start(table.id, people[0])
    assert started is not None  # noqa: S101  every seat is taken
    whole, game = required_game(started).copy(), required_game(started).copy()
    while not whole.over:
        seat = random.choice(whole.to_act)
        whole.play(seat, random.choice(whole.legal_moves(seat)))
    for seat, move in whole.history[: int(share * len(whole.history))]:
        game.play(seat, move)
    rows = [MoveRow(number, seat, game.text(move), int(time())) for number, (seat, move) in enumerate(game.history)]
    await services.tables.store.tables.add_moves(started.seen, rows, turns=started.turns)
    return table.id, game


async def _kilobytes(tables: TableRepository, numbers: Sequence[int]) -> float:
    """By how much memory grows for each of the second half of these tables."""
    half = len(numbers) // 2
    tracemalloc.start()
    taken = [await _taken(tables, part) for part in (numbers[:half], numbers[half:])]
    tracemalloc.stop()
    return (taken[1] - taken[0]) / 1024 / half


async def _taken(tables: TableRepository, numbers: Sequence[int]) -> int:
    """How many bytes are in use once these are loaded too."""
    for number in numbers:
        await tables.get(number)
    gc.collect()
    return tracemalloc.get_traced_memory()[0]


async def _loads(tables: TableRepository, games: Sequence[tuple[int, Game]]) -> list[tuple[float, float]]:
    """The milliseconds that each table takes to load, and those that its moves take alone."""
    pairs = []
    for number, game in games:
        start = perf_counter()
        await tables.get(number)
        loaded = perf_counter()
        _apply(game)
        pairs.append((1000 * (loaded - start), 1000 * (perf_counter() - loaded)))
    return pairs


def _apply(game: Game) -> None:
    again = type(game)(game.seats, write_options(game.options, game.seats), game.chance)
    again.log = None
    for seat, move in game.history:
        again.apply(seat, move)
