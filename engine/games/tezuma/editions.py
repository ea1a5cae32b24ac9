"""Tezuma: the differences between the two editions."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations, product

from engine.cards import Suit
from engine.contract.options import FreeChoice, FreeValue
from engine.games.tezuma import messages
from engine.games.tezuma.abilities import ABILITIES, NUMBERS
from engine.games.tezuma.cards import TRUMP, BidCard, read_bids
from engine.text import Text

Piles = tuple[tuple[tuple[int, ...], int], ...]
"""Pairs of a pile (card numbers) and the number of cards to draw from it."""


@dataclass(frozen=True)
class Edition:
    """One edition: its cards, its draft, and the abilities whose number of uses differs from `Ability.uses`."""

    suits: tuple[Suit, ...]
    bids: tuple[BidCard, ...]
    """The bid cards by number."""
    bid_piles: Mapping[str, Mapping[int, Piles]]
    """The piles for the display of bids, by the name of a set and the number of seats."""
    ability_piles: Mapping[str, Mapping[int, Piles]]
    """The piles for the display of abilities; an empty display means that none are drafted."""
    draft_turns_back: bool
    """True if the second turn of the draft goes counter-clockwise."""
    deal_moves: bool
    """True if a dealer is drawn, whose left neighbour starts; False: the starter is drawn."""
    other_uses: Mapping[str, int] = field(default_factory=dict)
    """The abilities with an unusual number of uses in a round, each with this number."""

    @cached_property
    def codes(self) -> tuple[str, ...]:
        """The code of each card."""
        return tuple(f"{suit.letter}{'T' if rank == TRUMP else rank + 1}" for suit in self.suits for rank in range(10))

    @cached_property
    def index(self) -> dict[str, int]:
        """The card of each code."""
        return {code: card for card, code in enumerate(self.codes)}

    def uses(self, number: int) -> int:
        """Return the number of uses of an ability in a round."""
        ability = ABILITIES[number]
        return self.other_uses.get(ability.id, ability.uses)

    @cached_property
    def offers(self) -> dict[int, Text]:
        """The description of each ability with its uses and effect, by number."""
        return {
            number: messages.OPEN_ABILITY(
                ability=ABILITIES[number].name, uses=self.uses(number), effect=messages.EFFECTS[name]()
            )
            for name, number in NUMBERS.items()
        }


_EVERY_ABILITY = tuple(NUMBERS.values())
_PAIRS = tuple(
    (NUMBERS[front], NUMBERS[back])
    for front, back in (
        ("paper-egg", "sword-walking"),
        ("butterfly-dance", "pail-dance"),
        ("linking-rings", "water-trick"),
        ("baby-chicks", "cup-and-ball"),
        ("horse-swallowing", "fire-breathing"),
        ("five-color-sand", "many-umbrellas"),
    )
)
"""The six ability cards of Tezuma-shi, each with an ability on both sides: front and back. The fronts are the
recommended set; we chose the backs. Water Trick and Butterfly Dance cannot share a card, because the printed rules say
what happens if both are used.
"""

_FIXED_BID, _FREE_BIDS = {3: 8, 4: 7}, (1, 2, 3, 4, 5, 6)
"""The bid card that is always displayed, by number of seats, and the cards of which the others are chosen."""


def _free_bids() -> FreeChoice:
    """Return the choice of bid cards: all sets with the card for this number of seats."""
    cards = read_bids("tezumashi")
    values = {}
    for seats, fixed in _FIXED_BID.items():
        sets = combinations(range(len(_FREE_BIDS)), seats)
        numbers = {parts: "".join(map(str, [*(_FREE_BIDS[one] for one in parts), fixed])) for parts in sets}
        values[seats] = {
            value: FreeValue(parts, messages.CHOSEN_BIDS(numbers=" ".join(value))) for parts, value in numbers.items()
        }
    parts = tuple(messages.BID_PART(number=number, points=cards[number - 1].arrows) for number in _FREE_BIDS)
    return FreeChoice(messages.FREE_BIDS(), messages.ABOUT_FREE_BIDS(), parts, values)


def _free_abilities() -> FreeChoice:
    """Return the choice of a side of each ability card. A value has a letter for each card: F its front, B its back."""
    values = {}
    for sides in product("FB", repeat=len(_PAIRS)):
        names = tuple(ABILITIES[pair[side == "B"]].name for pair, side in zip(_PAIRS, sides, strict=True))
        backs = tuple(place for place, side in enumerate(sides) if side == "B")
        values["".join(sides)] = FreeValue(backs, messages.CHOSEN_ABILITIES(abilities=names))
    parts = tuple(messages.BACK_PART(back=ABILITIES[back].name, front=ABILITIES[front].name) for front, back in _PAIRS)
    return FreeChoice(messages.FREE_ABILITIES(), messages.ABOUT_FREE_ABILITIES(), parts, dict.fromkeys((3, 4), values))


FREE_BIDS, FREE_ABILITIES = _free_bids(), _free_abilities()
"""The choices that the printed rules of Tezuma-shi allow in the preparation, steps 3 and 4."""

TRICK = Edition(
    suits=(messages.BUTTERFLY, messages.UMBRELLA, messages.FAN, messages.MASK),
    bids=read_bids("tezuma-trick"),
    bid_piles={"random": {3: ((tuple(range(1, 9)), 4),), 4: ((tuple(range(1, 9)), 5),)}},
    ability_piles={"random": {3: ((_EVERY_ABILITY, 4),), 4: ((_EVERY_ABILITY, 5),)}},
    draft_turns_back=True,
    deal_moves=True,
)

SHI = Edition(
    suits=(messages.BUTTERFLY, messages.UMBRELLA, messages.WATER, messages.RINGS),
    bids=read_bids("tezumashi"),
    bid_piles={
        "recommended": {3: (((1, 2, 3, 8), 4),), 4: (((1, 2, 3, 4, 7), 5),)},
        "random": {seats: (((fixed,), 1), (_FREE_BIDS, seats)) for seats, fixed in _FIXED_BID.items()},
        **{
            value: {seats: ((tuple(map(int, value)), len(value)),)}
            for seats, values in FREE_BIDS.values.items()
            for value in values
        },
    },
    ability_piles={
        "recommended": dict.fromkeys((3, 4), tuple(((front,), 1) for front, _ in _PAIRS)),
        "random": dict.fromkeys((3, 4), tuple((pair, 1) for pair in _PAIRS)),
        "none": {3: (), 4: ()},
        **{
            value: dict.fromkeys(
                (3, 4), tuple(((pair[side == "B"],), 1) for pair, side in zip(_PAIRS, value, strict=True))
            )
            for value in FREE_ABILITIES.values[4]
        },
    },
    draft_turns_back=False,
    deal_moves=False,
    other_uses={"water-trick": 4},
)
