"""The levels of AI players: better than random, reproducible, and without knowledge of hidden cards."""

import json
from dataclasses import replace
from itertools import product

import pytest

from engine.contract.chance import Chance
from engine.game import Game, View
from engine.players import LEVELS, USUAL, ThinkingBudget, choose, levels
from engine.players.arena import Match, play_each, read_sides, report
from engine.players.budget import ThinkingMeter
from engine.players.search import Candidate, SearchTask
from tests.engine.kit.cases import KINDS, cases_of, every_kind
from tests.engine.kit.swaps import states
from tests.samples import SOAK, sampled

DEALS = (4, 12)
"""Numbers of deals. The greater number is played only if a level lacks the required lead after the smaller one."""
POSITIONS = 1_000 if SOAK else 10


@pytest.mark.slow
@pytest.mark.drawn(1)
@pytest.mark.parametrize(("kind", "level"), sampled(product(KINDS, [*LEVELS][::-1]), 7))
def test_every_level_beats_random_players(kind: type[Game], level: str) -> None:
    match = Match(kind, read_sides(f"{level}/8,random,{level}/8,random"), {}, "tests")
    ahead = (report(match, [*play_each(match, deals)])["levels"][f"{level}/8"]["points_low"] > 0 for deals in DEALS)
    assert any(ahead), "no further ahead than chance may be"


@pytest.mark.drawn(1)
@every_kind
def test_same_view_and_seed_give_the_same_move_with_any_hidden_cards(kind: type[Game]) -> None:
    """Swap hidden cards in a full record, and ask a seat that has seen neither card."""
    found = 0
    for game, other, _, blind in states(cases_of(kind), 40 * POSITIONS):
        for seat in blind:
            if seat in game.to_act and len(game.legal_moves(seat)) > 1:
                for level in LEVELS:
                    one, two = (
                        choose(each.view(seat), level, found, ThinkingBudget(playouts=8)) for each in (game, other)
                    )
                    assert one == two, f"{level} knows more than it can: {json.dumps(game.view(seat))}"
                found += 1
        if found >= POSITIONS:
            return
    raise AssertionError(f"only {found} positions")


@pytest.mark.parametrize(
    ("second", "slips"),
    [
        pytest.param([4.0, 6.0, 3.0, 5.0], True, id="a little worse"),
        pytest.param([4.0, 4.0, 4.0, 4.0], False, id="worse every time"),
        pytest.param([-5.0, -6.0, -4.0, -5.0], False, id="a blunder"),
    ],
)
def test_slip_plays_a_plausible_move_and_no_blunder(
    monkeypatch: pytest.MonkeyPatch, second: list[float], slips: bool
) -> None:
    def tried(task: SearchTask, _: ThinkingMeter) -> list[Candidate]:
        best, other = task.moves[:2]
        return [Candidate(best, [5.0, 5.0, 5.0, 5.0]), Candidate(other, second)]

    slipping = replace(LEVELS["easy"], search=tried, slips=1.0, plain=False)
    monkeypatch.setattr(levels, "PLAYERS", {"slipping": slipping, "steady": replace(slipping, slips=0.0)})
    view = a_view()
    assert (choose(view, "slipping", 1) != choose(view, "steady", 1)) is slips


def a_view(seat: int | None = None) -> View:
    game = Game.games["saizen"](4, None, Chance(b"\1"))
    return game.view(game.to_act[0] if seat is None else (game.to_act[0] + seat) % 4)


def test_seat_out_of_turn_makes_no_move() -> None:
    with pytest.raises(ValueError, match="makes no move"):
        choose(a_view(1), USUAL, 1)
    with pytest.raises(ValueError, match="makes no move"):
        choose({**a_view(), "seat": None}, USUAL, 1)


def test_unknown_level_is_refused() -> None:
    with pytest.raises(ValueError, match="no computer player 'harder'"):
        choose(a_view(), "harder", 1)


def test_budget_without_a_limit_is_refused() -> None:
    with pytest.raises(ValueError, match="needs a limit"):
        ThinkingBudget()
