"""Reviews: reviewed decisions, sums, independence of hidden cards, and losses compared with a plain solver."""

from collections import Counter
from random import Random

import pytest

from engine import record
from engine.game import Game
from engine.players import ThinkingBudget, endgame
from engine.players.utility import margins
from engine.review import Reviewer, review
from engine.review.review import WORTH_A_LOSS, valued
from engine.review.valuation import Difference, Tried, difference, trial_of
from tests.engine.kit.cases import Case, cases_of, every_kind, every_listed_kind, fewer_cases, finished
from tests.engine.kit.swaps import cuts, redealt
from tests.engine.players.test_exact import after, ends, judged
from tests.samples import SOAK

QUICK = Reviewer(ThinkingBudget(playouts=40), ThinkingBudget(playouts=8))
MOVES = 24
"""The number of first moves of a game that are reviewed if the whole game would take long."""
SWAPPED = 2_000 if SOAK else 10
"""The number of decisions of each game that are reviewed again with other hidden cards."""
sizes = pytest.mark.parametrize(
    ("count", "looks"), [(4, 2_000), pytest.param(200, 8_000, marks=pytest.mark.soak)], ids=["few", "many"]
)


@pytest.fixture
def only_last_trick_solved(monkeypatch: pytest.MonkeyPatch) -> None:
    """Solve only the last trick of each round, which takes less time."""
    monkeypatch.setattr("engine.review.valuation.EXACT_TRICKS", 1)


def record_of(case: Case, number: int = 0, moves: int | None = None) -> record.Record:
    """Return the record of a random game, or of its first moves."""
    full = record.read(record.write(finished(case, number)))
    return full._replace(moves=full.moves[:moves])


@pytest.mark.drawn(1)
@pytest.mark.usefixtures("only_last_trick_solved")
@fewer_cases
def test_luck_and_the_moves_add_up_to_the_result(case: Case) -> None:
    game = finished(case, 1)
    seat = case.seats - 1
    found = review(record_of(case, 1), seat, QUICK)
    assert found["result"] == pytest.approx(margins(game.scores, game.teams)[seat])
    assert found["luck"] + found["own"] + found["others"] == pytest.approx(found["result"])
    assert found["loss"] == pytest.approx(sum(one["loss"] for one in found["decisions"] if one["counted"]))


@pytest.mark.drawn(1)
@pytest.mark.usefixtures("only_last_trick_solved")
@fewer_cases
def test_every_free_decision_of_the_seat_is_reviewed_and_no_other(case: Case) -> None:
    found = {one["number"]: one for one in review(record_of(case, moves=MOVES), 0, QUICK)["decisions"]}
    seen = 0
    game = case.start(0)
    for number, (seat, move) in enumerate(finished(case, 0).history[:MOVES]):
        free = seat == 0 and len(game.legal_moves(0)) > 1
        assert (number in found) == free
        if free:
            seen += 1
            one = found[number]
            values = [value["value"] for value in one["moves"]]
            assert one["played"] == game.text(move) in [value["move"] for value in one["moves"]]
            assert one["round"] == game.round
            assert values == sorted(values, reverse=True)
            assert one["loss"] >= 0
            assert one["counted"] or not one["flagged"]
            assert one["flagged"] == (one["loss"] >= WORTH_A_LOSS)
            told = one["gain_outcome"]
            assert told is None or (one["gain"] and 0 <= told["other"] < told["better"] <= told["games"])
        game.play(seat, move)
    assert seen


@pytest.mark.drawn(1)
@every_kind
def test_same_seed_gives_the_same_review_and_another_seed_another(kind: type[Game]) -> None:
    played = record_of(Case(kind, max(kind.seat_counts), {}), moves=MOVES)
    one, again, other = (
        review(played, 0, Reviewer(QUICK.own, QUICK.others, seed)) for seed in ("here", "here", "there")
    )
    assert one == again
    assert one != other


@pytest.mark.drawn(1)
@every_kind
def test_decision_is_valued_the_same_whatever_cards_the_seat_cannot_see(kind: type[Game]) -> None:
    """Swap cards that the deciding seat has not seen: the values of its moves must stay equal to the last digit."""
    random, seen, number = Random(f"reviews {kind.id}"), 0, 0
    while seen < SWAPPED:
        number += 1
        for cut in cuts(random.choice(cases_of(kind)), number, 4):
            state = redealt(cut, random)
            seats = [seat for seat in cut.game.to_act if len(cut.game.legal_moves(seat)) > 1]
            for seat in seats if state else ():
                if state and seat in state.blind:
                    text = cut.game.text(random.choice(cut.game.legal_moves(seat)))
                    one, other = (QUICK.decide(game.view(seat), text) for game in (state.game, state.other))
                    assert one == other
                    seen += 1


