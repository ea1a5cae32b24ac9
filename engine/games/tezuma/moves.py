"""Tezuma: moves as small ints.

40 * a + c plays card c with ability a (1-9; a = 0: with none); from `FIRE_PLAYS` two cards of a suit are played with
Fire Breathing, then come `DEFER` (Paper Egg), `WIN` (Five-Color Sand) and the takes of the draft.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from engine.games.tezuma.abilities import ABILITIES, EGG, FIRE, SAND
from engine.games.tezuma.cards import TRUMP, UNIT

ABILITY_PLAYS, FIRE_PLAYS = 40, 400
DEFER, WIN, TAKE_PAIN, TAKE_BID, TAKE_ABILITY, END = 544, 545, 546, 550, 558, 570

PAIRS = tuple((10 * suit + low, 10 * suit + high) for suit in range(4) for low, high in combinations(range(TRUMP), 2))
"""The cards of each play with Fire Breathing, the lower first."""

CARDS_OF: tuple[tuple[int, ...], ...] = (*((move % 40,) for move in range(FIRE_PLAYS)), *PAIRS, (), ())
"""The cards that each play lays down."""
ABILITY_OF = (*(move // 40 for move in range(FIRE_PLAYS)), *(FIRE for _ in PAIRS), EGG, SAND)
"""The ability that each play uses; 0: none."""
SPENT = tuple(sum(UNIT[card] for card in cards) for cards in CARDS_OF)
"""What each play takes out of a hand."""
SUIT_OF = tuple(cards[0] // 10 if cards else -1 for cards in CARDS_OF)
"""-1: it lays down no card."""
CAPTURE = tuple(1 << 8 * suit if suit >= 0 else 0 for suit in SUIT_OF)
"""What each play adds to its captor's counts, eight bits a suit; with Fire Breathing one card, the other returns."""
CONCERNS_TRICK = tuple(
    number in (FIRE, EGG) or ABILITIES[number].idles_trumps or ABILITIES[number].leads_next is not None
    for number in ABILITY_OF
)
"""Whether a play's ability does something to the whole trick, see `Tezuma.declare`."""


def notation(codes: Sequence[str]) -> tuple[str, ...]:
    """Every move in notation, by number, for these codes of the cards."""
    plays = [f"play {'+'.join(codes[card] for card in cards)}" for cards in CARDS_OF[:DEFER]]
    return (
        *(
            f"{play} with {ABILITIES[ABILITY_OF[move]].id}" if ABILITY_OF[move] else play
            for move, play in enumerate(plays)
        ),
        f"defer with {ABILITIES[EGG].id}",
        f"win with {ABILITIES[SAND].id}",
        *(f"take pain {codes[10 * suit][0]}" for suit in range(4)),
        *(f"take bid {number}" for number in range(1, 9)),
        *(f"take ability {ability.id}" for ability in ABILITIES[1:]),
    )
