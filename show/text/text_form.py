"""Text typed into the fields of a form."""

import unicodedata
from collections.abc import Mapping
from typing import Final, NamedTuple

import limits

NONCE: Final = "nonce"
WORDS: Final = "words"
"""The custom ids of the fields in the form with which a player cuts the deck."""
LINE: Final = "line"
"""The custom id of the only field of a form."""


class OwnCut(NamedTuple):
    """The nonce and the words with which a player cuts the deck, both without surrounding blanks."""

    nonce: str
    words: str


def read_cut(filled: object) -> OwnCut:
    """Parse the submitted form with which a player cuts the deck; an empty field is "".

    Raises:
        ValueError: a field is missing, too long, or holds a character that cannot be typed there.
    """
    if not isinstance(filled, Mapping):
        raise ValueError("no form")  # noqa: TRY004  unreadable input is always a ValueError
    return OwnCut(_line(filled, NONCE, limits.NONCE_LENGTH), _line(filled, WORDS, limits.CUT_LENGTH))


class TypedLine(str):
    """The text typed into the only field of a form, without surrounding blanks."""

    __slots__ = ()


def read_typed(filled: object) -> TypedLine:
    """Parse the submitted form of one field.

    Raises:
        ValueError: the field is missing, too long, or holds a character that cannot be typed there.
    """
    if not isinstance(filled, Mapping):
        raise ValueError("no form")  # noqa: TRY004  unreadable input is always a ValueError
    return TypedLine(_line(filled, LINE, limits.LINE_LENGTH))


def _line(filled: Mapping[object, object], name: str, most: int) -> str:
    typed = filled.get(name)
    if not isinstance(typed, str) or len(line := typed.strip()) > most:
        raise ValueError(f"no line in the field {name}")
    if any(unicodedata.category(char) in {"Cc", "Cs"} and char != "\t" for char in line):
        raise ValueError(f"no text in the field {name}")
    return line
