"""What the kit runs on: every game there is, with each of its seat counts and option sets, and random games of them.

No game is named here: importing `engine.games` fills `Game.games`, and a new game is in every test by being there.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from itertools import combinations_with_replacement, islice, product
from random import Random
from typing import NamedTuple

import pytest

import engine.games  # noqa: F401  fills Game.games
from engine.contract.chance import Chance
from engine.contract.options import OptionValue, describe
from engine.game import Game

KINDS = tuple(Game.games.values())


class Case(NamedTuple):
    """One way to play a game."""

    kind: type[Game]
    seats: int
    options: Mapping[str, OptionValue]

    def __str__(self) -> str:
        return "-".join([self.kind.id, str(self.seats), *(f"{name}={value}" for name, value in self.changed.items())])

    @property
    def changed(self) -> dict[str, OptionValue]:
        """The options that are not as usual."""
        return {name: value for name, value in self.options.items() if value != getattr(self.kind.Options, name)}

    @property
    def pairs(self) -> set[tuple[tuple[str, OptionValue], ...]]:
        """Every option's value, with itself and with every other one's."""
        return set(combinations_with_replacement(self.options.items(), 2))

    def seed(self, number: int) -> bytes:
        """Another one for each case and number, the same in every run."""
        return Random(f"{self} {number}").randbytes(16)

    def start(self, number: int) -> Game:
        """A new game."""
        return self.kind(self.seats, self.options, Chance(self.seed(number)))


def option_sets(kind: type[Game], seats: int) -> Iterator[dict[str, OptionValue]]:
    """Every combination of allowed values."""
    infos = describe(kind.Options, seats)
    for values in product(*(info.allowed for info in infos)):
        yield {info.name: value for info, value in zip(infos, values, strict=True)}


CASES = tuple(
    Case(kind, seats, options) for kind in KINDS for seats in kind.seat_counts for options in option_sets(kind, seats)
)
PLAIN_CASES = tuple(Case(kind, seats, {}) for kind in KINDS for seats in kind.seat_counts)
"""The cases with default options."""


def cases_of(kind: type[Game]) -> list[Case]:
    """The cases of one game."""
    return [case for case in CASES if case.kind is kind]


def _some(kind: type[Game]) -> list[Case]:
    """Cases of one game: every seat count with default options, and more until every two values have met in some."""
    some = [case for case in cases_of(kind) if not case.changed]

    def news(case: Case) -> tuple[int, int]:  # and where that is the same, seat counts take turns
        return len(case.pairs - met), -sum(one.seats == case.seats for one in some)

    while met := set[object]().union(*(case.pairs for case in some)):
        case = max(cases_of(kind), key=news)
        if case.pairs <= met:
            break
        some.append(case)
    return some


SOAK = os.environ.get("ICHIZA_SOAK") == "1"
FEWER_CASES = CASES if SOAK else tuple(case for kind in KINDS for case in _some(kind))
"""Every seat count, and every two options' values together, but not all of them, unless in a soak."""
FEW_CASES = CASES if SOAK else PLAIN_CASES
"""For what options hardly change: every seat count with default options, unless in a soak."""

every_kind = pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.id)
fewer_cases = pytest.mark.parametrize("case", FEWER_CASES, ids=str)
few_cases = pytest.mark.parametrize("case", FEW_CASES, ids=str)
every_plain_case = pytest.mark.parametrize("case", PLAIN_CASES, ids=str)


def random_move(game: Game, random: Random) -> tuple[int, int]:
    """A random seat to act, and a random legal move of it."""
    to_act = game.to_act
    seat = to_act[0] if len(to_act) == 1 else random.choice(to_act)
    return seat, random.choice(game.legal_moves(seat))


def walk(case: Case, number: int = 0) -> Iterator[Game]:
    """A random game: the same object before any move and after each one, to the end."""
    game = case.start(number)
    random = Random(f"{case} {number} moves")
    yield game
    while game.to_act:
        game.play(*random_move(game, random))
        yield game


def finished(case: Case, number: int = 0) -> Game:
    """A random game, played to the end."""
    game = case.start(number)
    for game in walk(case, number):  # noqa: B007  the last one counts
        pass
    return game


def some_states(case: Case, count: int, number: int = 0) -> list[Game]:
    """`count` states of a random game: its first, and others anywhere before its end, each an independent copy."""
    states = [game.copy() for game in walk(case, number)][:-1]
    return [states[0], *Random(f"{case} {number} states").sample(states[1:], count - 1)]


def play_on(game: Game, random: Random) -> None:
    """Random moves to the end, through the search's door."""
    while game.to_act:
        game.apply(*random_move(game, random))


def frozen(game: Game) -> dict[str, object]:
    """The state of a game as it is now, whatever happens to the game later."""
    return game.copy().state()


def _is_listed(game: Game) -> bool:
    """Whether the games that everybody's view agrees with can be listed."""
    return any(True for _ in islice(game.every_game(game.view(None)), 1))


every_listed_kind = pytest.mark.parametrize(
    "kind", [kind for kind in KINDS if any(map(_is_listed, walk(Case(kind, 4, {}))))], ids=lambda kind: kind.id
)
"""Where no games are listed too much stays hidden for all ways to be tried: all unseen cards are shuffled there."""
