"""Every way in which the hidden cards of a full record can lie, found without asking a game what may be hidden."""

from __future__ import annotations

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
"""Cards of one back of which every way to lie is tried."""


def worlds(cut: Cut, limit: int) -> Iterator[Game]:
    """The state with the cards of its newest deal that nobody need have seen lying in every other way, itself too.

    Nothing but the rules is asked which of them are possible: the moves are made again. Where there would be more than
    `limit` ways, there are none.
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
    """The ways in which the cards of these places can lie in them; in an unordered pile one order is enough."""
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
    """Whether a record with the cards of the pile of this place the other way round is of the same deal."""
    deal = full["deals"][-1]
    turned = {one: one._replace(number=-1 - one.number).look(deal) for one in places(deal, cut.known[-1].keys)}
    other = deepcopy(full)
    for one, code in turned.items():
        if one.pile == place.pile:
            one.lay(other["deals"][-1], code)
    twin = tried(cut.game, other, cut.known[-1].before)
    return twin is not None and twin.deal_data()[-1] == cut.game.deal_data()[-1]


def _unseen_places(game: Game, deal: dict[str, Any], known: Known) -> list[list[Place]]:
    """As `hidden_places` for everybody, with those equal to a card that was seen, as long as they are in a hand."""
    hidden = hidden_places(game, deal, known, None)
    copies = Counter(cards(deal, known.keys))
    for place in places(deal, known.keys):
        code, owner = place.look(deal), place.pile[-1]
        if copies[code] > 1 and code in known.seen[None] and isinstance(owner, int) and code in game.hand(owner):
            hidden.setdefault(game.card_back(code), []).append(place)
    return list(hidden.values())
