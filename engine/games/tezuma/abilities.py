"""Tezuma: the twelve abilities and their rules.

Abilities have the numbers 1-12; 0 means none. 1-9 are declared with one card, in the order of their moves (see
`moves`). The last three have moves of their own.
"""

from dataclasses import dataclass

from engine.games.tezuma import messages
from engine.games.tezuma.cards import TRUMP
from engine.text import Phrase, Text

_NUMBER_CARDS = frozenset(range(TRUMP))
_ANY = _NUMBER_CARDS | {TRUMP}


@dataclass(frozen=True)
class Ability:
    """The rules of one ability.

    `moves` derives its tables from these rules; `Tezuma.declare` handles effects on the whole trick.
    """

    id: str
    uses: int = 2
    """The number of uses in a round."""
    leader: bool = True
    """True if the leader may use it."""

    cards: int = 1
    """The number of cards played with it."""
    ranks: frozenset[int] = _ANY
    """The ranks of the cards with which it can be used.

    Unless the rules say otherwise these are all ranks, even those without an effect, because players bluff.
    """
    only: Phrase | None = None
    """The reason why the ability cannot be used with other cards."""
    frees: bool = False
    """True if its card need not follow suit."""

    follows: bool = False
    """True if its card counts as a card of the led suit."""
    active: bool = False
    """True if a trump played with the ability is active even when it follows suit, and even in a trick with Water
    Trick.
    """
    adds: int = 0
    times: int = 1
    """The value of the card played with the ability is first multiplied by `times`, then `adds` is added."""
    wins_ties: bool = False
    """True if its card beats earlier cards of the same value."""

    idles_trumps: bool = False
    """True if all trumps of the trick become inactive, those played before and those played later."""
    leads_next: int | None = None
    """The number of seats from the user clockwise to the next leader; None: the winner leads."""

    @property
    def name(self) -> Text:
        """The printed name."""
        return messages.ABILITIES[self.id]()


ABILITIES = (
    Ability("", uses=0),
    Ability("sword-walking", uses=4, wins_ties=True),
    Ability("water-trick", idles_trumps=True),
    Ability("baby-chicks", leads_next=0),
    Ability("pail-dance", leads_next=1),
    Ability("horse-swallowing", adds=2),
    Ability("butterfly-dance", leader=False, ranks=frozenset({TRUMP}), only=messages.ONLY_TRUMP, active=True),
    # The leader cannot use these two, because the leader has no suit to follow.
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
"""The abilities with which cards of different numbers or suits can tie. If a seat has such an ability, the numbers of
the cards matter, not only their order.
"""
FIRE, EGG, SAND = 10, 11, 12
NUMBERS = {ability.id: number for number, ability in enumerate(ABILITIES) if number}
