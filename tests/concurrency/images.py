"""Databases with which an interleaving starts: a lobby, or a game at its start, in its middle, or before its end."""

import asyncio
from functools import cache
from pathlib import Path
from random import Random

from engine.game import Game
from host.lobby.lobby_transitions import required_game
from host.place import Place
from host.services import Services
from host.tables.table import Table
from storage import Store
from tests.concurrency.database import Server, Wire
from tests.concurrency.scheduler import Life, Scheduler
from tests.judging.replay import forced_move
from tests.seeded import clock, seeded, whole_seconds
from tests.tables import AKI, BEN, CHANNEL

GUILD = 11
PEOPLE = (AKI, BEN)


IMAGES: tuple[tuple[str, int, float | None], ...] = (
    ("tennos-square", 3, None),
    *(("tennos-square", 3, played) for played in (0.0, 0.5, 0.95)),
    *(("tennos-square", 4, played) for played in (0.0, 0.98)),
    *(("scharfe-schoten", 4, played) for played in (0.0, 0.98)),
    *(("tezumashi", 3, played) for played in (0.3, 0.96)),
)
"""Games of two people and computer players: name, number of seats, and the share of moves played (None: a lobby)."""


@cache
def made(game: str, seats: int, played: float | None) -> bytes:
    """Create a database with one table: a lobby if `played` is None, else a game after that share of its moves."""
    loop = Scheduler(Random(0))
    server = Server(loop, Random(0))
    with seeded(0), asyncio.Runner(loop_factory=lambda: loop) as runner:
        runner.run(_make(server, game, seats, played))
    return server.connection.serialize()


async def _make(server: Server, game: str, seats: int, played: float | None) -> None:
    services = Services(Store(Wire(server, Life(server.loop, "maker")), Path(), whole_seconds), now=clock)
    services.tables.ours = lambda _place: False  # this process owns no table, so computer players do not move
    table = await services.lobby.open(Place.server(GUILD), CHANNEL, AKI, game, seats, "live")
    if played is not None:
        table = await services.lobby.join(table.id, BEN)
        table = await services.lobby.start(table.id, AKI)
        await _play(services, table, played)
    await services.tables.store.settings.set(0, "alive", str(whole_seconds()))  # the bot was online until now
    await services.close()


async def _play(services: Services, table: Table, share: float) -> None:
    """Make a share of the decisions of a random game, but never the last one; `share` is below 1."""
    random, positions = Random(1), [required_game(table)]
    while not positions[-1].over:
        positions.append(_after_decision(positions[-1], random))
    position = positions[int(share * (len(positions) - 1))]
    if position.history:
        await services.moves._store_moves(table, table, position)


def _after_decision(game: Game, random: Random) -> Game:
    """Return the position after a random decision and the moves that it forces."""
    after, seat = game.copy(), random.choice(game.to_act)
    after.play(seat, random.choice(game.legal_moves(seat)))
    while forced := forced_move(after):
        after.play(*forced)
    return after
