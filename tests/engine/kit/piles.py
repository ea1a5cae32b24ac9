"""The positions of the cards in the deal of a game record, found in the same way for every game."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from engine.game import Game


class Place(NamedTuple):
    """The position of one card in a deal: a pile, and a number in this pile."""

    pile: tuple[str | int, ...]
    """The path to the list with the card, such as ("hands", 2)."""
    number: int

    def look(self, deal: Mapping[str, Any]) -> str:
        """Return the card in this place."""
        code: str = self._list(deal)[self.number]
        return code

    def lay(self, deal: Mapping[str, Any], code: str) -> None:
        """Put another card into this place."""
        self._list(deal)[self.number] = code

    def _list(self, deal: Mapping[str, Any]) -> list[str]:
        found: Any = deal
        for step in self.pile:
            found = found[step]
        cards: list[str] = found
        return cards


def hidden_keys(game: Game) -> list[str]:
    """Return the keys under which the newest deal has hidden cards: their values differ from those in the public view.

    The key of open trumps, for example, is left out.
    """
    shown = game.public()
    return [key for key, value in game.deal_data()[-1].items() if shown.get(key) != value]


def places(deal: Mapping[str, Any], keys: Iterable[str]) -> Iterator[Place]:
    """Yield the position of every card that a deal has under these keys."""
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
    """Return every card of a deal that is under one of these keys."""
    return [place.look(deal) for place in places(deal, keys)]
