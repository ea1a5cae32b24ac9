"""Messages as `%` formats: Fluent formats a message once, and later only the texts of its arguments are filled in.

Without the formats, building the pages of a hand and its table takes 2.2 times as long.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache

import limits
from locales.bundles import formatted, selectors

_FIRST_GAP = 0xE100
"""First of the private-use characters that replace arguments while Fluent formats a message."""
_WIDE = "\ue000"
"""Private-use character at both ends of a Japanese argument while it is filled in."""
_KANA_AND_KANJI = "\u3005-\u30fb\u30fc\u3400-\u9fff"
_JAPANESE = re.compile(f"[{_KANA_AND_KANJI}]")
_BETWEEN = "{gap} (?=[" + _KANA_AND_KANJI + "])|(?<=[" + _KANA_AND_KANJI + "]) {gap}"
_TOUCHING = re.compile(_BETWEEN.format(gap=_WIDE))
"""A space between an argument and Japanese text. Messages contain this space for arguments in Latin letters. If the
argument is Japanese, the space is removed.
"""


def fill(language: str, key: str, kind: str, values: Mapping[str, str | int]) -> str:
    """Return a message with its arguments, without the spaces between Japanese arguments and Japanese text.

    A message may select variants by its argument `$kind`, whose value is `kind`.

    Raises:
        KeyError: the message does not exist, or an argument is missing.
    """
    chosen = selectors(language).get(key, ())
    fixed = {name: value if isinstance(value, int) or name in chosen else None for name, value in values.items()}
    text, touching = _format(language, key, kind, **fixed)
    wide = {name: f"{_WIDE}{values[name]}{_WIDE}" for name in touching if _JAPANESE.search(str(values[name]))}
    return _TOUCHING.sub("", text % {**values, **wide}).replace(_WIDE, "") if wide else text % values


def first_argument(language: str, key: str, names: Iterable[str]) -> str:
    """Return the name of the argument with which a message begins; "" if the message begins with other text."""
    text, _ = _format(language, key, "", **dict.fromkeys(names))
    return text[2 : text.index(")")] if text.startswith("%(") else ""


# Without this cache, building the pages of a hand and its table takes 2.7 times as long.
@lru_cache(maxsize=limits.SENTENCES)
def _format(language: str, key: str, kind: str, /, **args: str | int | None) -> tuple[str, tuple[str, ...]]:
    """Make the `%` format of a message, with a field for each argument that is None.

    Arguments that people typed are None, so that the cache does not hold their texts. The second value has the names of
    the fields that have Japanese text next to them, with only a space between the two.
    """
    gaps = {name: chr(_FIRST_GAP + place) for place, (name, arg) in enumerate(args.items()) if arg is None}
    known = {name: arg for name, arg in args.items() if arg is not None}
    text = formatted(language, key, {"kind": kind, **known, **gaps})
    touching = tuple(name for name, gap in gaps.items() if re.search(_BETWEEN.format(gap=gap), text))
    text = text.replace("%", "%%")
    for name, gap in gaps.items():
        text = text.replace(gap, f"%({name})s")
    return text, touching
