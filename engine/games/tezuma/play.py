"""Tezuma: the round, from the draft to the score, in both editions.

See `moves` for hands and moves as ints, `rounds` for the state, `refusals` for why a move is illegal, `shown` for what
is seen of it.
"""

from __future__ import annotations

from collections.abc import Sequence

from engine import phrases
from engine.games.tezuma import words
from engine.games.tezuma.abilities import BABY, EGG, FIRE, PAIL, SWORD, WATER
from engine.games.tezuma.bids import TRICKS
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
from engine.games.tezuma.rounds import Result, TezumaRound
from engine.text import card_text, seat_text

_TAKE_PAINS, _TAKE_BIDS, _TAKE_ABILITIES = take_tables()
_ONE = tuple((seat,) for seat in range(4))


class TezumaPlay(TezumaRound):
    """Both editions' rules, without what is said or shown."""

    __slots__ = ()

    # --- Moves

    def legal_moves(self, seat: int) -> tuple[int, ...]:
        """See `Game`."""
        if self.draft >= 0:
            return self._takes(seat)
        hand = self.hands[seat]
        ability = self.armed[seat]
        follow = self.follow
        tables = self.tables
        start: tuple[int, ...] = ()
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
                by_suit, start = free, following[follow][field]
            else:
                by_suit, extra = tables.void[ability]
        first, second, third, fourth = by_suit
        return (
            start
            + first[hand & FIELD]
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
        trick, seats = self.trick, self.seats
        trick.append(move)
        self.hands[seat] -= UNIT[move]
        if self.follow < 0:
            self.follow = SUIT_OF[move]
        if move >= 40:
            self.uses[seat] -= 1
            if not self.uses[seat] or move == DEFER:
                self.armed[seat] = 0
            self.declare(seat, move)
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

    def declare(self, seat: int, move: int) -> None:
        """What a play's ability does to the whole trick; what it does to the card itself is in `POWER`.

        Paper Egg is only announced here, by whoever's turn it is, the last seat in turn too; the card follows later
        under the usual rules.
        """
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
        powers = [power[move] for move in trick]
        place = powers.index(max(powers))
        winner = (leader + place) % self.seats if place < self.seats else self.egg
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
