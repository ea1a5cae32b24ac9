"""The policy for Tezuma: a seat wins the tricks that its bid still needs, as cheaply as it can."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import permutations

from engine.games.tezuma.cards import FIELD, TRICKS, TRUMP, WIDTH
from engine.games.tezuma.game import NOBODY, NOTHING, Tezuma
from engine.games.tezuma.moves import ABILITY_PLAYS, ACTIVE, CAPTURE, POWER
from engine.games.tezuma.phases import DRAFT
from engine.games.tezuma.phases.trick import LAST, LEAD
from engine.players.policies.tezuma.evaluation import draft_values, shortlist, trick_values
from engine.players.policies.tezuma.redundant_plays import plainer, useful_plays
from engine.players.policy import Luck, Policy

CHANCE = 0.3
"""The probability of a random legal move, because nobody plays only by a policy."""
UNWANTED = -0.5
"""If winning the trick adds no more points than this, the seat plays the highest of cards with the same effect."""
_NUMBERS = (1 << TRUMP) - 1
_ACTIVE = 2 * ACTIVE
_ORDERS = tuple(permutations(range(4)))


class TezumaPolicy(Policy[Tezuma]):
    """The policy for both editions."""

    def playout(self, game: Tezuma, luck: Luck) -> None:
        """See `Policy`."""
        if game.phase is DRAFT:
            _draft(game, luck)
        every = trick_values(type(game), game.seats)
        by_seat = [every[bid] for bid in game.bids]
        while to_act := game.to_act:
            seat, chance = to_act[0], luck()
            if chance < CHANCE:
                moves = game.legal_moves(seat)
                move = moves[int(chance / CHANCE * len(moves))]
            else:
                trick_value = by_seat[seat][TRICKS - len(game.finished)][game.won[seat]]
                move = _play(game, seat, trick_value, (chance - CHANCE) / (1 - CHANCE))
            game.apply(seat, move)

    def pick(self, game: Tezuma, seat: int, luck: Luck) -> int:
        """See `Policy`."""
        if game.phase is DRAFT:
            return max(game.legal_moves(seat), key=draft_values(game, seat).__getitem__)
        return _play(game, seat, _trick_value(game, seat), luck())

    def candidates(self, game: Tezuma, seat: int, moves: Sequence[int]) -> Sequence[int]:
        """Return the moves to search: in the draft the best cards of each kind, later the useful plays."""
        return shortlist(game, seat, moves) if game.phase is DRAFT else useful_plays(game, seat, moves)

    def plainer(self, game: Tezuma, seat: int, move: int) -> Sequence[int]:
        """See `Policy`."""
        return (
            ()
            if game.phase is DRAFT
            else tuple(plainer(game, seat, move, keeps_high=_trick_value(game, seat) > UNWANTED))
        )


def _trick_value(game: Tezuma, seat: int) -> float:
    """Return the points that winning this trick adds to a seat's bid; points for captured cards are not counted."""
    return trick_values(type(game), game.seats)[game.bids[seat]][TRICKS - len(game.finished)][game.won[seat]]


def _draft(game: Tezuma, luck: Luck) -> None:
    """Play the rest of the draft."""
    values: dict[int, Callable[[int], float]] = {}
    while game.phase is DRAFT:
        seat = game.to_act[0]
        moves, chance = game.legal_moves(seat), luck()
        if chance < CHANCE:
            move = moves[int(chance / CHANCE * len(moves))]
        else:
            if seat not in values:
                values[seat] = draft_values(game, seat).__getitem__
            move = max(moves, key=values[seat])
        game.apply(seat, move)


def _play(game: Tezuma, seat: int, trick_value: float, chance: float) -> int:
    """Choose a play by the points that winning the trick adds, and by a random number from 0 to below 1."""
    hand, trick, follow = game.hands[seat], game.trick, game.follow
    suits = _ORDERS[int(chance * 24)]
    if game.phase is LEAD:
        suit = next(suit for suit in suits if hand >> WIDTH * suit & FIELD)
        return (_high if trick_value > 0 else _low)(suit, hand >> WIDTH * suit & FIELD)
    power = POWER[follow + game.watered]
    best = max([power[move] for move in trick])
    pain = game.pains[seat]
    wins = trick_value > 0 and trick_value > sum([CAPTURE[move] for move in trick]) >> 8 * pain & 0xFF
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
    """Return a card of the led suit that beats `best` (or does not, if `wins` is False); or `NOTHING`."""
    value = best >> 1
    over = (field & _NUMBERS) >> value << value
    if not wins:
        return _high(suit, field ^ over) if over != field else NOTHING
    if not over:
        return NOTHING
    return (_low if last else _high)(suit, over)


def _trump(hand: int, suits: Sequence[int]) -> int:
    """Return a trump of the first of these suits that has one; or `NOTHING`."""
    for suit in suits:
        if hand >> WIDTH * suit & FIELD > _NUMBERS:
            return 10 * suit + TRUMP
    return NOTHING


def _discard(hand: int, pain: int, suits: Sequence[int], *, idle: bool) -> int:
    """Return the best discard of a seat that does not want the trick, pain cards first; or `NOTHING`."""
    for suit in (pain, *suits):
        field = hand >> WIDTH * suit & FIELD
        if idle and field > _NUMBERS:
            return 10 * suit + TRUMP
        if field & _NUMBERS:
            return _high(suit, field)
    return NOTHING


def _spare(hand: int, pain: int, suits: Sequence[int]) -> int:
    """Return the least harmful card of a seat that cannot reach its aim: pain cards, then low cards, then trumps."""
    if numbers := hand >> WIDTH * pain & _NUMBERS:
        return _high(pain, numbers)
    for suit in suits:
        if numbers := hand >> WIDTH * suit & _NUMBERS:
            return _low(suit, numbers)
    return _trump(hand, suits)


def _high(suit: int, field: int) -> int:
    """Return the strongest of some cards of a suit in a trick of that suit, where trumps count 0."""
    numbers = field & _NUMBERS
    return 10 * suit + numbers.bit_length() - 1 if numbers else 10 * suit + TRUMP


def _low(suit: int, field: int) -> int:
    """Return the weakest of some cards of a suit in a trick of that suit, where trumps count 0."""
    return 10 * suit + (TRUMP if field > _NUMBERS else (field & -field).bit_length() - 1)
