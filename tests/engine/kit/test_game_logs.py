"""Sentences of a game: trick winners with reasons, trumps, goals, kinds of choices and questions."""

import re
from collections.abc import Iterator

import pytest

from engine.game import Game, Trick
from engine.text import CARD, Text
from locales import LANGUAGES, Translation
from tests.engine.kit.cases import Case, fewer_cases, finished, some_states, walk
from tests.engine.kit.test_choices import all_choices

LONGEST_LABEL = 34
"""The number of characters of a button that Discord's phone client displays."""


def every_trick(case: Case) -> Iterator[tuple[Game, Trick]]:
    """Yield, after each move of a random game, the game at that time and its newest trick."""
    before = None
    for game in walk(case):
        if before is not None:
            seat, move = game.history[-1]
            before.last_round = before.round  # then no next round is dealt, and the last trick stays on the table
            before.play(seat, move)
            yield from ((before, trick) for trick in before.tricks()[-1:])
        before = game.copy()


@fewer_cases
def test_present_winner_of_a_full_trick_is_its_winner(case: Case) -> None:
    for game, trick in every_trick(case):
        _, plays, winner = trick
        seat, why = game.trick_winner(trick)
        assert seat is None or seat in {who for who, _ in plays}
        assert why is None or str(why)
        running = winner is None and len(game.tricks()) > len([one for one in game.tricks() if one[2] is not None])
        assert running or seat == winner


@fewer_cases
def test_reason_for_a_trick_is_a_short_line_in_every_language(case: Case) -> None:
    for game, trick in every_trick(case):
        assert all(0 < len(line) <= 80 for line in spoken(case, game.trick_winner(trick)[1]))


def spoken(case: Case, text: Text | None) -> list[str]:
    return [] if text is None else [Translation(language, game=case.kind).text(text) for language in LANGUAGES]


@fewer_cases
def test_trumps_depend_only_on_the_knowledge_of_the_seat(case: Case) -> None:
    for game in some_states(case, 3):
        for seat in game.to_act:
            known = case.kind.from_view(game.view(seat))
            for path, choice in all_choices(game, seat):
                if choice.label.key == CARD.key:
                    card = (*path, choice.token)
                    assert known.trump(seat, card) is game.trump(seat, card)


@pytest.mark.drawn(1)
@fewer_cases
def test_goal_is_one_private_line_and_none_after_the_end(case: Case) -> None:
    for game in [*some_states(case, 6), finished(case)]:
        assert "goal" not in game.view(None)
        for seat in range(case.seats):
            goal = game.view(seat)["goal"]
            assert not (game.over and goal)
            assert all(0 < len(line) <= 120 for line in spoken(case, goal))


@pytest.mark.parametrize("language", LANGUAGES)
@fewer_cases
def test_labels_of_buttons_and_tabs_are_short(case: Case, language: str) -> None:
    tr = Translation(language, game=case.kind)
    for game in some_states(case, 4):
        for seat in game.to_act[:2]:
            for _, choice in all_choices(game, seat):
                tab = game.tab(choice.token)
                labels = [tr.label(text)[0] for text in (choice.label, tab) if text is not None]
                assert all(0 < len(label) <= LONGEST_LABEL for label in labels), labels


@fewer_cases
def test_either_all_choices_have_a_kind_or_none_has(case: Case) -> None:
    for game in some_states(case, 4):
        for seat in game.to_act[:2]:
            assert len({game.tab(choice.token) is None for choice in game.choices(seat)}) == 1


@fewer_cases
def test_only_allowed_choices_have_descriptions_and_warnings(case: Case) -> None:
    for game in some_states(case, 4):
        for seat in game.to_act[:2]:
            for _, choice in all_choices(game, seat):
                told = (game.about(choice.token), game.warning(seat, choice.token))
                assert choice.reason is None or told == (None, None), choice
                assert all(len(line) <= 200 for text in told for line in spoken(case, text))


@fewer_cases
def test_refusal_names_the_card_and_a_legal_one(case: Case) -> None:
    for game in some_states(case, 6):
        for seat in game.to_act[:2]:
            choices = [choice for choice in game.choices(seat) if choice.label.key == CARD.key]
            allowed = {str(choice.label) for choice in choices if choice.reason is None}
            for choice in choices:
                if choice.reason is not None:
                    named = set(re.findall(r"\w+", str(choice.reason)))
                    assert choice.token in named
                    assert allowed & named
                    assert all(len(line) <= 160 for line in spoken(case, choice.reason))


@fewer_cases
def test_forced_moves_are_listed_until_the_next_free_choice_or_the_rounds_end(case: Case) -> None:
    seats = range(case.seats)
    made: list[list[Text]] = [[] for _ in seats]
    forced: list[int | None] = [None] * case.seats
    lines, round_number = 0, 1
    for game in walk(case):
        assert game.log is not None
        if game.history:
            seat, move = game.history[-1]
            made[seat] = [*made[seat], game.log[lines]] if forced[seat] == move else []
        if game.round > round_number:
            assert [game.forced_move_lines(seat, round_number) for seat in seats] == made, (
                "whoever looks back is told still"
            )
            made, round_number = [[] for _ in seats], game.round
        assert [game.forced_move_lines(seat) for seat in seats] == made
        forced = [game.forced(seat) if seat in game.to_act else None for seat in seats]
        lines = len(game.log)


@fewer_cases
def test_moves_since_a_free_choice_begin_with_that_choice(case: Case) -> None:
    chosen = [0] * case.seats
    forced: list[int | None] = [None] * case.seats
    for game in walk(case):
        moves = [(seat, game.text(move)) for seat, move in game.history]
        if game.history:
            seat, move = game.history[-1]
            chosen[seat] = chosen[seat] if forced[seat] == move else len(moves) - 1
        assert [game.moves_since_choice(seat) for seat in range(case.seats)] == [moves[start:] for start in chosen]
        forced = [game.forced(seat) if seat in game.to_act else None for seat in range(case.seats)]


@fewer_cases
def test_log_since_the_last_move_begins_after_the_line_of_that_move(case: Case) -> None:
    begins = [0] * case.seats
    lines = 0
    for game in walk(case):
        assert game.log is not None
        if game.history:
            begins[game.history[-1][0]] = lines + 1
        assert [game.log_since_last_move(seat) for seat in range(case.seats)] == [game.log[at:] for at in begins]
        lines = len(game.log)
