"""Tezuma by rules of thumb: each seat wins the tricks that its bid still asks for, as cheaply as it can."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import permutations

from engine.games.tezuma.cards import FIELD, TRICKS, TRUMP, WIDTH
from engine.games.tezuma.game import NOBODY, NOTHING, Tezuma
from engine.games.tezuma.moves import ABILITY_PLAYS, ACTIVE, CAPTURE, POWER
from engine.games.tezuma.phases import DRAFT
from engine.games.tezuma.phases.trick import LAST, LEAD
from engine.players.policies.tezuma.evaluation import shortlist, takes, wishes
from engine.players.policies.tezuma.redundant_plays import plainer, worth_a_thought
from engine.players.policy import Luck, Policy

CHANCE = 0.3
"""How often a move is any legal one: nobody plays by rules alone."""
UNWANTED = -0.5
"""Points: a seat for which a trick is worth less gets rid of high cards where it makes no difference."""
_NUMBERS = (1 << TRUMP) - 1
_ACTIVE = 2 * ACTIVE
_ORDERS = tuple(permutations(range(4)))


class TezumaPolicy(Policy[Tezuma]):
    """Both editions."""

    def run(self, game: Tezuma, luck: Luck) -> None:
        """See `Policy`."""
        if game.phase is DRAFT:
            _draft(game, luck)
        every = wishes(type(game), game.seats)
        by_seat = [every[bid] for bid in game.bids]
        while to_act := game.to_act:
            seat, chance = to_act[0], luck()
            if chance < CHANCE:
                moves = game.legal_moves(seat)
                move = moves[int(chance / CHANCE * len(moves))]
            else:
                wish = by_seat[seat][TRICKS - len(game.finished)][game.won[seat]]
                move = _play(game, seat, wish, (chance - CHANCE) / (1 - CHANCE))
            game.apply(seat, move)

    def pick(self, game: Tezuma, seat: int, luck: Luck) -> int:
        """See `Policy`."""
        if game.phase is DRAFT:
            return max(game.legal_moves(seat), key=takes(game, seat).__getitem__)
        return _play(game, seat, _wish(game, seat), luck())

    def sound(self, game: Tezuma, seat: int, moves: Sequence[int]) -> Sequence[int]:
        """See `Policy`: the best cards of each kind in the draft; then plays that are not idle."""
        return shortlist(game, seat, moves) if game.phase is DRAFT else worth_a_thought(game, seat, moves)

    def plainer(self, game: Tezuma, seat: int, move: int) -> Sequence[int]:
        """See `Policy`."""
        return () if game.phase is DRAFT else tuple(plainer(game, seat, move, keeps_high=_wish(game, seat) > UNWANTED))


def _wish(game: Tezuma, seat: int) -> float:
    """How many points more it is for a seat to win this trick, whatever lies in it."""
    return wishes(type(game), game.seats)[game.bids[seat]][TRICKS - len(game.finished)][game.won[seat]]


def _draft(game: Tezuma, luck: Luck) -> None:
    """Take the rest of the draft."""
    values: dict[int, Callable[[int], float]] = {}
    while game.phase is DRAFT:
        seat = game.to_act[0]
        moves, chance = game.legal_moves(seat), luck()
        if chance < CHANCE:
            move = moves[int(chance / CHANCE * len(moves))]
        else:
            if seat not in values:
                values[seat] = takes(game, seat).__getitem__
            move = max(moves, key=values[seat])
        game.apply(seat, move)


def _play(game: Tezuma, seat: int, wish: float, chance: float) -> int:
    """A play to the trick, by how many points more it is for the seat to win it, and a number from 0 to below 1."""
    hand, trick, follow = game.hands[seat], game.trick, game.follow
    suits = _ORDERS[int(chance * 24)]
    if game.phase is LEAD:
        suit = next(suit for suit in suits if hand >> WIDTH * suit & FIELD)
        return (_high if wish > 0 else _low)(suit, hand >> WIDTH * suit & FIELD)
    power = POWER[follow + game.watered]
    best = max([power[move] for move in trick])
    pain = game.pains[seat]
    wins = wish > 0 and wish > sum([CAPTURE[move] for move in trick]) >> 8 * pain & 0xFF
    field = hand >> WIDTH * follow & FIELD
    last = len(trick) >= game.seats - 1 and (game.egg == NOBODY or game.phase is LAST)
    idle = game.watered or best >= _ACTIVE
    if field:
        card = _follow(follow, field, best, wins=wins, last=last)
    elif wins:
        card = NOTHING if idle else _trump(hand, suits)
    else:
        card = _discard(hand, pain, suits, idle=bool(idle))
    if card == NOTHING and game.armed[seat]:
        plays = [move for move in game.legal_moves(seat) if move >= ABILITY_PLAYS and (power[move] > best) is wins]
        if plays:
            return plays[int(chance * 24 % 1 * len(plays))]
    if card != NOTHING:
        return card
    if field:
        return (_high if last and not wins else _low)(follow, field)
    return _spare(hand, pain, suits)


def _follow(suit: int, field: int, best: int, *, wins: bool, last: bool) -> int:
    """A card of the led suit by which a seat is ahead of such a power, or by which it is not; or `NOTHING`."""
    value = best >> 1
    over = (field & _NUMBERS) >> value << value
    if not wins:
        return _high(suit, field ^ over) if over != field else NOTHING
    if not over:
        return NOTHING
    return (_low if last else _high)(suit, over)


def _trump(hand: int, suits: Sequence[int]) -> int:
    """A trump of one of these suits; or `NOTHING`."""
    for suit in suits:
        if hand >> WIDTH * suit & FIELD > _NUMBERS:
            return 10 * suit + TRUMP
    return NOTHING


def _discard(hand: int, pain: int, suits: Sequence[int], *, idle: bool) -> int:
    """What a seat that does not want the trick is glad to be rid of, pain cards first; or `NOTHING`."""
    for suit in (pain, *suits):
        field = hand >> WIDTH * suit & FIELD
        if idle and field > _NUMBERS:
            return 10 * suit + TRUMP
        if field & _NUMBERS:
            return _high(suit, field)
    return NOTHING


def _spare(hand: int, pain: int, suits: Sequence[int]) -> int:
    """What a seat gives that cannot have it as it likes: pain cards, then low ones, at last trumps."""
    if numbers := hand >> WIDTH * pain & _NUMBERS:
        return _high(pain, numbers)
    for suit in suits:
        if numbers := hand >> WIDTH * suit & _NUMBERS:
            return _low(suit, numbers)
    return _trump(hand, suits)


def _high(suit: int, field: int) -> int:
    """Of some cards of a suit the highest in a trick of that suit; trumps are 0 there."""
    numbers = field & _NUMBERS
    return 10 * suit + numbers.bit_length() - 1 if numbers else 10 * suit + TRUMP


def _low(suit: int, field: int) -> int:
    """The lowest."""
    return 10 * suit + (TRUMP if field > _NUMBERS else (field & -field).bit_length() - 1)
