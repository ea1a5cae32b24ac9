"""Estimates of the space that a text takes on the screen of a phone."""

import math
import re
from collections.abc import Iterable, Sequence
from unicodedata import east_asian_width

from show.text.page import Json, Part

SMALL_PRINT = 64
"""The number of Latin letters of small print that fit in a line of a phone 390 pixels wide."""
BESIDE_BUTTON = 44
"""The number of Latin letters of small print that fit beside a button, on a phone 390 pixels wide."""
BUTTONS = 44
"""The width of a row of buttons on a phone 390 pixels wide, in Latin letters."""
_FRAME = 4
"""The width of an empty button and the gap after it, in Latin letters."""
LARGE = 1.2
"""The size of usual print, relative to small print."""
_WIDE, _EMOJI = 2.25, 3
"""The widths of a Japanese letter and of an application emoji, in Latin letters."""
_BAR, _CELL = frozenset("▰▱"), 1.6
"""The signs of which bars are made, and their width in Latin letters."""
_OWN, _LINK = re.compile(r"<:\w+:\d+>"), re.compile(r"\[([^]]*)\]\([^)]*\)")
_MARKS = re.compile(r"^-# |\*\*|\u2060")


def text_width(text: str) -> float:
    """Return the approximate width of a line of text in Latin letters. Markup and targets of links have no width."""
    shown, emojis = _OWN.subn("", _LINK.sub(r"\1", _MARKS.sub("", text)))
    return _EMOJI * emojis + sum(map(_letter_width, shown))


def _letter_width(letter: str) -> float:
    return _CELL if letter in _BAR else _WIDE if east_asian_width(letter) in "WF" else 1


def phone_lines(text: str, width: int = SMALL_PRINT) -> float:
    """Return the height of a text on a phone in lines of small print, approximately.

    A line of small print has room for `width` Latin letters.
    """
    return sum(_height(line, width) for line in text.splitlines())


def _height(line: str, width: int) -> float:
    """Return the height of one line, wrapped if it is too long."""
    size = 1 if line.startswith("-# ") else LARGE
    return size * max(1, math.ceil(size * text_width(line) / width))


def fitting_texts(above: Iterable[Part], variants: Iterable[Sequence[str]], room: float) -> list[str]:
    """Return the texts of the first variant that fits below the texts of `above`, or else those of the last variant.

    Empty texts are left out.

    Args:
        above: the parts of the page above; only texts count.
        variants: the texts of each variant, the tallest first; there must be at least one.
        room: the height that all texts may have together, in lines of small print.
    """
    room -= sum(phone_lines(one) for one in above if isinstance(one, str))
    texts: Sequence[str] = ()
    for texts in variants:
        if sum(map(phone_lines, texts)) <= room:
            break
    return [text for text in texts if text]


def button_lines(row: Sequence[Json]) -> int:
    """Return the approximate number of lines that a row of buttons takes on a phone."""
    widths = [text_width(one.get("label", "")) + _EMOJI * ("emoji" in one) + _FRAME for one in row]
    return math.ceil(sum(widths) / BUTTONS)
