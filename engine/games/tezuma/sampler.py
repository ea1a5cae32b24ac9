"""Tezuma: full games that agree with a view and with what play has shown.

Shown are the suits that a seat could not follow, and the lower card that came back from Fire Breathing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import TYPE_CHECKING, TypeVar

from engine.chance import Chance
from engine.games.tezuma.abilities import CUP, FIRE, NUMBERS, RINGS
from engine.games.tezuma.deals import DECKS, Deal
from engine.games.tezuma.moves import ABILITY_OF, CAPTURE, CARDS_OF, SUIT_OF, UNIT
from engine.old import OldView as View
from engine.unseen import deal_unseen

if TYPE_CHECKING:
    from engine.games.tezuma.play import TezumaPlay

G = TypeVar("G", bound="TezumaPlay")


def sampler(kind: type[G], view: View) -> Callable[[Random], G]:
    """See `Game.sampler`."""
    known = _from_view(kind, view)
    own = view["seat"]
    held, void = _shown(known)
    unseen = dict(DECKS[known.seats])
    for card in _played(known):
        unseen[card] -= 1
    if own is not None:
        held[own] = [kind.index[code] for code in view["hand"]]
    for seat, cards in enumerate(held):
        known.hands[seat] = sum(UNIT[card] for card in cards)
        for card in cards:
            unseen[card] -= 1
    cards = [card for card, copies in unseen.items() for _ in range(copies)]
    sizes = [size - len(held[seat]) for seat, size in enumerate(view["hand_sizes"])]
    forbidden = [sum(0x3FF << 10 * suit for suit in suits) for suits in void]

    def draw(random: Random) -> G:
        game = known.copy()
        game.chance = Chance(random.randbytes(16))
        for seat, dealt in enumerate(deal_unseen(random, cards, sizes, forbidden)):
            game.hands[seat] += sum([UNIT[card] for card in dealt])
        return game

    return draw


def _from_view(kind: type[G], view: View) -> G:
    """The game of a view with every hand empty; no log, no history."""
    game = object.__new__(kind)
    game.restore(view)
    letters = [suit.letter for suit in kind.suits]
    left = view["open"]
    game.first, game.leader = view["first"], view["leader"]
    game.deals = [Deal((), tuple(view["bids"]), tuple(NUMBERS[one] for one in view["abilities"]))]
    game.results = [()] * len(game.rounds)
    game.draft = -1 if view["drafted"] is None else view["drafted"]
    game.open = [
        sum(1 << letters.index(letter) for letter in left["pains"]),
        sum(1 << number - 1 for number in left["bids"]),
        sum(1 << NUMBERS[one] - 1 for one in left["abilities"]),
    ]
    game.pains = [-1 if letter is None else letters.index(letter) for letter in view["seat_pains"]]
    game.bids = [number or 0 for number in view["seat_bids"]]
    game.abilities = [NUMBERS[one] if one else 0 for one in view["seat_abilities"]]
    game.uses, game.won = list(view["uses"]), list(view["won"])
    game.hands = [0] * game.seats
    game.clear()
    game.finished = []
    game.captured = [0] * game.seats
    for trick in view["tricks"]:
        plays = [(play["seat"], kind.parse(play["move"])) for play in trick["plays"]]
        if trick["winner"] is None:
            for seat, move in plays:
                game.trick.append(move)
                game.follow = SUIT_OF[move] if game.follow < 0 else game.follow
                game.declare(seat, move)
        else:
            game.finished.append((trick["leader"], tuple(move for _, move in plays), trick["winner"]))
            game.captured[trick["winner"]] += sum(CAPTURE[move] for _, move in plays)
    game.armed = [
        ability if uses and game.egg != seat else 0
        for seat, (ability, uses) in enumerate(zip(game.abilities, game.uses, strict=True))
    ]
    return game


def _played(game: TezumaPlay) -> Iterator[int]:
    """The cards that are in no hand any more."""
    for _, plays, winner in game.tricks():
        for _, move in plays:
            cards = CARDS_OF[move]
            yield from cards[1:] if ABILITY_OF[move] == FIRE and winner is not None else cards


def _shown(game: TezumaPlay) -> tuple[list[list[int]], list[set[int]]]:
    """By seat: cards that everybody knows to be in the hand, and suits that it has none of."""
    held: list[list[int]] = [[] for _ in range(game.seats)]
    void: list[set[int]] = [set() for _ in range(game.seats)]
    for _, plays, winner in game.tricks():
        follow = -1
        for seat, move in plays:
            if follow < 0:
                follow = SUIT_OF[move]
            elif SUIT_OF[move] not in (follow, -1) and ABILITY_OF[move] not in (RINGS, CUP):
                void[seat].add(follow)
            cards = CARDS_OF[move]
            held[seat] = [card for card in held[seat] if card not in cards]
            if ABILITY_OF[move] == FIRE and winner is not None:
                held[seat].append(cards[0])
    return held, void
