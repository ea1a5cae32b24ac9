"""Tennos Square: moves as small ints.

0-539 play a card on a slot (9 * card + slot), 540-599 exchange for a card, 600 exchanges for the top of the stock,
601-660 lay a card in the market before the first turn.
"""

from engine.games.tennos_square.cards import CODES

EXCHANGE, STOCK, DISCARD, END = 540, 600, 601, 661

MOVES = (
    *(f"play {code} {slot}" for code in CODES for slot in range(1, 10)),
    *(f"exchange {code}" for code in CODES),
    "exchange stock",
    *(f"discard {code}" for code in CODES),
)
"""Every move in notation."""
