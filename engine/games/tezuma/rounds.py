"""Tezuma: the state of a round, and how a round starts."""

from __future__ import annotations

from typing import ClassVar, NamedTuple

from engine.errors import BadRecord
from engine.games.tezuma.deals import Deal, deal_hands, display_data
from engine.games.tezuma.displays import Piles, abilities_shown, bids_shown
from engine.games.tezuma.editions import Edition
from engine.games.tezuma.moves import Tables
from engine.old import OldGame


class Result(NamedTuple):
    """What a seat's points of a finished round come from."""

    bid: int
    won: int
    pain: int
    captured: int
    """How many captured cards were of the pain suit."""


class TezumaRound(OldGame):
    """What a round is made of, and its deal."""

    edition: ClassVar[Edition]
    codes: ClassVar[tuple[str, ...]]
    index: ClassVar[dict[str, int]]
    tables: ClassVar[Tables]
    seat_counts = (3, 4)
    designer = "Hinata Origuchi"

    __slots__ = (
        "abilities",
        "armed",
        "bids",
        "breath",
        "captured",
        "deals",
        "draft",
        "egg",
        "finished",
        "first",
        "follow",
        "hands",
        "leader",
        "next_leader",
        "open",
        "pains",
        "results",
        "trick",
        "uses",
        "watered",
        "won",
    )

    def _begin(self) -> None:
        self.first = self._draw_first()
        """Who starts the first round."""
        self.deals: list[Deal] = []
        self.results: list[tuple[Result, ...]] = []
        """Of each finished round, by seat."""
        self._deal()

    def _redraw(self) -> bool:
        return bool(getattr(self.options, "redraw", False))

    def _draw_first(self) -> int:
        """The starter of the first round. Where a dealer is drawn, the left neighbour starts."""
        if "first" not in self.chance.setup and self.edition.deal_moves:
            return (self.chance.shuffle("dealer", range(self.seats))[0] + 1) % self.seats
        return self.chance.setup_seat("first", self.seats)

    def _deal(self) -> None:
        self.round += 1
        seats = self.seats
        fixed = self._fixed_deal()
        where = f"deal {self.round}"
        bids, abilities = self._displays(where)
        self.hands = list(deal_hands(fixed, self.index, seats, self.chance, where))
        self.deals.append(Deal(tuple(self.hands), bids, abilities))
        self.open = [
            0b1111,
            sum(1 << number - 1 for number in bids),
            sum(1 << number - 1 for number in abilities),
        ]
        """Sets of what is still open in the draft: pain suits, bids, abilities (bit 0: the first)."""
        self.pains = [-1] * seats
        self.bids = [0] * seats
        self.abilities = [0] * seats
        self.uses = [0] * seats
        self.armed = [0] * seats
        """The ability that a seat can still use in this trick, as far as its uses go; 0: none."""
        self.draft = 0
        """How many cards have been taken; -1 once the draft is over."""
        self.won = [0] * seats
        self.captured = [0] * seats
        """Captured cards by seat, eight bits a suit."""
        self.finished: list[tuple[int, tuple[int, ...], int]] = []
        self.leader = (self.first + self.round - 1) % seats
        self.clear()
        self.to_act = (self.leader,)

    def _displays(self, where: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The bids and abilities on display this round: drawn once a game, or with `redraw` every round."""
        redraw = self._redraw()
        fixed, wrong = self.chance.setup, self._fixed_deal()
        if redraw:
            fixed, wrong = wrong, fixed
        for key in ("bids", "abilities"):
            if key in wrong:
                right = "stand in each deal with" if redraw else "stand in the setup without"
                raise BadRecord(f'{"setup" if redraw else where}, "{key}": the displays {right} the option redraw')
        if self.deals and not redraw:
            return self.deals[-1].bids, self.deals[-1].abilities
        bid_piles, ability_piles = self._piles()
        label = f" {self.round}" if redraw else ""
        where = where if redraw else "setup"
        return (
            bids_shown(fixed, bid_piles, self.chance, f"bids{label}", where),
            abilities_shown(fixed, ability_piles, self.chance, f"abilities{label}", where),
        )

    def _piles(self) -> tuple[Piles, Piles]:
        edition = self.edition
        bids, abilities = getattr(self.options, "bids", "random"), getattr(self.options, "abilities", "random")
        return edition.bid_piles[bids][self.seats], edition.ability_piles[abilities][self.seats]

    def clear(self) -> None:
        """An empty trick."""
        self.trick: list[int] = []
        self.follow = -1
        """The suit to follow; -1: none yet, so whoever is to act counts as the leader."""
        self.watered = 0
        """`WATERED` once Water Trick is declared."""
        self.egg = -1
        """The seat that plays last through Paper Egg."""
        self.next_leader = -1
        """Who leads next whoever wins: of Baby Chicks and Pail Dance the one declared later decides."""
        self.breath = -1
        """The play with Fire Breathing whose lower card goes back."""

    def setup_data(self) -> dict[str, object]:
        """See `Game`."""
        if self._redraw():
            return {"first": self.first}
        return {"first": self.first, **display_data(self.deals[0].bids, self.deals[0].abilities)}

    def deal_data(self) -> list[dict[str, object]]:
        """See `Game`."""
        return [deal.data(self.codes, displays=self._redraw()) for deal in self.deals]
