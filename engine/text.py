"""Sentences as data: a key and its arguments, which `locales/` translates.

Reasons, prompts, log lines and score sheets of the engine are `Text`s. `str()` of a text is plain English; people read
its translation. Arguments are numbers, words, other texts, or tuples of texts. Seats and cards are texts too (`SEAT`,
`CARD`), so that the translation can show a name or an emoji instead.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from string import Formatter
from typing import ClassVar, NamedTuple, TypeAlias

Arg: TypeAlias = "int | str | Text | tuple[Text, ...]"


class _TextFields(NamedTuple):
    key: str
    args: dict[str, Arg]


class Text(_TextFields):
    """One sentence or term: `key` names a `Phrase`, `args` fill it. In JSON it is `[key, {…}]`."""

    _hash: int

    def __hash__(self) -> int:
        """Compute the hash once: every page looks up its texts in caches."""
        try:
            return self._hash
        except AttributeError:
            self._hash = hash((self.key, frozenset(self.args.items())))
            return self._hash

    def __getstate__(self) -> None:
        """Leave the cached hash out of a pickle: another process has other hashes."""

    def __str__(self) -> str:
        return Phrase.all[self.key].format_english({name: plain(arg) for name, arg in self.args.items()})


def plain(arg: Arg) -> str:
    """Return an argument in plain English; commas join several texts."""
    if isinstance(arg, Text) or not isinstance(arg, tuple):
        return str(arg)
    return ", ".join(str(text) for text in arg)


class _OneOrMany(Formatter):
    """`str.format` with plurals: `{count:card|cards}` is the first word for 1, the second for any other number."""

    def format_field(self, value: object, format_spec: str) -> str:
        one, _, many = format_spec.partition("|")
        return (one if str(value) == "1" else many) if format_spec else str(value)


_ENGLISH = _OneOrMany()


class Phrase:
    """A sentence that the engine can say. A call with arguments returns a `Text`.

    `english` is a template: `{name}` inserts an argument, and `{name:card|cards}` a word that depends on a number.
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
        """Return the sentence with its arguments."""
        return Text(self.key, args) if args else self._bare

    def format_english(self, args: Mapping[str, str | int]) -> str:
        """Return the English sentence; raise `KeyError` if an argument is missing."""
        return _ENGLISH.vformat(self.english, (), args)


SEAT = Phrase("seat", "seat {seat}")
CARD = Phrase("card", "{card}")


@lru_cache
def seat_text(seat: int) -> Text:
    """Return the text for the player on `seat`; the translation inserts the player's name.

    All calls for a seat return one object, so that the logs of many games take half the memory.
    """
    return SEAT(seat=seat)


# Without this cache, building the pages of a hand and its table takes 4% to 11% longer.
@lru_cache(maxsize=1024)
def card_text(code: str) -> Text:
    """Return the text for the card with this code, such as `R9`; the same object each time, see `seat_text`."""
    return CARD(card=code)
