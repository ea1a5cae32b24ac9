"""Where the cards of a deal lie, as its record spells it: the same for every game, since a record is."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from engine.game import Game


class Place(NamedTuple):
    """Where one card lies in a deal."""

    pile: tuple[str | int, ...]
    """The way to the list that it lies in: ("hands", 2)."""
    number: int

    def look(self, deal: Mapping[str, Any]) -> str:
        """The card that lies here."""
        code: str = self._list(deal)[self.number]
        return code

    def lay(self, deal: Mapping[str, Any], code: str) -> None:
        """Put another card here."""
        self._list(deal)[self.number] = code

    def _list(self, deal: Mapping[str, Any]) -> list[str]:
        found: Any = deal
        for step in self.pile:
            found = found[step]
        cards: list[str] = found
        return cards


def hidden_keys(game: Game) -> list[str]:
    """The keys of the newest deal that hold hidden cards: those that the table does not see under the same name.

    Trumps that lie open, for example, name cards but are none.
    """
    shown = game.public()
    return [key for key, value in game.deal_data()[-1].items() if shown.get(key) != value]


def places(deal: Mapping[str, Any], keys: Iterable[str]) -> Iterator[Place]:
    """Every place of a deal that holds a card."""
    for key in keys:
        yield from _places(deal[key], (key,))


def _places(data: object, way: tuple[str | int, ...]) -> Iterator[Place]:
    if isinstance(data, list):
        for index, item in enumerate(data):
            if isinstance(item, str):
                yield Place(way, index)
            else:
                yield from _places(item, (*way, index))


def cards(deal: Mapping[str, Any], keys: Iterable[str]) -> list[str]:
    """Every card of a deal."""
    return [place.look(deal) for place in places(deal, keys)]
