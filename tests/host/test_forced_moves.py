"""What everybody can see is forced is played by itself, in every game and for everybody."""

from random import Random

import pytest

from engine.game import Game
from host.house import House
from tests.host.seating import game_of, play_one, started

every_game = pytest.mark.parametrize("game", Game.games)


@every_game
async def test_nobody_is_asked_for_a_move_that_everybody_can_see_is_forced(house: House, game: str) -> None:
    table = await started(house, game)
    random = Random(8)
    while table.state == "playing":
        now = game_of(table)
        assert [seat for seat in now.to_act if now.forced(seat) is not None] == []
        await play_one(house, table, random)


@every_game
async def test_a_game_has_more_moves_than_people_have_made(house: House, game: str) -> None:
    table = await started(house, game)
    random, made = Random(8), 0
    while table.state == "playing":
        await play_one(house, table, random)
        made += 1
    stored = await house.store.moves(table.id)
    assert len(stored) == len(game_of(table).history) > made
