"""Scharfe Schoten: the sampler. Colours are public, so the hidden numbers are dealt separately for each colour."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain, product
from math import prod
from operator import mul
from random import Random

from engine.cards import bits, mask_of
from engine.contract.sampler import Sampler
from engine.games.scharfe_schoten.cards import COLOURS, INDEX, ONE_OF, PREDICTIONS, power_table, takes
from engine.games.scharfe_schoten.deal import Deal
from engine.games.scharfe_schoten.game import COLOUR_MASKS, NONE_YET, Result, ScharfeSchoten
from engine.games.scharfe_schoten.view import SchotenView, SeatResult
from engine.knowledge.determinization import every_deal, ways_dealt


class SchotenSampler(Sampler[ScharfeSchoten, SchotenView]):
    """The sampler of Scharfe Schoten."""

    def restore(self, game: ScharfeSchoten, view: SchotenView) -> None:
        """Restore a game: all hands but that of the view's seat are empty, and unknown predictions are `NONE_YET`."""
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

    def determinizer(self, known: ScharfeSchoten, view: SchotenView) -> Callable[[ScharfeSchoten, Random], None]:
        others = [seat for seat in range(known.seats) if seat != view["seat"]]
        unseen = _unseen(known)
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

    def every_determinization(
        self, known: ScharfeSchoten, view: SchotenView
    ) -> Iterator[tuple[Callable[[ScharfeSchoten], None], int]]:
        """See `Sampler`. While predictions are secret, it yields nothing: far too many games agree with the view."""
        if view["predictions"] is None:
            return
        others = [seat for seat in range(known.seats) if seat != view["seat"]]
        piles = [(seat, colour) for seat in others for colour in range(4)]
        sizes = [view["hand_colours"][seat][COLOURS[colour]] for seat, colour in piles]
        not_mine = [~COLOUR_MASKS[colour] for _, colour in piles]
        held = [sum(size for (_, one), size in zip(piles, sizes, strict=True) if one == colour) for colour in range(4)]
        in_hands = [list(_splits(known, cards, count)) for cards, count in zip(_unseen(known), held, strict=True)]
        for colours in product(*in_hands):
            ways = prod(count for _, count in colours)
            for dealt in every_deal([card for cards, _ in colours for card in cards], sizes, not_mine):
                given = [(seat, cards) for (seat, _), cards in zip(piles, dealt, strict=True)]
                yield partial(_add_cards, dealt=given), ways


def _unseen(known: ScharfeSchoten) -> list[list[int]]:
    """Return by colour the cards that the viewer has not seen."""
    seen = {card for _, cards, _ in known.finished for card in cards}.union(known.trick, *map(bits, known.hands))
    return [[card for card in range(12 * c, 12 * c + 12) if card not in seen] for c in range(4)]


def _splits(known: ScharfeSchoten, cards: Sequence[int], count: int) -> Iterator[tuple[list[int], int]]:
    """Yield the ways to choose which `count` of the hidden `cards` of a colour are in hands.

    The other hidden cards are in the rack or captured. Hidden cards that beat the same known cards are equivalent: it
    matters only how many of them are in hands. So only one of several equivalent ways is yielded, together with the
    number of these ways.
    """
    in_play = [known.power[card] for card in (*known.trick, *chain(*map(bits, known.hands)))]
    alike: dict[tuple[bool, int], list[int]] = {}
    for card in cards:
        beaten = sum(known.power[card] > power for power in in_play)
        alike.setdefault((card in known.deals[-1].trumps, beaten), []).append(card)
    kinds = [kind for kind, group in enumerate(alike.values()) for _ in group]
    for held, rest in every_deal(kinds, [count, len(cards) - count], [0, 0]):
        groups = list(map(iter, alike.values()))
        yield [next(groups[kind]) for kind in held], ways_dealt([held, rest])


def _add_cards(game: ScharfeSchoten, dealt: Sequence[tuple[int, Sequence[int]]]) -> None:
    for seat, cards in dealt:
        game.hands[seat] |= mask_of(cards)


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
