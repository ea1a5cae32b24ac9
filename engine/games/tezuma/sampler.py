"""Tezuma: the sampler."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from random import Random

from engine.contract.sampler import Sampler
from engine.games.tezuma.abilities import NUMBERS
from engine.games.tezuma.cards import UNIT
from engine.games.tezuma.deal import Deal, Displays
from engine.games.tezuma.game import NOTHING, Result, Tezuma
from engine.games.tezuma.knowledge import Unknown, unknown
from engine.games.tezuma.moves import ABILITY_PLAYS, CAPTURE, SUIT_OF
from engine.games.tezuma.view import SeatResult, TezumaView
from engine.knowledge.determinization import deal_hidden, every_deal, ways_dealt
from engine.tricks import read_trick


class TezumaSampler(Sampler[Tezuma, TezumaView]):
    """The sampler of both editions."""

    def restore(self, game: Tezuma, view: TezumaView) -> None:
        """Restore a game; all hands but that of the view's seat are empty."""
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
        hidden = _unknown(known, view)

        def fill(game: Tezuma, random: Random) -> None:
            dealt = deal_hidden(random, hidden.cards, hidden.sizes, hidden.forbidden)
            while random.random() * hidden.rarity(dealt) > 1:
                dealt = deal_hidden(random, hidden.cards, hidden.sizes, hidden.forbidden)
            _add_cards(game, hidden.held, dealt)

        return fill

    def every_determinization(self, known: Tezuma, view: TezumaView) -> Iterator[tuple[Callable[[Tezuma], None], int]]:
        hidden = _unknown(known, view)
        for dealt in every_deal(hidden.cards, hidden.sizes, hidden.forbidden):
            ways = ways_dealt([[*cards, *more] for cards, more in zip(hidden.known_copies, dealt, strict=True)])
            yield partial(_add_cards, held=hidden.held, dealt=dealt), ways


def _unknown(known: Tezuma, view: TezumaView) -> Unknown:
    return unknown(known, view["seat"], view["hand_sizes"])


def _add_cards(game: Tezuma, held: Sequence[Sequence[int]], dealt: Sequence[Sequence[int]]) -> None:
    game.hands = [sum([UNIT[card] for card in (*cards, *more)]) for cards, more in zip(held, dealt, strict=True)]


def _result(letters: list[str], seat: SeatResult) -> Result:
    return Result(seat["bid"], seat["won"], letters.index(seat["pain"]), seat["captured"])
