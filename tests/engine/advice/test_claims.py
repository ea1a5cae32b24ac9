"""No sentence of advice contradicts the engine, in a few random positions; the soak tries 20,000 of each game."""

import pytest

from engine.game import Game
from engine.text import Phrase
from tests.engine.advice.claims import ADVICE, Position, claims_of, random_positions, wrong_claims
from tests.engine.kit.cases import KINDS, every_kind

POSITIONS, IN_SOAK = 150, 20_000


def test_every_sentence_of_advice_has_a_checker_and_no_other_has_one() -> None:
    checked = {key for kind in KINDS for key in claims_of(kind)}
    assert checked == {key for key in Phrase.all if ADVICE in key}


@pytest.mark.drawn(1)
@every_kind
@pytest.mark.parametrize("count", [POSITIONS // 5, pytest.param(POSITIONS, marks=pytest.mark.slow)])
def test_no_advice_is_wrong_in_random_positions(kind: type[Game], count: int) -> None:
    for position in random_positions(kind, count):
        assert wrong_claims(position) == [], position.view


@pytest.mark.soak
@every_kind
def test_no_advice_is_wrong_in_twenty_thousand_positions(kind: type[Game]) -> None:
    for position in random_positions(kind, IN_SOAK, seed="soak"):
        assert wrong_claims(position) == [], position.view


@pytest.mark.drawn(1)
@every_kind
def test_advice_is_the_same_for_every_game_that_agrees_with_the_view(kind: type[Game]) -> None:
    for position in random_positions(kind, POSITIONS // 10, seed="worlds"):
        for world in position.worlds:
            assert Position(world, position.seat).advice() == position.advice()


@every_kind
def test_who_need_not_act_gets_no_advice(kind: type[Game]) -> None:
    for position in random_positions(kind, POSITIONS // 10, seed="waiting"):
        for seat in {*range(position.game.seats)} - {*position.game.to_act}:
            assert Position(position.game, seat).advice() == []
