"""Databases in which an interleaving starts: a lobby, or a game at its start, in its middle, or before its end."""

from __future__ import annotations

import asyncio
import secrets
import sqlite3
from contextlib import closing
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from random import Random

import pytest

from engine.game import Game
from host.lobby.lobby_transitions import required_game
from host.play import time_control
from host.services import Services
from host.tables.table import Table
from storage import MoveRow, Store
from storage.tools.migrator import _apply, migration_files
from tests.concurrency.database import Server, Wire
from tests.concurrency.scheduler import Scheduler
from tests.simulation.clockwork import clock, whole_seconds
from tests.tables import AKI, BEN, CHANNEL

GUILD = 11
PEOPLE = (AKI, BEN)


@dataclass(frozen=True)
class Image:
    """A starting position: a game of two people, with computer players on the other seats."""

    game: str
    seats: int
    played: float | None
    """Share of the game that is played; None: a lobby."""


IMAGES = (
    Image("tennos-square", 3, None),
    *(Image("tennos-square", 3, played) for played in (0.0, 0.5, 0.95)),
    *(Image("tennos-square", 4, played) for played in (0.0, 0.98)),
    *(Image("scharfe-schoten", 4, played) for played in (0.0, 0.98)),
    *(Image("tezumashi", 3, played) for played in (0.3, 0.96)),
)


@cache
def empty() -> bytes:
    """Create a database without tables."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as connection:
        for file in migration_files():
            _apply(connection, Path("memory"), file)
        return connection.serialize()


@cache
def made(image: Image) -> bytes:
    """Create a database with one table."""
    with pytest.MonkeyPatch.context() as patch, asyncio.Runner(loop_factory=lambda: Scheduler(Random(0))) as runner:
        patch.setattr(secrets, "token_bytes", Random(0).randbytes)
        return runner.run(_made(image))


async def _made(image: Image) -> bytes:
    loop = asyncio.get_running_loop()
    assert isinstance(loop, Scheduler)
    server = Server(empty(), loop, Random(0))
    services = Services(Store(Wire(server, loop.life("maker")), Path(), whole_seconds), now=clock)
    services.tables.ours = lambda _guild_id: False  # no computer player acts by itself
    table = await services.lobby.open(GUILD, CHANNEL, AKI, image.game, image.seats, "live")
    if image.played is not None:
        table = await services.lobby.join(table.id, BEN)
        table = await services.lobby.start(table.id, AKI)
        await _played(services, table, image.played)
    await services.tables.store.settings.set(0, "alive", str(whole_seconds()))  # the bot was online until now
    await services.close()
    with closing(server.connection):
        return server.connection.serialize()


async def _played(services: Services, table: Table, part: float) -> None:
    """Play that share of the game, but never to its end."""
    game, random = required_game(table), Random(1)
    until, position = part * _length(game.copy(), random), game.copy()
    while len(position.history) < until:
        step(position, random)
    if position.over or not position.history:
        return
    rows = [MoveRow(at, seat, position.text(move), whole_seconds()) for at, (seat, move) in enumerate(position.history)]
    after = time_control.advance(replace(table, turns={}), position, whole_seconds())
    await services.tables.store.tables.add_moves(table.seen, rows, turns=after.turns, acting=after.acting)


def _length(game: Game, random: Random) -> int:
    while not game.over:
        step(game, random)
    return len(game.history) - 4


def step(game: Game, random: Random) -> None:
    """Make a random decision and the forced moves after it."""
    seat = random.choice(game.to_act)
    game.play(seat, random.choice(game.legal_moves(seat)))
    while forced := next(((one, move) for one in game.to_act if (move := game.forced(one)) is not None), None):
        game.play(*forced)
