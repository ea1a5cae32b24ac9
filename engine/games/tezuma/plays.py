"""Tezuma: tables of which plays are legal and how strong each one is, made from what `abilities` says.

Legal plays are ready tuples: one for each suit and each content of that suit's field of the hand (see `cards`).
"""

from __future__ import annotations

from functools import cache
from itertools import combinations

from engine.cards import subset_tuples
from engine.games.tezuma.abilities import ABILITIES
from engine.games.tezuma.cards import FIELD, TRUMP, WIDTH
from engine.games.tezuma.moves import ABILITY_OF, CARDS_OF, DEFER, FIRE_PLAYS, PAIRS, SUIT_OF, TAKE_PAIN, WIN

# --- Which plays are legal

Moves = tuple[int, ...]
BySuit = tuple[list[Moves], list[Moves], list[Moves], list[Moves]]

_PAIR_MOVE = {pair: FIRE_PLAYS + place for place, pair in enumerate(PAIRS)}
_NO_CARD = {ABILITY_OF[move]: (move,) for move in (DEFER, WIN)}
"""The play with each ability that takes no card; it comes last."""


@cache
def _numbers(suit: int, number: int) -> list[Moves]:
    """For each set of a suit's number cards the plays of them with this ability."""
    ability = ABILITIES[number]
    if ability.cards == 2:
        return [tuple(_PAIR_MOVE[pair] for pair in combinations(cards, 2)) for cards in subset_tuples(9, 10 * suit)]
    sets = subset_tuples(9, 40 * number + 10 * suit)
    return [tuple(move for move in moves if move % 10 in ability.ranks) for moves in sets]


def _trump(suit: int, number: int) -> Moves:
    return (40 * number + 10 * suit + TRUMP,) if TRUMP in ABILITIES[number].ranks else ()


def _plays(*abilities: int) -> BySuit:
    """The plays of a suit's cards with these abilities (0: plainly), the numbers first."""

    def of(suit: int) -> list[Moves]:
        sets = zip(*(_numbers(suit, number) for number in abilities), strict=True)
        numbers = [sum(moves, ()) for moves in sets]
        trump = sum((_trump(suit, number) for number in abilities), ())
        return numbers + [moves + trump for moves in numbers] * 3  # one, two or three trumps

    return of(0), of(1), of(2), of(3)


def _with_last(table: list[Moves], last: Moves) -> list[Moves]:
    return [moves + last for moves in table] if last else table


_PLAIN = _plays(0)
_WITH = tuple(_plays(0, number) if number and ability.cards else _PLAIN for number, ability in enumerate(ABILITIES))

VOID = tuple(
    (first, second, third, _with_last(fourth, _NO_CARD.get(number, ())))
    for number, (first, second, third, fourth) in enumerate(_WITH)
)
"""By ability (0: none that can be used), then by suit: the plays of who has no card of the led suit."""
LEADING = tuple(plays if ability.leader else _PLAIN for ability, plays in zip(ABILITIES, VOID, strict=True))
"""The plays of the leader."""
FOLLOWING = tuple(
    _PLAIN if ability.frees else tuple(_with_last(table, _NO_CARD.get(number, ())) for table in _WITH[number])
    for number, ability in enumerate(ABILITIES)
)
"""The plays of who has cards of the led suit, for that suit; two cards for Fire Breathing must both follow."""
FREED = tuple(_plays(number) if ability.frees else None for number, ability in enumerate(ABILITIES))
"""What comes on top of these by an ability that lifts the duty to follow; None: the ability does not."""


def of_hand(plays: BySuit, hand: int) -> Moves:
    """The plays of a whole hand."""
    first, second, third, fourth = plays
    return (
        first[hand & FIELD]
        + second[hand >> WIDTH & FIELD]
        + third[hand >> 2 * WIDTH & FIELD]
        + fourth[hand >> 3 * WIDTH]
    )


# --- Who wins

WATERED = 4
"""Added to the led suit it gives the row of `POWER` for a trick with Water Trick."""
ACTIVE, _SURE = 100, 1000
"""The value of an active trump, and the power of Five-Color Sand: above whatever is less."""


def _power(move: int, follow: int, *, watered: bool) -> int:
    """Twice the value of a play, 1 more with Sword Walking; negative where it cannot win.

    Only a card that follows has a value, so Horse-Swallowing does nothing for an off-suit card. The first of equal
    powers wins, which is why Sword Walking's 1 is all it needs. Five-Color Sand is above everything.
    """
    if move in (DEFER, WIN):
        return _SURE if move == WIN else -2
    ability, cards = ABILITIES[ABILITY_OF[move]], CARDS_OF[move]
    follows = SUIT_OF[move] == follow or ability.follows
    trump = cards[0] % 10 == TRUMP
    if trump and (ability.active or not (follows or watered)):
        value = ACTIVE
    elif not follows:
        return -1
    else:
        value = (0 if trump else sum(card % 10 + 1 for card in cards)) * ability.times + ability.adds
    return 2 * value + ability.wins_ties


POWER = tuple(
    tuple(_power(move, follow, watered=watered) for move in range(TAKE_PAIN))
    for watered in (False, True)
    for follow in range(4)
)
"""The power of each play: the first of the highest wins the trick."""