@pytest.mark.drawn(1)
@sizes
@every_listed_kind
def test_loss_at_the_end_of_a_round_is_exact(kind: type[Game], count: int, looks: int) -> None:
    """Compare each move's loss with a plain solver, which values the move in every game that agrees with the view."""
    seen = Counter[bool]()
    for number, (game, seat) in enumerate(ends(kind, count, looks)):
        view, moves = game.view(seat), game.legal_moves(seat)
        worlds = endgame.every_world(view, Random(number))
        games = sum(ways for _, ways in worlds)
        worths = {
            move: sum(ways * judged(after(world, seat, move))[seat] for world, ways in worlds) / games
            for move in (moves if worlds else ())
        }
        for move, worth in worths.items():
            decision, _ = QUICK.decide(view, game.text(move))
            loss = max(worths.values()) - worth
            assert decision["exact"]
            assert decision["second"] is None
            told = decision["outcome"]
            assert told is None or 0 <= told["other"] < told["better"] <= told["games"]
            assert decision["loss"] == pytest.approx(loss, abs=1e-6)
            assert decision["flagged"] == (loss >= WORTH_A_LOSS)
            seen[decision["flagged"]] += 1
    assert seen[False]
    assert seen[True] or count < 10


@pytest.mark.drawn(1)
@every_listed_kind
def test_solved_rounds_are_played_to_ends_that_have_their_exact_values(kind: type[Game]) -> None:
    seen = 0
    for game, seat in ends(kind, 4, 2_000):
        trial = trial_of(game.view(seat), "39")
        if trial.solve() is None:
            continue
        games = [trial.draw(trial.random) for _ in range(5)]
        for one in games:
            one.last_round = one.round
        best, other = trial.legal[:2]
        played = [trial.exact_ends(games, move) for move in (best, other)]
        leads = [one - two for one, two in zip(played[0].utility, played[1].utility, strict=True)]
        assert leads == pytest.approx(trial.exact_leads(games, best, other))
        assert len(played[0].reached) == len(played[0].rounds) == len(games)
        seen += 1
    assert seen


def test_best_move_is_chosen_in_other_games_than_its_lead_is_measured_in() -> None:
    """Choose the best of six equal moves by random values, and measure its lead by other values: it must be about 0."""
    random = Random(39)
    leads = []
    for _ in range(400):
        halves = [[[random.gauss(0, 1) for _ in range(20)] for _ in range(6)] for _ in range(2)]
        best = max(range(6), key=lambda move: sum(halves[0][move]))
        leads.append(difference(halves[1][best], halves[1][0]).mean)
    lead = difference(leads, [0.0] * len(leads))
    assert abs(lead.mean) < 3 * lead.error


@pytest.mark.parametrize(("least", "counted"), [(0.0, False), (2 * WORTH_A_LOSS, True)])
def test_moves_that_differ_by_other_games_alone_do_not_count(least: float, counted: bool) -> None:
    """Value moves in two sets of games. In the first set, one move is worse by `least`, and all other moves are equal.

    Every move is worth 5 more in the second set; this difference between the sets must not count.
    """
    game = cases_of(Game.games["saizen"])[0].start(0)
    seat = next(one for one in game.to_act if len(game.legal_moves(one)) > 2)
    trial = trial_of(game.view(seat), "39")
    best, played, *others = trial.legal
    halves: list[dict[int | None, Tried]] = [
        {move: Tried([shift, shift + 1.0], [[0.0] * 9] * 2) for move in moves}
        for shift, moves in ((0.0, trial.legal), (5.0, [best, played, None]))
    ]
    halves[0][others[-1]] = Tried([-least, 1.0 - least], [[0.0] * 9] * 2)
    decision = valued(trial, trial.legal, best, played, None, ([], []), halves)
    assert decision["counted"] == counted
    assert not decision["flagged"]


@pytest.mark.parametrize(
    ("one", "other", "found", "certain"),
    [
        ([1.0, 1.0], [1.0, 1.0], Difference(0.0, 0.0), False),
        ([2.0, 2.0], [1.0, 1.0], Difference(1.0, 0.0), True),
        ([3.0, 1.0], [1.0, 1.0], Difference(1.0, 1.0), False),
        ([3.0, 2.0], [0.0, 0.0], Difference(2.5, 0.5), True),
        ([5.0], [1.0], Difference(4.0, 0.0), True),
    ],
)
def test_difference_is_certain_above_two_standard_errors(
    one: list[float], other: list[float], found: Difference, certain: bool
) -> None:
    assert difference(one, other) == found
    assert found.certain == certain
