"""Views are cached for all games: no code may change a view, and no game may show the view of another."""

import json
from random import Random
from typing import cast

import pytest

import pictures
from engine.contract.chance import Chance
from engine.game import Game
from engine.games.scharfe_schoten import ScharfeSchoten
from engine.games.scharfe_schoten.messages import CAPTURED
from engine.games.scharfe_schoten.view import SchotenView
from engine.text import plain
from show.pages.game.hand import Asked, hand_page, round_page
from show.pages.game.score_sheet import sheet_page
from show.pages.game.table import details_page
from show.text.seat_names import table_translation
from tests.show.tables import a_table, game_at, play_some


@pytest.mark.drawn(1)
@pytest.mark.parametrize("name", sorted(Game.games))
def test_rendering_changes_no_view(name: str) -> None:
    table = a_table(Game.games[name])
    game, tr = game_at(table), table_translation(table, "en-US")
    play_some(game, Random(name), 60)
    before = [json.dumps(game.view(seat)) for seat in (None, *range(game.seats))]
    for seat in range(game.seats):
        hand_page(table, game, seat, tr, Asked())
        game.sampler(game.view(seat))(Random(1))
        if game.rounds:
            round_page(table, game, seat, tr)
    pictures.panel_picture(game.view(0))
    pictures.table_picture(game.view())
    details_page(table, tr)
    sheet_page(table, tr)
    assert [json.dumps(game.view(seat)) for seat in (None, *range(game.seats))] == before


def test_concurrent_games_each_show_their_own_points_and_counts() -> None:
    randoms = [Random(seed) for seed in range(3)]
    played = [ScharfeSchoten(4, None, Chance(one.randbytes(16))) for one in randoms]
    while not all(game.over for game in played):
        for game, random in zip(played, randoms, strict=True):
            play_some(game, random, 5)
            view = cast("SchotenView", game.view())
            why = [[sum(points for _, points in seat) for seat in sheet] for sheet in view["sheets"]]
            assert why == [[sum(seat["points"]) for seat in result] for result in view["results"]] == view["rounds"]
            for lines, captured in zip(view["by_seat"], view["captured"], strict=True):
                counted = next(line for line in lines if line.key == CAPTURED.key)
                assert plain(counted.args["counts"]) == ", ".join(f"{suit}{count}" for suit, count in captured.items())
