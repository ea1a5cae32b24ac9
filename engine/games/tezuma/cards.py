"""Tezuma: cards and hands as small ints.

Suit s, number n is card 10 * s + n - 1; the trump of suit s is card 10 * s + 9. A hand is an int of 11 bits a suit:
nine bits for the numbers 1-9, then two bits that count its equal trumps; so playing a card subtracts its `UNIT`.
"""

from __future__ import annotations

TRUMP = 9
"""The rank of the trumps; those of the numbers are 0-8."""
WIDTH, FIELD = 11, 0x7FF
UNIT = tuple(1 << WIDTH * (card // 10) + card % 10 for card in range(40))
"""Each card as a hand of one; a hand of several is their sum."""
TRUMPS = sum(3 << WIDTH * suit + TRUMP for suit in range(4))
"""Where a hand counts its trumps."""
_TRUMP_COUNTS = tuple(WIDTH * suit + TRUMP for suit in range(4))
HAND = TRICKS = 12
"""Cards a seat, and as many tricks a round."""
DECKS = {
    4: {card: 3 if card % 10 == TRUMP else 1 for card in range(40)},
    3: {card: 2 if card % 10 == TRUMP else 1 for card in range(40) if card % 10 not in (0, 8)},
}
"""By seats: how often each card is in play."""


def codes(letters: str) -> tuple[str, ...]:
    """The codes of the 40 different cards for these suit letters."""
    return tuple(f"{letter}{'T' if rank == TRUMP else rank + 1}" for letter in letters for rank in range(10))


def hand_cards(hand: int) -> list[int]:
    """The cards of a hand in suit order; equal trumps stand several times."""
    cards: list[int] = []
    for suit in range(4):
        field = hand >> WIDTH * suit & FIELD
        cards += [10 * suit + rank for rank in range(TRUMP) if field >> rank & 1]
        cards += [10 * suit + TRUMP] * (field >> TRUMP)
    return cards


def hand_size(hand: int) -> int:
    """How many cards a hand has."""
    return (hand & ~TRUMPS).bit_count() + sum([hand >> place & 3 for place in _TRUMP_COUNTS])


def suit_size(hand: int, suit: int) -> int:
    """How many cards of a suit a hand has."""
    field = hand >> WIDTH * suit & FIELD
    return (field & (1 << TRUMP) - 1).bit_count() + (field >> TRUMP)


def held(hand: int, card: int) -> int:
    """How many copies of a card a hand has."""
    field = hand >> WIDTH * (card // 10) & FIELD
    return field >> TRUMP if card % 10 == TRUMP else field >> card % 10 & 1
