"""Tennos Square: the sampler.

The view contains all that play reveals about the hidden cards, so every order of the hidden cards is equally likely.
"""

from collections.abc import Callable, Iterable
from random import Random

from engine.contract.sampler import Sampler
from engine.games.tennos_square.cards import EXCHANGE, FACE_DOWN, INDEX, STEPS, STOCK
from engine.games.tennos_square.game import EXCHANGED, NOTHING, Result, TennosSquare
from engine.games.tennos_square.view import SquareView


class SquareSampler(Sampler[TennosSquare, SquareView]):
    """The sampler of Tennos Square."""

    def restore(self, game: TennosSquare, view: SquareView) -> None:
        """Restore a game; `FACE_DOWN` stands for each card that the viewer does not know."""
        seats, seat = game.seats, view["seat"]
        size = game.size = len(STEPS[seats])
        game.first_dealer = (view["dealer"] - view["round"] + 1) % seats
        game.start = view["start"]
        game.deals = []
        game.results = [
            Result(one["finisher"], tuple(_cards(seat_result["row"]) for seat_result in one["by_seat"]))
            for one in view["finished"]
        ]
        game.row = [card for row in view["rows"] for card in _cards(row)]
        game.down = [sum(1 << slot for slot, code in enumerate(row) if code is None) for row in view["rows"]]
        game.hands = [_cards(codes) for codes in view["shown_hands"]]
        game.market_card = [hand[0] if hand else FACE_DOWN for hand in game.hands]
        game.discards = list(_cards(view["discards"] or [None] * seats))
        if seat is not None:
            game.hands[seat] = _cards(view["hand"])
            game.discards[seat] = _card(view["discard"])
        game.market = (STOCK, *(EXCHANGE + INDEX[code] for code in view["market"]))
        game.stock = ()
        game.drawn = 0
        game.last = EXCHANGED if view["exchanged"] else NOTHING
        if view["last"] is not None:
            last, slot = view["last"]
            game.last = size * last + slot - 1

    def determinizer(self, known: TennosSquare, view: SquareView) -> Callable[[TennosSquare, Random], None]:
        others = [seat for seat in range(known.seats) if seat != view["seat"]]
        places = [place for place, card in enumerate(known.row) if card == FACE_DOWN]
        missing = {seat: size - len(known.hands[seat]) for seat, size in enumerate(view["hand_sizes"])}
        short = [(seat, count) for seat, count in missing.items() if count]
        secret = [seat for seat in others if view["laid"][seat] and view["discards"] is None]
        seen = {*known.row, *known.discards, *(INDEX[code] for code in view["market"])}
        seen.update(card for hand in known.hands for card in hand)
        unseen = [card for card in range(60) if card not in seen]

        def fill(game: TennosSquare, random: Random) -> None:
            cards = unseen[:]
            random.shuffle(cards)
            take = cards.pop
            for place in places:
                game.row[place] = take()
            for seat, count in short:
                game.hands[seat] = tuple(sorted([take() for _ in range(count)]))
            for seat in secret:
                game.discards[seat] = take()
            game.stock = tuple(cards)

        return fill


def _cards(codes: Iterable[str | None]) -> tuple[int, ...]:
    return tuple(_card(code) for code in codes)


def _card(code: str | None) -> int:
    return FACE_DOWN if code is None else INDEX[code]
