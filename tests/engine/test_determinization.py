"""Deals of hidden cards: a deal without forbidden cards is found if one exists, and all deals are found once each."""

from collections import Counter
from itertools import islice, permutations
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cards import mask_of
from engine.knowledge.determinization import deal_hidden, every_deal


@st.composite
def solvable_tables(draw: Any) -> tuple[list[int], list[int], list[int]]:
    """Draw cards, sizes and forbidden sets for which at least one deal exists."""
    hands = draw(st.lists(st.lists(st.integers(0, 19), max_size=7), min_size=1, max_size=6))
    forbidden = [draw(st.integers(0, 2**20 - 1)) & ~mask_of(hand) for hand in hands]
    return [card for hand in hands for card in hand], [len(hand) for hand in hands], forbidden


@given(solvable_tables(), st.integers(0, 2**32))
def test_deal_keeps_sizes_cards_and_forbidden_sets(table: tuple[list[int], list[int], list[int]], seed: int) -> None:
    cards, sizes, forbidden = table
    hands = deal_hidden(Random(seed), cards, sizes, forbidden)
    assert [len(hand) for hand in hands] == sizes
    assert Counter(card for hand in hands for card in hand) == Counter(cards)
    assert not any(mask >> card & 1 for mask, hand in zip(forbidden, hands, strict=True) for card in hand)


@pytest.mark.parametrize("seed", range(30))
def test_only_possible_deal_is_found_along_a_chain_of_moves(seed: int) -> None:
    # There are four copies of each card. Seat i can have copies of cards i and i+1, but seat 5 only of card 5. So seat
    # 5 must get all copies of card 5. Then seat 4 must get all copies of card 4, and so on.
    seats = 6
    forbidden = [0b1111111 & ~(0b11 << seat) for seat in range(seats)]
    forbidden[-1] |= 1 << seats
    cards = [card for card in range(seats) for _ in range(4)]
    assert deal_hidden(Random(seed), cards, [4] * seats, forbidden) == [[seat] * 4 for seat in range(seats)]


def test_impossible_deal_raises() -> None:
    with pytest.raises(ValueError, match="no deal"):
        deal_hidden(Random(1), [0, 1, 2], [2, 1], [0b011, 0b001])


def test_sizes_must_add_up_to_the_cards() -> None:
    with pytest.raises(ValueError, match="cannot be dealt"):
        deal_hidden(Random(1), [0, 1, 2], [1, 1], [0, 0])


@pytest.mark.slow
@pytest.mark.parametrize("forbidden", [[0, 0, 0], [0b000011, 0, 0], [0b000011, 0b000100, 0]])
def test_possible_deals_are_equally_frequent(forbidden: list[int]) -> None:
    possible = {
        tuple(frozenset(order[2 * seat : 2 * seat + 2]) for seat in range(3))
        for order in permutations(range(6))
        if not any(forbidden[place // 2] >> card & 1 for place, card in enumerate(order))
    }
    random = Random(7)
    each = 100
    counts = Counter(
        tuple(frozenset(hand) for hand in deal_hidden(random, range(6), [2, 2, 2], forbidden))
        for _ in range(each * len(possible))
    )
    assert set(counts) == possible
    assert all(0.6 * each < count < 1.5 * each for count in counts.values())


def test_same_random_state_gives_the_same_deal() -> None:
    assert deal_hidden(Random(3), range(9), [3, 3, 3], [7, 0, 0]) == deal_hidden(
        Random(3), range(9), [3, 3, 3], [7, 0, 0]
    )


# --- Every deal


Deal = tuple[tuple[int, ...], ...]


def by_hand(cards: list[int], sizes: list[int], forbidden: list[int]) -> set[Deal]:
    """Return every possible deal, found by trying every order of the cards."""
    found = set()
    for order in permutations(cards):
        rest = iter(order)
        deal = tuple(tuple(sorted(islice(rest, size))) for size in sizes)
        if not any(mask >> card & 1 for mask, hand in zip(forbidden, deal, strict=True) for card in hand):
            found.add(deal)
    return found


@given(
    st.lists(st.integers(0, 4), max_size=6),
    st.lists(st.integers(0, 3), min_size=3, max_size=3),
    st.lists(st.integers(0, 31), min_size=4, max_size=4),
)
def test_every_deal_is_listed_once_and_no_other(cards: list[int], first: list[int], forbidden: list[int]) -> None:
    sizes = [*first, len(cards) - sum(first)]
    if sizes[-1] >= 0:
        deals = [tuple(tuple(sorted(hand)) for hand in hands) for hands in every_deal(cards, sizes, forbidden)]
        assert len(set(deals)) == len(deals)
        assert set(deals) == by_hand(cards, sizes, forbidden)


@given(solvable_tables())
def test_first_deals_are_listed_at_once_in_a_fixed_order(table: tuple[list[int], list[int], list[int]]) -> None:
    cards, sizes, forbidden = table
    deals = list(islice(every_deal(*table), 5))
    assert deals == list(islice(every_deal(*table), 5))
    assert deals
    for hands in deals:
        assert [len(hand) for hand in hands] == sizes
        assert Counter(card for hand in hands for card in hand) == Counter(cards)
        assert not any(mask >> card & 1 for mask, hand in zip(forbidden, hands, strict=True) for card in hand)


def test_deal_is_found_at_once_among_millions_of_dead_ends() -> None:
    # The second hand can have only cards 0 to 25, so it gets all of them, and the first hand none.
    (hands,) = islice(every_deal(range(53), [26, 26, 1], [0, mask_of(range(26, 53)), mask_of(range(26))]), 1)
    assert hands[1] == list(range(26))
