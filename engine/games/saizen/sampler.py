"""Saizen: full games that agree with a view. What play has ruled out is part of the view."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import TYPE_CHECKING, Any, TypeVar

from engine.cards import bits, mask_of
from engine.chance import Chance
from engine.games.saizen.cards import INDEX, RANKS, SUIT_LETTERS
from engine.games.saizen.moves import CARD_OF
from engine.games.saizen.rows import read_chips, read_sides
from engine.old import OldView as View
from engine.tricks import Trick
from engine.unseen import deal_unseen

if TYPE_CHECKING:
    from engine.games.saizen.play import SaizenPlay

SaizenT = TypeVar("SaizenT", bound="SaizenPlay")

_REST = 1 << 54
"""Stands in a hand for cards that are not dealt yet."""


def ranks_data(cards: int) -> dict[str, list[str]]:
    """A set of cards as the ranks of each suit; jokers as "X"."""
    data: dict[str, list[str]] = {}
    for card in bits(cards):
        suit, rank = (SUIT_LETTERS[card // 13], RANKS[card % 13]) if card < 52 else ("X", str(card - 51))
        data.setdefault(suit, []).append(rank)
    return data


def read_ranks(data: Mapping[str, Sequence[str]]) -> int:
    """The inverse of `ranks_data`."""
    return mask_of(INDEX[suit + rank] for suit, ranks in data.items() for rank in ranks)


def sampler(kind: type[SaizenT], view: View) -> Callable[[Random], SaizenT]:
    """See `Game.sampler`."""
    blank, played = _from_view(kind, view)
    seats = range(blank.seats)
    sizes = [size + cards.bit_count() for size, cards in zip(view["hand_sizes"], played, strict=True)]
    certain = [mask_of(INDEX[code] for code in codes) for codes in view["known"]]
    ruled_out = [read_ranks(ranks) for ranks in view["ruled_out"]]
    unknown = list(bits(blank.deck & ~mask_of(card for cards in certain for card in bits(cards))))
    missing = [size - cards.bit_count() for size, cards in zip(sizes, certain, strict=True)]

    def draw(random: Random) -> SaizenT:
        game = blank.copy()
        game.chance = Chance(random.randbytes(16))
        dealt = deal_unseen(random, unknown, missing, ruled_out)
        game.sets = [certain[seat] | mask_of(dealt[seat]) for seat in seats]
        game.hands = [game.sets[seat] & ~played[seat] for seat in seats]
        return game

    return draw


def _from_view(kind: type[SaizenT], view: View) -> tuple[SaizenT, list[int]]:
    """The game of a view, its hands not dealt, and by seat the cards played this round."""
    game = object.__new__(kind)
    game.restore(view)
    game.first = view["first"]
    game.moved = read_chips(view["moved"])
    game.start = read_sides(view["sides"]) ^ game.moved
    game.past = [
        (read_sides(one["sides"]), tuple(_trick(kind, trick) for trick in one["tricks"])) for one in view["earlier"]
    ]
    game.set_table()
    game.leader = view["leader"]
    game.taken = list(view["taken"])
    game.setting = False
    game.sets = game.hands = []
    tricks = [_trick(kind, trick) for trick in view["tricks"]]
    played = [0] * game.seats
    for _, plays, _ in tricks:
        for seat, move in plays:
            played[seat] |= 1 << CARD_OF[move]
    in_progress = tricks.pop() if view["led"] is not None else None
    game.finished = tricks
    game.open_trick()
    if in_progress is not None:
        _play(game, in_progress, view["hand_sizes"])
    game.setting = view["setting"]
    while game.setting and game.order[game.turn] != view["to_act"][0]:
        game.turn += 1
    game.to_act = tuple(view["to_act"])
    return game, played


def _play(game: SaizenPlay, trick: Trick, sizes: Sequence[int]) -> None:
    """Lay the cards of the trick in progress again, from hands that have these and more if there are more."""
    game.hands = [_REST if size else 0 for size in sizes]
    for seat, move in trick[1]:
        game.hands[seat] |= 1 << CARD_OF[move]
    for seat, move in trick[1]:
        game.apply(seat, move)


def _trick(kind: type[SaizenPlay], data: Mapping[str, Any]) -> Trick:
    plays = tuple((play["seat"], kind.parse(play["move"])) for play in data["plays"])
    return data["leader"], plays, data["winner"]
