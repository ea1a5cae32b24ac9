"""Tezuma: the round, from the draft to the score, in both editions.

See `moves` for hands and moves as ints, `refusals` for why a move is illegal, `game` for what is seen.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, NamedTuple

from engine import phrases
from engine.errors import BadRecord
from engine.game import Game
from engine.games.tezuma import words
from engine.games.tezuma.abilities import BABY, EGG, FIRE, PAIL, SWORD, WATER
from engine.games.tezuma.bids import TRICKS
from engine.games.tezuma.deals import Deal, deal_hands, display_data
from engine.games.tezuma.displays import Piles, abilities_shown, bids_shown
from engine.games.tezuma.editions import Edition
from engine.games.tezuma.moves import (
    ABILITY_OF,
    CAPTURE,
    CARDS_OF,
    DEFER,
    FIELD,
    POWER,
    SUIT_OF,
    TAKE_ABILITY,
    TAKE_BID,
    TAKE_PAIN,
    UNIT,
    WATERED,
    WIDTH,
    take_tables,
)
from engine.text import card_text, seat_text

_TAKE_PAINS, _TAKE_BIDS, _TAKE_ABILITIES = take_tables()
_ONE = tuple((seat,) for seat in range(4))


class Result(NamedTuple):
    """What a seat's points of a finished round come from."""

    bid: int
    won: int
    pain: int
    captured: int
    """How many captured cards were of the pain suit."""


