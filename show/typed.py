"""What somebody types into a form's only field."""

from collections.abc import Mapping
from typing import Final

import limits

WORDS: Final = "words"
"""The field, by its custom id."""


class Said(str):
    """Words of their own."""

    __slots__ = ()


def read_said(filled: object) -> Said:
    """The words that a form was filled in with, "" for blanks alone; a ValueError for what nobody can type there."""
    said = filled.get(WORDS) if isinstance(filled, Mapping) else None
    if not isinstance(said, str) or len(said.strip()) > limits.CUT_LENGTH:
        raise ValueError("no words in the form's field")
    return Said(said.strip())
