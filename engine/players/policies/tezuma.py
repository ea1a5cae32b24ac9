"""The policy for Tezuma, for both editions: a seat tries to win just the tricks that its bid still needs.

A bid is worth its expected points. For each trick, the model lets the seat choose between a low and a high probability
of winning. A play is redundant if a plainer play has the same effect.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import pairwise, permutations
from math import fsum

from engine.games.tezuma.abilities import ABILITIES, VALUED
from engine.games.tezuma.cards import DECKS, FIELD, TRICKS, TRUMP, WIDTH
from engine.games.tezuma.game import NOBODY, NOTHING, Tezuma, Tezumashi, TezumaTrick
from engine.games.tezuma.moves import (
    ABILITY_OF,
    ABILITY_PLAYS,
    ACTIVE,
    CAPTURE,
    CARDS_OF,
    DEFER,
    END,
    FIRE_PLAYS,
    POWER,
    SUIT_OF,
    TAKE_ABILITY,
    TAKE_BID,
    TAKE_PAIN,
    WATERED,
)
from engine.games.tezuma.phases import DRAFT, LAST, LEAD
from engine.players.policy import Luck, Policy

CHANCE = 0.3
"""The probability of a random legal move: real players do not always follow a policy."""
UNWANTED = -0.5
"""If winning the trick adds at most this many points, the seat plays high cards before low cards with equal effect."""
_NUMBERS = (1 << TRUMP) - 1
_ACTIVE = 2 * ACTIVE
_ORDERS = tuple(permutations(range(4)))


class TezumaPolicy(Policy[Tezuma]):
    """The policy for both editions."""

    def playout(self, game: Tezuma, luck: Luck) -> None:
        """See `Policy`."""
        values: dict[int, Callable[[int], float]] = {}
        while to_act := game.to_act:
            seat, chance = to_act[0], luck()
            if chance < CHANCE:
                moves = game.legal_moves(seat)
                move = moves[int(chance / CHANCE * len(moves))]
            elif game.phase is DRAFT:
                if seat not in values:
                    values[seat] = draft_values(game, seat).__getitem__
                move = max(game.legal_moves(seat), key=values[seat])
            else:
                move = _play(game, seat, _trick_value(game, seat), (chance - CHANCE) / (1 - CHANCE))
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
        if game.phase is DRAFT:
            return ()
        return tuple(plainer(game, seat, move, keeps_high=_trick_value(game, seat) > UNWANTED))


def _trick_value(game: Tezuma, seat: int) -> float:
    """Return the points that winning this trick adds to a seat's bid; points for captured cards are not counted."""
    return trick_values(type(game), game.seats)[game.bids[seat]][TRICKS - len(game.finished)][game.won[seat]]


def _play(game: Tezuma, seat: int, trick_value: float, chance: float) -> int:
    """Choose a play. `trick_value` is the points that winning the trick adds.

    `chance` is a random number, at least 0 and below 1. It gives the order in which suits are tried, and decides
    between plays with abilities.
    """
    hand, trick, follow, pain = game.hands[seat], game.trick, game.follow, game.pains[seat]
    suits = _ORDERS[int(chance * 24)]
    if game.phase is LEAD:
        return _lead(hand, suits, wins=trick_value > 0)
    power = POWER[follow + game.watered]
    best = max([power[move] for move in trick])
    wins = trick_value > 0 and trick_value > sum([CAPTURE[move] for move in trick]) >> 8 * pain & 0xFF
    field = hand >> WIDTH * follow & FIELD
    last = len(trick) >= game.seats - 1 and (game.egg == NOBODY or game.phase is LAST)
    if field:
        card = _follow(follow, field, best, wins=wins, last=last)
    else:
        card = _void(hand, pain, suits, wins=wins, idle=bool(game.watered or best >= _ACTIVE))
    if card != NOTHING:
        return card
    if game.armed[seat]:
        plays = [move for move in game.legal_moves(seat) if move >= ABILITY_PLAYS and (power[move] > best) is wins]
        if plays:
            return plays[int(chance * 24 % 1 * len(plays))]
    if field:
        return (_high if last and not wins else _low)(follow, field)
    return _spare(hand, pain, suits)


def _lead(hand: int, suits: Sequence[int], *, wins: bool) -> int:
    """Return the strongest card of the first of `suits` that the hand has; if `wins` is False, the weakest card."""
    suit = next(suit for suit in suits if hand >> WIDTH * suit & FIELD)
    return (_high if wins else _low)(suit, hand >> WIDTH * suit & FIELD)


