"""The pages of lessons: each lesson can be played by clicking only highlighted choices, in both languages."""

import re
from collections.abc import Iterator

import pytest

import engine.games  # noqa: F401  fills Lesson.all
from engine.lessons import Lesson, answer_to, position_at
from engine.lessons.lesson import MOST_TAPS
from engine.phrases import TRICK_WON
from engine.text import Text, seat_text
from host.tables.table import Table
from locales import Translation
from show.actions.daily_actions import OpenToday
from show.actions.decision_actions import Choose, InLesson, ShowTab
from show.actions.lesson_actions import LeaveLesson, PlayEasy
from show.actions.table_actions import Action
from show.pages.learning.lesson_list import left_lesson_page, lessons_page, ordered_lessons
from show.pages.learning.lessons import lesson_page, lesson_table
from show.text.page import Json, Page
from show.text.seat_names import seat_name, table_translation
from tests.show.page_content import check_limits, clickable
from tests.show.pages.test_worst_hands import EMOJIS, SIGNS

MOST_LETTERS = {"en": 140, "ja": 60}
"""The greatest number of characters of a sentence, by language."""
LIT = {"primary": 1, "success": 3}
LESSONS = [*Lesson.all.values()]

every_lesson = pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: str(lesson.id))
in_both_languages = pytest.mark.parametrize("language", ["en", "ja"])


def spoken(lesson: Lesson, language: str) -> tuple[Table, Translation]:
    table = lesson_table(lesson, 7, Translation(language))
    return table, table_translation(table, {"en": "en-US"}.get(language, language), SIGNS)


def lit(page: Page) -> list[Json]:
    return [one for one in clickable(page) if one.get("style") in LIT.values()]


def action_of(component: Json) -> Action:
    action = Action.parse(component["custom_id"])
    assert action is not None, component
    return action


def walk(lesson: Lesson, language: str) -> Iterator[tuple[int, Page]]:
    """Play a lesson by clicking the highlighted choices. Yield the number and page of each step, and of the end."""
    table, tr = spoken(lesson, language)
    number = 0
    while number < len(lesson.steps):
        page = lesson_page(lesson, number, table, tr)
        yield number, page
        steps = [action for one in lit(page) if isinstance(action := action_of(one), Choose)]
        assert len(steps) == 1, f"step {number + 1} has {len(steps)} lit choices"
        (tap,) = steps
        assert answer_to(lesson, number, tap.path[-1], position_at(lesson, number)) is None
        number += 1
    yield number, lesson_page(lesson, number, table, tr)


def sentences(lesson: Lesson, language: str) -> list[str]:
    """Return every sentence of a lesson as people read it, but without the emojis of suits, whose codes are long."""
    tr = Translation(language, game=lesson.kind, signed=False, bound=False)
    texts: list[Text] = [*lesson.end]
    for number, step in enumerate(lesson.steps):
        position = position_at(lesson, number)
        texts += [step.say]
        for token in ("", *step.others):
            answer = answer_to(lesson, number, token, position)
            assert answer is not None
            texts.append(answer)
    return [
        part for text in texts for part in re.findall(r"[^.。？?!！]+[.。？?!！]?", tr.sentence(text)) if part.strip()
    ]


@pytest.mark.drawn(1)
@every_lesson
@in_both_languages
def test_lesson_is_played_by_clicking_only_what_is_lit(lesson: Lesson, language: str) -> None:
    pages = [page for _, page in walk(lesson, language)]
    for page in pages:
        check_limits(page, EMOJIS)
    said = sentences(lesson, language)
    longest = max(map(len, said))
    words = sum(len(re.findall(r"\w" if language == "ja" else r"[\w’']+", one)) for one in said)
    print(f"{lesson.id:16} {language} {len(lesson.steps):2} taps, longest sentence {longest:3}, {words:4} words in all")
    assert len(lesson.steps) <= MOST_TAPS
    assert [one for one in said if len(one) > MOST_LETTERS[language]] == []


