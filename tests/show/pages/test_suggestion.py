"""Pages of suggestions: the values and counts that they tell, and who is offered a button to ask for a suggestion."""

import re
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any, cast

import pytest

from engine.game import Game
from engine.games.saizen.messages import WON_AT_LEAST
from engine.players import ThinkingBudget
from engine.review import Reviewer, Suggestion
from host.learning.suggestions import Question
from host.people.replays import Ended
from host.refusals import GAME_WENT_ON, SUGGESTION_FAILED
from host.tables.table import Table
from locales import Translation
from show.actions.decision_actions import AtTable, LookUp
from show.actions.suggestion_actions import AskHard
from show.pages.game.hand import Asked, hand_page
from show.pages.game.spectator import spectator_page
from show.pages.learning.review import move_name
from show.pages.learning.suggestion import answer_page, asking_page, sure_page, unanswered_page
from show.pages.replay import games_page
from show.pages.table_list import Listed, excerpt, tables_page
from show.text.page import Page
from show.text.seat_names import table_translation
from tests.show.basics import AKI, SAIZEN, every_game, every_language, every_locale
from tests.show.page_content import actions, check_limits
from tests.show.tables import a_table, game_at, hand_of, play_out, play_some, public_page, with_occupant

FEW = ThinkingBudget(playouts=24)
BLAME = re.compile(r"mistake|blunder|wrong|ミス|間違|悪手", re.IGNORECASE)


def choosing(kind: type[Game], moves: int = 0, **how: Any) -> Table:
    """Return a table at which Aki plays alone and must choose between moves."""
    table, random = a_table(kind, **how), Random(3)
    play_some(game_at(table), random, moves)
    while table.suggestible is None:
        play_some(game_at(table), random, 1)
    return table


def question(table: Table) -> Question:
    return Question(table, AKI, 0, game_at(table).moves_made(0))


def suggested(table: Table, **values: Any) -> Suggestion:
    """Return the engine's suggestion, after `values` have replaced some of the computed values of its decision."""
    found = Reviewer(FEW).suggest(game_at(table).view(0), FEW)
    return cast("Suggestion", {**found, "decision": {**found["decision"], **values}})


def answered(table: Table, found: Suggestion, language: str = "en") -> Page:
    page = answer_page(question(table), found, table_translation(table, language))
    check_limits(page)
    return page


def looks(table: Table) -> Iterator[AskHard]:
    """Yield the actions that ask for a suggestion, among those on Aki's page of tricks."""
    page = hand_of(table, Asked(looking=LookUp(AtTable(table.id), "trick")))
    yield from (one for one in actions(page) if isinstance(one, AskHard))


# --- The answer


@pytest.mark.drawn(1)
@every_game
@every_language
def test_answers_of_real_suggestions_are_within_discords_limits_and_blame_nobody(game: str, language: str) -> None:
    for moves in (0, 9, 18):
        table = choosing(Game.games[game], moves)
        found = suggested(table)
        text = answered(table, found, language).text
        assert not BLAME.search(text)
        assert not re.search(r"\{|\}|None", text)
        tr = table_translation(table, language)
        for move in (found["decision"]["best"], found["decision"]["played"]):
            assert move_name(game_at(table), 0, move, tr) in text


def told(table: Table, **values: Any) -> str:
    return answered(table, suggested(table, **values)).text.replace("\u00a0", " ")


def names(table: Table) -> tuple[str, str]:
    """Return the names of the suggested move and of the other one."""
    found, tr = suggested(table), table_translation(table, "en")
    (other,) = {found["decision"]["best"], found["decision"]["played"]} - {found["move"]}
    return move_name(game_at(table), 0, found["move"], tr), move_name(game_at(table), 0, other, tr)


def pair(table: Table, *, ahead: bool) -> dict[str, str]:
    """Return the two moves of a comparison: the suggested one is `best` if `ahead`, else `played`."""
    found = suggested(table)
    (other,) = {found["decision"]["best"], found["decision"]["played"]} - {found["move"]}
    return dict(zip(("best", "played"), (found["move"], other) if ahead else (other, found["move"]), strict=True))


