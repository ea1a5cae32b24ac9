"""Forced moves, which are played automatically because everybody can see that no other move is legal."""

from random import Random

import pytest

from engine import record
from engine.errors import IllegalMove
from engine.game import Game
from host.services import Services
from tests.tables import game_of, play_one, started


async def test_move_that_is_publicly_forced_is_played_automatically(services: Services) -> None:
    table = await started(services)
    random, clicks = Random(8), 0
    while table.state == "playing":
        game = game_of(table)
        assert [game.forced(seat) for seat in game.to_act] == [None] * len(game.to_act)
        table = await play_one(services, table, random)
        clicks += 1
    game = game_of(table)
    assert clicks < len(game.history), "nothing was forced in this game, or people made those moves"
    assert record.read(record.write(game)).replay().scores == game.scores


async def test_illegal_forced_move_raises_and_changes_nothing(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await started(services)

    def wrong(game: Game) -> tuple[int, int]:
        seat = game.to_act[0]
        return seat, next(move for move in range(10**6) if game.why_not(seat, move) is not None)

    monkeypatch.setattr("host.play.moves._forced", wrong)
    with pytest.raises(IllegalMove):
        await play_one(services, table, Random(1))
    assert await services.tables.get(table.id) is table