@pytest.mark.drawn(1)
@every_lesson
@in_both_languages
def test_every_other_choice_answers_with_a_reason_and_leads_to_the_same_step(lesson: Lesson, language: str) -> None:
    table, tr = spoken(lesson, language)
    for number, page in walk(lesson, language):
        if number == len(lesson.steps):
            continue
        position = position_at(lesson, number)
        others = [
            action
            for one in clickable(page)
            if isinstance(action := action_of(one), Choose) and action.path[-1] != lesson.steps[number].tap
        ]
        for tap in others:
            assert tap.scope == InLesson(lesson.id, number)
            reason = answer_to(lesson, number, tap.path[-1], position)
            assert reason is not None
            answered = lesson_page(lesson, number, table, tr, reason)
            assert tr.sentence(reason) in answered.text
            assert tr.sentence(lesson.steps[number].say) in answered.text
            assert [one["custom_id"] for one in clickable(answered)] == [one["custom_id"] for one in clickable(page)]


@pytest.mark.drawn(1)
@every_lesson
def test_every_step_names_its_number_and_has_a_way_out(lesson: Lesson) -> None:
    for number, page in walk(lesson, "en"):
        if number < len(lesson.steps):
            assert f"step {number + 1} of {len(lesson.steps)}" in page.text
            assert LeaveLesson(lesson.id, number) in [action_of(one) for one in clickable(page)]


@pytest.mark.drawn(1)
@every_lesson
@in_both_languages
def test_reader_is_addressed_also_where_seats_have_names(lesson: Lesson, language: str) -> None:
    *_, (_, end) = walk(lesson, language)
    table, _ = spoken(lesson, language)
    assert seat_name(table, lesson.seat, language) == {"en": "Your seat", "ja": "あなた"}[language]
    if position_at(lesson, len(lesson.steps)).game.rounds:
        assert seat_name(table, lesson.seat, language) in end.text


@in_both_languages
def test_sentence_about_the_readers_seat_is_grammatical(language: str) -> None:
    lesson = next(iter(Lesson.all.values()))
    _, tr = spoken(lesson, language)
    said = tr.sentence(TRICK_WON(seat=seat_text(lesson.seat)))
    assert said == {"en": "Your seat wins the trick", "ja": "あなたがトリックを取りました"}[language]


@pytest.mark.drawn(1)
@every_lesson
def test_steps_have_no_buttons_of_a_table(lesson: Lesson) -> None:
    for number, page in walk(lesson, "en"):
        if number < len(lesson.steps):
            kinds = {type(action_of(one)) for one in clickable(page)}
            assert kinds <= {Choose, ShowTab, LeaveLesson}


@pytest.mark.drawn(3)
@every_lesson
@in_both_languages
def test_end_leads_to_a_game_with_easy_computers(lesson: Lesson, language: str) -> None:
    *_, (_, end) = walk(lesson, language)
    _, tr = spoken(lesson, language)
    assert [action_of(one) for one in lit(end)] == [PlayEasy(lesson.kind.id)]
    assert OpenToday() in [action_of(one) for one in clickable(end)]
    assert all(tr.sentence(line) in end.text for line in lesson.end)
    assert len(end.drawings) == 1


@every_lesson
def test_leaving_leads_back_to_the_same_step_and_to_the_day(lesson: Lesson) -> None:
    page = left_lesson_page(lesson, 1, Translation("en"))
    assert {ShowTab(InLesson(lesson.id, 1)), OpenToday()} <= {action_of(one) for one in clickable(page)}


@in_both_languages
def test_list_describes_every_lesson_in_words_of_its_own(language: str) -> None:
    lines = lessons_page(LESSONS, (), Translation(language)).text.splitlines()[1:]
    described = [re.sub("[(（].*", "", line.rpartition("**")[2]) for line in lines]
    assert len(set(described)) == len(LESSONS)


def test_list_marks_finished_lessons() -> None:
    finished, *others = ordered_lessons()
    page = lessons_page([finished, *others], {finished.id}, Translation("en"))
    check_limits(page)
    assert page.text.count("✅") == 1
    assert [action_of(one) for one in clickable(page)] == [ShowTab(InLesson(one.id)) for one in (finished, *others)]


def test_lessons_are_listed_in_one_order_in_every_process() -> None:
    order = "scharfe-schoten tennos-square saizen tezuma-trick tezuma-abilities tezumashi"
    assert [lesson.id for lesson in ordered_lessons()] == order.split()
