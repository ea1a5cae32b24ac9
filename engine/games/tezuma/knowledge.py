"""Tezuma: knowledge about the hands from play.

Play reveals suits that a seat could not follow, and Fire Breathing reveals a card that stays in hand.
"""

from collections.abc import Iterator, Sequence
from math import comb
from typing import NamedTuple

from engine.games.tezuma.abilities import ABILITIES, FIRE
from engine.games.tezuma.cards import DECKS, hand_cards
from engine.games.tezuma.game import NOTHING, Tezuma
from engine.games.tezuma.moves import ABILITY_OF, CARDS_OF, SUIT_OF


class Unknown(NamedTuple):
    """The hidden part of the hands for a viewer."""

    cards: list[int]
    """The cards whose holder the viewer does not know."""
    sizes: list[int]
    """The number of hidden cards by seat."""
    forbidden: list[int]
    """By seat: a mask of the hidden cards that the seat cannot have."""
    held: list[list[int]]
    """By seat: the known cards of the hand."""
    known_copies: list[list[int]]
    """By seat: the cards certainly dealt to the seat; only cards with another copy that is hidden are listed."""

    def rarity(self, dealt: Sequence[Sequence[int]]) -> int:
        """Return how many times rarer a deal is because it gives seats second copies of their own known cards.

        The number is 1 if no seat gets such a copy. Example: a seat is known to have been dealt one of two equal cards.
        The seat is half as likely as another seat to have the other card, because half as many deals put both cards
        into one hand.
        """
        rarity = 1
        for cards, more in zip(self.known_copies, dealt, strict=True):
            for card in set(cards).intersection(more):
                rarity *= comb(cards.count(card) + more.count(card), cards.count(card))
        return rarity

    def possible(self, seat: int) -> list[int]:
        """Return every card that a seat may have in hand, each once and sorted."""
        hidden = [card for card in self.cards if not self.forbidden[seat] >> card & 1] if self.sizes[seat] else []
        return sorted({*self.held[seat], *hidden})


def unknown(known: Tezuma, viewer: int | None, hand_sizes: Sequence[int]) -> Unknown:
    """Return the hidden part of the hands in a game restored from the view of `viewer` (None: a spectator)."""
    held, void = _revealed(known)
    if viewer is not None:
        held[viewer] = hand_cards(known.hands[viewer])
    seen = [[*cards] for cards in held]
    for seat, card in _played(known):
        seen[seat].append(card)
    left = dict(DECKS[known.seats])
    for cards in seen:
        for card in cards:
            left[card] -= 1
    return Unknown(
        [card for card, copies in left.items() for _ in range(copies)],
        [size - len(cards) for size, cards in zip(hand_sizes, held, strict=True)],
        [sum(0x3FF << 10 * suit for suit in suits) for suits in void],
        held,
        [[card for card in cards if left[card]] for cards in seen],
    )


def void_suits(known: Tezuma) -> list[set[int]]:
    """Return by seat the suits that the seat certainly lacks, as everybody knows from play."""
    return _revealed(known)[1]


def _played(game: Tezuma) -> Iterator[tuple[int, int]]:
    """Yield (seat, card) for each played card, without the cards that Fire Breathing has returned to the hand."""
    for _, plays, winner in game.tricks():
        for seat, move in plays:
            cards = CARDS_OF[move]
            for card in cards[1:] if ABILITY_OF[move] == FIRE and winner is not None else cards:
                yield seat, card


def _revealed(game: Tezuma) -> tuple[list[list[int]], list[set[int]]]:
    """Return by seat the cards that everybody knows to be in the seat's hand, and the suits that the seat lacks."""
    held: list[list[int]] = [[] for _ in range(game.seats)]
    void: list[set[int]] = [set() for _ in range(game.seats)]
    for _, plays, winner in game.tricks():
        follow = NOTHING
        for seat, move in plays:
            if follow == NOTHING:
                follow = SUIT_OF[move]
            elif SUIT_OF[move] not in (follow, NOTHING) and not ABILITIES[ABILITY_OF[move]].frees:
                void[seat].add(follow)
            cards = CARDS_OF[move]
            held[seat] = [card for card in held[seat] if card not in cards]
            if ABILITY_OF[move] == FIRE and winner is not None:
                held[seat].append(cards[0])
    return held, void
