"""The test cases of the kit: every game with each of its seat counts and option sets, and random games of them.

No game is named here. Importing `engine.games` fills `Game.games`, so every test includes a new game.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations_with_replacement, islice, product
from random import Random
from typing import NamedTuple, TypeVar, cast

import pytest

import engine.games  # noqa: F401  fills Game.games
from engine.contract.chance import Chance
from engine.contract.options import OptionValue, describe
from engine.game import Game
from tests.samples import SOAK

KINDS = tuple(Game.games.values())
Test = TypeVar("Test", bound=Callable[..., None])


class Case(NamedTuple):
    """A game with a number of seats and options."""

    kind: type[Game]
    seats: int
    options: Mapping[str, OptionValue]

    def __str__(self) -> str:
        return "-".join([self.kind.id, str(self.seats), *(f"{name}={value}" for name, value in self.changed.items())])

    @property
    def changed(self) -> dict[str, OptionValue]:
        """The options that differ from their defaults."""
        return {name: value for name, value in self.options.items() if value != getattr(self.kind.Options, name)}

    @property
    def pairs(self) -> set[tuple[tuple[str, OptionValue], ...]]:
        """All pairs of option values in this case, also each value paired with itself."""
        return set(combinations_with_replacement(self.options.items(), 2))

    def seed(self, number: int) -> bytes:
        """Return a seed that differs for each case and number, and is the same in every run."""
        return Random(f"{self} {number}").randbytes(16)

    def start(self, number: int) -> Game:
        """Start a new game."""
        return self.kind(self.seats, self.options, Chance(self.seed(number)))


def option_sets(kind: type[Game], seats: int) -> Iterator[dict[str, OptionValue]]:
    """Yield every combination of allowed values."""
    infos = describe(kind.Options, seats)
    for values in product(*(info.allowed for info in infos)):
        yield {info.name: value for info, value in zip(infos, values, strict=True)}


def free_option_sets(kind: type[Game], seats: int, count: int) -> Iterator[dict[str, OptionValue]]:
    """Yield `count` combinations of values that people put together; a large count has each value at least once."""
    infos, random = describe(kind.Options, seats), Random(f"free values of {kind.id}")
    shuffled = {
        info.name: random.sample(every := [*info.free.values[seats]], len(every)) for info in infos if info.free
    }
    for number in range(count if shuffled else 0):
        yield {name: values[number % len(values)] for name, values in shuffled.items()}


LISTED_CASES = tuple(
    Case(kind, seats, options) for kind in KINDS for seats in kind.seat_counts for options in option_sets(kind, seats)
)
"""The cases with the listed values of options."""
CASES = LISTED_CASES + tuple(
    Case(kind, seats, options)
    for kind in KINDS
    for seats in kind.seat_counts
    for options in free_option_sets(kind, seats, 250 if SOAK else 1)
)
PLAIN_CASES = tuple(Case(kind, seats, {}) for kind in KINDS for seats in kind.seat_counts)
"""The cases with default options."""


def cases_of(kind: type[Game]) -> list[Case]:
    """Return the cases of one game."""
    return [case for case in CASES if case.kind is kind]


def _some(kind: type[Game]) -> list[Case]:
    """Choose cases of one game: each seat count with default options, and more until each pair of values occurs."""
    some = [case for case in cases_of(kind) if not case.changed]

    def news(case: Case) -> tuple[int, int]:  # of equally good cases, prefer one whose seat count is rare so far
        return len(case.pairs - met), -sum(one.seats == case.seats for one in some)

    while met := set[object]().union(*(case.pairs for case in some)):
        case = max(cases_of(kind), key=news)
        if case.pairs <= met:
            break
        some.append(case)
    return some


FEWER_CASES = CASES if SOAK else tuple(case for kind in KINDS for case in _some(kind))
"""Cases with every seat count and every pair of option values, but not all combinations; in a soak, all cases."""


every_kind = pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.id)
every_plain_case = pytest.mark.parametrize("case", PLAIN_CASES, ids=str)


def fewer_cases(test: Test) -> Test:
    """Let a test run with a case of each game, or with all cases in a soak.

    Each test draws its own cases from `FEWER_CASES`, so all tests together use every seat count and option value.
    """
    return _one_of_each_game(test, FEWER_CASES)


def few_cases(test: Test) -> Test:
    """Let a test that hardly depends on options run with a case of each game, or with all cases in a soak.

    Each test draws its own seat counts; outside the soak, all options have their default values.
    """
    return _one_of_each_game(test, PLAIN_CASES)


def _one_of_each_game(test: Test, cases: Sequence[Case]) -> Test:
    random = Random(test.__name__)
    drawn = CASES if SOAK else [random.choice([case for case in cases if case.kind is kind]) for kind in KINDS]
    return cast("Test", pytest.mark.parametrize("case", drawn, ids=str)(test))


def random_move(game: Game, random: Random) -> tuple[int, int]:
    """Return a random seat that must act, and a random legal move of this seat."""
    to_act = game.to_act
    seat = to_act[0] if len(to_act) == 1 else random.choice(to_act)
    return seat, random.choice(game.legal_moves(seat))


def walk(case: Case, number: int = 0) -> Iterator[Game]:
    """Yield a random game to its end: the same object before the first move and after each move."""
    game = case.start(number)
    random = Random(f"{case} {number} moves")
    yield game
    while game.to_act:
        game.play(*random_move(game, random))
        yield game


def finished(case: Case, number: int = 0) -> Game:
    """Return a random game at its end."""
    game = case.start(number)
    for game in walk(case, number):  # noqa: B007  only the last state is returned
        pass
    return game


def some_states(case: Case, count: int, number: int = 0) -> list[Game]:
    """Return independent copies of `count` states of a random game: the first state, and others before the end."""
    states = [game.copy() for game in walk(case, number)][:-1]
    return [states[0], *Random(f"{case} {number} states").sample(states[1:], count - 1)]


def play_on(game: Game, random: Random) -> None:
    """Play random moves to the end with `apply`."""
    while game.to_act:
        game.apply(*random_move(game, random))


def frozen(game: Game) -> dict[str, object]:
    """Return a snapshot of the state of a game."""
    return game.copy().state()


def _is_listed(game: Game) -> bool:
    """Tell whether the game can list the games that agree with the public view."""
    return any(True for _ in islice(game.every_game(game.view(None)), 1))


every_listed_kind = pytest.mark.parametrize(
    "kind", [kind for kind in KINDS if any(map(_is_listed, walk(Case(kind, 4, {}))))], ids=lambda kind: kind.id
)
"""The games that can list hidden cards near their end. In other games too many deals are possible."""