class TezumaPlay(Game):
    """Both editions' rules, without what is said or shown."""

    edition: ClassVar[Edition]
    codes: ClassVar[tuple[str, ...]]
    index: ClassVar[dict[str, int]]
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

    # --- The deal

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
        self.to_act = _ONE[self.leader]

    def _displays(self, where: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The bids and abilities on display this round: drawn once a game, or with `redraw` every round."""
        redraw = self._redraw()
        fixed, wrong = self.chance.setup, self.chance.deal(self.round)
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

    # --- Moves

    def legal_moves(self, seat: int) -> tuple[int, ...]:
        """See `Game`."""
        if self.draft >= 0:
            return self._takes(seat)
        hand = self.hands[seat]
        ability = self.armed[seat]
        follow = self.follow
        tables = self.edition.tables
        if follow < 0:
            by_suit, extra = tables.lead[ability]
        else:
            if ability == SWORD and self.watered and not self.edition.sword_with_any:
                ability = 0
            field = hand >> WIDTH * follow & FIELD
            if field:
                following, free, extra = tables.follow[ability]
                if not free:
                    return following[follow][field] + extra
                extra = following[follow][field]
                by_suit = free
            else:
                by_suit, extra = tables.void[ability]
        first, second, third, fourth = by_suit
        return (
            first[hand & FIELD]
            + second[hand >> WIDTH & FIELD]
            + third[hand >> 2 * WIDTH & FIELD]
            + fourth[hand >> 3 * WIDTH]
            + extra
        )

    def _takes(self, seat: int) -> tuple[int, ...]:
        pains, bids, abilities = self.open
        return (
            (() if self.pains[seat] >= 0 else _TAKE_PAINS[pains])
            + (() if self.bids[seat] else _TAKE_BIDS[bids])
            + (() if self.abilities[seat] else _TAKE_ABILITIES[abilities])
        )

    def apply(self, seat: int, move: int) -> None:
        """See `Game`."""
        if move >= TAKE_PAIN:
            self._take(seat, move)
            return
        self.hands[seat] -= UNIT[move]
        if move >= 40:
            self._use(seat, move)
        self.lay(seat, move)
        trick = self.trick
        seats = self.seats
        if len(trick) < seats:
            self.to_act = _ONE[(seat + 1) % seats]
        elif len(trick) == seats and self.egg >= 0:
            self.to_act = _ONE[self.egg]
        else:
            self._finish_trick()

    def _take(self, seat: int, move: int) -> None:
        if move < TAKE_BID:
            self.pains[seat] = move - TAKE_PAIN
            self.open[0] ^= 1 << move - TAKE_PAIN
        elif move < TAKE_ABILITY:
            self.bids[seat] = move - TAKE_BID + 1
            self.open[1] ^= 1 << move - TAKE_BID
        else:
            ability = move - TAKE_ABILITY + 1
            self.abilities[seat] = self.armed[seat] = ability
            self.uses[seat] = self.edition.uses(ability)
            self.open[2] ^= 1 << move - TAKE_ABILITY
        self.draft += 1
        if self.draft == self.seats * self.laps():
            self.draft = -1
            self.to_act = _ONE[self.leader]
            return
        lap, place = divmod(self.draft, self.seats)
        if lap == 1 and self.edition.draft_turns_back:
            place = self.seats - 1 - place
        self.to_act = _ONE[(self.leader + place) % self.seats]

    def laps(self) -> int:
        """How many cards each seat takes: one of each kind on display."""
        return 3 if self.deals[-1].abilities else 2

    def _use(self, seat: int, move: int) -> None:
        """Book the use of an ability."""
        self.uses[seat] -= 1
        if not self.uses[seat] or move == DEFER:
            self.armed[seat] = 0

    def lay(self, seat: int, move: int) -> None:
        """Add a play to the trick, with what its ability does beyond the card itself (for that see `POWER`).

        Paper Egg is only announced here, by whoever's turn it is, the last seat in turn too; the card follows later
        under the usual rules.
        """
        self.trick.append(move)
        if self.follow < 0:
            self.follow = SUIT_OF[move]
        if move < 40:
            return
        ability = ABILITY_OF[move]
        if ability == WATER:
            self.watered = WATERED
        elif ability == EGG:
            self.egg = seat
        elif ability == FIRE:
            self.breath = move
        elif ability == BABY:
            self.next_leader = seat
        elif ability == PAIL:
            self.next_leader = (seat + 1) % self.seats

    def seat_at(self, place: int, leader: int, trick: Sequence[int]) -> int:
        """Who made a play of a trick; one more than there are seats is the card of who deferred."""
        return (leader + (place if place < self.seats else trick.index(DEFER))) % self.seats

    def _finish_trick(self) -> None:
        trick, leader = self.trick, self.leader
        power = POWER[self.follow + self.watered]
        winner = self.seat_at(trick.index(max(trick, key=power.__getitem__)), leader, trick)
        self.finished.append((leader, tuple(trick), winner))
        self.won[winner] += 1
        self.captured[winner] += sum([CAPTURE[move] for move in trick])
        if self.breath >= 0:
            self.hands[self.seat_at(trick.index(self.breath), leader, trick)] += UNIT[CARDS_OF[self.breath][0]]
        if self.egg >= 0 and self.uses[self.egg]:
            self.armed[self.egg] = EGG
        self.leader = self.next_leader if self.next_leader >= 0 else winner
        if self.log is not None:
            self._tell_end(winner)
        if len(self.finished) == TRICKS:
            self._finish_round()
        else:
            self.clear()
            self.to_act = _ONE[self.leader]

    def _tell_end(self, winner: int) -> None:
        self.say(phrases.TRICK_WON(seat=seat_text(winner)))
        if self.breath >= 0:
            seat = self.seat_at(self.trick.index(self.breath), self.finished[-1][0], self.trick)
            card = card_text(self.codes[CARDS_OF[self.breath][0]])
            self.say(words.RETURNED(card=card, seat=seat_text(seat)))
        if self.leader != winner and len(self.finished) < TRICKS:
            self.say(words.NEXT_LEADER(seat=seat_text(self.leader)))

    def _finish_round(self) -> None:
        """Score it. Who leads by Baby Chicks or Pail Dance is void now: the next round has a starter of its own."""
        self.results.append(
            tuple(
                Result(bid, won, pain, captured >> 8 * pain & 0xFF)
                for bid, won, pain, captured in zip(self.bids, self.won, self.pains, self.captured, strict=True)
            )
        )
        if self._end_round([sum(self.points(result)) for result in self.results[-1]]):
            self.clear()
            self.to_act = ()
        else:
            self._deal()

    def points(self, result: Result) -> tuple[int, int, int]:
        """Points by the bid, for captured pain cards, and what lifts the sum to 0."""
        points = self.edition.bids[result.bid - 1].points[result.won]
        return points, -result.captured, max(0, result.captured - points)
