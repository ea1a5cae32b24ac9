"""Helpers that bring a table to the position where a test begins."""

import asyncio
from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest

from engine.game import Game, Path
from host.refusals import Refusal
from host.services import Services
from host.tables.table import Occupant, Person, Table
from tests.host.conftest import AKI, BEN, CHANNEL, CHIE, DAI, GUILD

PEOPLE = (AKI, BEN, CHIE, DAI)
LONG = 120.0
"""Seconds that pass only if something is broken, even on a busy machine."""


def refused(key: str, kind: type[Refusal] = Refusal) -> pytest.RaisesExc[Refusal]:
    """Return the expectation of a refusal with that message."""
    return pytest.RaisesExc(kind, check=lambda error: error.text.key == key)


async def lobby(services: Services, game: str = "scharfe-schoten", people: int = 1, seats: int = 4) -> Table:
    """Return a lobby that Aki opened with so many people."""
    table = await services.lobby.open(GUILD, CHANNEL, AKI, game, seats)
    for person in PEOPLE[1:people]:
        table = await services.lobby.join(table.id, person)
    return table


async def started(services: Services, game: str = "scharfe-schoten", people: int = 4, seats: int = 4) -> Table:
    """Return a running game of people, with computer players in the remaining seats."""
    waiting = await lobby(services, game, people, seats)
    return await services.lobby.start(waiting.id, AKI)


async def started_against(services: Services, *levels: str, game: str = "scharfe-schoten", people: int = 1) -> Table:
    """Return a running game of people and computer players of these levels."""
    table = await lobby(services, game, people, people + len(levels))
    async with services.tables.locked(table.id) as now:
        seats = (*now.occupants[:people], *(Occupant(computer=level) for level in levels))
        write = services.tables.store.tables.save_lobby(now.seen, now.options, seats, now.pace)
        await services.tables.commit(replace(now, occupants=seats).next_version, write)
    return await services.lobby.start(table.id, AKI)


def game_of(table: Table) -> Game:
    """Return the game of a table that has started."""
    assert table.game is not None
    return table.game


async def game_now(services: Services, table: Table) -> Game:
    """Return the table's current game."""
    return game_of(await services.tables.get(table.id))


def random_path(game: Game, seat: int, random: Random) -> Path:
    """Return the choices of a random legal move."""
    return game.path(random.choice(game.legal_moves(seat)))


async def until(services: Services, table: Table, happened: Callable[[Table], bool]) -> Table:
    """Wait until the condition holds for the table, and return it; the condition is checked after each change."""
    change = asyncio.Event()

    def changed(_table_id: int) -> None:
        change.set()

    services.events.table_changed.subscribe(changed)
    async with asyncio.timeout(LONG):
        while not happened(now := await services.tables.get(table.id)):
            change.clear()
            await change.wait()
    services.events.table_changed.subscribers.remove(changed)
    return now


async def wait_for_people_to_act(services: Services, table: Table) -> Table:
    """Wait until only people must act, and return the table."""
    return await until(services, table, lambda now: not now.computers_to_act())


async def play_one(services: Services, table: Table, random: Random) -> Table:
    """Let a random person who must act make a random move, once a person must act."""
    now = await until(services, table, lambda now: bool(now.pending_decisions()) or now.state != "playing")
    if now.state != "playing":
        return now
    user, decision = random.choice(sorted(now.pending_decisions()))
    seat = now.seat_of(user)
    assert seat is not None
    now, _ = await services.moves.choose(table.id, user, decision, random_path(game_of(now), seat, random))
    return now


async def play_out(services: Services, table: Table, random: Random) -> Table:
    """Play the table's game to its end."""
    async with asyncio.timeout(60):
        while table.state == "playing":
            table = await play_one(services, table, random)
    return table


def person(number: int) -> Person:
    """Return a person who is not in `PEOPLE`."""
    return Person(1000 + number)
