"""Scharfe Schoten against a slow reference implementation, written from the rules alone with strings and lists."""

from collections import Counter
from itertools import permutations
from random import Random
from typing import Any

import pytest

from engine.contract.chance import Chance
from engine.games.scharfe_schoten import ScharfeSchoten
from tests.engine.games.side_by_side import levels, play_side_by_side, totals

COLOURS = ["R", "Y", "G", "K"]
CARDS = [colour + str(number) for colour in COLOURS for number in range(1, 13)]


def deal(seats: int, random: Random) -> dict[str, Any]:
    """Return a round's deal.

    Each of three seats gets twelve cards, each of four seats ten, and the rest is the rack. For each colour a number
    is drawn; the card with this colour and number is a trump.
    """
    cards = random.sample(CARDS, 48)
    size = 12 if seats == 3 else 10
    hands = [[cards.pop() for _ in range(size)] for _ in range(seats)]
    pairs = list(zip(random.sample(range(1, 13), 4), COLOURS, strict=True))
    return {"hands": hands, "rack": cards, "trumps": [f"{colour}{number}" for number, colour in sorted(pairs)[::-1]]}


class Reference:
    """A game with these deals, one for each round."""

    def __init__(self, seats: int, first: int, deals: list[dict[str, Any]]) -> None:
        self.seats, self.first, self.deals = seats, first, deals
        self.over = False
        self.rounds: list[list[int]] = []
        self.begin_round()

    def begin_round(self) -> None:
        today = self.deals[len(self.rounds)]
        self.hands = [list(hand) for hand in today["hands"]]
        self.trumps: list[str] = list(today["trumps"])
        self.rack = [card[0] for card in today["rack"]]
        self.foretold: dict[int, list[str]] = {}
        self.piles: list[list[str]] = [[] for _ in range(self.seats)]
        self.leader = (self.first + len(self.rounds)) % self.seats
        self.finished: list[dict[str, Any]] = []
        self.table: list[tuple[int, str]] = []
        self.taker: int | None = None

    def to_act(self) -> list[int]:
        if self.over:
            return []
        if len(self.foretold) < self.seats:
            return [seat for seat in range(self.seats) if seat not in self.foretold]
        if self.taker is not None:
            return [self.taker]
        return [(self.table[-1][0] + 1) % self.seats if self.table else self.leader]

    def legal(self, seat: int) -> list[str]:
        if len(self.foretold) < self.seats:
            return [f"predict {most} {fewest}" for most, fewest in permutations(COLOURS, 2)]
        if self.taker is not None:
            return [f"take {colour}" for colour in COLOURS if colour in self.rack]
        hand = self.hands[seat]
        if self.table:
            led = self.table[0][1][0]
            hand = [card for card in hand if card[0] == led] or hand
        return [f"play {card}" for card in hand]

    def play(self, seat: int, text: str) -> None:
        verb, *what = text.split()
        if verb == "predict":
            self.foretold[seat] = what
        elif verb == "take":
            self.rack.remove(what[0])
            self.piles[seat].append(what[0])
            self.taker = None
            self.end_round_without_cards()
        else:
            self.hands[seat].remove(what[0])
            self.table.append((seat, what[0]))
            if len(self.table) == self.seats:
                self.end_trick()

    def end_trick(self) -> None:
        winner = self.strongest()
        plays = [[seat, f"play {card}"] for seat, card in self.table]
        self.finished.append({"leader": self.leader, "plays": plays, "winner": winner})
        self.piles[winner] += [card[0] for _, card in self.table]
        self.table = []
        self.leader = winner
        if self.rack:
            self.taker = winner
        else:
            self.end_round_without_cards()

    def strongest(self) -> int:
        """Return the winner of the trick: the strongest trump, else the highest card of the strongest colour played."""
        owner = {card: seat for seat, card in self.table}
        for trump in self.trumps:
            if trump in owner:
                return owner[trump]
        colours = [trump[0] for trump in self.trumps]
        strength = [f"{colour}{number}" for colour in colours for number in range(12, 0, -1)]
        return next(owner[card] for card in strength if card in owner)

    def end_round_without_cards(self) -> None:
        if any(self.hands):
            return
        self.rounds.append([self.points(seat) for seat in range(self.seats)])
        self.over = len(self.rounds) == self.seats
        if not self.over:
            self.begin_round()

    def points(self, seat: int) -> int:
        most, fewest = self.foretold[seat]
        counts = {colour: self.piles[seat].count(colour) for colour in COLOURS}
        top = [colour for colour in COLOURS if counts[colour] == max(counts.values())]
        bottom = [colour for colour in COLOURS if counts[colour] == min(counts.values())]
        points = 0
        if most in top:
            points += 5 if top == [most] else 3
        if fewest in bottom:
            points += 5 if bottom == [fewest] else 3
        if most in top and fewest in bottom:
            points += counts[most] - counts[fewest]
        return points

    def tricks(self) -> list[dict[str, Any]]:
        if not self.table:
            return self.finished
        plays = [[seat, f"play {card}"] for seat, card in self.table]
        return [*self.finished, {"leader": self.leader, "plays": plays, "winner": None}]

    def ranking(self) -> list[list[int]]:
        return levels(totals(self))

    def seen(self) -> dict[str, Any]:
        revealed = len(self.foretold) == self.seats
        return {
            "trumps": self.trumps,
            "rack": {colour: self.rack.count(colour) for colour in COLOURS},
            "captured": [{colour: pile.count(colour) for colour in COLOURS} for pile in self.piles],
            "predictions": [self.foretold[seat] for seat in range(self.seats)] if revealed else None,
        }


def compare(seats: int, number: int) -> Reference:
    """Play a random game in both implementations, with deals that the test has drawn."""
    random = Random(f"scharfe {seats} {number}")
    deals = [deal(seats, random) for _ in range(seats)]
    first = random.randrange(seats)
    reference = Reference(seats, first, deals)
    play_side_by_side(ScharfeSchoten(seats, {}, Chance(None, {"first": first}, deals)), reference, random)
    return reference


@pytest.mark.drawn(1)
@pytest.mark.parametrize("seats", [3, 4])
def test_random_games_equal_the_reference_at_every_step(seats: int) -> None:
    points = Counter(one for number in range(20) for row in compare(seats, number).rounds for one in row)
    assert {0, 3, 5} < set(points), "wrong, tied and alone all happen"
    assert max(points) > 10, "both right happens too"


@pytest.mark.soak
@pytest.mark.parametrize("seats", [3, 4])
def test_thousands_of_random_games_equal_the_reference(seats: int) -> None:
    shared = 0
    for number in range(20, 4000):
        shared += len(compare(seats, number).ranking()[0]) > 1
    assert shared, "some victories are shared"
