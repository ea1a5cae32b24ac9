"""A minimal trick game in a plain loop, as a reference: it has no phases, no options and no seeded deal.

Four seats, 48 cards in four suits, twelve tricks; players follow suit, and the highest card of the led suit wins.
"""

from random import random, shuffle

from engine.cards import subset_tuples

_MOVES = [subset_tuples(12, 12 * suit) for suit in range(4)]
_DECK = range(48)


def play() -> int:
    """Play one random round and return the number of moves."""
    spades, hearts, diamonds, clubs = _MOVES
    deck = list(_DECK)
    shuffle(deck)
    hands = [sum([1 << card for card in deck[seat::4]]) for seat in range(4)]
    won = [0] * 4
    leader = 0
    for _ in range(12):
        led = best = -1
        winner = leader
        for place in range(4):
            seat = (leader + place) % 4
            hand = hands[seat]
            moves = _MOVES[led][hand >> 12 * led & 0xFFF] if led >= 0 else ()
            if not moves:
                moves = (
                    spades[hand & 0xFFF] + hearts[hand >> 12 & 0xFFF] + diamonds[hand >> 24 & 0xFFF] + clubs[hand >> 36]
                )
            card = moves[int(random() * len(moves))]
            hands[seat] = hand ^ 1 << card
            if led < 0:
                led = card // 12
            if card // 12 == led and card > best:
                best = card
                winner = seat
        won[winner] += 1
        leader = winner
    return 48
