"""Tezuma Trick and Tezuma-shi: the two games and their options."""

from __future__ import annotations

from dataclasses import dataclass

from engine.games.tezuma import words
from engine.games.tezuma.editions import SHI, TRICK
from engine.games.tezuma.moves import codes, notation
from engine.games.tezuma.shown import Tezuma
from engine.options import Options, option


@dataclass(frozen=True)
class TrickOptions(Options):
    """The options of Tezuma Trick."""

    redraw: bool = option(words.REDRAW, {False: words.KEPT, True: words.REDRAWN})


@dataclass(frozen=True)
class ShiOptions(Options):
    """The options of Tezuma-shi."""

    bids: str = option(words.BIDS, {"recommended": words.RECOMMENDED, "random": words.RANDOM})
    abilities: str = option(
        words.ABILITY_CARDS, {"recommended": words.RECOMMENDED, "random": words.RANDOM, "none": words.WITHOUT}
    )


class TezumaTrick(Tezuma):
    """Tezuma Trick for 3 or 4."""

    id = "tezuma-trick"
    title = words.TRICK_TITLE()
    pitch = words.TRICK_PITCH()
    edition = TRICK
    tables = TRICK.tables
    suits = TRICK.suits
    codes = codes("BUFM")
    index = {code: card for card, code in enumerate(codes)}  # noqa: RUF012
    moves = notation("BUFM")
    Options = TrickOptions
    setup_keys = ("first", "bids", "abilities")
    deal_keys = ("hands", "bids", "abilities")

    __slots__ = ()


class Tezumashi(Tezuma):
    """Tezuma-shi for 3 or 4."""

    id = "tezumashi"
    title = words.SHI_TITLE()
    pitch = words.SHI_PITCH()
    edition = SHI
    tables = SHI.tables
    suits = SHI.suits
    codes = codes("BUWR")
    index = {code: card for card, code in enumerate(codes)}  # noqa: RUF012
    moves = notation("BUWR")
    Options = ShiOptions
    setup_keys = ("first", "bids", "abilities")
    deal_keys = ("hands",)

    __slots__ = ()