def _follow(suit: int, field: int, best: int, *, wins: bool, last: bool) -> int:
    """Return a card of the led suit that beats the power `best`; `NOTHING` if there is none.

    If `wins` is False, return a card that does not beat `best` instead.
    """
    value = best >> 1
    over = (field & _NUMBERS) >> value << value
    if not wins:
        return _high(suit, field ^ over) if over != field else NOTHING
    if not over:
        return NOTHING
    return (_low if last else _high)(suit, over)


def _void(hand: int, pain: int, suits: Sequence[int], *, wins: bool, idle: bool) -> int:
    """Return a card for a seat that cannot follow suit; `NOTHING` if no card serves its aim.

    If `wins` is True, the seat wants to win the trick, else to lose it. If `idle` is True, a trump cannot win it.
    """
    if not wins:
        return _discard(hand, pain, suits, idle=idle)
    return NOTHING if idle else _trump(hand, suits)


def _trump(hand: int, suits: Sequence[int]) -> int:
    """Return a trump from the first of these suits in which the hand has a trump; `NOTHING` if it has none."""
    for suit in suits:
        if hand >> WIDTH * suit & FIELD > _NUMBERS:
            return 10 * suit + TRUMP
    return NOTHING


def _discard(hand: int, pain: int, suits: Sequence[int], *, idle: bool) -> int:
    """Return the best discard of a seat that does not want the trick, pain cards first; `NOTHING` if there is none."""
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
    """Return a suit field's strongest card when this suit is led: the highest number, if any, else the trump."""
    numbers = field & _NUMBERS
    return 10 * suit + numbers.bit_length() - 1 if numbers else 10 * suit + TRUMP


def _low(suit: int, field: int) -> int:
    """Return a suit field's weakest card when this suit is led: the trump, if any, else the lowest number."""
    return 10 * suit + (TRUMP if field > _NUMBERS else (field & -field).bit_length() - 1)


# --- The values of cards and tricks

STRENGTH = (0.05, 0.05, 0.05, 0.05, 0.10, 0.16, 0.22, 0.30, 0.38, 0.13)
"""The strength of a card of each rank. Only a hand's share of the whole deck's strength matters."""
PAIN = (0.3, 0.3, 0.3, 0.05, 0.05, 0.0, -0.5, -0.6, -0.7, 0.22)
"""By rank: the points that a card in hand adds to the value of drafting its suit as pain suit. Low cards add points,
because they are easy to discard.
"""
ABILITY = {
    "five-color-sand": 0.5,
    "linking-rings": 0.3,
    "cup-and-ball": 0.35,
    "butterfly-dance": 0.3,
    "many-umbrellas": 0.15,
    "fire-breathing": 0.15,
}
"""The points by which an ability is better than the abilities that are not listed."""
DRAFTED = 0.1
"""In the draft, a seat's probability of winning a trick is its hand's share of strength, plus or minus this number."""
LEAST, MOST = 0.32, 2.0
"""The assumed probability of winning a trick, as a multiple of an even share (1 / number of seats): `LEAST` if the seat
wants to lose the trick, `MOST` if it wants to win it.
"""
KINDS = range(TAKE_PAIN, TAKE_BID), range(TAKE_BID, TAKE_ABILITY), range(TAKE_ABILITY, END)
"""The moves of the draft by kind."""
SHORT = 3
"""The greatest number of moves of each kind that a search tries."""
STEPS = 60
"""The number of steps of strength in a whole deck; bids and abilities have equal values for hands of the same step."""


def _by_field(values: Sequence[float]) -> list[float]:
    """Return the total values of a hand's cards of one suit, indexed by the hand's bits for this suit.

    `values` has the value of a card by its rank.
    """
    sums = [0.0]
    for value in values[:TRUMP]:
        sums += [one + value for one in sums]
    return [one + trumps * values[TRUMP] for trumps in range(4) for one in sums]


_STRENGTH, _PAIN = _by_field(STRENGTH), _by_field(PAIN)
_ALL = {
    seats: fsum(STRENGTH[card % 10] * copies for card, copies in deck.items()) / STEPS for seats, deck in DECKS.items()
}
"""The strength of one step, by number of seats: the strength of the whole deck divided by `STEPS`."""


