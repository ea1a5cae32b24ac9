"""Checks that every sentence of advice agrees with the engine: the part that is the same for all games.

A game's `claims_<package>.py` has `CLAIMS`. It maps the key of each `Phrase` of advice to a function that evaluates the
sentence's claim. The function gets a `Position` and the sentence's arguments, and returns whether the claim is true. It
asks the engine (plays cards, counts points) and shares no code with the game's `advice.py`. Sentences of advice are
those whose keys contain `-advice-`.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import Any

from engine.game import Game, View
from engine.text import CARD, SEAT, Text
from tests.engine.kit.cases import cases_of

Claim = Callable[..., bool]
"""A claim's evaluation: (position, **arguments of the phrase) -> whether the claim is true."""

ADVICE = "-advice-"
"""The part that the key of every sentence of advice contains."""
WORLDS = 6
"""The number of sampled games in which a claim about hidden cards must hold, besides the true game."""
MOST = 3
"""The greatest number of sentences of advice on one decision."""
LONGEST = 110
"""The greatest length of a sentence in plain English, in characters, with every card and seat by its code."""


@dataclass(frozen=True)
class Position:
    """A seat's decision in a game whose cards are all known. Functions that get a position must not change its game."""

    game: Game
    seat: int
    number: int = 0
    """The seed of the sampled games."""

    @cached_property
    def view(self) -> View:
        """The seat's view."""
        return self.game.view(self.seat)

    @cached_property
    def worlds(self) -> tuple[Game, ...]:
        """The true game, and sampled games that agree with the seat's view."""
        draw, random = type(self.game).sampler(self.view), Random(self.number)
        return (self.game, *(draw(random) for _ in range(WORLDS)))

    @property
    def legal(self) -> list[str]:
        """The seat's legal moves in notation, as the engine lists them."""
        return [self.game.text(move) for move in self.game.legal_moves(self.seat)]

    def advice(self) -> list[Text]:
        """Return the advice on the decision."""
        return type(self.game).advice(self.view)


def after(game: Game, seat: int, *moves: str) -> Game:
    """Return a copy of a game after legal moves of a seat in notation."""
    copy = game.copy()
    for move in moves:
        number = copy.parse(move)
        assert number in copy.legal_moves(seat), f"{move} is not legal"
        copy.apply(seat, number)
    return copy


def code(card: Text) -> str:
    """Return the code, such as "H9", of the card that is this part of a sentence."""
    assert card.key == CARD.key
    return str(card.args["card"])


def codes(cards: Iterable[Text]) -> list[str]:
    """Return the codes of the cards that are these parts of a sentence."""
    return [code(card) for card in cards]


def seat_in(seat: Text) -> int:
    """Return the number of the seat that is this part of a sentence."""
    assert seat.key == SEAT.key
    return int(str(seat.args["seat"]))


@cache
def claims_of(kind: type[Game]) -> Mapping[str, Claim]:
    """Return a game's claim functions by key; empty for a game without a module of claims."""
    name = f"tests.engine.advice.claims_{kind.__module__.split('.')[2]}"
    claims: Mapping[str, Claim] = import_module(name).CLAIMS if find_spec(name) else {}
    return claims


def wrong_claims(position: Position) -> list[str]:
    """Return the wrong sentences in the advice on a decision, and those that are too long or have no claim function."""
    claims = claims_of(type(position.game))
    advice = position.advice()
    assert json.loads(json.dumps(advice)) == _as_json(advice)
    assert len({*advice}) == len(advice) <= MOST
    return [
        str(text)
        for text in advice
        if text.key not in claims or len(str(text)) > LONGEST or not claims[text.key](position, **text.args)
    ]


def _as_json(data: Any) -> Any:
    """Return plain data with lists instead of tuples, as after a round trip through JSON."""
    if isinstance(data, dict):
        return {key: _as_json(value) for key, value in data.items()}
    return [_as_json(value) for value in data] if isinstance(data, list | tuple) else data


def random_positions(kind: type[Game], count: int, every: int = 5, seed: str = "advice") -> Iterator[Position]:
    """Yield decisions between several legal moves, from random games of all seat counts and options.

    About one in `every` decisions of a game is taken, so that the positions come from many games. In each game
    some kinds of moves, such as exchanges, are played rarely; chance decides which kinds.
    """
    every_case = cases_of(kind)
    cases, number = Random(seed).sample(every_case, len(every_case)), 0
    while count:
        case = cases[number % len(cases)]
        game, random = case.start(number), Random(f"{seed} {case} {number}")
        taste = {verb: random.choice((0.02, 1)) for verb in sorted({move.split()[0] for move in kind.moves})}
        while game.to_act and count:
            for seat in game.to_act:
                if count and len(game.legal_moves(seat)) > 1 and not random.randrange(every):
                    count -= 1
                    yield Position(game.copy(), seat, number)
            seat = random.choice(game.to_act)
            legal = game.legal_moves(seat)
            game.play(seat, *random.choices(legal, [taste[game.text(move).split()[0]] for move in legal]))
        number += 1
