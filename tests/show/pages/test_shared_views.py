"""Views share what never changes: so nobody may change one, and none shows another game's."""

from __future__ import annotations

import json
from random import Random

import pytest

import engine.games  # noqa: F401  fills Game.games
import pictures
from engine.chance import Chance
from engine.game import Game
from engine.games.scharfe_schoten import shown, taking
from show.pages.hand import Asked, hand_page, round_page
from show.pages.sheet import sheet_page
from show.pages.table import details_page
from show.speech import table_speech
from tests.show.tables import a_table, dealt

SEEDS = range(2)


def moved(game: Game, random: Random, moves: int) -> Game:
    """The game after so many random moves, or at its end."""
    for _ in range(moves):
        if not game.over:
            seat = random.choice(game.to_act)
            game.play(seat, random.choice(game.legal_moves(seat)))
    return game


@pytest.mark.parametrize("name", sorted(Game.games))
def test_whoever_shows_a_view_leaves_all_views_as_they_are(name: str) -> None:
    table = a_table(Game.games[name])
    game, speech = moved(dealt(table), Random(name), 60), table_speech(table, "en-US")
    before = [json.dumps(game.view(seat)) for seat in (None, *range(game.seats))]
    for seat in range(game.seats):
        hand_page(table, game, seat, speech, Asked())
        pictures.panel_picture(game.view(seat))
        game.sampler(game.view(seat))(Random(1))
        if game.rounds:
            round_page(table, game, seat, speech)
    pictures.table_picture(game.view())
    details_page(table, speech)
    sheet_page(table, speech)
    assert [json.dumps(game.view(seat)) for seat in (None, *range(game.seats))] == before


def test_of_two_games_each_is_shown_its_own() -> None:
    kind = Game.games["scharfe-schoten"]
    randoms = [Random(seed) for seed in SEEDS]
    games = [kind(seats, None, Chance(one.randbytes(16))) for seats, one in zip((3, 4), randoms, strict=True)]
    seen = []
    while not all(game.over for game in games):
        for game, random in zip(games, randoms, strict=True):
            seen.append(json.dumps(moved(game, random, 5).view()))
    games = [kind(seats, None, Chance(Random(seed).randbytes(16))) for seats, seed in zip((3, 4), SEEDS, strict=True)]
    randoms = [Random(seed) for seed in SEEDS]
    for random in randoms:
        random.randbytes(16)
    for place, one in enumerate(seen):
        for kept in (shown._sheet, shown._results, shown._counted, taking.why):
            kept.cache_clear()
        assert json.dumps(moved(games[place % 2], randoms[place % 2], 5).view()) == one
