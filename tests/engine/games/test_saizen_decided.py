"""Saizen: games that are decided before their end."""

from __future__ import annotations

from engine.contract.chance import Chance
from engine.games.saizen import Saizen
from engine.games.saizen.cards import RANKS
from engine.games.saizen.phases import MOVE_CHIP
from engine.knowledge.decided import is_decided
from tests.engine.games.saizen_table import play, seen


def suits() -> list[list[str]]:
    """Return four hands of one suit each."""
    return [[suit + rank for rank in RANKS[:13]] for suit in "SHDC"]


def last_round(hands: list[list[str]], left: int, kept: tuple[str, ...] = ()) -> Saizen:
    """Return the lead of a trick of the last round with `left` cards in hand; `kept` are played last, no chip moves."""
    game = Saizen(4, {}, Chance(b"0", {"first": 0}, [{"hands": hands}]))
    while game.round < 3 or game.trick or game.phase is MOVE_CHIP or game.hands[0].bit_count() > left:
        seat = game.to_act[0]
        moves = [game.parse("pass")] if game.phase is MOVE_CHIP else game.legal_moves(seat)
        game.play(seat, max(moves, key=lambda move: (game.text(move).split()[-1] not in kept, move)))
    return game


def is_settled(game: Saizen) -> bool:
    return is_decided(seen(game))


def test_cards_known_from_earlier_rounds_decide_the_game() -> None:
    # The leader has all cards left of a suit, and the other seats have none of it.
    game = last_round(suits(), 2)
    assert [game.hand(seat) for seat in range(4)] == [["DA", "D2"], ["CA", "C2"], ["SA", "S2"], ["HA", "H2"]]
    assert is_settled(game)


def test_lead_that_can_be_lost_keeps_the_game_open() -> None:
    hands = suits()
    hands[0][-1], hands[1][1] = "H2", "SK"
    game = last_round(hands, 2, ("S2", "H2", "H3", "H4"))
    assert [game.hand(seat) for seat in (2, 3)] == [["S2", "H2"], ["H3", "H4"]]
    game.leader, game.to_act = 2, (2,)  # its spade wins only if it is led
    game.open_trick()
    assert not is_settled(game)
    play(game, "H2")
    assert is_settled(game)


def test_too_large_tree_counts_as_open() -> None:
    assert not is_settled(last_round(suits(), 3))


def test_last_tricks_of_an_earlier_round_are_open() -> None:
    game = last_round(suits(), 2)
    game.round = 2
    assert not is_settled(game)
