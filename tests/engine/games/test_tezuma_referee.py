"""Tezuma in random games, against a slow reference implementation that uses card codes and no lookup tables."""

from collections import Counter
from itertools import combinations
from random import Random
from typing import Any

import pytest

from engine.game import Game
from engine.games.tezuma import Tezumashi, TezumaTrick
from engine.games.tezuma.phases import DRAFT
from tests.engine.kit.cases import Case, cases_of

CASES = [case for kind in (TezumaTrick, Tezumashi) for case in cases_of(kind)]
NOT_FOR_LEADER = {"butterfly-dance", "linking-rings", "cup-and-ball", "paper-egg"}


def split(move: str) -> tuple[list[str], str]:
    """Return the cards and the ability of a play in notation."""
    words = move.split()
    return (words[1].split("+") if words[0] == "play" else []), (words[-1] if "with" in words else "")


class Referee:
    """One round. The test asks the referee which plays are legal, makes one of them, and tells it to the referee."""

    def __init__(self, game: Any) -> None:
        self.hands = [Counter(game.hand(seat)) for seat in range(game.seats)]
        self.abilities = list(game.public()["seat_abilities"])
        self.uses = [game.uses[seat] for seat in range(game.seats)]
        self.captured: list[list[str]] = [[] for _ in range(game.seats)]
        self.won = [0] * game.seats
        self.plays: list[tuple[int, str]] = []

    def led(self) -> str | None:
        return next((split(move)[0][0][0] for _, move in self.plays if split(move)[0]), None)

    def allowed(self, seat: int) -> set[str]:
        """Return every play of `seat` that the printed rules allow."""
        hand = sorted(self.hands[seat].elements())
        led = self.led()
        following = [card for card in hand if card[0] == led]
        may = set(following or hand)
        moves = {f"play {card}" for card in may}
        ability = self.abilities[seat]
        used = any(who == seat for who, move in self.plays if split(move)[1])
        if not ability or not self.uses[seat] or used or (led is None and ability in NOT_FOR_LEADER):
            return moves
        if ability == "paper-egg":
            return moves | {"defer with paper-egg"}
        if ability == "five-color-sand":
            return moves | {"win with five-color-sand"}
        if ability == "fire-breathing":
            pairs = combinations(sorted(card for card in may if card[1] != "T"), 2)
            return moves | {f"play {low}+{high} with {ability}" for low, high in pairs if low[0] == high[0]}
        if ability in {"linking-rings", "cup-and-ball"}:
            may = set(hand)
        elif ability == "butterfly-dance":
            may = {card for card in may if card[1] == "T"}
        elif ability == "many-umbrellas":
            may = {card for card in may if card[1] in "45"}
        return moves | {f"play {card} with {ability}" for card in may}

    def see(self, seat: int, move: str) -> None:
        cards, ability = split(move)
        self.hands[seat] -= Counter(cards)
        self.uses[seat] -= bool(ability)
        self.plays.append((seat, move))

    def finish(self) -> tuple[int, int]:
        """End the trick: give its cards to the winner, and return the winner and the leader of the next trick."""
        winner = self._winner()
        leader = winner
        for seat, move in self.plays:
            cards, ability = split(move)
            if ability == "fire-breathing":
                self.hands[seat][cards.pop(0)] += 1
            elif ability == "baby-chicks":
                leader = seat
            elif ability == "pail-dance":
                leader = (seat + 1) % len(self.hands)
            self.captured[winner] += cards
        self.won[winner] += 1
        self.plays = []
        return winner, leader

    def _winner(self) -> int:
        led = self.led()
        watered = any(split(move)[1] == "water-trick" for _, move in self.plays)
        active: list[tuple[int, bool]] = []
        best: list[tuple[int, int, bool]] = []
        for seat, move in self.plays:
            cards, ability = split(move)
            if ability == "five-color-sand":
                return seat
            if not cards:
                continue
            sword = ability == "sword-walking"
            follows = cards[0][0] == led or ability == "cup-and-ball"
            trump = cards[0][1] == "T"
            if trump and (ability == "butterfly-dance" or (not follows and not watered)):
                active.append((seat, sword))
            elif follows:
                value = 0 if trump else sum(int(card[1]) for card in cards)
                value = value * 2 if ability == "many-umbrellas" else value
                best.append((seat, value + 2 * (ability == "horse-swallowing"), sword))
        if active:
            return next((seat for seat, sword in active if sword), active[0][0])
        top = max(value for _, value, _ in best)
        tied = [(seat, sword) for seat, value, sword in best if value == top]
        return next((seat for seat, sword in tied if sword), tied[0][0])


@pytest.mark.drawn(1)
@pytest.mark.parametrize("case", CASES, ids=str)
def test_legal_moves_winners_leaders_hands_and_points_equal_the_referees(case: Case) -> None:
    for number in range(6):
        game: Any = case.start(100 + number)
        random = Random(f"{case} {number}")
        while not game.over:
            _watch_a_round(game, random)


def _watch_a_round(game: Any, random: Random) -> None:
    while game.phase is DRAFT:
        game.play(game.to_act[0], random.choice(game.legal_moves(game.to_act[0])))
    round_number, referee = game.round, Referee(game)
    letters = [suit.letter for suit in game.suits]
    pains = [letters[pain] for pain in game.pains]
    bids = [game.edition.bids[bid - 1] for bid in game.bids]
    while len(game.rounds) < round_number:
        seat = game.to_act[0]
        legal = [game.text(move) for move in game.legal_moves(seat)]
        assert len(set(legal)) == len(legal)
        assert set(legal) == referee.allowed(seat)
        move = _pick(legal, random)
        referee.see(seat, move)
        before = len(game.tricks())
        _play_and_compare(game, referee, seat, move, before)
    expected = [
        max(0, bid.points[won] - sum(card[0] == pain for card in captured))
        for bid, won, captured, pain in zip(bids, referee.won, referee.captured, pains, strict=True)
    ]
    assert list(game.rounds[-1]) == expected


def _pick(legal: list[str], random: Random) -> str:
    """Choose a random move, often one with an ability, so that several abilities meet in one trick."""
    special = [move for move in legal if " with " in move]
    return random.choice(special if special and random.random() < 0.3 else legal)


def _play_and_compare(game: Game, referee: Referee, seat: int, move: str, before: int) -> None:
    rounds = len(game.rounds)
    game.play(seat, game.parse(move))
    if len(game.rounds) > rounds:
        referee.finish()
        return
    tricks = game.tricks()
    if tricks and tricks[-1][2] is not None and len(tricks) >= before:
        winner, leader = referee.finish()
        assert (tricks[-1][2], game.to_act) == (winner, (leader,))
    assert [Counter(game.hand(one)) for one in range(game.seats)] == [+hand for hand in referee.hands]
