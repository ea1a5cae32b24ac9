"""People, and helpers that bring a table to the position where a test begins."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random

import pytest

from engine.game import Game, Path
from host.place import Place
from host.play import time_control
from host.refusals import Refusal
from host.services import Services
from host.tables.table import MOST_MISSES, Occupant, Person, Table, TimeControl

GUILD, CHANNEL = 11, 22
AKI, BEN, CHIE, DAI = PEOPLE = Person(101), Person(102), Person(103), Person(104)
MODERATOR = Person(900, moderates=lambda channel_id: channel_id == CHANNEL)
MANAGER = Person(900, manages_server=lambda: True)
SCHOTEN = "scharfe-schoten"
LONG = 120.0
"""Seconds that pass only if something is broken, even on a busy machine."""


def refused(key: str, kind: type[Refusal] = Refusal) -> pytest.RaisesExc[Refusal]:
    """Return a context for `pytest` that expects a refusal whose message has this key."""
    return pytest.RaisesExc(kind, check=lambda error: error.text.key == key)


async def lobby(
    services: Services,
    game: str = SCHOTEN,
    people: int | Sequence[Person] = 1,
    seats: int = 4,
    guild: int = GUILD,
    time_control: TimeControl | None = None,
) -> Table:
    """Return a lobby of the given people, or of the first `people` people of `PEOPLE`. The first person opens it."""
    opener, *others = PEOPLE[:people] if isinstance(people, int) else people
    table = await services.lobby.open(Place.server(guild), CHANNEL, opener, game, seats, time_control)
    for person in others:
        table = await services.lobby.join(table.id, person)
    return table


async def started(
    services: Services,
    game: str = SCHOTEN,
    people: int | Sequence[Person] = 4,
    seats: int = 4,
    guild: int = GUILD,
    time_control: TimeControl | None = None,
) -> Table:
    """Return a running game of people, with computer players in the remaining seats."""
    waiting = await lobby(services, game, people, seats, guild, time_control)
    return await services.lobby.start(waiting.id, Person(waiting.opener_id))


async def started_against(services: Services, *levels: str, game: str = SCHOTEN, people: int = 1) -> Table:
    """Return a running game of people and computer players of these levels."""
    table = await lobby(services, game, people, people + len(levels))
    async with services.tables.locked(table.id) as now:
        seats = (*now.occupants[:people], *(Occupant(computer=level) for level in levels))
        write = services.tables.store.tables.save_lobby(now.seen, now.options, seats, now.time_control)
        await services.tables.commit(replace(now, occupants=seats).next_version, write)
    return await services.lobby.start(table.id, AKI)


def game_of(table: Table) -> Game:
    """Return the game of a table that has started."""
    assert table.game is not None
    return table.game


async def game_now(services: Services, table: Table) -> Game:
    """Return the table's current game."""
    return game_of(await services.tables.get(table.id))


def occupant(table: Table, seat: int) -> Occupant:
    """Return the occupant of a taken seat."""
    who = table.occupants[seat]
    assert who is not None
    return who


def seat_of(table: Table, person: Person) -> int:
    """Return the seat of a person at the table."""
    seat = table.seat_of(person.id)
    assert seat is not None
    return seat


def awaited_seat(table: Table) -> int:
    """Return the only seat that must decide."""
    (seat,) = table.turns
    return seat


def random_path(game: Game, seat: int, random: Random) -> Path:
    """Return the choices of a random legal move."""
    return game.path(random.choice(game.legal_moves(seat)))


async def until(services: Services, table: Table, happened: Callable[[Table], bool]) -> Table:
    """Wait until `happened` is true of the table, and return its new state. Check it now, and after each change."""
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
    """Wait until people must act, and let a random one of them make a random move."""
    now = await until(services, table, lambda now: bool(now.pending_decisions()) or now.state != "playing")
    if now.state != "playing":
        return now
    user, decision = random.choice(sorted(now.pending_decisions()))
    path = random_path(game_of(now), seat_of(now, Person(user)), random)
    now, _ = await services.moves.choose(table.id, user, decision, path)
    return now


async def play_while(services: Services, table: Table, random: Random, undecided: Callable[[Table], bool]) -> Table:
    """Let people make random moves as long as `undecided` is true of the table. Return the table."""
    async with asyncio.timeout(LONG):
        while table.state == "playing" and undecided(table):
            table = await play_one(services, table, random)
    return table


async def play_out(services: Services, table: Table, random: Random) -> Table:
    """Play the table's game to its end."""
    return await play_while(services, table, random, lambda _: True)


async def finish(services: Services, table: Table) -> Table:
    """Finish the table's game at once, with any legal moves."""
    async with services.tables.locked(table.id) as running:
        return await services.moves.finish(running)


async def mark_away(services: Services, table: Table, *seats: int) -> Table:
    """Mark the people in these seats as away, as if they had missed too many deadlines."""
    async with services.tables.locked(table.id) as now:
        after = now.with_occupants({seat: replace(occupant(now, seat), misses=MOST_MISSES) for seat in seats})
        after = time_control.advance(after, game_of(now), services.tables.now())
        write = services.tables.store.tables.save_seats(now.seen, after.occupants, after.turns, acting=after.acting)
        return await services.tables.commit(after, write)


def person(number: int) -> Person:
    """Return a person who is not in `PEOPLE`."""
    return Person(1000 + number)
