"""`engine.knowledge.decided`: if a game is decided, no possible deal and no move changes its result."""

import json
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from random import Random

import pytest

from engine.contract.sampler import Sampler
from engine.game import Game, View
from engine.knowledge.decided import game_is_decided, is_decided
from tests.engine.kit.cases import (
    KINDS,
    Case,
    cases_of,
    every_kind,
    few_cases,
    fewer_cases,
    finished,
    play_on,
    random_move,
)
from tests.engine.kit.swaps import Cut, stopped
from tests.engine.kit.worlds import worlds
from tests.samples import SOAK

End = tuple[tuple[tuple[int, ...], ...], str]
"""The points by round and seat, and the ranking."""

GAMES, WAYS, LAST = (10, 100, 1000) if SOAK else (1, 10, 8)
"""Numbers of random games of each case, of playouts of each decided state, and of last states of each game."""
WORLDS = 1000 if SOAK else 150
"""The greatest number of deals of hidden cards to try."""
MOST_LEFT = 200
"""A state is not searched if it has more continuations than this."""
DECIDABLE = [kind for kind in KINDS if type(kind._sampler).every_determinization is not Sampler.every_determinization]
"""The games that can be decided before their end."""


def last_states(case: Case, number: int, count: int = LAST) -> list[Game]:
    """Return the last states of the last round of a random game, newest first."""
    history = finished(case, number).history
    game = case.start(number)
    states = []
    for step, (seat, move) in enumerate(history):
        if step >= len(history) - count and game.round == game.round_count:
            states.append(game.copy())
        game.play(seat, move)
    return states[::-1]


def end(game: Game) -> End:
    """Return the result of a finished game."""
    return tuple(game.rounds), repr(game.ranking())


def playout_result(game: Game, random: Random) -> End:
    """Return the result of a game after a random playout."""
    play_on(game, random)
    return end(game)


def check(game: Game) -> bool:
    """Tell whether a state is decided. If it is, check that random playouts all have the same result.

    The playouts start from this deal and from other possible deals.

    Raises:
        AssertionError: a playout had another result.
    """
    view = game.view(None)
    if not is_decided(view):
        return False
    random = Random(repr(view["scores"]))
    draw = type(game).sampler(view)
    expected = playout_result(game.copy(), random)
    for _ in range(WAYS):
        assert playout_result(draw(random), random) == expected, "decided, but not so"
    return True


@pytest.mark.drawn(1)
@fewer_cases
def test_no_possible_deal_and_no_move_changes_a_decided_result(case: Case) -> None:
    for number in range(GAMES):
        for game in last_states(case, number):
            assert game_is_decided(game) == check(game), "the game and its public view give the same answer"


@few_cases
def test_decided_game_stays_decided(case: Case) -> None:
    for number in range(GAMES):
        answers = [is_decided(game.view(None)) for game in last_states(case, number)[::-1]]
        assert answers == sorted(answers)


@few_cases
def test_no_game_is_decided_before_its_last_round_and_every_finished_game_is(case: Case) -> None:
    early = case.start(0)
    while early.round < early.round_count - 1:
        early.apply(*random_move(early, Random(1)))
    while early.round < early.round_count:
        early.apply(*random_move(early, Random(2)))
        assert early.round == early.round_count or not is_decided(early.view(None))
    assert not is_decided(early.view(None))
    over = finished(case)
    assert is_decided(over.view(None))
    assert game_is_decided(over)


# --- Small trees, searched in full


def small_trees(kind: type[Game], games: int) -> Iterator[Cut]:
    """Yield the states before each of the last eight moves of random games, which have few continuations."""
    cases = cases_of(kind)
    for number in range(games):
        case = cases[number % len(cases)]
        moves = len(finished(case, number).history)
        yield from stopped(case, number, range(moves - 8, moves))


