"""Names of people as text: removing dangerous characters, and escaping.

Discord accepts almost any name. In a message a name must not act as markup or a mention, hide text, reverse the text
beside it, cover other lines, or imitate a text of the bot.
"""

from collections.abc import Iterator
from functools import cache
from re import compile as pattern
from unicodedata import bidirectional, category, normalize

from locales import LANGUAGES, Translation

LONGEST = 32
"""Greatest length of a name in characters: Discord's limit."""
MOST_MARKS = 3
"""Greatest number of combining marks on a letter. Hebrew, Thai and Tibetan need three; more would cover other lines."""
_HIDDEN_RANGES = (
    # Default_Ignorable_Code_Point of Unicode 16, without code points that `_HIDDEN` covers by their category.
    (0x034F, 0x034F),
    (0x115F, 0x1160),
    (0x17B4, 0x17B5),
    (0x180B, 0x180F),
    (0x3164, 0x3164),
    (0xFE00, 0xFE0F),
    (0xFFA0, 0xFFA0),
    (0xE0000, 0xE0FFF),
    # Letters, marks and symbols that are invisible in spite of their category: blanks, fillers, placeholders.
    (0x2800, 0x2800),
    (0xFFFC, 0xFFFC),
    (0x13441, 0x13442),
    (0x16FE4, 0x16FE4),
    (0x1D159, 0x1D159),
)
_HIDDEN = frozenset({"Cc", "Cf", "Cn", "Co", "Cs"})
"""The categories of invisible or unreliable characters: controls, formats, unassigned and private ones."""
_MARKS = frozenset({"Mn", "Me"})
"""The categories of combining marks."""
ROBOT = "🤖"
"""The symbol of a computer player."""
_LOOKALIKES = str.maketrans("аеіорсухүοουγνսօ", "aeiopcyxyoouyvuo")
_MARKUP = pattern(r"[\\`*_~|<>\[\]()#+\-.:@]")
"""Characters that may begin markup, a mention, a link or a list. Discord never displays the backslash before them."""
_ISOLATE, _END = "\u2068", "\u2069"


def cleaned(*names: str) -> str:
    """Return the first of a person's names that is visible, without invisible characters; "" if none is visible.

    A name that imitates a text of the bot, such as "You", does not count. The symbol of computer players is removed.
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
    """Remove the combining marks beyond `MOST_MARKS` on a letter, and all marks that have no letter before them."""
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
    """Reduce a name to its looks: without case, accents and punctuation, and with lookalike letters replaced."""
    letters = normalize("NFKD", normalize("NFKC", text).casefold()).translate(_LOOKALIKES)
    return normalize("NFKC", "".join(letter for letter in letters if letter.isalnum()))


# Without it, cleaning a name takes 0.12 ms instead of 0.02 ms.
@cache
def _house_words() -> frozenset[str]:
    """Return the texts that the bot writes in place of names, such as "You", in all languages, reduced by `_plain`."""
    return frozenset(_plain(word) for language in LANGUAGES for word in _words_of(Translation(language)))


def _words_of(tr: Translation) -> Iterator[str]:
    yield tr("hand-you", sign="")
    yield tr("lesson-you")
    yield tr("lobby-free")
    yield tr("person-unknown")
    yield from (tr("seat-number", seat=seat) for seat in range(1, 7))


def escaped(name: str) -> str:
    """Escape a cleaned name for Discord's Markdown; isolate right-to-left names from the text after them."""
    return isolated(_MARKUP.sub(r"\\\g<0>", name))


def isolated(name: str) -> str:
    """Isolate a right-to-left name from the text after it.

    A name in a label needs no escaping, because Discord renders no Markdown there.
    """
    return f"{_ISOLATE}{name}{_END}" if any(bidirectional(letter) in {"R", "AL"} for letter in name) else name
