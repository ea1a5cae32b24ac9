"""Saizen games in a given position, and their legal moves."""

from collections.abc import Mapping, Sequence
from typing import cast

import pytest

from engine.cards import mask_of
from engine.contract.chance import Chance
from engine.errors import IllegalMove
from engine.games.saizen import Saizen
from engine.games.saizen.cards import INDEX
from engine.games.saizen.view import SaizenView

PLAYOFF = {"match": "playoff"}
FREE = {"match": "playoff", "win": "free", "follow": "may"}


def table(
    hands: Sequence[str], hearts: Mapping[str, str] | None = None, *, first: int = 0, **options: object
) -> Saizen:
    """Return a game at its first lead, with these hands; `hearts` sets sides of rows on the rule card of hearts."""
    seats = len(hands)
    game = Saizen(seats, {"jokers": 2, **options}, Chance(b"0", {"first": first, "rules": {"H": dict(hearts or {})}}))
    for place in range(seats):
        game.play((first + place) % seats, game.parse("pass"))
    game.sets = [mask_of(INDEX[code] for code in hand.split()) for hand in hands]
    game.hands = game.sets[:]
    return game


def play(game: Saizen, *cards: str) -> Saizen:
    """Play these cards in turn; "X1 as H" leads a joker."""
    for card in cards:
        game.play(game.to_act[0], game.parse(f"play {card}"))
    return game


def legal(game: Saizen) -> set[str]:
    """Return the legal cards of the seat in turn."""
    return {game.text(move).removeprefix("play ") for move in game.legal_moves(game.to_act[0])}


def refused(game: Saizen, move: str) -> str:
    """Return the refusal of a move of the seat in turn."""
    with pytest.raises(IllegalMove) as caught:
        game.play(game.to_act[0], game.parse(move))
    return str(caught.value.reason)


def last(game: Saizen) -> tuple[int, list[tuple[int, str]], int | None]:
    """Return the leader, plays and winner of the trick that was finished last."""
    leader, plays, winner = game.finished[-1] if game.finished else game.past[-1][1][-1]
    return leader, [(seat, game.text(move).removeprefix("play ")) for seat, move in plays], winner


def answers(hand: str, *cards: str, hearts: Mapping[str, str] | None = None) -> set[str]:
    """Return the cards that a hand may play after `cards`, which other seats have played in turn."""
    others = [f"{card.split()[0]} SA" for card in cards]
    return legal(play(table([*others, hand], hearts), *cards))


def chip_game(first: int = 1) -> Saizen:
    """Return a game of three seats in which no chip has been moved yet."""
    return Saizen(3, {}, Chance(b"1", {"first": first}))


def seen(game: Saizen, seat: int | None = None) -> SaizenView:
    """Return the view of a seat, or the public view."""
    return cast("SaizenView", game.view(seat))
