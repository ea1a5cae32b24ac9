"""Tezuma: moves and hands as small ints, and every table that the play looks things up in.

Cards: suit s, number n is card 10 * s + n - 1, the trump of suit s is card 10 * s + 9. A hand is an int of 11 bits a
suit: nine bits for the numbers 1-9, then two bits that count its equal trumps; so playing a card subtracts its `UNIT`.

Moves: 40 * a + c plays card c with ability a (1-9; a = 0: with none); from `FIRE_PLAYS` two cards of a suit are played
with Fire Breathing, then come `DEFER` (Paper Egg), `WIN` (Five-Color Sand) and the takes of the draft.
"""

from __future__ import annotations

from itertools import combinations
from typing import NamedTuple

from engine.cards import subset_tuples
from engine.games.tezuma.abilities import (
    ABILITIES,
    BUTTERFLY,
    CUP,
    EGG,
    FIRE,
    HORSE,
    RINGS,
    SAND,
    SWORD,
    UMBRELLAS,
)

TRUMP = 9
WIDTH, FIELD = 11, 0x7FF
FIRE_PLAYS = 400
DEFER, WIN, TAKE_PAIN, TAKE_BID, TAKE_ABILITY, END = 544, 545, 546, 550, 558, 570

_PAIRS = tuple((10 * suit + low, 10 * suit + high) for suit in range(4) for low, high in combinations(range(9), 2))
_PAIR_MOVE = {pair: FIRE_PLAYS + place for place, pair in enumerate(_PAIRS)}
_CARD_UNIT = tuple(1 << WIDTH * (card // 10) + card % 10 for card in range(40))

CARDS_OF: tuple[tuple[int, ...], ...] = (*((move % 40,) for move in range(FIRE_PLAYS)), *_PAIRS, (), ())
"""The cards that each play lays down."""
ABILITY_OF = (*(move // 40 for move in range(FIRE_PLAYS)), *(FIRE for _ in _PAIRS), EGG, SAND)
"""The ability that each play uses; 0: none."""
UNIT = tuple(sum(_CARD_UNIT[card] for card in cards) for cards in CARDS_OF)
"""What each play takes out of a hand."""
SUIT_OF = tuple(cards[0] // 10 if cards else -1 for cards in CARDS_OF)
CAPTURE = tuple(1 << 8 * suit if suit >= 0 else 0 for suit in SUIT_OF)
"""What each play adds to its captor's counts, eight bits a suit; with Fire Breathing one card, the other returns."""


def codes(letters: str) -> tuple[str, ...]:
    """The codes of the 40 different cards for these suit letters."""
    return tuple(f"{letter}{'T' if rank == TRUMP else rank + 1}" for letter in letters for rank in range(10))


def notation(letters: str) -> tuple[str, ...]:
    """Every move in notation, by number."""
    code = codes(letters)
    plays = [f"play {'+'.join(code[card] for card in cards)}" for cards in CARDS_OF[:DEFER]]
    return (
        *(
            f"{play} with {ABILITIES[ABILITY_OF[move]].id}" if ABILITY_OF[move] else play
            for move, play in enumerate(plays)
        ),
        f"defer with {ABILITIES[EGG].id}",
        f"win with {ABILITIES[SAND].id}",
        *(f"take pain {letter}" for letter in letters),
        *(f"take bid {number}" for number in range(1, 9)),
        *(f"take ability {ability.id}" for ability in ABILITIES[1:]),
    )


# --- Who wins

_ACTIVE, _SURE = 100, 1000


def _power(move: int, follow: int, *, watered: bool) -> int:
    """Twice the value of a play, 1 more with Sword Walking; negative where it cannot win.

    Only a card that follows has a value, so Horse-Swallowing does nothing for an off-suit card. The first of equal
    powers wins, which is why Sword Walking's 1 is all it needs. Five-Color Sand is above everything.
    """
    if move in (DEFER, WIN):
        return _SURE if move == WIN else -2
    ability, cards = ABILITY_OF[move], CARDS_OF[move]
    follows = SUIT_OF[move] == follow or ability == CUP
    rank = cards[0] % 10
    if rank == TRUMP and (ability == BUTTERFLY or not (follows or watered)):
        value = _ACTIVE
    elif not follows:
        return -1
    elif rank == TRUMP:
        value = 0
    else:
        value = sum(card % 10 + 1 for card in cards)
        if ability == UMBRELLAS:
            value *= 2
    if ability == HORSE and value < _ACTIVE:
        value += 2
    return 2 * value + (ability == SWORD)


WATERED = 4
"""Added to the led suit it gives the row of `POWER` for a trick with Water Trick."""
POWER = tuple(
    tuple(_power(move, follow, watered=watered) for move in range(TAKE_PAIN))
    for watered in (False, True)
    for follow in range(4)
)

# --- Legal plays: for each suit a list of ready tuples by the suit's field of the hand

Moves = tuple[int, ...]
BySuit = tuple[list[Moves], ...]


def _table(numbers: list[Moves], trump: Moves) -> list[Moves]:
    """From the moves for each set of numbers those for each field: any count of trumps above 0 offers `trump`."""
    return numbers + [moves + trump for moves in numbers] * 3


def _numbers(suit: int, ability: int = 0) -> list[Moves]:
    """For each set of the suit's numbers the moves that play one of them with this ability."""
    base = 40 * ability + 10 * suit
    if ability == UMBRELLAS:
        return [(base + 3,) * (cards >> 3 & 1) + (base + 4,) * (cards >> 4 & 1) for cards in range(512)]
    if ability == FIRE:
        return [tuple(_PAIR_MOVE[pair] for pair in combinations(cards, 2)) for cards in _numbers(suit)]
    return subset_tuples(9, base)


def _only(ability: int) -> BySuit:
    """Any card, with this ability."""
    return tuple(_table(_numbers(suit, ability), (40 * ability + 10 * suit + TRUMP,)) for suit in range(4))


def _also(ability: int, *, numbers: bool = True, trumps: bool = True) -> BySuit:
    """Any card plainly; number cards, trumps or both with this ability too."""
    found = []
    for suit in range(4):
        moves = _numbers(suit)
        if numbers:
            moves = [plain + more for plain, more in zip(moves, _numbers(suit, ability), strict=True)]
        trump = 10 * suit + TRUMP
        found.append(_table(moves, (trump, 40 * ability + trump) if trumps else (trump,)))
    return tuple(found)


_PLAIN = _only(0)
_ANY_CARD = {
    ability: _also(ability, numbers=ability != BUTTERFLY, trumps=ability not in (UMBRELLAS, FIRE))
    for ability in range(SWORD, EGG)
    if ability not in (RINGS, CUP)
}
"""An ability may go with any card, even where it changes nothing (players bluff), save for those named here."""


class Tables(NamedTuple):
    """Legal plays by ability (0: none that can be used), each with the moves that come on top whatever the hand."""

    lead: tuple[tuple[BySuit, Moves], ...]
    follow: tuple[tuple[BySuit, BySuit | None, Moves], ...]
    """For the led suit; where there is a second table, its moves for the whole hand come on top."""
    void: tuple[tuple[BySuit, Moves], ...]


def tables(*, sword_with_any: bool) -> Tables:
    """The tables of an edition; without `sword_with_any` Sword Walking needs an active trump, so one that is off-suit.

    Linking Rings and Cup and Ball lift the duty to follow; with every other ability it stays. Fire Breathing needs two
    cards that may both be played.
    """
    lead: list[tuple[BySuit, Moves]] = []
    follow: list[tuple[BySuit, BySuit | None, Moves]] = []
    void: list[tuple[BySuit, Moves]] = []
    for number, ability in enumerate(ABILITIES):
        extra = {EGG: (DEFER,), SAND: (WIN,)}.get(number, ())
        following = off_suit = _ANY_CARD.get(number, _PLAIN)
        free = None
        if number in (RINGS, CUP):
            free = _only(number)
            off_suit = _also(number)
        elif number == SWORD and not sword_with_any:
            following = _PLAIN
            off_suit = _also(number, numbers=False)
        lead.append((following, extra) if ability.leader else (_PLAIN, ()))
        follow.append((following, free, extra))
        void.append((off_suit, extra))
    return Tables(tuple(lead), tuple(follow), tuple(void))


def take_tables() -> tuple[list[Moves], list[Moves], list[Moves]]:
    """The takes for each set of pain suits, of bids and of abilities still open (bit 0: the first)."""
    return subset_tuples(4, TAKE_PAIN), subset_tuples(8, TAKE_BID), subset_tuples(12, TAKE_ABILITY)
