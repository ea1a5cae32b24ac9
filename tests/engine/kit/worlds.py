"""All arrangements of the hidden cards of a game's newest deal, found without the game's sampler."""

from collections import Counter
from collections.abc import Container, Iterator, Sequence
from copy import deepcopy
from itertools import permutations, product
from math import prod
from typing import Any

from engine import record
from engine.game import Game
from tests.engine.kit.piles import Place, cards, places
from tests.engine.kit.swaps import Cut, Known, hidden_places, tried

MOST_UNSEEN = 6
"""If more hidden cards than this have the same back, their orders are not tried, because there are too many."""


def worlds(cut: Cut, limit: int) -> Iterator[Game]:
    """Yield the state of `cut` once for each arrangement of the newest deal's hidden cards, also for the true one.

    An arrangement is left out only if one of the moves so far would be illegal with it. If there are more than `limit`
    arrangements, nothing is yielded.
    """
    full: dict[str, Any] = record.write(cut.game)
    deal, known = full["deals"][-1], cut.known[-1]
    groups = _unseen_places(cut.game, deal, known)
    if any(len(group) > MOST_UNSEEN for group in groups):
        return
    unordered = {place.pile for group in groups for place in group if _is_unordered(cut, full, place)}
    ways = [list(_ways(deal, group, unordered)) for group in groups]
    if prod(map(len, ways)) > limit:
        return
    for way in product(*ways):
        for group, codes in zip(groups, way, strict=True):
            for place, code in zip(group, codes, strict=True):
                place.lay(deal, code)
        twin = tried(cut.game, full, known.before)
        if twin is not None:
            yield twin


def _ways(
    deal: dict[str, Any], group: Sequence[Place], unordered: Container[tuple[str | int, ...]]
) -> Iterator[tuple[str, ...]]:
    """Yield the arrangements of the cards in these places; the order within an unordered pile makes no difference."""
    seen = set()
    for codes in permutations(place.look(deal) for place in group):
        piles: dict[object, list[str]] = {}
        for place, code in zip(group, codes, strict=True):
            piles.setdefault(place.pile if place.pile in unordered else place, []).append(code)
        lie = repr([sorted(pile) for pile in piles.values()])
        if lie not in seen:
            seen.add(lie)
            yield codes


def _is_unordered(cut: Cut, full: dict[str, Any], place: Place) -> bool:
    """Tell whether the order of the cards in the pile of `place` does not matter: reversed, it gives the same deal."""
    deal = full["deals"][-1]
    turned = {one: one._replace(number=-1 - one.number).look(deal) for one in places(deal, cut.known[-1].keys)}
    other = deepcopy(full)
    for one, code in turned.items():
        if one.pile == place.pile:
            one.lay(other["deals"][-1], code)
    twin = tried(cut.game, other, cut.known[-1].before)
    return twin is not None and twin.deal_data()[-1] == cut.game.deal_data()[-1]


def _unseen_places(game: Game, deal: dict[str, Any], known: Known) -> list[list[Place]]:
    """Return the places hidden from the public. A card in a hand counts as hidden even if an equal card was seen."""
    hidden = hidden_places(game, deal, known, None)
    copies = Counter(cards(deal, known.keys))
    for place in places(deal, known.keys):
        code, owner = place.look(deal), place.pile[-1]
        if copies[code] > 1 and code in known.seen[None] and isinstance(owner, int) and code in game.hand(owner):
            hidden.setdefault(game.card_back(code), []).append(place)
    return list(hidden.values())
