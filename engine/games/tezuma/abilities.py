"""Tezuma: the twelve abilities, each with all that the rules say of it.

They have the numbers 1-12; 0 stands for none. 1-9 are those declared with one card, in the order of their moves (see
`moves`); then come the three that make a move of another kind.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.games.tezuma import messages
from engine.games.tezuma.cards import TRUMP
from engine.text import Phrase, Text

_NUMBER_CARDS = frozenset(range(TRUMP))
_ANY = _NUMBER_CARDS | {TRUMP}


@dataclass(frozen=True)
class Ability:
    """What one ability does; `plays` makes tables of it, and `Tezuma.declare` does what concerns the whole trick."""

    id: str
    uses: int = 2
    """How often a round."""
    leader: bool = True
    """Whether the leader may use it."""

    cards: int = 1
    """How many cards are played with it."""
    ranks: frozenset[int] = _ANY
    """The cards that it goes with; with any, even where it changes nothing (players bluff), unless the rules say so."""
    only: Phrase | None = None
    """Why it goes with no others."""
    frees: bool = False
    """Whether one need not follow suit."""

    follows: bool = False
    """Whether its card counts as one of the led suit."""
    active: bool = False
    """Whether its trump is active even though it follows, and even in a trick with Water Trick."""
    adds: int = 0
    times: int = 1
    """What is added to the value of its card, and by what that is multiplied before."""
    wins_ties: bool = False
    """Whether its card beats cards of the same value that were played before."""

    idles_trumps: bool = False
    """Whether no trump is active in this trick, whoever played it and whenever."""
    leads_next: int | None = None
    """Who leads the next trick whoever wins this one: so many seats to the left of the user."""

    @property
    def name(self) -> Text:
        """As printed."""
        return messages.ABILITIES[self.id]()

    @property
    def rule(self) -> Text:
        """Its name and what it does."""
        return messages.ABILITY_RULE(ability=self.name, effect=messages.EFFECTS[self.id]())


ABILITIES = (
    Ability("", uses=0),
    Ability("sword-walking", uses=4, wins_ties=True),
    Ability("water-trick", idles_trumps=True),
    Ability("baby-chicks", leads_next=0),
    Ability("pail-dance", leads_next=1),
    Ability("horse-swallowing", adds=2),
    Ability("butterfly-dance", leader=False, ranks=frozenset({TRUMP}), only=messages.ONLY_TRUMP, active=True),
    # These two are not for the leader because there is nothing yet that one could have to follow.
    Ability("linking-rings", leader=False, frees=True),
    Ability("cup-and-ball", leader=False, frees=True, follows=True),
    Ability("many-umbrellas", ranks=frozenset({3, 4}), only=messages.ONLY_4_5, times=2),
    Ability("fire-breathing", cards=2, ranks=_NUMBER_CARDS, only=messages.ONLY_PAIR),
    Ability("paper-egg", uses=4, leader=False, cards=0),
    Ability("five-color-sand", uses=1, cards=0),
)
VALUED = frozenset(
    number
    for number, ability in enumerate(ABILITIES)
    if ability.adds or ability.times > 1 or ability.cards > 1 or ability.follows
)
"""Those by which cards of different numbers or suits can tie: with them numbers count, and not their order alone."""
FIRE, EGG, SAND = 10, 11, 12
NUMBERS = {ability.id: number for number, ability in enumerate(ABILITIES) if number}
