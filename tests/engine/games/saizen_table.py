"""A Saizen table in a wanted position, and what may be played there."""

from __future__ import annotations

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
    """A game at the first lead of its first round, in which the seats hold just these cards."""
    seats = len(hands)
    game = Saizen(seats, {"jokers": 2, **options}, Chance(b"0", {"first": first, "rules": {"H": dict(hearts or {})}}))
    for place in range(seats):
        game.play((first + place) % seats, game.parse("pass"))
    game.sets = [mask_of(INDEX[code] for code in hand.split()) for hand in hands]
    game.hands = game.sets[:]
    return game


def play(game: Saizen, *cards: str) -> Saizen:
    """The next seats play these, "X1 as H" for a led joker."""
    for card in cards:
        game.play(game.to_act[0], game.parse(f"play {card}"))
    return game


def legal(game: Saizen) -> set[str]:
    """The cards that the seat to act may play."""
    return {game.text(move).removeprefix("play ") for move in game.legal_moves(game.to_act[0])}


def refused(game: Saizen, move: str) -> str:
    """Why the seat to act may not make this move."""
    with pytest.raises(IllegalMove) as caught:
        game.play(game.to_act[0], game.parse(move))
    return str(caught.value.reason)


def last(game: Saizen) -> tuple[int, list[tuple[int, str]], int | None]:
    """The newest finished trick: its leader, its plays, its winner."""
    leader, plays, winner = game.finished[-1] if game.finished else game.past[-1][1][-1]
    return leader, [(seat, game.text(move).removeprefix("play ")) for seat, move in plays], winner


def answers(hand: str, *cards: str, hearts: Mapping[str, str] | None = None) -> set[str]:
    """What a hand may play to these cards, the first of which is led."""
    others = [f"{card.split()[0]} SA" for card in cards]
    return legal(play(table([*others, hand], hearts), *cards))


def chip_game(first: int = 1) -> Saizen:
    """A game of three before the first chip."""
    return Saizen(3, {}, Chance(b"1", {"first": first}))


def seen(game: Saizen, seat: int | None = None) -> SaizenView:
    """What a seat, or everybody, may know."""
    return cast("SaizenView", game.view(seat))
