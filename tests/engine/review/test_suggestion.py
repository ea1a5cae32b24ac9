"""Suggestions: the hard level's move from a view, and how it compares with the best of the other moves."""

from random import Random

import pytest

from engine.game import Game
from engine.players import ThinkingBudget, endgame
from engine.review import Reviewer
from tests.engine.kit.cases import cases_of, every_kind, every_listed_kind
from tests.engine.kit.swaps import cuts, redealt
from tests.engine.players.test_exact import after, ends, judged
from tests.samples import SOAK

FEW = ThinkingBudget(playouts=60)
QUICK = Reviewer(FEW)
SWAPPED = 2_000 if SOAK else 10
"""The number of decisions of each game that are asked about again with other hidden cards."""


def free_seats(game: Game) -> list[int]:
    """Return the seats that can choose between moves now."""
    return [seat for seat in game.to_act if len(game.legal_moves(seat)) > 1]


@pytest.mark.slow
@pytest.mark.drawn(1)
@every_kind
def test_suggestion_is_the_same_whatever_cards_the_seat_cannot_see(kind: type[Game]) -> None:
    random, seen, number = Random(f"suggestions {kind.id}"), 0, 0
    while seen < SWAPPED:
        number += 1
        for cut in cuts(random.choice(cases_of(kind)), number, 4):
            state = redealt(cut, random)
            for seat in free_seats(cut.game) if state else ():
                if state and seat in state.blind:
                    one, other = (QUICK.suggest(game.view(seat), FEW) for game in (state.game, state.other))
                    assert one == other
                    seen += 1


@pytest.mark.drawn(1)
@every_kind
def test_two_different_legal_moves_are_compared_by_counts_of_the_same_games(kind: type[Game]) -> None:
    seen = 0
    for cut in cuts(cases_of(kind)[0], 1, 12):
        for seat in free_seats(cut.game):
            view = cut.game.view(seat)
            found = QUICK.suggest(view, FEW)
            decision = found["decision"]
            pair = {decision["best"], decision["played"]}
            assert found["move"] in pair
            assert len(pair) == 2
            assert pair <= set(view["legal"])
            assert {one["move"] for one in decision["moves"]} == pair
            if decision["outcome"] is not None:
                assert 0 <= decision["outcome"]["other"] < decision["outcome"]["better"] <= decision["outcome"]["games"]
            assert decision["scored"] is not None
            assert (found["alike"], found["contrary"]) == (None, None) or not decision["loss"]
            assert decision["loss"] >= 0
            if not decision["loss"]:
                assert decision["best"] == found["move"], "only a clear lead puts another move first"
            seen += 1
    assert seen


@pytest.mark.drawn(1)
@every_listed_kind
def test_comparison_at_the_end_of_a_round_is_exact(kind: type[Game]) -> None:
    """Compare with a plain solver, which values each move in every game that agrees with the view."""
    seen = 0
    for number, (game, seat) in enumerate(ends(kind, 3, 2_000)):
        view, moves = game.view(seat), game.legal_moves(seat)
        worlds = endgame.every_world(view, Random(number))
        games = sum(ways for _, ways in worlds)
        if not worlds or len(moves) < 2:
            continue
        worths = {
            game.text(move): sum(ways * judged(after(world, seat, move))[seat] for world, ways in worlds) / games
            for move in moves
        }
        found = QUICK.suggest(view, ThinkingBudget(playouts=100_000))
        decision, move = found["decision"], found["move"]
        other = max(worth for one, worth in worths.items() if one != move)
        assert decision["exact"]
        assert decision["error"] == 0
        assert decision["loss"] == pytest.approx(abs(worths[move] - other), abs=1e-6)
        assert worths[decision["best"]] == pytest.approx(max(worths[move], other))
        seen += 1
    assert seen