def bid_values(points: Sequence[int], least: float, most: float) -> list[list[float]]:
    """Return the expected points of a bid as a table `[tricks left][tricks won]`.

    The seat wins each trick with the probability `least` or `most`, whichever is better for its bid.
    """
    table = [[float(one) for one in points]]
    for _ in range(TRICKS):
        less = table[-1]
        table.append([now + max(p * (won - now) for p in (least, most)) for now, won in pairwise(less)])
    return table


# Without this cache, a hard decision takes 70 times as long.
@cache
def trick_values(kind: type[Tezuma], seats: int) -> list[list[list[float]]]:
    """Return the points that winning this trick adds: `[bid][tricks left, with this one][tricks won before]`."""
    every = [bid_values(bid.points, LEAST / seats, MOST / seats) for bid in kind.edition.bids]
    return [[], *([[], *(_steps(less) for less in table[:-1])] for table in every)]


def _steps(row: Sequence[float]) -> list[float]:
    return [after - before for before, after in pairwise(row)]


# Without this cache, a hard decision in the draft takes 6 times as long.
@cache
def _draft_values(kind: type[Tezuma], step: int) -> list[float]:
    """Return for each draft move the value of its bid or ability for a hand of strength `step`; 0 for pain suits."""
    least, most = max(0.03, step / STEPS - DRAFTED), step / STEPS + DRAFTED
    bids = [bid_values(bid.points, least, most)[TRICKS][0] for bid in kind.edition.bids]
    abilities = [ABILITY.get(ability.id, 0.0) for ability in ABILITIES[1:]]
    return [0.0] * TAKE_BID + _centred(bids) + _centred(abilities)


def draft_values(game: Tezuma, seat: int) -> list[float]:
    """Return for each draft move the value of its card for a seat's hand, in points above the mean of its kind."""
    hand = game.hands[seat]
    suits = hand & FIELD, hand >> WIDTH & FIELD, hand >> 2 * WIDTH & FIELD, hand >> 3 * WIDTH
    step = int(fsum([_STRENGTH[suit] for suit in suits]) / _ALL[game.seats])
    values = _draft_values(type(game), step)[:]
    values[TAKE_PAIN:TAKE_BID] = _centred([_PAIN[suit] for suit in suits])
    return values


def shortlist(game: Tezuma, seat: int, moves: Sequence[int]) -> list[int]:
    """Return the moves of the draft with the best cards of each kind."""
    value = draft_values(game, seat).__getitem__
    kinds = [[move for move in moves if move in kind] for kind in KINDS]
    return [move for kind in kinds for move in sorted(kind, key=value, reverse=True)[:SHORT]]


def _centred(values: list[float]) -> list[float]:
    """Return the values as differences from their mean."""
    middle = fsum(values) / len(values)
    return [value - middle for value in values]


# --- Redundant plays


