"""Helpers that announce, begin and play league nights with real services, and compute the standings independently."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from random import Random

from engine import record
from host.nights.night import Night
from host.nights.nights import BREAK_SECONDS, Setup
from host.place import Place
from host.services import Services
from host.tables.table import Person, Table
from tests.clock import Clock
from tests.tables import (
    AKI,
    BEN,
    CHANNEL,
    CHIE,
    GUILD,
    SCHOTEN,
    game_of,
)

SERVER = Place.server(GUILD)
BOSS = Person(900, manages_server=lambda: True, interaction_id=9000)
TENNOS = "tennos-square"
PROMISE = 4712
"""The message with the deal commitments of a night."""
RANDOM_MOVES = 6
"""Number of random moves at each table, so that the games of a stage differ."""


async def announced(
    services: Services, people: Sequence[Person] = (AKI, BEN, CHIE), setup: Setup | None = None
) -> Night:
    """Return a night that these people have joined, and whose deal commitments are posted."""
    night = await services.nights.announce(SERVER, CHANNEL, BOSS, setup or Setup(SCHOTEN, seats=4, stages=2))
    for one in people:
        night = await services.nights.join(SERVER, one, night.id)
    await services.nights.set_promise(night.id, PROMISE)
    return await services.nights.get(night.id)


async def begun(services: Services, people: Sequence[Person] = (AKI, BEN, CHIE), setup: Setup | None = None) -> Night:
    """Return a night whose first stage has begun."""
    night = await announced(services, people, setup)
    return await services.nights.start(SERVER, BOSS, night.id)


def seed_of(table: Table) -> object:
    """Return the seed of a table's game."""
    return record.write(game_of(table))["seed"]


async def tables_of(services: Services, night: Night) -> list[Table]:
    """Return the tables of the current stage."""
    return [await services.tables.get(one) for one in night.tables]


async def stage_played(services: Services, night: Night, choose: Callable[[Table], int] | None = None) -> Night:
    """Play the tables of the current stage to their ends, and finish the stage; `choose` seeds a table's moves."""
    for number, table in enumerate(await tables_of(services, night)):
        await ended(services, table, Random(choose(table) if choose else number))
    await services.night_progress.poll()
    return await services.nights.get(night.id)


async def ended(services: Services, table: Table, rng: Random) -> None:
    """Play some random moves at a table, for people and computer players, and then finish its game with legal moves."""
    for _ in range(RANDOM_MOVES):
        async with services.tables.locked(table.id) as now:
            if now.state == "playing":
                game = game_of(now)
                seat = game.to_act[0]
                await services.moves.make(now, game, seat, rng.choice(game.legal_moves(seat)))
    async with services.tables.locked(table.id) as now:
        if now.state == "playing":
            await services.moves.finish(now)


async def whole_night(services: Services, clock: Clock, night: Night) -> Night:
    """Play all stages that are left, with the breaks between them, and return the finished night."""
    while night.is_open:
        night = await stage_played(services, night)
        clock.now += BREAK_SECONDS
        await services.night_progress.poll()
        night = await services.nights.get(night.id)
    return night


def by_hand(night: Night) -> dict[int, Fraction]:
    """Return each person's mean share of the possible matchpoints, in percent, computed as one would do it by hand."""
    shares: dict[int, list[Fraction]] = {}
    for one in night.seats:
        if not one.user_id or one.points is None:
            continue
        rivals = [
            other.points
            for other in night.seats
            if (other.stage, other.seat) == (one.stage, one.seat) and other.board != one.board
        ]
        points = 0
        for rival in rivals:
            if rival is not None and rival < one.points:
                points += 2
            if rival == one.points:
                points += 1
        shares.setdefault(one.user_id, []).append(Fraction(points, 2 * len(rivals)))
    return {user: 100 * sum(every, Fraction()) / len(every) for user, every in shares.items()}
