"""Tezuma: moves as small ints, tables of legal plays, and the strength of plays.

Move 40 * a + c plays card c with ability a (1-9; a = 0: without an ability). The moves from `FIRE_PLAYS` on play two
cards of a suit with Fire Breathing. Then come `DEFER` (Paper Egg), `WIN` (Five-Color Sand) and the moves of the draft.
"""

from collections.abc import Sequence
from functools import cache
from itertools import combinations

from engine.cards import subset_tuples
from engine.games.tezuma.abilities import ABILITIES, EGG, FIRE, SAND
from engine.games.tezuma.cards import FIELD, TRUMP, UNIT, WIDTH

ABILITY_PLAYS, FIRE_PLAYS = 40, 400
DEFER, WIN, TAKE_PAIN, TAKE_BID, TAKE_ABILITY, END = 544, 545, 546, 550, 558, 570

PAIRS = tuple((10 * suit + low, 10 * suit + high) for suit in range(4) for low, high in combinations(range(TRUMP), 2))
"""The cards of each play with Fire Breathing, lower card first."""

CARDS_OF: tuple[tuple[int, ...], ...] = (*((move % 40,) for move in range(FIRE_PLAYS)), *PAIRS, (), ())
"""The cards of each play."""
ABILITY_OF = (*(move // 40 for move in range(FIRE_PLAYS)), *(FIRE for _ in PAIRS), EGG, SAND)
"""The ability of each play; 0: none."""
SPENT = tuple(sum(UNIT[card] for card in cards) for cards in CARDS_OF)
"""The part of a hand that each play uses up."""
SUIT_OF = tuple(cards[0] // 10 if cards else -1 for cards in CARDS_OF)
"""The suit of each play; -1: it has no card."""
CAPTURE = tuple(1 << 8 * suit if suit >= 0 else 0 for suit in SUIT_OF)
"""The counts of captured cards that each play adds for the winner of the trick, eight bits for each suit. A play with
Fire Breathing counts as one card, because the other card returns to the hand.
"""
CONCERNS_TRICK = tuple(
    number in (FIRE, EGG) or ABILITIES[number].idles_trumps or ABILITIES[number].leads_next is not None
    for number in ABILITY_OF
)
"""True for plays whose ability has an effect on the whole trick, see `Tezuma.declare`."""


def notation(codes: Sequence[str]) -> tuple[str, ...]:
    """Return the notation of every move, by number, for these codes of the cards."""
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


# --- Legal plays

Moves = tuple[int, ...]
BySuit = tuple[list[Moves], list[Moves], list[Moves], list[Moves]]

_PAIR_MOVE = {pair: FIRE_PLAYS + place for place, pair in enumerate(PAIRS)}
_NO_CARD = {ABILITY_OF[move]: (move,) for move in (DEFER, WIN)}
"""The move of each ability that needs no card; it comes last in a seat's list of plays."""


# Without this cache, importing this module takes 1.7 times as long, 30 ms more.
@cache
def _numbers(suit: int, number: int) -> list[Moves]:
    """Return the plays with ability `number`, for each set of number cards of a suit that a hand may have."""
    ability = ABILITIES[number]
    if ability.cards == 2:
        return [tuple(_PAIR_MOVE[pair] for pair in combinations(cards, 2)) for cards in subset_tuples(9, 10 * suit)]
    sets = subset_tuples(9, 40 * number + 10 * suit)
    return [tuple(move for move in moves if move % 10 in ability.ranks) for moves in sets]


def _trump(suit: int, number: int) -> Moves:
    return (40 * number + 10 * suit + TRUMP,) if TRUMP in ABILITIES[number].ranks else ()


def _plays(*abilities: int) -> BySuit:
    """Return tables of the plays with these abilities (0: no ability), by suit and by the suit's cards in hand.

    Plays of number cards come before plays of the trump.
    """

    def of(suit: int) -> list[Moves]:
        sets = zip(*(_numbers(suit, number) for number in abilities), strict=True)
        numbers = [sum(moves, ()) for moves in sets]
        trump = sum((_trump(suit, number) for number in abilities), ())
        return numbers + [moves + trump for moves in numbers] * 3  # one, two or three trumps: the same plays

    return of(0), of(1), of(2), of(3)


def _with_last(table: list[Moves], last: Moves) -> list[Moves]:
    return [moves + last for moves in table] if last else table


_PLAIN = _plays(0)
_WITH = tuple(_plays(0, number) if number and ability.cards else _PLAIN for number, ability in enumerate(ABILITIES))

VOID = tuple(
    (first, second, third, _with_last(fourth, _NO_CARD.get(number, ())))
    for number, (first, second, third, fourth) in enumerate(_WITH)
)
"""The plays of a seat without a card of the led suit, by ability (0: none usable), then by suit."""
LEADING = tuple(plays if ability.leader else _PLAIN for ability, plays in zip(ABILITIES, VOID, strict=True))
"""The plays of the leader, by ability and suit as in `VOID`."""
FOLLOWING = tuple(
    _PLAIN if ability.frees else tuple(_with_last(table, _NO_CARD.get(number, ())) for table in _WITH[number])
    for number, ability in enumerate(ABILITIES)
)
"""The plays of a seat that can follow, by ability, then by led suit. Both cards for Fire Breathing must follow."""
FREED = tuple(_plays(number) if ability.frees else None for number, ability in enumerate(ABILITIES))
"""The additional plays of each ability that lifts the duty to follow; None for the other abilities."""


def of_hand(plays: BySuit, hand: int) -> Moves:
    """Return the plays of a whole hand, looked up suit by suit in the table `plays`."""
    first, second, third, fourth = plays
    return (
        first[hand & FIELD]
        + second[hand >> WIDTH & FIELD]
        + third[hand >> 2 * WIDTH & FIELD]
        + fourth[hand >> 3 * WIDTH]
    )


# --- The winner of a trick

WATERED = 4
"""The number that is added to the led suit to get the row of `POWER` for a trick with Water Trick."""
ACTIVE, _SURE = 100, 1000
"""The value of an active trump, and the power of Five-Color Sand: both above all other values."""


def _power(move: int, follow: int, *, watered: bool) -> int:
    """Return twice the value of a play, plus 1 with Sword Walking; negative if the play cannot win.

    Only a card that follows has a value, so Horse-Swallowing has no effect on an off-suit card. The first of equal
    powers wins, and the 1 lets Sword Walking beat an earlier play of equal value. Five-Color Sand is above everything.
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
"""The power of each play, by the led suit, then by the move. In a trick with Water Trick, `WATERED` is added to the led
suit. The first play of the highest power wins the trick.
"""