class Turn:
    """A seat's turn to play to a trick, with the seat's knowledge only."""

    def __init__(self, game: Tezuma, seat: int) -> None:
        """Start a turn. `game` is drawn from the seat's view.

        So the other hands together have the right cards, but which of these hands has which card is a guess.
        """
        self.game, self.seat, self.trick = game, seat, game.trick
        self.others = sum(game.hands) - game.hands[seat]
        """All cards of the other hands together."""
        self.last = len(self.trick) + 1 >= game.seats and (game.egg == NOBODY or game.phase is LAST)
        """True if nobody plays to the trick after this turn."""

    def is_redundant(self, move: int, plain: int) -> bool:
        """Tell whether a play with an ability certainly has the same effect as its card without the ability."""
        number = ABILITY_OF[move]
        ability = ABILITIES[number]
        if self.last:
            return self._outcome(move) == self._outcome(plain)
        if ability.leads_next is not None:
            return len(self.game.finished) == TRICKS - 1
        if ability.idles_trumps:
            return not self._trumps_matter(plain)
        if ability.frees and (not ability.follows or SUIT_OF[move] == self.game.follow):
            return True
        ahead = list(zip(self.is_ahead(move), self.is_ahead(plain), strict=True))
        if ability.wins_ties:  # a later play of equal value loses with or without the ability
            return all(one == other for one, other in ahead)
        return not any(one or other for one, other in ahead)

    def is_ahead(self, move: int) -> list[bool]:
        """Tell whether a play would be ahead now: in the trick as it is, and in the trick with Water Trick declared."""
        return [all(power[move] > power[one] for one in self.trick) for power in self._powers(move)]

    def have_same_effect(self, one: int, other: int) -> bool:
        """Tell whether two plain number cards of a suit have the same effect in this trick."""
        if self.last:
            return self._outcome(one) == self._outcome(other)
        if any(self.is_ahead(one)) or any(self.is_ahead(other)):
            return self.are_equivalent(min(one, other), max(one, other))
        return True

    def are_equivalent(self, low: int, high: int) -> bool:
        """Tell whether two number cards of a suit in the seat's hand are equivalent for the rest of the round."""
        between = range(low + 1, high)
        field = self.others >> WIDTH * (low // 10) & FIELD
        lie = [card for move in self.trick for card in CARDS_OF[move]]
        return not any(field >> card % 10 & 1 or card in lie for card in between)

    def _powers(self, move: int) -> list[Sequence[int]]:
        suit = self.game.follow if self.game.follow >= 0 else SUIT_OF[move]
        return [POWER[suit + watered] for watered in {self.game.watered, WATERED}]

    def _outcome(self, move: int) -> tuple[int, int]:
        """Return the winner of the trick and the next leader if `move` is the trick's last play."""
        game, ability = self.game, ABILITIES[ABILITY_OF[move]]
        power = POWER[game.follow + (WATERED if ability.idles_trumps else game.watered)]
        values = [power[one] for one in (*self.trick, move)]
        place = values.index(max(values))
        winner = self.seat if place == len(self.trick) else (game.leader + place) % game.seats
        if len(game.finished) == TRICKS - 1:
            return winner, NOBODY
        if ability.leads_next is not None:
            return winner, (self.seat + ability.leads_next) % game.seats
        return winner, winner if game.next_leader == NOBODY else game.next_leader

    def _trumps_matter(self, plain: int) -> bool:
        """Tell whether a trump is in the trick or can still come."""
        cards = [card for move in (*self.trick, plain) for card in CARDS_OF[move]]
        return any(card % 10 == TRUMP for card in cards) or any(
            self.others >> WIDTH * suit + TRUMP & 3 for suit in range(4)
        )


def useful_plays(game: Tezuma, seat: int, moves: Sequence[int]) -> list[int]:
    """Return a seat's plays, except those that certainly have the same effect as a plainer play or a lower card."""
    turn = Turn(game, seat)
    kept = [move for move in moves if not _is_redundant(turn, move, moves)]
    return kept if VALUED.intersection(game.armed) else list(_without_equivalents(turn, kept))


def _is_redundant(turn: Turn, move: int, moves: Sequence[int]) -> bool:
    if move == DEFER:
        return turn.last
    plain = plain_play(move)
    return plain not in (None, move) and plain in moves and turn.is_redundant(move, plain)


def _without_equivalents(turn: Turn, moves: Sequence[int]) -> Iterator[int]:
    """Yield one play of each group of equivalent number cards.

    In `moves`, the plays of one suit with the same ability must be adjacent.
    """
    before = NOBODY
    for move in moves:
        if move < FIRE_PLAYS and move % 10 != TRUMP:
            if before >= 0 and before // 10 == move // 10 and turn.are_equivalent(before % 40, move % 40):
                continue
            before = move
        yield move


def plain_play(move: int) -> int | None:
    """Return the play of a move's card (the higher of two) without an ability; None: the move has no card."""
    cards = CARDS_OF[move]
    return cards[-1] if cards else None


def plainer(game: Tezuma, seat: int, move: int, *, keeps_high: bool) -> Iterator[int]:
    """Yield plays that seem to have the same effect: first the card without the ability, then other cards of its suit.

    Args:
        game: a game that agrees with the seat's view.
        seat: a seat that must act.
        move: one of its plays.
        keeps_high: True: the other cards are the lower ones, lowest first. False: the higher ones, highest first.
    """
    turn, legal = Turn(game, seat), game.legal_moves(seat)
    plain = plain_play(move)
    if plain is None or plain not in legal:
        return
    if plain != move:
        if turn.last or turn.is_ahead(plain) != turn.is_ahead(move):
            return
        yield plain
    rank = plain % 10
    if rank < TRUMP:
        suit = range(plain - rank, plain - rank + TRUMP)
        for card in suit[:rank] if keeps_high else suit[:rank:-1]:
            if card in legal and turn.have_same_effect(plain, card):
                yield card


for _edition in (TezumaTrick, Tezumashi):
    Policy.of[_edition.id] = TezumaPolicy()
