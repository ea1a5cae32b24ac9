"""Sentences as data: a key and its arguments, translated at the edge by `locales/`.

The engine says what it has to say (reasons, prompts, log and score-sheet lines) as a `Text`. `str()` of one is plain
English; anything that people read is translated by its key. Arguments are numbers, words, other texts, or tuples of
texts. Seats and cards are texts too (`SEAT`, `CARD`), so that the edge can put a name or an emoji in their place.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from string import Formatter
from typing import ClassVar, NamedTuple, TypeAlias

Arg: TypeAlias = "int | str | Text | tuple[Text, ...]"


class _Said(NamedTuple):
    key: str
    args: dict[str, Arg]


class Text(_Said):
    """One sentence or term: `key` names a `Phrase`, `args` fill it. Plain data: in JSON it is `[key, {…}]`."""

    _hash: int

    def __hash__(self) -> int:
        """Worked out once: what is said of a text is looked up for every page."""
        try:
            return self._hash
        except AttributeError:
            self._hash = hash((self.key, frozenset(self.args.items())))
            return self._hash

    def __getstate__(self) -> None:
        """Nothing beside key and arguments: in another process the same text has another hash."""

    def __str__(self) -> str:
        return Phrase.all[self.key].filled({name: plain(arg) for name, arg in self.args.items()})


def plain(arg: Arg) -> str:
    """An argument in plain English; several texts are joined by commas."""
    if isinstance(arg, Text) or not isinstance(arg, tuple):
        return str(arg)
    return ", ".join(str(text) for text in arg)


class _OneOrMany(Formatter):
    """`str.format` in which `{count:card|cards}` is the first word for 1, the second for any other number."""

    def format_field(self, value: object, format_spec: str) -> str:
        one, _, many = format_spec.partition("|")
        return (one if str(value) == "1" else many) if format_spec else str(value)


_ENGLISH = _OneOrMany()


class Phrase:
    """What the engine can say. Calling it with arguments gives a `Text`.

    `english` is a template with `{name}` for an argument, and `{name:card|cards}` for a word that goes by a number.
    """

    all: ClassVar[dict[str, Phrase]] = {}

    def __init__(self, key: str, english: str) -> None:
        if key in self.all:
            raise ValueError(f"two phrases have the key {key}")
        self.key = key
        self.english = english
        self._bare = Text(key, {})
        self.all[key] = self

    def __call__(self, **args: Arg) -> Text:
        """The sentence with its arguments."""
        return Text(self.key, args) if args else self._bare

    def filled(self, args: Mapping[str, str | int]) -> str:
        """The English sentence; raises `KeyError` where an argument is missing."""
        return _ENGLISH.vformat(self.english, (), args)


SEAT = Phrase("seat", "seat {seat}")
CARD = Phrase("card", "{card}")


@lru_cache
def seat_text(seat: int) -> Text:
    """The person or computer on `seat`; the edge puts the name."""
    return SEAT(seat=seat)


@lru_cache(maxsize=1024)
def card_text(code: str) -> Text:
    """A card by its code, such as `R9`; the edge draws its suit."""
    return CARD(card=code)
