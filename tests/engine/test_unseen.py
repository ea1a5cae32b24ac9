"""`engine.unseen.deal_unseen`: right sizes, nothing forbidden, always a deal where one exists."""

from collections import Counter
from itertools import permutations
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import mask_of
from engine.unseen import deal_unseen


@st.composite
def solvable_tables(draw: Any) -> tuple[list[int], list[int], list[int]]:
    """Cards, sizes and forbidden sets that at least the deal they were made from respects."""
    hands = draw(st.lists(st.lists(st.integers(0, 19), max_size=7), min_size=1, max_size=6))
    forbidden = [draw(st.integers(0, 2**20 - 1)) & ~mask_of(hand) for hand in hands]
    return [card for hand in hands for card in hand], [len(hand) for hand in hands], forbidden


@given(solvable_tables(), st.integers(0, 2**32))
def test_a_deal_keeps_sizes_cards_and_forbidden_sets(table: tuple[list[int], list[int], list[int]], seed: int) -> None:
    cards, sizes, forbidden = table
    hands = deal_unseen(Random(seed), cards, sizes, forbidden)
    assert [len(hand) for hand in hands] == sizes
    assert Counter(card for hand in hands for card in hand) == Counter(cards)
    assert not any(mask >> card & 1 for mask, hand in zip(forbidden, hands, strict=True) for card in hand)


@pytest.mark.parametrize("seed", range(30))
def test_the_only_deal_there_is_is_found_along_a_chain_of_hand_overs(seed: int) -> None:
    # Seat i can hold cards i and i+1, the last seat only its own: card i must go to seat i.
    seats = 6
    forbidden = [0b1111111 & ~(0b11 << seat) for seat in range(seats)]
    forbidden[-1] |= 1 << seats
    cards = [card for card in range(seats) for _ in range(4)]
    assert deal_unseen(Random(seed), cards, [4] * seats, forbidden) == [[seat] * 4 for seat in range(seats)]


def test_where_no_deal_exists_it_says_so() -> None:
    with pytest.raises(ValueError, match="no deal"):
        deal_unseen(Random(1), [0, 1, 2], [2, 1], [0b011, 0b001])


def test_sizes_must_add_up_to_the_cards() -> None:
    with pytest.raises(ValueError, match="cannot be dealt"):
        deal_unseen(Random(1), [0, 1, 2], [1, 1], [0, 0])


@pytest.mark.parametrize("forbidden", [[0, 0, 0], [0b000011, 0, 0], [0b000011, 0b000100, 0]])
def test_every_possible_deal_comes_about_equally_often(forbidden: list[int]) -> None:
    possible = {
        tuple(frozenset(order[2 * seat : 2 * seat + 2]) for seat in range(3))
        for order in permutations(range(6))
        if not any(forbidden[place // 2] >> card & 1 for place, card in enumerate(order))
    }
    random = Random(7)
    each = 100
    counts = Counter(
        tuple(frozenset(hand) for hand in deal_unseen(random, range(6), [2, 2, 2], forbidden))
        for _ in range(each * len(possible))
    )
    assert set(counts) == possible
    assert all(0.6 * each < count < 1.5 * each for count in counts.values())


def test_the_same_random_state_gives_the_same_deal() -> None:
    assert deal_unseen(Random(3), range(9), [3, 3, 3], [7, 0, 0]) == deal_unseen(
        Random(3), range(9), [3, 3, 3], [7, 0, 0]
    )
