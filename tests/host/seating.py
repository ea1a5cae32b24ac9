"""Getting a table to where a test begins."""

import asyncio
from random import Random

from engine.game import Game, Path
from host.house import House
from host.table import Table
from tests.host.conftest import AKI, BEN, CHANNEL, CHIE, DAI, GUILD

PEOPLE = (AKI, BEN, CHIE, DAI)


async def lobby(house: House, game: str = "scharfe-schoten", people: int = 1, seats: int = 4) -> Table:
    """A lobby that Aki opened, with so many people at it."""
    table = await house.lobby.open(GUILD, CHANNEL, AKI, game, seats)
    for user in PEOPLE[1:people]:
        await house.lobby.join(table.id, user)
    return table


async def started(house: House, game: str = "scharfe-schoten", people: int = 4, seats: int = 4) -> Table:
    """A running game of people only, or filled up with computer players."""
    table = await lobby(house, game, people, seats)
    assert await house.start(table.id, AKI, fill=people < seats)
    return table


def game_of(table: Table) -> Game:
    """The table's game, which has begun."""
    assert table.game is not None
    return table.game


def some_path(game: Game, seat: int, random: Random) -> Path:
    """The choices that lead to a random legal move."""
    return game.path(random.choice(game.legal_moves(seat)))


async def play_one(house: House, table: Table, random: Random) -> None:
    """Let a random person that is to act make a random move; wait where only computer players are to act."""
    game = game_of(table)
    people = [seat for seat in game.to_act if seat not in table.computers_to_act()]
    if not people:
        await asyncio.sleep(0.002)
        return
    seat = random.choice(people)
    who = table.occupants[seat]
    assert who is not None
    assert who.user_id is not None
    await house.play.choose(table.id, who.user_id, game.moves_made(seat), some_path(game, seat, random))


async def play_out(house: House, table: Table, random: Random) -> None:
    """Play the table's game to its end."""
    async with asyncio.timeout(60):
        while table.state == "playing":
            await play_one(house, table, random)