def ends(game: Game, most: int) -> Iterator[End]:
    """Yield the result of each continuation of a game; raise `OverflowError` if they may be more than `most`."""
    if game.over:
        yield end(game)
        return
    branches = []
    for move in game.legal_moves(game.to_act[0]):
        branch = game.copy()
        branch.apply(game.to_act[0], move)
        branches.append(branch)
    if len(branches) > most:
        raise OverflowError
    for branch in branches:
        yield from ends(branch, most // len(branches))


def all_ends(cut: Cut) -> set[End] | None:
    """Return the distinct results of a state over all deals of its hidden cards; None if either are too many."""
    try:
        return {one for game in worlds(cut, WORLDS) for one in ends(game, MOST_LEFT)} or None
    except OverflowError:
        return None


@pytest.mark.drawn(1)
@every_kind
def test_small_tree_with_one_result_is_decided(kind: type[Game]) -> None:
    tried = {True: 0, False: 0}
    missed = 0
    for cut in small_trees(kind, 20 if SOAK else 4):
        possible = all_ends(cut)
        if possible is not None:
            alike = len(possible) == 1
            answer = is_decided(cut.game.view(None))
            assert alike or not answer
            tried[alike] += 1
            missed += alike and not answer
    if kind in DECIDABLE:
        assert min(tried.values()) >= 2
        assert missed == 0


def moves_to_try(game: Game) -> int:
    """Count the moves of a search through all continuations of a game."""
    count = 0
    for move in game.legal_moves(game.to_act[0]) if game.to_act else ():
        branch = game.copy()
        branch.apply(game.to_act[0], move)
        count += 1 + moves_to_try(branch)
    return count


@pytest.mark.drawn(1)
@pytest.mark.parametrize("kind", DECIDABLE, ids=lambda kind: kind.id)
def test_every_move_of_a_decided_game_is_tried_within_the_limit(kind: type[Game]) -> None:
    views = [cut.game.view(None) for cut in small_trees(kind, 4)]
    sizes = [sum(map(moves_to_try, kind.every_game(view))) if is_decided(view) else 0 for view in views]
    assert max(sizes) > 1
    for view, size in zip(views, sizes, strict=True):
        if size:
            assert is_decided(view, limit=size)
            assert not is_decided(view, limit=size - 1)


# --- Public knowledge only


@few_cases
def test_seats_own_view_is_refused(case: Case) -> None:
    for seat in range(case.seats):
        with pytest.raises(ValueError, match="everybody"):
            is_decided(case.start(0).view(seat))


@pytest.mark.drawn(1)
@every_kind
def test_answer_does_not_depend_on_hidden_cards(kind: type[Game]) -> None:
    for cut in small_trees(kind, 1):
        answer = is_decided(cut.game.view(None))
        for twin in islice(worlds(cut, WORLDS), 3):
            assert is_decided(twin.view(None)) == answer
        assert is_decided(json.loads(json.dumps(cut.game.view(None)))) == answer


# --- Games are decided early, and planted errors are found


def decided_early(kind: type[Game], games: int) -> int:
    """Count the random games of a kind that are decided while a seat still has a free choice."""
    cases = cases_of(kind)
    count = 0
    for number in range(games):
        for game in last_states(cases[number % len(cases)], number):
            if len(game.legal_moves(game.to_act[0])) > 1 and game.forced(game.to_act[0]) is None:
                count += check(game)
                break
    return count


@pytest.mark.drawn(1)
@every_kind
def test_some_games_of_each_listed_kind_are_decided_early(
    kind: type[Game],
) -> None:
    assert (decided_early(kind, 20) > 0) == (kind in DECIDABLE)


def planted(kind: type[Game], every: Callable[[View], Iterable[Game]]) -> type[Game]:
    """Return an unregistered subclass of `kind` that lists the possible games by `every`, which contains an error."""
    return type(f"Hasty{kind.__name__}", (kind,), {"__slots__": (), "every_game": staticmethod(every)})


def takes_the_first_deal_for_the_only_one(kind: type[Game]) -> type[Game]:
    return planted(kind, lambda view: islice(kind.every_game(view), 1))


def forgets_every_second_deal(kind: type[Game]) -> type[Game]:
    return planted(kind, lambda view: islice(kind.every_game(view), 0, None, 2))


def tries_the_first_move_only(kind: type[Game]) -> type[Game]:
    hasty = type(
        f"First{kind.__name__}",
        (kind,),
        {"__slots__": (), "legal_moves": lambda self, seat: kind.legal_moves(self, seat)[:1]},
    )

    def every(view: View) -> Iterator[Game]:
        for game in kind.every_game(view):
            game.__class__ = hasty
            yield game

    return planted(kind, every)


def hides_cards_to_the_end(kind: type[Game]) -> bool:
    """Tell whether, in more than half of the states before the last moves, the public view allows several deals."""
    states = [game for number in range(4) for game in last_states(cases_of(kind)[0], number, 6)[-3:]]
    return 2 * sum(len(list(islice(kind.every_game(game.view(None)), 2))) > 1 for game in states) > len(states)


def check_games(kind: type[Game], games: int) -> None:
    cases = cases_of(kind)
    for number in range(games):
        for game in last_states(cases[number % len(cases)], number):
            check(game)


@pytest.mark.drawn(4)
@pytest.mark.parametrize("kind", DECIDABLE, ids=lambda kind: kind.id)
@pytest.mark.parametrize("plant", [takes_the_first_deal_for_the_only_one, forgets_every_second_deal])
def test_planted_game_that_forgets_deals_is_found(
    kind: type[Game], plant: Callable[[type[Game]], type[Game]], monkeypatch: pytest.MonkeyPatch
) -> None:
    if not hides_cards_to_the_end(kind):
        return
    monkeypatch.setitem(Game.games, kind.id, plant(kind))
    with pytest.raises(AssertionError, match="decided, but not so"):
        check_games(kind, 60)


@pytest.mark.drawn(1)
@pytest.mark.parametrize("kind", DECIDABLE, ids=lambda kind: kind.id)
def test_planted_game_that_forgets_moves_is_found(kind: type[Game], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(Game.games, kind.id, tries_the_first_move_only(kind))
    with pytest.raises(AssertionError, match="decided, but not so"):
        check_games(kind, 60)
