"""People's names as text: what they may be made of, and how they are written into a message.

A person can call themselves anything that Discord takes. In a message a name is neither markup nor a mention, hides
nothing, turns nothing around that stands beside it, covers no other line, and is never what the house says itself.
"""

from collections.abc import Iterator
from functools import cache
from re import compile as pattern
from unicodedata import bidirectional, category, normalize

from locales import LANGUAGES, Translation

LONGEST = 32
"""Characters of a name: Discord's limit."""
MOST_MARKS = 3
"""Marks on one letter, as many as Hebrew, Thai and Tibetan need; more pile up over the lines around."""
_HIDDEN_RANGES = (
    # Default_Ignorable_Code_Point of Unicode 16, but for those that have a category of `_HIDDEN` in every version.
    (0x034F, 0x034F),
    (0x115F, 0x1160),
    (0x17B4, 0x17B5),
    (0x180B, 0x180F),
    (0x3164, 0x3164),
    (0xFE00, 0xFE0F),
    (0xFFA0, 0xFFA0),
    (0xE0000, 0xE0FFF),
    # Letters, marks and signs by their category, of which nothing is seen: blanks, fillers, an object's place.
    (0x2800, 0x2800),
    (0xFFFC, 0xFFFC),
    (0x13441, 0x13442),
    (0x16FE4, 0x16FE4),
    (0x1D159, 0x1D159),
)
_HIDDEN = frozenset({"Cc", "Cf", "Cn", "Co", "Cs"})
"""Categories of what is not seen, or looks different everywhere: controls, format characters, what is not assigned."""
_MARKS = frozenset({"Mn", "Me"})
"""Categories of what stands on, under or around the letter before."""
ROBOT = "🤖"
"""The sign of a computer player."""
_LOOKALIKES = str.maketrans("аеіорсухүοουγνսօ", "aeiopcyxyoouyvuo")
_MARKUP = pattern(r"[\\`*_~|<>\[\]()#+\-.:@]")
"""What may begin markup, a mention, a link or a list; what belongs to none shows no backslash either."""
_ISOLATE, _END = "\u2068", "\u2069"


def cleaned(*names: str) -> str:
    """The first of somebody's names of which anything is seen, without what is not; empty: there is none.

    A name that the house itself writes in the place of a name, such as "You", is none; nor is the sign of computer
    players part of one.
    """
    for name in names:
        seen = "".join(" " if letter.isspace() else letter for letter in name if not _hides(letter))
        words = _without_piles(" ".join(seen.split()))[:LONGEST].strip()
        if words and _plain(words) not in _house_words():
            return words
    return ""


def _hides(letter: str) -> bool:
    if letter == ROBOT or any(first <= ord(letter) <= last for first, last in _HIDDEN_RANGES):
        return True
    return category(letter) in _HIDDEN and not letter.isspace()


def _without_piles(text: str) -> str:
    """A text with few marks on each letter, and none where there is no letter before."""
    kept, marks = [], MOST_MARKS
    for letter in text:
        if category(letter) in _MARKS:
            marks += 1
        else:
            marks = MOST_MARKS if letter == " " else 0
        if marks <= MOST_MARKS:
            kept.append(letter)
    return "".join(kept)


def _plain(text: str) -> str:
    """Reduce a name to its looks at a glance: without case, accents, punctuation, and letters that look like others."""
    letters = normalize("NFKD", normalize("NFKC", text).casefold()).translate(_LOOKALIKES)
    return normalize("NFKC", "".join(letter for letter in letters if letter.isalnum()))


@cache
def _house_words() -> frozenset[str]:
    """Collect what the house itself writes where a name would stand, in any language."""
    return frozenset(_plain(word) for language in LANGUAGES for word in _words_of(Translation(language)))


def _words_of(tr: Translation) -> Iterator[str]:
    yield tr("hand-you", sign="")
    yield tr("lobby-free")
    yield tr("person-unknown")
    yield from (tr("seat-number", seat=seat) for seat in range(1, 7))


def escaped(name: str) -> str:
    """A cleaned name in Discord's Markdown; one that is read from the right is kept apart from what follows it."""
    text = _MARKUP.sub(r"\\\g<0>", name)
    return f"{_ISOLATE}{text}{_END}" if any(bidirectional(letter) in {"R", "AL"} for letter in name) else text
