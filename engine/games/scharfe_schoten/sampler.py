"""Scharfe Schoten: back from a view. Colours are public, so each colour's numbers are dealt alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import mul
from random import Random

from engine.cards import bits, mask_of
from engine.games.scharfe_schoten.cards import COLOURS, INDEX, ONE_OF, power_table
from engine.games.scharfe_schoten.deal import Deal
from engine.games.scharfe_schoten.game import NONE_YET, Result, ScharfeSchoten
from engine.games.scharfe_schoten.moves import PREDICTIONS, takes
from engine.games.scharfe_schoten.shown import SchotenView, SeatResult
from engine.sampler import Sampler


class SchotenSampler(Sampler[ScharfeSchoten, SchotenView]):
    """Games of Scharfe Schoten from views."""

    def restore(self, game: ScharfeSchoten, view: SchotenView) -> None:
        """The other hands are empty, unseen predictions open."""
        seat = view["seat"]
        trumps = [INDEX[code] for code in view["trumps"]]
        game.first = view["first"]
        game.leader = view["leader"]
        game.deals = [Deal((), 0, tuple(trumps))]
        game.results = [_result(seats) for seats in view["results"]]
        game.power = power_table(trumps)
        game.rack = list(view["rack"].values())
        game.takes = takes(game.rack)
        game.captured = [_captured(counts) for counts in view["captured"]]
        game.predictions = [NONE_YET] * game.seats
        game.hands = [0] * game.seats
        if view["predictions"] is not None:
            game.predictions = [_prediction(one) for one in view["predictions"]]
        if seat is not None:
            game.hands[seat] = mask_of(INDEX[code] for code in view["hand"])
            if view["prediction"] is not None:
                game.predictions[seat] = _prediction(view["prediction"])
        game.finished = []
        game.trick = []
        for trick in view["tricks"]:
            cards = [INDEX[code] for play in trick["plays"] for code in play["cards"]]
            if trick["winner"] is None:
                game.trick = cards
            else:
                game.finished.append((trick["leader"], tuple(cards), trick["winner"]))
        game.follow = game.trick[0] // 12 if game.trick else -1

    def unseen(self, known: ScharfeSchoten, view: SchotenView) -> Callable[[ScharfeSchoten, Random], None]:
        others = [seat for seat in range(known.seats) if seat != view["seat"]]
        seen = {card for _, cards, _ in known.finished for card in cards}.union(known.trick, *map(bits, known.hands))
        unseen = [[card for card in range(12 * c, 12 * c + 12) if card not in seen] for c in range(4)]
        guessed = [seat for seat in others if view["predicted"][seat] and view["predictions"] is None]

        def fill(game: ScharfeSchoten, random: Random) -> None:
            for colour, letter in enumerate(COLOURS):
                cards = unseen[colour][:]
                random.shuffle(cards)
                for seat in others:
                    for _ in range(view["hand_colours"][seat][letter]):
                        game.hands[seat] |= 1 << cards.pop()
            for seat in guessed:
                game.predictions[seat] = random.randrange(12)

        return fill


def _prediction(letters: Iterable[str]) -> int:
    most, fewest = map(COLOURS.index, letters)
    return PREDICTIONS.index((most, fewest))


def _captured(counts: Mapping[str, int]) -> int:
    return sum(map(mul, counts.values(), ONE_OF))


def _result(seats: Sequence[SeatResult]) -> Result:
    return Result(
        tuple(_prediction((one["most"], one["fewest"])) for one in seats),
        tuple(_captured(one["captured"]) for one in seats),
    )