def test_answer_says_how_much_the_move_is_worth_beyond_the_next_best() -> None:
    table = choosing(SAIZEN, 5)
    move, other = names(table)
    ahead = pair(table, ahead=True)
    said = told(table, **ahead, loss=1.26, error=0.31, exact=False)
    assert f"*Hard* would choose **{move}**." in said
    assert f"It came out 1.3 points better on average than **{other}**, the next best (± 0.3)." in said
    said = told(table, **ahead, loss=1.26, error=0.04, exact=False)
    assert "the next best.\n" in said
    said = told(table, **ahead, loss=2.0, error=0.0, exact=True)
    assert "the next best (exact)." in said


def test_answer_admits_that_moves_are_alike_or_that_the_other_one_counts_more() -> None:
    table = choosing(SAIZEN, 5)
    move, other = names(table)
    level = {**pair(table, ahead=True), "loss": 0.0}
    assert f"**{other}** is about as good." in told(table, **level, error=0.2, exact=False)
    assert f"**{other}** is just as good, over all deals" in told(table, **level, error=0.0, exact=True)
    behind = {**pair(table, ahead=False), "loss": 0.5, "error": 0.1, "exact": False}
    said = told(table, **behind)
    assert f"*Hard* would choose **{move}**." in said
    assert f"By rules of thumb **{other}** came out 0.5 points better on average (± 0.1)." in said


def test_outcome_is_that_of_a_review_with_its_counts() -> None:
    table = choosing(SAIZEN, 5)
    move, other = names(table)
    moves = pair(table, ahead=True)
    outcome = {"text": WON_AT_LEAST(count=3), "better": 61, "other": 38, "games": 100}
    said = told(table, **moves, outcome=outcome, loss=1.0, error=0.1)
    counts = f"you won at least 3 tricks in 61 after **{move}**, in 38 after **{other}**."
    assert f"This round, in 100 random deals that fit what you can see: {counts}" in said


def test_moves_that_are_about_as_good_are_told_with_what_they_both_lead_to() -> None:
    table = choosing(SAIZEN, 5)
    move, other = names(table)
    level: dict[str, Any] = {**pair(table, ahead=True), "loss": 0.0, "exact": False, "outcome": None}
    outcome: Any = {"text": WON_AT_LEAST(count=3), "better": 250, "other": 245, "games": 500}
    counts = f"you won at least 3 tricks in 50 after **{move}**, in 49 after **{other}**."
    said = answered(table, {**suggested(table, **level), "contrary": None, "alike": outcome}).text.replace(
        "\u00a0", " "
    )
    assert f"about as good.\nThis round, in 100 random deals that fit what you can see: {counts}\n" in said
    means: Any = {"better": (4.26, 3.0), "other": (4.25, 3.04)}
    points = f"**{move}**: you 4.3, the others 3.0; after **{other}**: you 4.2, the others 3.0."
    said = answered(table, {**suggested(table, **level, scored=means), "contrary": None, "alike": None}).text
    assert f"Mean points this round after {points}" in said
    level |= {"scored": means, "outcome": {**outcome, "better": 250, "other": 200}}
    said = answered(table, {**suggested(table, **level), "contrary": None, "alike": outcome}).text
    assert f"in 50 after **{move}**, in 40 after **{other}**.\nMean points this round after {points}" in said
    contrary: Any = {"text": WON_AT_LEAST(count=5), "better": 50, "other": 10, "games": 500}
    said = answered(table, {**suggested(table, **level), "contrary": contrary, "alike": outcome}).text
    assert f"in 40 after **{other}**.\n" in said
    assert f"at least 5 tricks in 10 after **{other}**, in 2 after **{move}**." in said
    assert "Mean points" not in said


