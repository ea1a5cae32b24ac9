"""Strict JSON for records with a proof: programs in every language read the same data, or refuse the text.

Plain JSON readers differ: some drop the first of two equal keys, some read 6.0 as 6, some round large numbers. So a
canonical text allows less than JSON (docs/records.md):

- All characters are printable ASCII, except tabs and line ends between tokens.
- Strings have no backslash, so each string has one spelling.
- Numbers are whole, at least 0, of at most 15 digits, without sign, fraction or exponent.
- No object has a key twice, and objects and lists are nested at most `DEPTH` deep.
"""

import json
import re
from itertools import accumulate

from engine.errors import BadRecord

DEPTH = 8
"""The greatest nesting of objects and lists; the deepest record has five levels."""

_CHARACTERS = re.compile(r"[\t\n\r -\[\]-~]*")
_TEXT = re.compile(r'"[^"]*"')
_NUMBER = re.compile("0|[1-9][0-9]{0,14}")
_STEPS = {"{": 1, "[": 1, "}": -1, "]": -1}


def loads(text: str) -> object:
    """Read canonical JSON.

    Raises:
        BadRecord: the text is no JSON, or not canonical.
    """
    if not _CHARACTERS.fullmatch(text):
        raise BadRecord("the record holds a character that no record has")
    if max(accumulate(_STEPS.get(char, 0) for char in _TEXT.sub("", text)), default=0) > DEPTH:
        raise BadRecord("the record is nested too deeply")
    try:
        return json.loads(text, object_pairs_hook=_object, parse_int=_int, parse_float=_other, parse_constant=_other)
    except ValueError as error:
        raise BadRecord(f"this is not JSON: {error}") from None


def dumps(data: object) -> str:
    """Write data as text. Equal texts mean equal data of equal types: 1, 1.0 and true give three different texts."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"))


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    data = dict(pairs)
    if len(data) < len(pairs):
        raise BadRecord("a key stands twice in one object of the record")
    return data


def _int(text: str) -> int:
    return int(text) if _NUMBER.fullmatch(text) else _other(text)


def _other(text: str) -> int:
    raise BadRecord(f"{text[:40]} is not how a record writes a whole number")
