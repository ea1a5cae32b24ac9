"""Random games of every kind: moves, rounds, scores, copies, and `apply`."""

from random import Random

import pytest

from engine.errors import IllegalMove
from engine.game import Game
from tests.engine.kit.cases import (
    Case,
    every_kind,
    fewer_cases,
    finished,
    frozen,
    play_on,
    random_move,
    some_states,
    walk,
)


@every_kind
def test_notation_of_every_move_is_parsed_back(kind: type[Game]) -> None:
    assert len(set(kind.moves)) == len(kind.moves)
    for move, text in enumerate(kind.moves):
        assert kind.text(move) == text
        assert kind.parse(text) == move


@every_kind
@pytest.mark.parametrize("text", ["", " ", "play", "play ", "play  R1", "PLAY R1", "pass ", "0", "play R1\n", "プレイ"])
def test_unknown_notation_is_refused_with_a_reason(kind: type[Game], text: str) -> None:
    with pytest.raises(IllegalMove) as caught:
        kind.parse(text)
    assert text in str(caught.value.reason)


@fewer_cases
def test_every_seat_to_act_has_distinct_legal_moves(case: Case) -> None:
    for game in walk(case):
        assert type(game.to_act) is tuple
        assert len(set(game.to_act)) == len(game.to_act)
        assert set(game.to_act) <= set(range(case.seats))
        for seat in game.to_act:
            legal = game.legal_moves(seat)
            assert type(legal) is tuple
            assert legal
            assert len(set(legal)) == len(legal)
            assert all(0 <= move < len(case.kind.moves) for move in legal)


@fewer_cases
def test_game_plays_all_its_rounds_and_points_add_up(case: Case) -> None:
    rounds = 0
    for game in walk(case):
        assert len(game.rounds) - rounds in {0, 1}
        rounds = len(game.rounds)
        assert game.round == (rounds if game.over else rounds + 1)
        assert all(len(points) == case.seats for points in game.rounds)
        assert game.scores == [sum(points[seat] for points in game.rounds) for seat in range(case.seats)]
    assert game.over
    assert game.to_act == ()
    assert rounds == game.round_count


@fewer_cases
def test_every_score_sheet_adds_up_to_the_points_of_its_round(case: Case) -> None:
    for number in range(2):
        game = finished(case, number)
        for number_, points in enumerate(game.rounds, start=1):
            sheet = game.sheet(number_)
            assert [sum(point for _, point in lines) for lines in sheet] == list(points)
            assert all(str(text) for lines in sheet for text, _ in lines)


@fewer_cases
def test_ranking_has_every_seat_once_with_partners_together_best_first(case: Case) -> None:
    for number in range(3):
        game = finished(case, number)
        ranking = game.ranking()
        assert sorted(seat for group in ranking for seat in group) == list(range(case.seats))
        assert all(ranking)
        assert game.winners == ranking[0]
        assert sorted(seat for team in game.teams for seat in team) == list(range(case.seats))
        for team in game.teams:
            assert sum(set(team) <= set(group) for group in ranking) == 1
        if case.kind.ranking is Game.ranking:
            best = [game.scores[group[0]] for group in ranking]
            assert best == sorted(set(game.scores), reverse=True)


@fewer_cases
def test_there_are_no_winners_before_the_end(case: Case) -> None:
    assert all(game.winners is None for game in walk(case) if not game.over)


@fewer_cases
def test_forced_move_is_the_only_legal_one(case: Case) -> None:
    for number in range(2):
        for game in walk(case, number):
            for seat in game.to_act:
                forced = game.forced(seat)
                assert forced is None or game.legal_moves(seat) == (forced,)


@fewer_cases
def test_tricks_of_a_position_name_seats_moves_and_winners(case: Case) -> None:
    for game in walk(case):
        tricks = game.tricks()
        for leader, plays, winner in tricks:
            assert 0 <= leader < case.seats
            assert winner is None or 0 <= winner < case.seats
            assert plays
            assert all(0 <= seat < case.seats and (seat, move) in game.history for seat, move in plays)


@fewer_cases
def test_apply_has_the_same_effect_as_play(case: Case) -> None:
    game = case.start(0)
    twin = game.copy()
    twin.log = None
    random = Random(5)
    while game.to_act:
        seat, move = random_move(game, random)
        game.play(seat, move)
        twin.apply(seat, move)
        told: dict[str, object] = {
            "log": None,
            "log_indices": [],
            "history": [],
            "move_counts": [0] * case.seats,
            "forced_moves": [],
            "previous_tricks": (),
        }
        assert twin.state() == {**game.state(), **told}


@fewer_cases
def test_every_move_is_logged_in_sentences(case: Case) -> None:
    logged = 0
    for game in walk(case):
        assert game.log is not None
        assert len(game.log) >= logged + (1 if game.history else 0)
        assert all(str(line) for line in game.log[logged:])
        assert game.log_indices[len(game.history) - 1 :] == [logged][: len(game.history)], (
            "a move's own line is its first"
        )
        logged = len(game.log)


@fewer_cases
def test_moves_of_each_seat_are_counted(case: Case) -> None:
    made = [0] * case.seats
    for game in walk(case):
        if game.history:
            made[game.history[-1][0]] += 1
        assert [game.moves_made(seat) for seat in range(case.seats)] == made


@fewer_cases
def test_neither_a_copy_nor_its_original_changes_the_other(case: Case) -> None:
    for game in some_states(case, 3):
        twin = game.copy()
        before = frozen(game)
        assert twin.state() == before
        twin.log = None
        play_on(twin, Random(1))
        assert game.state() == before
        twin = game.copy()
        play_on(game, Random(2))
        assert twin.state() == before


@fewer_cases
def test_state_consists_of_immutable_values_and_flat_lists(case: Case) -> None:
    for game in some_states(case, 3):
        for name, value in game.state().items():
            if name not in {"log", "past_sheets", "previous_tricks"}:
                for item in value if type(value) is list else [value]:
                    assert hash(item) is not None, name


@fewer_cases
def test_another_seed_gives_another_deal(case: Case) -> None:
    deals = [case.start(number).deal_data() for number in (0, 1, 0)]
    assert deals[0] != deals[1]
    assert deals[0] == deals[2]
