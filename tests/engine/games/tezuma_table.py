"""Tezuma games in a given position, built as from a record: a fixed deal, then a draft in notation."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import pytest

from engine.contract.chance import Chance
from engine.errors import IllegalMove
from engine.game import Game
from engine.games.tezuma import Tezumashi, TezumaTrick
from engine.games.tezuma.abilities import ABILITIES
from engine.games.tezuma.cards import DECKS
from engine.knowledge.determinization import deal_hidden


def hands_of(
    kind: type[TezumaTrick | Tezumashi], cards: Sequence[str], void: Mapping[int, str], seed: int = 0
) -> list[list[str]]:
    """Return each seat's full hand: its `cards` ("B7 UT"), and random cards of all suits but those in its `void`."""
    deck = dict(DECKS[len(cards)])
    hands = [[kind.edition.index[code] for code in codes.split()] for codes in cards]
    for hand in hands:
        for card in hand:
            deck[card] -= 1
    letters = [suit.letter for suit in kind.suits]
    forbidden = [
        sum(0x3FF << 10 * letters.index(letter) for letter in void.get(seat, "")) for seat in range(len(cards))
    ]
    rest = [card for card, copies in deck.items() for _ in range(copies)]
    dealt = deal_hidden(Random(seed), rest, [12 - len(hand) for hand in hands], forbidden)
    return [[kind.edition.codes[card] for card in (*hand, *more)] for hand, more in zip(hands, dealt, strict=True)]


def seated(
    kind: type[TezumaTrick | Tezumashi],
    cards: Sequence[str],
    abilities: Mapping[int, str] | None = None,
    *,
    void: Mapping[int, str] | None = None,
    seed: int = 0,
) -> Any:
    """Return a game before its first trick, which seat 0 leads. `hands_of` explains `cards` and `void`.

    In the first turn of the draft every seat takes an ability (its ability in `abilities`, or a spare one), in the
    second a bid, and in the third a pain suit (seat 0 the first suit, and so on).
    """
    wanted = dict(abilities or {})
    seats = len(cards)
    piles = kind.edition.ability_piles["random"][seats]
    shown: list[str] = []
    for pile, count in piles:
        ids = sorted((ABILITIES[one].id for one in pile), key=lambda one: one not in wanted.values())
        shown += ids[:count]
    spare = [one for one in shown if one not in wanted.values()]
    taken = [wanted.get(seat) or spare.pop() for seat in range(seats)]
    bids = [number for pile, count in kind.edition.bid_piles["random"][seats] for number in pile[:count]]
    options = {} if kind is TezumaTrick else {"abilities": "random", "bids": "random"}
    setup = {"first": 0, "abilities": shown, "bids": bids}
    hands = hands_of(kind, cards, void or {}, seed)
    game = kind(seats, options, Chance(b"\1", setup, [{"hands": hands}]))
    suits = [suit.letter for suit in kind.suits]
    for _ in range(3 * seats):
        seat = game.to_act[0]
        lap = game.drafted // seats
        card = (f"ability {taken[seat]}", f"bid {sorted(bids)[seat]}", f"pain {suits[seat]}")[lap]
        play(game, f"{seat} take {card}")
    return game


def play(game: Game, *texts: str) -> None:
    """Play moves in the notation of a record: "SEAT MOVE"."""
    for text in texts:
        seat, move = text.split(" ", 1)
        game.play(int(seat), game.parse(move))


def refused(game: Game, text: str) -> str:
    """Return the refusal of a move in the notation of a record."""
    before = game.copy().state()
    with pytest.raises(IllegalMove) as caught:
        play(game, text)
    assert game.state() == before
    return str(caught.value)


def legal(game: Game) -> set[str]:
    """Return every legal move of the seat in turn."""
    return {game.text(move) for move in game.legal_moves(game.to_act[0])}


def winner(game: Game) -> int | None:
    """Return the winner of the last finished trick."""
    return [trick for _, _, trick in game.tricks() if trick is not None][-1]
