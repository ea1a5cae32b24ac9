"""Saizen: the sampler. It keeps the cards that the viewer knows in each seat's set, and deals all other cards."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from random import Random

from engine.cards import bits, mask_of
from engine.contract.sampler import Sampler
from engine.contract.view import PlayedTrick
from engine.games.saizen.cards import INDEX, read_ranks
from engine.games.saizen.game import Saizen
from engine.games.saizen.moves import BIT_OF
from engine.games.saizen.rows import read_chips, read_sides
from engine.games.saizen.view import SaizenView
from engine.knowledge.determinization import deal_hidden, every_deal
from engine.tricks import Plays, Trick, read_trick

_REST = 1 << 54
"""A bit that stands for all cards of a hand that are not in the trick in progress."""


class SaizenSampler(Sampler[Saizen, SaizenView]):
    """The sampler of Saizen."""

    def restore(self, game: Saizen, view: SaizenView) -> None:
        """Restore a game; sets and hands contain only the cards that the viewer knows."""
        game.first = view["first"]
        game.moved = read_chips(view["moved"])
        game.start = read_sides(view["sides"]) ^ game.moved
        game.past = [(read_sides(one["sides"]), tuple(_tricks(game, one["tricks"]))) for one in view["earlier"]]
        game.leader = view["leader"]
        game.tricks_won = list(view["taken"])
        game.finished = _tricks(game, view["tricks"])
        played = _played(game)
        plays = game.finished.pop()[1] if view["led"] is not None else ()
        game.open_trick()
        _replay_trick(game, plays, view["hand_sizes"])
        game.sets = [mask_of(INDEX[code] for code in cards) for cards in view["known"]]
        game.hands = [cards & ~gone for cards, gone in zip(game.sets, played, strict=True)]

    def determinizer(self, known: Saizen, view: SaizenView) -> Callable[[Saizen, Random], None]:
        cards, missing, ruled_out = _unknown(known, view)

        def fill(game: Saizen, random: Random) -> None:
            _add_cards(game, deal_hidden(random, cards, missing, ruled_out))

        return fill

    def every_determinization(self, known: Saizen, view: SaizenView) -> Iterator[tuple[Callable[[Saizen], None], int]]:
        for dealt in every_deal(*_unknown(known, view)):
            yield partial(_add_cards, dealt=dealt), 1


def _unknown(known: Saizen, view: SaizenView) -> tuple[list[int], list[int], list[int]]:
    """Return the arguments of `every_deal` for the cards whose set the viewer does not know.

    There are three lists. The first has these cards. The second has, for each seat, how many of them belong to its set.
    The third has, for each seat, a mask of the cards that its set cannot have.
    """
    cards = list(bits(known.deck & ~sum(known.sets)))
    missing = [size - hand.bit_count() for size, hand in zip(view["hand_sizes"], known.hands, strict=True)]
    return cards, missing, [read_ranks(ranks) for ranks in view["ruled_out"]]


def _add_cards(game: Saizen, dealt: Sequence[Sequence[int]]) -> None:
    for seat, cards in enumerate(dealt):
        new = mask_of(cards)
        game.sets[seat] |= new
        game.hands[seat] |= new


def _tricks(game: Saizen, tricks: Sequence[PlayedTrick]) -> list[Trick]:
    return [read_trick(game.parse, trick) for trick in tricks]


def _played(game: Saizen) -> list[int]:
    """Return by seat the cards played this round."""
    played = [0] * game.seats
    for _, plays, _ in game.finished:
        for seat, move in plays:
            played[seat] |= BIT_OF[move]
    return played


def _replay_trick(game: Saizen, plays: Plays, sizes: Sequence[int]) -> None:
    """Play the trick in progress again.

    Each hand has the cards that its seat played to the trick, and one bit that stands for all cards left in hand.
    """
    game.hands = [_REST if size else 0 for size in sizes]
    for seat, move in plays:
        game.hands[seat] |= BIT_OF[move]
    for seat, move in plays:
        game.replay_card(seat, move)
