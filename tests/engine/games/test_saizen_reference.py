"""Saizen against a slow reference implementation, written from the rules alone with plain strings and lists.

`Reference` plays a full record. It shares no code with the engine.
"""

from collections.abc import Mapping, Sequence
from itertools import product
from random import Random
from typing import Any

import pytest

from engine import record
from engine.contract.chance import Chance
from engine.games.saizen import Saizen
from engine.games.saizen.phases import MOVE_CHIP
from tests.engine.games.side_by_side import assert_same, levels, play_side_by_side, totals
from tests.samples import SOAK, sampled

FACES = {"A": 1, "J": 11, "Q": 12, "K": 13}
SUITS = "SHDC"
ROWS = {
    "rank": ("high", "low"),
    "order": ("later", "earlier"),
    "match": ("ignore", "playoff"),
    "follow": ("must", "may"),
    "win": ("must", "free"),
}
Play = tuple[int, str]


def rank(card: str) -> int:
    """Return the rank from 1 to 13; 99 for a joker."""
    return 99 if card[0] == "X" else FACES.get(card[1:]) or int(card[1:])


def strength(number: int, rules: Mapping[str, str]) -> int:
    return number if rules["rank"] == "high" or number == 99 else 14 - number


class Table:
    """The cards played in one trick or one play-off, and the rules for them."""

    def __init__(self, led: str, rules: Mapping[str, str], *, any_suit: bool, playoff: bool) -> None:
        self.led, self.rules, self.any_suit, self.playoff = led, rules, any_suit, playoff
        self.plays: list[Play] = []

    def follows(self, card: str) -> bool:
        return card[0] in {self.led, "X"}

    def match(self) -> int | None:
        """Return the strongest rank that occurs more than once; None if no rank does, or if equal ranks are ignored."""
        ranks = [rank(card) for _, card in self.plays]
        met = {one for one in ranks if ranks.count(one) > 1}
        if self.rules["match"] == "ignore" or not met:
            return None
        return max(met, key=lambda one: strength(one, self.rules))

    def winner(self, plays: Sequence[Play]) -> int:
        """Return the winner of these cards, as if equal ranks never led to a play-off."""
        if self.playoff:
            return max(plays, key=lambda play: self._playoff_key(play[1]))[0]
        following = [card for _, card in plays if self.follows(card)]
        best = max(strength(rank(card), self.rules) for card in following)
        equal = [
            seat
            for seat, card in plays
            if strength(rank(card), self.rules) == best and (self.any_suit or self.follows(card))
        ]
        return equal[-1] if self.rules["order"] == "later" else equal[0]

    def _playoff_key(self, card: str) -> tuple[int, int]:
        if card[0] == "X":
            return (0, 0)
        return (2 if card[0] == self.led else 1, strength(rank(card), self.rules))

    def legal(self, seat: int, hand: Sequence[str]) -> list[str]:
        """Return the cards of a hand that may be played now."""
        cards = list(hand)
        if self.rules["follow"] == "must":
            cards = [card for card in cards if self.follows(card)] or cards
        if self.rules["win"] == "free" or not self.plays:
            return cards
        winning = [card for card in cards if self.winner([*self.plays, (seat, card)]) == seat]
        if self.rules["match"] == "ignore":
            return winning or cards
        ranks = [rank(card) for _, card in self.plays]
        met = self.match()
        if met is None:
            alone = [card for card in winning if rank(card) not in ranks]
            matching = [card for card in cards if rank(card) in ranks]
            return alone or matching or cards
        stronger = [
            card
            for card in cards
            if rank(card) in ranks and strength(rank(card), self.rules) > strength(met, self.rules)
        ]
        return stronger or [card for card in cards if rank(card) == met] or cards


