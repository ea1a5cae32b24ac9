"""Services whose clocks follow a time that tests set."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path
from random import Random

import pytest

from host.cluster.shards import WHOLE
from host.play.clocks import EVERYWHERE, IDLE_LOBBY, TICK, Reach
from host.play.time_control import SECONDS
from host.services import Services
from host.tables.table import Table, TimeControl
from storage import Store
from tests.host.conftest import AKI, CHANNEL, GUILD
from tests.host.table_setup import game_of, lobby, random_path, wait_for_people_to_act

START = 1_700_000_000
LIVE = SECONDS["live"] or 0


@dataclass
class Time:
    """A clock that tests set, in Unix seconds."""

    now: float = START

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
async def store(home: Path | str, time: Time) -> AsyncIterator[Store]:
    """Yield a store with the same clock."""
    async with await Store.open(home, now=lambda: int(time.now)) as store:
        yield store


@pytest.fixture
async def services(store: Store, time: Time) -> AsyncIterator[Services]:
    """Yield services whose clocks only tests check."""
    services = Services(store, pause=0, playouts=5, now=time)
    yield services
    await services.close()


async def started_game(services: Services, pace: TimeControl, people: int = 2) -> Table:
    """Return a three-seat game with that time control."""
    table = await lobby(services, "saizen", people, 3)
    await services.lobby.set_pace(table.id, AKI, pace)
    await services.lobby.start(table.id, AKI)
    return await wait_for_people_to_act(services, table)


async def after(services: Services, time: Time, seconds: float, table: Table, reach: Reach = EVERYWHERE) -> Table:
    """Return the table after so many seconds in which the bot was running."""
    end = time.now + seconds
    while time.now < end:
        await services.clocks.look(reach)
        time.now = min(end, time.now + TICK)
    await services.clocks.look(reach)
    return await services.tables.get(table.id)


def awaited_seat(table: Table) -> int:
    """Return the only seat of a person that owes a decision."""
    (seat,) = table.turns
    return seat


def user_on(table: Table, seat: int) -> int:
    who = table.occupants[seat]
    assert who is not None
    assert who.user_id is not None
    return who.user_id


async def after_move(services: Services, table: Table) -> Table:
    """Return the table after that person's move."""
    seat, game = awaited_seat(table), game_of(table)
    await services.moves.choose(
        table.id, user_on(table, seat), game.moves_made(seat), random_path(game, seat, Random(1))
    )
    return await wait_for_people_to_act(services, table)


def misses(table: Table, seat: int) -> int:
    who = table.occupants[seat]
    return who.misses if who else 0


async def deadlines(services: Services, table: Table) -> list[int | None]:
    """Return the deadlines of the owed decisions."""
    return [turn.due for turn in (await services.tables.get(table.id)).turns.values()]


async def idle_lobby(services: Services, time: Time, game: str = "saizen") -> Table:
    """Return a lobby with its opener that nobody has changed for an hour."""
    table = await services.lobby.open(GUILD, CHANNEL, AKI, game, 3)
    time.now += IDLE_LOBBY
    services.clocks._last_uptime[WHOLE] = int(time.now)
    return table
