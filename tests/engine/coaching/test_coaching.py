"""No sentence of coaching contradicts the engine, in some random positions; the soak tries 20,000 of each game."""

from collections import Counter

import pytest

from engine.game import Game
from engine.text import Phrase, Text
from locales import Translation
from tests.engine.advice.claims import Position, random_positions
from tests.engine.coaching.claims import CLAIMS, COACH
from tests.engine.kit.cases import KINDS, every_kind

POSITIONS, IN_SOAK = 300, 20_000
LONGEST, IN_JAPANESE = 140, 60
"""The greatest length of a sentence in English and in Japanese, in characters, with cards by their codes."""


def coaching(position: Position) -> list[Text]:
    return type(position.game).coaching(position.view)


def wrong(position: Position) -> list[str]:
    """Return the sentences about a decision that are wrong, unknown, or too long in one of the languages."""
    texts = coaching(position)
    japanese = Translation("ja", game=type(position.game), bound=False).aside()
    assert len({text.key for text in texts}) == len(texts)
    return [
        str(text)
        for text in texts
        if text.key not in CLAIMS
        or len(str(text)) > LONGEST
        or len(japanese.sentence(text)) > IN_JAPANESE
        or not CLAIMS[text.key](position, **text.args)
    ]


def test_every_sentence_of_coaching_has_a_checker_and_no_other_has_one() -> None:
    assert {*CLAIMS} == {key for key in Phrase.all if COACH in key}


@pytest.mark.drawn(1)
@every_kind
def test_no_coaching_is_wrong_in_random_positions(kind: type[Game]) -> None:
    for position in random_positions(kind, POSITIONS, seed="coaching"):
        assert wrong(position) == [], position.view


@pytest.mark.soak
@every_kind
def test_no_coaching_is_wrong_in_twenty_thousand_positions(kind: type[Game]) -> None:
    for position in random_positions(kind, IN_SOAK, seed="coaching soak"):
        assert wrong(position) == [], position.view


@pytest.mark.drawn(1)
@every_kind
def test_coaching_is_the_same_for_every_game_that_agrees_with_the_view(kind: type[Game]) -> None:
    for position in random_positions(kind, POSITIONS // 10, seed="worlds"):
        for world in position.worlds:
            assert coaching(Position(world, position.seat)) == coaching(position)


@pytest.mark.drawn(1)
@every_kind
def test_who_need_not_act_gets_no_coaching(kind: type[Game]) -> None:
    for position in random_positions(kind, POSITIONS // 10, seed="waiting"):
        for seat in (*({*range(position.game.seats)} - {*position.game.to_act}), None):
            assert type(position.game).coaching(position.game.view(seat)) == []


@pytest.mark.slow
def test_every_sentence_is_said_somewhere() -> None:
    said = Counter(
        text.key for kind in KINDS for at in random_positions(kind, 600, seed="said") for text in coaching(at)
    )
    assert {key for key in CLAIMS if not said[key]} == set()
