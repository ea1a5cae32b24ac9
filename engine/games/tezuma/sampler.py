"""Tezuma: the sampler. Play reveals suits that a seat could not follow, and Fire Breathing reveals a card in hand."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from math import comb
from random import Random
from typing import NamedTuple

from engine.contract.sampler import Sampler
from engine.games.tezuma.abilities import ABILITIES, FIRE, NUMBERS
from engine.games.tezuma.cards import DECKS, UNIT, hand_cards
from engine.games.tezuma.deal import Deal, Displays
from engine.games.tezuma.game import NOTHING, Result, Tezuma
from engine.games.tezuma.moves import ABILITY_OF, ABILITY_PLAYS, CAPTURE, CARDS_OF, SUIT_OF
from engine.games.tezuma.view import SeatResult, TezumaView
from engine.knowledge.determinization import deal_hidden, every_deal, ways_dealt
from engine.tricks import read_trick


class TezumaSampler(Sampler[Tezuma, TezumaView]):
    """The sampler of both editions."""

    def restore(self, game: Tezuma, view: TezumaView) -> None:
        """Restore a game; the other hands are empty."""
        letters = [suit.letter for suit in game.suits]
        displays = Displays(tuple(view["bids"]), tuple(NUMBERS[one] for one in view["abilities"]))
        left = view["open"]
        game.first = view["first"]
        game.leader = view["leader"]
        game.deals = [Deal((), displays)]
        game.results = [tuple(_result(letters, seat) for seat in seats) for seats in view["results"]]
        game.open = [
            sum(1 << letters.index(letter) for letter in left["pains"]),
            sum(1 << number - 1 for number in left["bids"]),
            sum(1 << NUMBERS[one] - 1 for one in left["abilities"]),
        ]
        game.turns = 3 if displays.abilities else 2
        taken = [*view["seat_pains"], *view["seat_bids"], *view["seat_abilities"]]
        game.drafted = len(taken) - taken.count(None)
        game.pains = [NOTHING if letter is None else letters.index(letter) for letter in view["seat_pains"]]
        game.bids = [number or 0 for number in view["seat_bids"]]
        game.abilities = [NUMBERS[one] if one else 0 for one in view["seat_abilities"]]
        game.uses = list(view["uses"])
        game.armed = [number if uses else 0 for number, uses in zip(game.abilities, game.uses, strict=True)]
        game.won = list(view["won"])
        game.hands = [0] * game.seats
        if view["seat"] is not None:
            game.hands[view["seat"]] = sum(UNIT[game.edition.index[code]] for code in view["hand"])
        self._restore_tricks(game, view)

    def _restore_tricks(self, game: Tezuma, view: TezumaView) -> None:
        game.captured = [0] * game.seats
        game.finished = []
        game.clear()
        for leader, plays, winner in (read_trick(game.parse, trick) for trick in view["tricks"]):
            moves = [move for _, move in plays]
            if winner is not None:
                game.finished.append((leader, tuple(moves), winner))
                game.captured[winner] += sum(CAPTURE[move] for move in moves)
                continue
            game.trick = moves
            game.follow = next((SUIT_OF[move] for move in moves if SUIT_OF[move] != NOTHING), NOTHING)
            for seat, move in plays:
                if move >= ABILITY_PLAYS:
                    game.declare(seat, move)

    def determinizer(self, known: Tezuma, view: TezumaView) -> Callable[[Tezuma, Random], None]:
        unknown = _unknown(known, view)

        def fill(game: Tezuma, random: Random) -> None:
            dealt = deal_hidden(random, unknown.cards, unknown.sizes, unknown.forbidden)
            while random.random() * unknown.rarity(dealt) > 1:
                dealt = deal_hidden(random, unknown.cards, unknown.sizes, unknown.forbidden)
            _add_cards(game, unknown.held, dealt)

        return fill

    def every_determinization(self, known: Tezuma, view: TezumaView) -> Iterator[tuple[Callable[[Tezuma], None], int]]:
        unknown = _unknown(known, view)
        for dealt in every_deal(unknown.cards, unknown.sizes, unknown.forbidden):
            ways = ways_dealt([[*cards, *more] for cards, more in zip(unknown.known_copies, dealt, strict=True)])
            yield partial(_add_cards, held=unknown.held, dealt=dealt), ways


class _Unknown(NamedTuple):
    """The hidden part of the hands for a viewer."""

    cards: list[int]
    """The cards whose place is hidden."""
    sizes: list[int]
    """The number of hidden cards by seat."""
    forbidden: list[int]
    """By seat: a mask of the hidden cards that it cannot have."""
    held: list[list[int]]
    """The known cards of the hand by seat."""
    known_copies: list[list[int]]
    """By seat: its cards known from this deal that have hidden copies."""

    def rarity(self, dealt: Sequence[Sequence[int]]) -> int:
        """Return how many times rarer this deal is than one that gives no seat a copy of a known card.

        If a seat is known to have been dealt one of two equal cards, the seat is half as likely as another seat to have
        the other one, because half as many deals put both into one hand.
        """
        rarity = 1
        for cards, more in zip(self.known_copies, dealt, strict=True):
            for card in set(cards).intersection(more):
                rarity *= comb(cards.count(card) + more.count(card), cards.count(card))
        return rarity


def _unknown(known: Tezuma, view: TezumaView) -> _Unknown:
    own = view["seat"]
    held, void = _revealed(known)
    if own is not None:
        held[own] = hand_cards(known.hands[own])
    seen = [[*cards] for cards in held]
    for seat, card in _played(known):
        seen[seat].append(card)
    left = dict(DECKS[known.seats])
    for cards in seen:
        for card in cards:
            left[card] -= 1
    return _Unknown(
        [card for card, copies in left.items() for _ in range(copies)],
        [size - len(cards) for size, cards in zip(view["hand_sizes"], held, strict=True)],
        [sum(0x3FF << 10 * suit for suit in suits) for suits in void],
        held,
        [[card for card in cards if left[card]] for cards in seen],
    )


def _add_cards(game: Tezuma, held: Sequence[Sequence[int]], dealt: Sequence[Sequence[int]]) -> None:
    game.hands = [sum([UNIT[card] for card in (*cards, *more)]) for cards, more in zip(held, dealt, strict=True)]


def _result(letters: list[str], seat: SeatResult) -> Result:
    return Result(seat["bid"], seat["won"], letters.index(seat["pain"]), seat["captured"])


def _played(game: Tezuma) -> Iterator[tuple[int, int]]:
    """Yield (seat, card) for each played card that has left all hands."""
    for _, plays, winner in game.tricks():
        for seat, move in plays:
            cards = CARDS_OF[move]
            for card in cards[1:] if ABILITY_OF[move] == FIRE and winner is not None else cards:
                yield seat, card


def _revealed(game: Tezuma) -> tuple[list[list[int]], list[set[int]]]:
    """Return by seat the cards that everybody knows to be in its hand, and its void suits."""
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
