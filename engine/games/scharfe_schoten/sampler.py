"""Scharfe Schoten: full games that agree with a view. Colours are public, so each colour's numbers are dealt alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import TYPE_CHECKING

from engine.cards import bits, mask_of
from engine.chance import Chance
from engine.game import View
from engine.games.scharfe_schoten.cards import COLOURS, INDEX, PREDICTIONS, power_table
from engine.games.scharfe_schoten.deal import Deal

if TYPE_CHECKING:
    from engine.games.scharfe_schoten.game import ScharfeSchoten


def sampler(kind: type[ScharfeSchoten], view: View) -> Callable[[Random], ScharfeSchoten]:
    """See `Game.sampler`."""
    seats, seat = view["seats"], view["seat"]
    known = _from_view(kind, view)
    others = [other for other in range(seats) if other != seat]
    played = {INDEX[move.split()[1]] for trick in view["tricks"] for _, move in trick["plays"]}
    seen = played | set(bits(known.hands[seat]) if seat is not None else ())
    unseen = [[card for card in range(12 * c, 12 * c + 12) if card not in seen] for c in range(4)]
    guessed = [other for other in others if view["predicted"][other] and view["predictions"] is None]

    def draw(random: Random) -> ScharfeSchoten:
        game = known.copy()
        game.chance = Chance(random.randbytes(16))
        for colour, letter in enumerate(COLOURS):
            cards = unseen[colour][:]
            random.shuffle(cards)
            for other in others:
                for _ in range(view["hand_colours"][other][letter]):
                    game.hands[other] |= 1 << cards.pop()
        for other in guessed:
            game.predictions[other] = random.randrange(12)
        return game

    return draw


def _from_view(kind: type[ScharfeSchoten], view: View) -> ScharfeSchoten:
    """The game of a view with the other hands empty and unseen predictions open; no log, no history."""
    game = object.__new__(kind)
    game.restore(view)
    seats, seat = view["seats"], view["seat"]
    trumps = [INDEX[code] for code in view["trumps"]]
    game.first = view["first"]
    game.deals = [Deal((), 0, tuple(trumps))]
    game.results = [((), ())] * len(game.rounds)
    game.power = power_table(trumps)
    game.rack = list(view["rack"].values())
    game.captured = [count for counts in view["captured"] for count in counts.values()]
    known = view["predictions"] or [None] * seats
    if seat is not None and view["predictions"] is None:
        known[seat] = view["prediction"]
    game.predictions = [PREDICTIONS.index(_colour_pair(one)) if one else -1 for one in known]
    game.hands = [0] * seats
    if seat is not None:
        game.hands[seat] = mask_of(INDEX[code] for code in view["hand"])
    tricks = [
        (trick["leader"], tuple(kind.parse(move) for _, move in trick["plays"]), trick["winner"])
        for trick in view["tricks"]
    ]
    game.finished = [trick for trick in tricks if trick[2] is not None]
    game.leader = view["leader"]
    game.trick = []
    if tricks and (tricks[-1][2] is None or view["taking"]):
        game.trick = list(tricks[-1][1])
    game.follow = game.trick[0] // 12 if game.trick and not view["taking"] else -1
    return game


def _colour_pair(letters: Sequence[str]) -> tuple[int, int]:
    return COLOURS.index(letters[0]), COLOURS.index(letters[1])
