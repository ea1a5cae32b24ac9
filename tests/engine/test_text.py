"""Texts: sentences that are stored as a key with arguments, so that they can be translated."""

import json
import pickle
from string import Formatter

import pytest

from engine.game import Game
from engine.text import CARD, SEAT, Phrase, Text, card_text, plain, seat_text
from tests.engine.kit.cases import every_kind


@pytest.fixture
def held(monkeypatch: pytest.MonkeyPatch) -> Phrase:
    """Return a phrase that exists for one test only."""
    monkeypatch.setattr(Phrase, "all", dict(Phrase.all))
    return Phrase("test-held", "{seat} holds {cards}, {count} in all")


def test_text_is_a_key_with_arguments(held: Phrase) -> None:
    text = held(seat=seat_text(2), cards=(card_text("R9"), card_text("K1")), count=2)
    assert text == Text("test-held", {"seat": SEAT(seat=2), "cards": (CARD(card="R9"), CARD(card="K1")), "count": 2})


def test_str_of_a_text_inserts_the_arguments(held: Phrase) -> None:
    text = held(seat=seat_text(2), cards=(card_text("R9"), card_text("K1")), count=2)
    assert str(text) == f"{text}" == "seat 2 holds R9, K1, 2 in all"


def test_several_texts_are_joined_by_commas() -> None:
    assert plain((card_text("R9"), card_text("K1"))) == "R9, K1"
    assert plain(()) == ""
    assert plain(card_text("R9")) == "R9"
    assert plain("a {word}") == "a {word}"
    assert plain(3) == "3"


@pytest.mark.parametrize("count", [0, 1, 2, 21])
def test_phrase_has_singular_and_plural(held: Phrase, count: int) -> None:
    del held
    phrase = Phrase("test-plural", "{count:only |}{count} {count:card|cards}")
    assert str(phrase(count=count)) == ("only 1 card" if count == 1 else f"{count} cards")


def test_text_is_plain_data_in_json() -> None:
    assert json.loads(json.dumps(seat_text(1))) == ["seat", {"seat": 1}]


def test_no_two_phrases_have_the_same_key(held: Phrase) -> None:
    with pytest.raises(ValueError, match="test-held"):
        Phrase("test-held", "again")
    assert Phrase.all["test-held"] is held


def test_str_of_an_unknown_or_incomplete_text_raises(held: Phrase) -> None:
    with pytest.raises(KeyError):
        str(Text("test-no-such-key", {}))
    with pytest.raises(KeyError):
        str(held(seat=1))


def test_every_phrase_is_one_line_and_names_its_arguments() -> None:
    for key, phrase in Phrase.all.items():
        assert key == phrase.key
        assert phrase.english.strip() == phrase.english != ""
        assert "\n" not in phrase.english
        for _, name, spec, conversion in Formatter().parse(phrase.english):
            assert name is None or (name.isidentifier() and not conversion)
            assert not spec or spec.count("|") == 1


@every_kind
def test_every_game_has_a_title_a_pitch_a_designer_and_named_suits(kind: type[Game]) -> None:
    assert str(kind.title)
    assert str(kind.pitch)
    assert str(kind.designer)
    assert len({suit.letter for suit in kind.suits}) == len(kind.suits) >= 4
    assert len({suit.symbol for suit in kind.suits}) == len(kind.suits)
    assert all(len(suit.letter) == 1 and str(suit.name) for suit in kind.suits)


def test_equal_texts_have_equal_hashes_in_any_argument_order() -> None:
    one = Text("test", {"seat": seat_text(2), "cards": (card_text("R9"), Text("card", {"card": "K1"}))})
    other = Text("test", {"cards": (Text("card", {"card": "R9"}), card_text("K1")), "seat": Text("seat", {"seat": 2})})
    assert {one, other, Text("test", {})} == {one, Text("test", {})}


def test_pickled_text_has_no_cached_hash() -> None:
    text = seat_text(2)
    hash(text)
    assert pickle.dumps(text) == pickle.dumps(Text("seat", {"seat": 2}))