class Reference:
    """A game played by the reference implementation, with the set-up and deals of a full record."""

    def __init__(self, full: Mapping[str, Any]) -> None:
        self.seats: int = full["seats"]
        self.any_suit = full["options"]["equals"] == "any-suit"
        self.sets = [list(hand) for hand in full["deals"][0]["hands"]]
        self.rules = {suit: dict(full["setup"]["rules"][suit]) for suit in SUITS}
        self.moved: set[tuple[str, str]] = set()
        self.leader: int = full["setup"]["first"]
        self.rounds: list[list[int]] = []
        self.over = False
        self.begin_round()

    def clockwise(self) -> list[int]:
        return [(self.leader + place) % self.seats for place in range(self.seats)]

    def begin_round(self) -> None:
        self.hands = [list(cards) for cards in self.sets]
        self.choosing = self.clockwise()
        self.finished: list[dict[str, Any]] = []
        self.points = [0] * self.seats
        self.table: Table | None = None

    def to_act(self) -> list[int]:
        if self.over:
            return []
        if self.choosing:
            return self.choosing[:1]
        return [self.waiting[0] if self.table else self.leader]

    def legal(self, seat: int) -> list[str]:
        if self.choosing:
            chips = [chip for chip in product(SUITS, ROWS) if chip not in self.moved]
            return ["pass", *(f"chip {suit} {row}" for suit, row in chips)]
        if self.table is None:
            plain = [f"play {card}" for card in self.hands[seat] if card[0] != "X"]
            jokers = [card for card in self.hands[seat] if card[0] == "X"]
            return plain + [f"play {card} as {suit}" for card, suit in product(jokers, SUITS)]
        return [f"play {card}" for card in self.table.legal(seat, self.hands[seat])]

    def play(self, seat: int, text: str) -> None:
        words = text.split()
        if self.choosing:
            self.choosing.pop(0)
            if words[0] == "chip":
                suit, row = words[1:]
                self.moved.add((suit, row))
                first, second = ROWS[row]
                self.rules[suit][row] = second if self.rules[suit][row] == first else first
            return
        card = words[1]
        if self.table is None:
            self.led = words[3] if len(words) > 2 else card[0]
            self.table = self.new_table(playoff=False)
            self.waiting = self.clockwise()
            self.finished.append({"leader": self.leader, "plays": [], "winner": None})
        self.hands[seat].remove(card)
        self.table.plays.append((seat, card))
        self.finished[-1]["plays"].append([seat, text])
        self.waiting.pop(0)
        if not self.waiting:
            self.judge(self.table)

    def new_table(self, *, playoff: bool) -> Table:
        return Table(self.led, self.rules[self.led], any_suit=self.any_suit, playoff=playoff)

    def judge(self, table: Table) -> None:
        met = table.match()
        winner: int | None
        if met is None:
            winner = table.winner(table.plays)
        else:
            matched = {seat for seat, card in table.plays if rank(card) == met and self.hands[seat]}
            if len(matched) > 1:
                self.table = self.new_table(playoff=True)
                self.waiting = [seat for seat in self.clockwise() if seat in matched]
                return
            winner = matched.pop() if matched else None
        self.finished[-1]["winner"] = winner
        self.table = None
        if winner is not None:
            self.points[winner] += 1
            self.leader = winner
        if not all(self.hands):
            self.rounds.append(self.points)
            if len(self.rounds) == 3:
                self.over = True
            else:
                self.sets = [self.sets[(seat + 1) % self.seats] for seat in range(self.seats)]
                self.begin_round()

    def tricks(self) -> list[dict[str, Any]]:
        return self.finished

    def ranking(self) -> list[list[int]]:
        return levels(totals(self))

    def seen(self) -> dict[str, Any]:
        return {"sides": self.rules}


@pytest.mark.drawn(1)
@pytest.mark.parametrize(
    ("seats", "jokers", "start_rules", "equals"),
    sampled(product([2, 3, 4, 5, 6], [0, 1, 2], ["printed", "random"], ["followers", "any-suit"]), 3),
)
def test_random_games_equal_the_reference_at_every_step(seats: int, jokers: int, start_rules: str, equals: str) -> None:
    options = {"jokers": jokers, "start_rules": start_rules, "equals": equals}
    for number in range(20 if SOAK else 1):
        random = Random(f"{seats} {options} {number}")
        game = Saizen(seats, options, Chance(random.randbytes(8)))
        play_side_by_side(game, Reference(record.write(game)), random)


@pytest.mark.drawn(1)
@pytest.mark.parametrize("sides", [*product(*ROWS.values())], ids="-".join)
def test_every_combination_of_rows_gives_the_duties_of_the_reference(sides: tuple[str, ...]) -> None:
    """Play with the same rules in every trick: the chips of all suits show `sides`, one a row, and never move."""
    rules = {suit: dict(zip(ROWS, sides, strict=True)) for suit in SUITS}
    tables = [(3, 2, "followers"), (5, 1, "any-suit"), (6, 2, "any-suit")]
    for seats, jokers, equals in tables if SOAK else Random(str(sides)).sample(tables, 1):
        random = Random(f"{sides} {seats}")
        options = {"jokers": jokers, "equals": equals}
        game = Saizen(seats, options, Chance(random.randbytes(8), {"rules": rules}))
        reference = Reference(record.write(game))
        while game.to_act:
            seat = game.to_act[0]
            move = game.parse("pass") if game.phase is MOVE_CHIP else random.choice(game.legal_moves(seat))
            game.play(seat, move)
            reference.play(seat, game.text(move))
            assert_same(game, reference)


def test_random_games_have_play_offs_repeats_and_tricks_that_nobody_wins() -> None:
    """Check that random games, such as those that the tests above compare, contain these rare events."""
    rules = {suit: {"match": "playoff", "follow": "may"} for suit in SUITS}
    playoffs: set[int] = set()
    unwon = joker_playoffs = 0
    for number in range(30):
        random = Random(number)
        game = Saizen(4, {"jokers": 2}, Chance(random.randbytes(8), {"rules": rules}))
        while game.to_act:
            seat = game.to_act[0]
            move = game.parse("pass") if game.phase is MOVE_CHIP else random.choice(game.legal_moves(seat))
            game.play(seat, move)
            playoffs.add(game.playoff)
            joker_playoffs += bool(game.playoff and any(game.text(one)[5] == "X" for _, one in game.trick[4:]))
            unwon += bool(game.over and game.finished[-1][2] is None)
        unwon += sum(tricks[-1][2] is None for _, tricks in game.past)
    assert {0, 1, 2} <= playoffs
    assert unwon
    assert joker_playoffs
