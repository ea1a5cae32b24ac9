"""Every decision belongs to the current phase, and a view names the same phase."""

from itertools import pairwise
from typing import Any, cast

import pytest

from engine import phrases
from engine.contract.phase import OVER
from engine.game import Game
from tests.engine.kit.cases import Case, every_kind, fewer_cases, some_states, walk


@every_kind
def test_phases_have_distinct_ids_and_every_move_has_a_phase(kind: type[Game]) -> None:
    assert all(phase.id == name for name, phase in kind.phases.items())
    assert set(range(len(kind.moves))) <= {move for phase in kind.phases.values() for move in phase.moves}


@fewer_cases
def test_current_phase_belongs_to_the_game_and_the_last_one_is_over(case: Case) -> None:
    for game in walk(case):
        assert case.kind.phases[game.phase.id] is game.phase
        assert (game.phase is OVER) == game.over
        assert all(set(game.legal_moves(seat)) <= set(game.phase.moves) for seat in game.to_act)


@fewer_cases
def test_new_round_begins_with_the_first_phase(case: Case) -> None:
    first = next(iter(case.kind.phases.values()))
    rounds = 0
    for game in walk(case):
        if game.round > rounds and not game.over:
            assert game.phase is first
        rounds = game.round


@fewer_cases
def test_numbered_tricks_count_from_one_to_the_last_in_every_round(case: Case) -> None:
    shown: list[tuple[int, int]] = []
    for game in walk(case):
        name = game.phase.name(game)
        if name.key == phrases.TRICK_OF.key:
            number, last = (cast("int", name.args[one]) for one in ("trick", "tricks"))
            assert number <= last
            if (game.round, number) not in shown[-1:]:
                shown.append((game.round, number))
    assert all(
        trick == (before[1] + 1 if before[0] == number else 1) for before, (number, trick) in pairwise([(0, 0), *shown])
    )


@fewer_cases
def test_slot_that_restore_forgets_raises_at_once(case: Case) -> None:
    game = some_states(case, 2)[1]
    forgetful: Any = type("Forgetful", (case.kind,), {"__slots__": ("forgotten",)})
    with pytest.raises(AttributeError, match="forgotten"):
        forgetful.from_view(game.view(0))
    with pytest.raises(AttributeError, match="forgotten"):
        forgetful.sampler(game.view(None))


@every_kind
def test_usual_number_of_seats_is_one_of_the_games(kind: type[Game]) -> None:
    assert kind.usual_seats() in kind.seat_counts
    assert kind.usual_seats() <= 4


@pytest.mark.parametrize(("counts", "usual"), [((2, 3, 4, 5, 6), 4), ((3,), 3), ((5, 6), 5), ((6, 5), 5), ((2, 6), 2)])
def test_new_table_has_at_most_four_seats_unless_the_game_needs_more(counts: tuple[int, ...], usual: int) -> None:
    kind = next(iter(Game.games.values()))
    sized: Any = type("Sized", (kind,), {"seat_counts": counts})
    assert sized.usual_seats() == usual
