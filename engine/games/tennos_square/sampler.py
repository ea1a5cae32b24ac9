"""Tennos Square: full games that agree with a view.

Play shows nothing of a card beyond what the view says: every way to lay the unseen cards out is as likely.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING

from engine.chance import Chance
from engine.games.tennos_square.cards import FACE_DOWN, INDEX, STEPS
from engine.games.tennos_square.play import EXCHANGE, EXCHANGED, NOTHING, STOCK
from engine.old import OldView as View

if TYPE_CHECKING:
    from engine.games.tennos_square.game import TennosSquare


def sampler(kind: type[TennosSquare], view: View) -> Callable[[Random], TennosSquare]:
    """See `Game.sampler`."""
    known = _from_view(kind, view)
    seats, seat = view["seats"], view["seat"]
    places = [place for place, card in enumerate(known.row) if card == FACE_DOWN]
    short = [
        (other, view["hand_sizes"][other] - len(known.hands[other]))
        for other in range(seats)
        if len(known.hands[other]) < view["hand_sizes"][other]
    ]
    secret = [other for other in range(seats) if view["laid"][other] and view["discards"] is None and other != seat]
    seen = {*known.row, *known.discards, *(INDEX[code] for code in view["market"])}
    seen.update(card for hand in known.hands for card in hand)
    unseen = [card for card in range(60) if card not in seen]

    def draw(random: Random) -> TennosSquare:
        game = known.copy()
        game.chance = Chance(random.randbytes(16))
        cards = unseen[:]
        random.shuffle(cards)
        take = cards.pop
        for place in places:
            game.row[place] = take()
        for other, count in short:
            game.hands[other] = tuple(sorted([take() for _ in range(count)]))
        for other in secret:
            game.discards[other] = take()
        game.stock = tuple(cards)
        return game

    return draw


def _from_view(kind: type[TennosSquare], view: View) -> TennosSquare:
    """The game of a view, with `FACE_DOWN` for every card that the seat cannot know; no log, no history."""
    game = object.__new__(kind)
    game.restore(view)
    seats, seat = view["seats"], view["seat"]
    size = game.size = len(STEPS[seats])
    game.first_dealer = (view["dealer"] - view["round"] + 1) % seats
    game.start = view["start"]
    game.deals = []
    game.results = [(one["finisher"], tuple(_joined(one["rows"]))) for one in view["finished"]]
    game.row = _joined(view["rows"])
    game.down = [sum(1 << slot for slot, code in enumerate(row) if code is None) for row in view["rows"]]
    game.hands = [tuple(_card(code) for code in codes) for codes in view["shown_hands"]]
    game.shown = [hand[0] if hand else FACE_DOWN for hand in game.hands]
    game.discards = [_card(code) for code in view["discards"] or [None] * seats]
    if seat is not None:
        game.hands[seat] = tuple(_card(code) for code in view["hand"])
        game.discards[seat] = _card(view["discard"])
    game.market = (STOCK, *(EXCHANGE + INDEX[code] for code in view["market"]))
    game.stock = ()
    game.drawn = 0
    game.last = EXCHANGED if view["exchanged"] else NOTHING
    if view["last"] is not None:
        last, slot = view["last"]
        game.last = size * last + slot - 1
    return game


def _joined(rows: list[list[str | None]]) -> list[int]:
    return [_card(code) for row in rows for code in row]


def _card(code: str | None) -> int:
    return FACE_DOWN if code is None else INDEX[code]