def test_last_round_and_the_mark_are_told() -> None:
    table = choosing(SAIZEN, 5)
    rounds = game_at(table).round_count
    assert "the first place counts 20 points more than the last." in told(table, round=rounds)
    assert "In the last round" not in told(table, round=1)
    assert "The game is marked *with help*." in told(table)


def test_answer_names_its_position() -> None:
    table = choosing(SAIZEN, 5)
    assert f"Round 1/{game_at(table).round_count}" in told(table)


@every_language
def test_other_pages_lead_on(language: str) -> None:
    table = choosing(SAIZEN, 5)
    now, tr, decision = question(table), table_translation(table, language), game_at(table).moves_made(0)
    again = AskHard(table.id, decision, sure=True)
    for page in (
        sure_page(table, AskHard(table.id, decision), tr),
        asking_page(now, tr),
        unanswered_page(now, SUGGESTION_FAILED(), tr),
    ):
        check_limits(page)
        assert actions(page) == [again]
    gone = unanswered_page(now, GAME_WENT_ON(), tr)
    assert actions(gone) == [], "that position does not come back"
    assert tr.sentence(GAME_WENT_ON()) in gone.text


# --- The offer


@pytest.mark.drawn(1)
@every_locale
@every_game
def test_lookup_offers_the_question_exactly_while_there_is_a_choice_to_make(game: str, locale: str) -> None:
    table, random = a_table(Game.games[game]), Random(4)
    seen = {True: 0, False: 0}
    while game_at(table).round == 1 and not game_at(table).over:
        playing = game_at(table)
        free = 0 in playing.to_act and len(playing.legal_moves(0)) > 1
        page = hand_of(table, Asked(looking=LookUp(AtTable(table.id), "trick")), locale=locale)
        check_limits(page)
        offered = [one for one in actions(page) if isinstance(one, AskHard)]
        assert offered == ([AskHard(table.id, playing.moves_made(0))] if free else [])
        plain = hand_of(table, Asked(looking=LookUp(AtTable(table.id), "trick"), plain=True), locale=locale)
        assert [one for one in actions(plain) if isinstance(one, AskHard)] == offered
        seen[free] += 1
        play_some(playing, random, 1)
    assert min(seen.values())


def test_hand_itself_has_no_further_button() -> None:
    table = choosing(SAIZEN, 5)
    assert not [one for one in actions(hand_of(table)) if isinstance(one, AskHard)]


def test_nobody_is_offered_the_question_where_others_play_or_have_played() -> None:
    table = choosing(SAIZEN, 5)
    assert len([*looks(table)]) == 1
    assert not [*looks(with_occupant(table, 1, computer=None, user_id=77, name="Ben"))]
    assert not [*looks(with_occupant(table, 1, left_by=77))]
    tr = table_translation(table, "en")
    watched = spectator_page(table, game_at(table), LookUp(AtTable(table.id), "trick"), tr, follows=False)
    assert not [one for one in actions(watched) if isinstance(one, AskHard)]
    other = hand_page(table, game_at(table), 1, tr, Asked(looking=LookUp(AtTable(table.id), "trick")))
    assert not [one for one in actions(other) if isinstance(one, AskHard)], "a computer player's seat"


# --- The label of helped games


@pytest.mark.parametrize(
    ("language", "said", "short"), [("en", "With help", "with help"), ("ja", "助言あり", "助言あり")]
)
def test_results_and_lists_say_that_a_game_had_help(language: str, said: str, short: str) -> None:
    tr = Translation(language)
    for helped in (True, False):
        running = replace(choosing(SAIZEN, 5), helped=helped)
        line = tables_page([Listed(running, None)], AKI, excerpt([running], AKI, 0), tr).text
        assert (short in line) == helped
        over = replace(play_out(a_table(SAIZEN), Random(4)), helped=helped)
        for page in (hand_of(over, locale=language), public_page(over, locale=language)):
            check_limits(page)
            assert (said in page.text) == helped
        assert (short in games_page([Ended(over, 0)], 0, more=False, mine=True, tr=tr).text) == helped
