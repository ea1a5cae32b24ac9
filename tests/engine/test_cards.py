"""Cards and sets of cards."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import bits, check_no_more_than, mask_of, read_cards, read_hands, subset_tuples
from engine.errors import BadRecord

INDEX = {"A1": 0, "A2": 1, "B1": 2}
CODES = tuple(INDEX)


@given(st.sets(st.integers(0, 70)))
def test_bits_yields_the_cards_of_a_set_lowest_first(cards: set[int]) -> None:
    assert list(bits(mask_of(cards))) == sorted(cards)


@pytest.mark.parametrize("offset", [0, 12])
def test_subset_tuples_has_the_cards_of_every_mask(offset: int) -> None:
    table = subset_tuples(5, offset)
    assert len(table) == 32
    assert all(table[mask] == tuple(card + offset for card in bits(mask)) for mask in range(32))


def test_cards_are_read_by_their_codes() -> None:
    assert read_cards(["B1", "A1", "B1"], INDEX, 3, "here") == [2, 0, 2]


@pytest.mark.parametrize("data", [None, "A1", {"A1": 1}, 3, [["A1"]], [None], ["a1"], [0], [[]], [{}]])
def test_malformed_list_of_cards_is_refused(data: object) -> None:
    with pytest.raises(BadRecord, match=r"^here: "):
        read_cards(data, INDEX, 1, "here")


def test_hands_must_have_the_given_sizes() -> None:
    assert read_hands([["A1"], ["A2", "B1"]], INDEX, [1, 2], "here") == [[0], [1, 2]]
    with pytest.raises(BadRecord, match="here, seat 1: 1 cards, but it must have 2"):
        read_hands([["A1"], ["A2"]], INDEX, [1, 2], "here")
    with pytest.raises(BadRecord, match="here: must be a list of 2 hands"):
        read_hands([["A1"]], INDEX, [1, 2], "here")
    with pytest.raises(BadRecord, match="here, seat 0: must be a list of cards"):
        read_hands([None, []], INDEX, [1, 2], "here")


def test_card_dealt_too_often_is_refused() -> None:
    check_no_more_than({0: 1, 1: 2}, [[0, 1], [1]], CODES, "here")
    with pytest.raises(BadRecord, match="here: A2 is dealt more than once"):
        check_no_more_than({0: 1, 1: 1}, [[0, 1], [1]], CODES, "here")
    with pytest.raises(BadRecord, match="here: A2 is dealt more than 2 times"):
        check_no_more_than({0: 1, 1: 2}, [[1, 1], [1]], CODES, "here")
    with pytest.raises(BadRecord, match="here: B1 is not in play with these seats and options"):
        check_no_more_than({0: 1, 1: 1}, [[2]], CODES, "here")
