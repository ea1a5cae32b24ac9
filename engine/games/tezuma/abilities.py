"""Tezuma: the twelve abilities as numbers 1-12; 0 stands for none.

Numbers 1-9 are those declared with one card, in the order of their moves (see `moves`); then come the three that make
a move of another kind.
"""

from __future__ import annotations

from typing import NamedTuple

SWORD, WATER, BABY, PAIL, HORSE, BUTTERFLY, RINGS, CUP, UMBRELLAS, FIRE, EGG, SAND = range(1, 13)


class Ability(NamedTuple):
    """What the rules table says of one ability."""

    id: str
    uses: int
    """How often a round."""
    leader: bool = True
    """Whether the leader may use it."""


ABILITIES = (
    Ability("", 0),
    Ability("sword-walking", 4),
    Ability("water-trick", 2),
    Ability("baby-chicks", 2),
    Ability("pail-dance", 2),
    Ability("horse-swallowing", 2),
    Ability("butterfly-dance", 2, leader=False),
    # Linking Rings and Cup and Ball are not for the leader because there is nothing yet that one could have to follow.
    Ability("linking-rings", 2, leader=False),
    Ability("cup-and-ball", 2, leader=False),
    Ability("many-umbrellas", 2),
    Ability("fire-breathing", 2),
    Ability("paper-egg", 4, leader=False),
    Ability("five-color-sand", 1),
)
NUMBERS = {ability.id: number for number, ability in enumerate(ABILITIES) if number}
