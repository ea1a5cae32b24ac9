"""Tezuma: cards and hands as small ints.

Number n of suit s is card 10 * s + n - 1; the trump of suit s is card 10 * s + 9. A hand is an int with 11 bits for
each suit: nine bits for the numbers 1-9, then a two-bit count of the equal trumps. So playing a card subtracts its
`UNIT`.
"""

TRUMP = 9
"""The rank of trumps; numbers have the ranks 0-8."""
WIDTH, FIELD = 11, 0x7FF
UNIT = tuple(1 << WIDTH * (card // 10) + card % 10 for card in range(40))
"""Each card as a hand; a hand of several cards is the sum of their units."""
TRUMPS = sum(3 << WIDTH * suit + TRUMP for suit in range(4))
"""The bits with the trump counts of a hand."""
_TRUMP_COUNTS = tuple(WIDTH * suit + TRUMP for suit in range(4))
HAND = TRICKS = 12
"""The number of cards of a hand, and of tricks of a round."""
DECKS = {
    4: {card: 3 if card % 10 == TRUMP else 1 for card in range(40)},
    3: {card: 2 if card % 10 == TRUMP else 1 for card in range(40) if card % 10 not in (0, 8)},
}
"""By number of seats: the copies of each card in play."""


def hand_cards(hand: int) -> list[int]:
    """Return the cards of a hand in suit order, with equal trumps repeated."""
    cards: list[int] = []
    for suit in range(4):
        field = hand >> WIDTH * suit & FIELD
        cards += [10 * suit + rank for rank in range(TRUMP) if field >> rank & 1]
        cards += [10 * suit + TRUMP] * (field >> TRUMP)
    return cards


def hand_size(hand: int) -> int:
    """Return the number of cards in a hand."""
    return (hand & ~TRUMPS).bit_count() + sum([hand >> place & 3 for place in _TRUMP_COUNTS])


def suit_size(hand: int, suit: int) -> int:
    """Return the number of cards of a suit in a hand."""
    field = hand >> WIDTH * suit & FIELD
    return (field & (1 << TRUMP) - 1).bit_count() + (field >> TRUMP)


def held(hand: int, card: int) -> int:
    """Return the number of copies of a card in a hand."""
    field = hand >> WIDTH * (card // 10) & FIELD
    return field >> TRUMP if card % 10 == TRUMP else field >> card % 10 & 1
