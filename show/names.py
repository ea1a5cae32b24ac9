"""People's names as text: what they may be made of, and how they are written into a message.

A person can call themselves anything that Discord takes. In a message a name is neither markup nor a mention, hides
nothing, and turns nothing around that stands beside it.
"""

from re import compile as pattern
from unicodedata import bidirectional, category

LONGEST = 32
"""Characters of a name: Discord's limit."""
_BLANK = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and signs by their category, of which nothing is seen."""
_UNSEEN = frozenset({"Cc", "Cf", "Co", "Cs"})
"""Categories of what is not seen: controls, zero-width characters, marks that turn the direction."""
_MARKUP = pattern(r"[\\`*_~|<>\[\]()#+\-.:@]")
"""What may begin markup, a mention, a link or a list; what belongs to none shows no backslash either."""
_ISOLATE, _END = "\u2068", "\u2069"


def cleaned(*names: str) -> str:
    """The first of somebody's names of which anything is seen, without what is not; empty: there is none."""
    for name in names:
        seen = "".join(" " if letter.isspace() else letter for letter in name if not _hides(letter))
        if words := " ".join(seen.split())[:LONGEST].strip():
            return words
    return ""


def _hides(letter: str) -> bool:
    return letter in _BLANK or (category(letter) in _UNSEEN and not letter.isspace())


def escaped(name: str) -> str:
    """A cleaned name in Discord's Markdown; one that is read from the right is kept apart from what follows it."""
    text = _MARKUP.sub(r"\\\g<0>", name)
    return f"{_ISOLATE}{text}{_END}" if any(bidirectional(letter) in {"R", "AL"} for letter in name) else text
