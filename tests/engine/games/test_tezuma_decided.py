"""Tezuma: games that are decided before their end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from engine.games.tezuma import Tezumashi, TezumaTrick
from engine.games.tezuma.abilities import NUMBERS
from engine.games.tezuma.cards import DECKS, UNIT
from engine.games.tezuma.phases import LEAD
from engine.knowledge.decided import is_decided
from tests.engine.games.tezuma_table import play, seated

DEAD = (1, 6, 4, 2)
"""Bids of Tezuma Trick that score nothing for 4, 0, 5 and 1 tricks, or for one or two tricks more."""
WON = (0, 0, 0, 0, 2, 2, 2, 2, 2, 3)
"""The winners of the first ten tricks."""


def table(
    left: Sequence[str],
    bids: Sequence[int] = DEAD,
    won: Sequence[int] = WON,
    abilities: Mapping[int, str] | None = None,
    kind: type[TezumaTrick | Tezumashi] = TezumaTrick,
) -> Any:
    """Return a game in which seat 0 leads in the last of four rounds, with these hands; seat 3's pain suit is M.

    Each suit has four cards left or none. The ten tricks are of one suit each, in the order of the suits, so no trick
    reveals a void.
    """
    game: Any = seated(kind, ["", "", "", ""])
    deck = dict(DECKS[4])
    hands = [[kind.edition.index[code] for code in hand.split()] for hand in left]
    for card in (card for hand in hands for card in hand):
        deck[card] -= 1
    played = [card for card, copies in deck.items() for _ in range(copies)]
    tricks = [tuple(played[start : start + 4]) for start in range(0, len(played), 4)]
    game.round = game.round_count
    game.hands = [sum(UNIT[card] for card in hand) for hand in hands]
    game.finished = [(winner, trick, winner) for winner, trick in zip(won, tricks, strict=True)]
    game.won = [won.count(seat) for seat in range(4)]
    game.bids = list(bids)
    game.abilities = [NUMBERS[(abilities or {}).get(seat, "sword-walking")] for seat in range(4)]
    game.uses = [int(seat in (abilities or {})) for seat in range(4)]
    game.armed = [ability if uses else 0 for ability, uses in zip(game.abilities, game.uses, strict=True)]
    game.leader, game.to_act, game.phase = 0, (0,), LEAD
    return game


def is_settled(game: Any) -> bool:
    return is_decided(game.view())


def test_game_is_decided_if_no_bid_can_score() -> None:
    game = table(["B1 U1", "B2 U2", "B3 U3", "B4 U4"])
    play(game, "0 play B1", "1 play B2", "2 play B3")
    assert is_settled(game)


def test_one_bid_that_can_still_score_keeps_the_game_open() -> None:
    # Seat 3 has won one trick and would score for two with this bid.
    game = table(["B1 U1", "B2 U2", "B3 U3", "B4 U4"], (1, 6, 4, 5))
    play(game, "0 play B1", "1 play B2", "2 play B3")
    assert not is_settled(game)


@pytest.mark.parametrize(
    ("won", "over"), [((0, 0, 0, 0, 2, 2, 2, 2, 3, 3), True), ((0, 0, 0, 0, 3, 3, 2, 2, 2, 2), False)]
)
def test_game_is_decided_if_pain_cards_outweigh_the_bid(won: Sequence[int], over: bool) -> None:
    # Seat 3 has 6 points for its two tricks and would have 4 with a third; eight masks among them cost more.
    game = table(["B1 U1", "B2 U2", "B3 U3", "B4 U4"], (1, 6, 4, 4), won)
    play(game, "0 play B1", "1 play B2", "2 play B3")
    assert is_settled(game) == over


@pytest.mark.parametrize(("ability", "over"), [("five-color-sand", False), ("sword-walking", True)])
def test_ability_that_can_change_the_winner_keeps_the_last_trick_open(ability: str, over: bool) -> None:
    # B9 is the highest butterfly left in any hand; seat 3 has a use left and a bid that can still score.
    won = (0, 0, 0, 0, 1, 1, 1, 2, 2, 2, 3)
    game = table(["B9", "B8", "B3", "B2"], (1, 3, 4, 5), won, {3: ability})
    play(game, "0 play B9", "1 play B8", "2 play B3")
    assert is_settled(game) == over


def test_bid_that_scores_every_trick_keeps_the_game_open() -> None:
    # Tezuma-shi's first bid gives more for every trick.
    game = table(["B1 U1", "B2 U2", "B3 U3", "B4 U4"], (1, 2, 3, 4), kind=Tezumashi)
    play(game, "0 play B1", "1 play B2", "2 play B3")
    assert not is_settled(game)
