"""Every illegal move is refused with a reason for the player, and changes nothing."""

import pytest

from engine.errors import IllegalMove
from engine.game import Game
from engine.text import Phrase
from tests.engine.kit.cases import Case, fewer_cases, finished, frozen, some_states


def refuse(game: Game, seat: int, move: int) -> str:
    """Make an illegal move and return the key of the reason."""
    with pytest.raises(IllegalMove) as caught:
        game.play(seat, move)
    reason = caught.value.reason
    assert reason == game.why_not(seat, move)
    assert reason.key in Phrase.all
    assert str(reason) == str(caught.value) != ""
    return reason.key


@pytest.mark.drawn(1)
@fewer_cases
def test_every_illegal_move_is_refused_with_a_reason_and_changes_nothing(case: Case) -> None:
    for game in some_states(case, 3):
        before = frozen(game)
        for seat in game.to_act[:2]:
            legal = set(game.legal_moves(seat))
            for move in range(len(case.kind.moves)):
                if move not in legal:
                    assert refuse(game, seat, move) not in {"not-your-turn", "game-over"}
            assert game.state() == before
            assert set(game.legal_moves(seat)) == legal


@fewer_cases
def test_every_legal_move_is_accepted(case: Case) -> None:
    for game in some_states(case, 4):
        for seat in game.to_act:
            for move in game.legal_moves(seat):
                assert game.why_not(seat, move) is None
                twin = game.copy()
                twin.play(seat, move)
                assert twin.history == [*game.history, (seat, move)]


@fewer_cases
def test_seat_out_of_turn_is_refused_every_move(case: Case) -> None:
    for game in some_states(case, 3):
        before = frozen(game)
        for seat in set(range(case.seats)) - set(game.to_act):
            for move in range(0, len(case.kind.moves), 7):
                assert refuse(game, seat, move) == "not-your-turn"
            assert game.choices(seat) == []
        assert game.state() == before


@fewer_cases
def test_no_move_is_accepted_after_the_end(case: Case) -> None:
    game = finished(case)
    before = frozen(game)
    for seat in range(case.seats):
        for move in range(0, len(case.kind.moves), 7):
            assert refuse(game, seat, move) == "game-over"
        assert game.choices(seat) == []
    assert game.state() == before
