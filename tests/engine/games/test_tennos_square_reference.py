"""Tennos Square against a slow reference implementation, written from the rules alone with strings and lists."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from engine.contract.chance import Chance
from engine.games.tennos_square import TennosSquare
from tests.engine.games.side_by_side import levels, play_side_by_side, totals

RANKS = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10"]
CARDS = [suit + rank for suit in "SHXLCD" for rank in RANKS]
CONFIGURATIONS = [(3, False), (3, True), (4, False)]


def deal(seats: int, random: Random) -> dict[str, Any]:
    """Return a deal: a row and three cards for each seat, and the rest as stock."""
    cards = random.sample(CARDS, 60)
    slots = 9 if seats == 4 else 8
    rows = [[cards.pop() for _ in range(slots)] for _ in range(seats)]
    hands = [[cards.pop() for _ in range(3)] for _ in range(seats)]
    return {"rows": rows, "hands": hands, "stock": cards}


def next_seat(seats: int, seat: int, slot: int) -> int:
    """Return the seat that plays next when `seat` has filled `slot`."""
    left, right = (seat + 1) % seats, (seat - 1) % seats
    if slot in {1, 2, 3}:
        return left
    if seats == 3:
        return right if slot in {6, 7, 8} else seat
    if slot in {7, 8, 9}:
        return right
    return seat if slot == 5 else (seat + 2) % 4


def row_score(row: list[str | None]) -> int:
    """Return the sum of the squared lengths of the runs of face-up cards."""
    lengths: list[int] = []
    before = len(RANKS)
    for card in row:
        if card is not None:
            rank = RANKS.index(card[1:])
            if rank >= before:
                lengths[-1] += 1
            else:
                lengths.append(1)
            before = rank
    return sum(length * length for length in lengths)


class Reference:
    """A game with these deals."""

    def __init__(self, seats: int, dealer: int, deals: list[dict[str, Any]], *, split: bool) -> None:
        self.seats, self.dealer, self.deals, self.split = seats, dealer, deals, split
        self.over = False
        self.rounds: list[list[int]] = []
        self.seen_to_happen: Counter[str] = Counter()
        self.begin_deal()

    def begin_deal(self) -> None:
        today = self.deals[len(self.rounds)]
        self.face_down: list[list[str | None]] = [list(row) for row in today["rows"]]
        self.face_up: list[list[str | None]] = [[None for _ in row] for row in today["rows"]]
        self.hands = [list(hand) for hand in today["hands"]]
        self.stock = list(today["stock"])
        self.laid: dict[int, str] = {}
        self.market: list[str] = []
        self.turn = self.starter()

    def starter(self) -> int:
        around = [(self.dealer + place) % self.seats for place in range(1, self.seats + 1)]
        if not self.rounds:
            return around[0]
        scores = totals(self)
        lowest = [seat for seat in around if scores[seat] == min(scores)]
        self.seen_to_happen["several lowest"] += len(lowest) > 1
        return lowest[0]

    def to_act(self) -> list[int]:
        if self.over:
            return []
        if len(self.laid) < self.seats:
            return [seat for seat in range(self.seats) if seat not in self.laid]
        return [self.turn]

    def legal(self, seat: int) -> list[str]:
        hand = self.hands[seat]
        if len(self.laid) < self.seats:
            return [f"discard {card}" for card in hand]
        slots = [slot for slot, card in enumerate(self.face_down[seat], start=1) if card is not None]
        moves = [f"play {card} {slot}" for card in hand for slot in slots]
        if len(hand) > 1:
            moves += ["exchange stock", *(f"exchange {card}" for card in self.market + hand)]
        return moves

    def play(self, seat: int, text: str) -> None:
        verb, *what = text.split()
        hand = self.hands[seat]
        if verb == "discard":
            hand.remove(what[0])
            self.laid[seat] = what[0]
            if len(self.laid) == self.seats:
                self.market = [self.laid[one] for one in range(self.seats)]
        elif verb == "exchange":
            self.seen_to_happen["own card back"] += what[0] in hand
            self.market += sorted(hand, key=CARDS.index)
            hand.clear()
            if what[0] == "stock":
                hand.append(self.stock.pop(0))
            else:
                self.market.remove(what[0])
                hand.append(what[0])
        else:
            self.fill(seat, what[0], int(what[1]))

    def fill(self, seat: int, card: str, slot: int) -> None:
        picked = self.face_down[seat][slot - 1]
        assert picked is not None
        self.hands[seat].remove(card)
        self.hands[seat].append(picked)
        self.face_down[seat][slot - 1] = None
        self.face_up[seat][slot - 1] = card
        if None in self.face_up[seat]:
            self.turn = next_seat(self.seats, seat, slot)
            self.seen_to_happen[f"turn goes {(self.turn - seat) % self.seats}"] += 1
        else:
            self.end_deal(seat)

    def end_deal(self, finisher: int) -> None:
        points = [row_score(row) for row in self.face_up]
        points[finisher] += 5 * self.seats
        self.rounds.append(points)
        self.finisher = finisher
        self.over = len(self.rounds) == self.seats
        if not self.over:
            self.dealer = (self.dealer + 1) % self.seats
            self.begin_deal()

    def tricks(self) -> list[dict[str, Any]]:
        return []

    def ranking(self) -> list[list[int]]:
        own = totals(self)
        if self.seats == 3:
            return levels([own[seat] + own[(seat + 1) % 3] for seat in range(3)] if self.split else own)
        groups = levels([own[0] + own[2], own[1] + own[3]] * 2)
        if self.over and len(groups) == 1:
            self.seen_to_happen["teams tied"] += 1
            partner = (self.finisher + 2) % 4
            others = [seat for seat in range(4) if seat not in {self.finisher, partner}]
            return [sorted([self.finisher, partner]), others]
        return groups

    def seen(self) -> dict[str, Any]:
        return {
            "dealer": self.dealer,
            "rows": self.face_up,
            "market": self.market,
            "stock": len(self.stock),
            "hand_sizes": [len(hand) for hand in self.hands],
        }


def compare(seats: int, number: int, *, split: bool) -> Reference:
    """Play a random game in both implementations, with deals that the test has drawn."""
    random = Random(f"square {seats} {number}")
    deals = [deal(seats, random) for _ in range(seats)]
    dealer = random.randrange(seats)
    options = {"split_partnership": True} if split else {}
    reference = Reference(seats, dealer, deals, split=split)
    play_side_by_side(TennosSquare(seats, options, Chance(None, {"dealer": dealer}, deals)), reference, random)
    return reference


def happened(seats: int, numbers: range, *, split: bool) -> Counter[str]:
    """Count the rare events in the random games with these numbers."""
    found: Counter[str] = Counter()
    for number in numbers:
        found += compare(seats, number, split=split).seen_to_happen
    return found


@pytest.mark.slow
@pytest.mark.parametrize(("seats", "split"), CONFIGURATIONS)
def test_random_games_equal_the_reference_at_every_step(seats: int, *, split: bool) -> None:
    found = happened(seats, range(60), split=split)
    assert all(found[f"turn goes {step}"] for step in range(seats))
    assert found["own card back"]


@pytest.mark.soak
@pytest.mark.parametrize(("seats", "split"), CONFIGURATIONS)
def test_thousands_of_random_games_equal_the_reference(seats: int, *, split: bool) -> None:
    found = happened(seats, range(60, 4000), split=split)
    assert found["several lowest"]
    assert bool(found["teams tied"]) == (seats == 4)
