"""Tennos Square games in a given position, and their legal moves."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, cast

import pytest

from engine.contract.chance import Chance
from engine.errors import IllegalMove
from engine.games.tennos_square import TennosSquare
from engine.games.tennos_square.cards import CODES, FACE_DOWN, RANKS
from engine.games.tennos_square.view import SquareView

SIZE = {3: 8, 4: 9}


def row(ranks: str) -> list[int]:
    """Return a row from its ranks, with `x` for face down; equal ranks get different suits."""
    used: dict[str, int] = {}
    cards = []
    for rank in ranks.split():
        suit = used[rank] = used.get(rank, -1) + 1
        cards.append(FACE_DOWN if rank == "x" else 10 * suit + RANKS.index(rank))
    return cards


def full_deal(seats: int, hands: Sequence[str] = (), stock: str = "", rows: Sequence[str] = ()) -> dict[str, Any]:
    """Return a deal whose piles begin with the given cards, and are filled with the rest in the order of the deck."""
    named = {code for pile in (*hands, stock, *rows) for code in pile.split()}
    rest = iter(code for code in CODES if code not in named)

    def fill(given_: Sequence[str], seat: int, size: int) -> list[str]:
        codes = given_[seat].split() if seat < len(given_) else []
        return codes + [next(rest) for _ in range(size - len(codes))]

    return {
        "rows": [fill(rows, seat, SIZE[seats]) for seat in range(seats)],
        "hands": [fill(hands, seat, 3) for seat in range(seats)],
        "stock": fill([stock], 0, 60 - seats * (SIZE[seats] + 3)),
    }


def new_game(
    seats: int = 4, dealer: int = 0, deals: Sequence[Mapping[str, object]] = (), *, split: bool = False
) -> TennosSquare:
    options = {"split_partnership": True} if split else {}
    return TennosSquare(seats, options, Chance(b"test", {"dealer": dealer}, deals))


def view_of(game: TennosSquare, seat: int | None = None) -> SquareView:
    """Return the view of a seat, or the public view."""
    return cast("SquareView", game.view(seat))


def play(game: TennosSquare, *lines: str) -> TennosSquare:
    """Play moves in the notation of a record."""
    for line in lines:
        seat, text = line.split(" ", 1)
        game.play(int(seat), game.parse(text))
    return game


def opened(game: TennosSquare) -> TennosSquare:
    """Let every seat lay down the lowest card of its hand, so that the turns begin; return the game."""
    for seat in game.to_act:
        game.play(seat, game.legal_moves(seat)[0])
    return game


def refused(game: TennosSquare, seat: int, text: str) -> str:
    """Return the refusal of a move."""
    before = game.copy()
    with pytest.raises(IllegalMove) as caught:
        game.play(seat, game.parse(text))
    assert game.state() == before.state()
    return str(caught.value)


def legal(game: TennosSquare, seat: int) -> list[str]:
    return [game.text(move) for move in game.legal_moves(seat)]


def tokens(game: TennosSquare, seat: int, *path: str) -> dict[str, str | None]:
    """Return the next choices of a seat after `path`, each with None or the reason why it is forbidden."""
    return {choice.token: None if choice.reason is None else str(choice.reason) for choice in game.choices(seat, path)}


def played(seats: int, seed: int, options: Mapping[str, object] | None = None) -> TennosSquare:
    """Play a random game to its end."""
    game = TennosSquare(seats, options, Chance(seed.to_bytes(4, "big")))
    random = Random(seed)
    while not game.over:
        seat = random.choice(game.to_act)
        game.play(seat, random.choice(game.legal_moves(seat)))
    return game


def exchange_game() -> TennosSquare:
    """Return a game of four in which seat 1 has H3 and H4, and must act.

    The market is S2 H2 X2 L2, and the next card of the stock is D10.
    """
    hands = ["S2 S3 S4", "H2 H3 H4", "X2 X3 X4", "L2 L3 L4"]
    rows = ["", "C5 C6 C7 C8 C9 C10 CA C2 C3"]
    return opened(new_game(4, deals=[full_deal(4, hands, "D10 D9", rows)]))
