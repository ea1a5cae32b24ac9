"""Every lesson agrees with the rules and answers every unexpected choice; a lesson that disagrees is found."""

import ast
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

import engine.games  # fills Game.games and Lesson.all
from engine.contract.phase import Choice
from engine.game import Game
from engine.games.scharfe_schoten.learning.lesson import LESSON
from engine.lessons import Ahead, Allowed, Broken, Claim, Holds, Lesson, Position, Scored, Shows, answer_to, position_at
from engine.lessons.lesson import MOST_TAPS
from engine.lessons.run import TRY

ABILITIES = "tezuma-abilities"
"""The lesson that does not play its round to the end."""

every_lesson = pytest.mark.parametrize("lesson", Lesson.all.values(), ids=lambda lesson: str(lesson.id))


def steps_of(lesson: Lesson) -> Iterator[tuple[int, Position]]:
    return ((number, position_at(lesson, number)) for number in range(len(lesson.steps)))


def choices_at(lesson: Lesson, position: Position) -> list[Choice]:
    return position.game.choices(lesson.seat, position.path)


@pytest.fixture
def registered() -> Iterator[None]:
    """Restore the registered lessons after a test that adds, changes or removes lessons."""
    before = dict(Lesson.all)
    yield
    Lesson.all.clear()
    Lesson.all.update(before)


def changed(**values: object) -> Lesson:
    """Replace the registered lesson of Scharfe Schoten by one with these values changed, and return the new lesson."""
    del Lesson.all[LESSON.id]
    return replace(LESSON, **values)  # type: ignore[arg-type]  # any field


def with_claim(claim: Claim, step: int = 2) -> Lesson:
    steps = [*LESSON.steps]
    steps[step] = replace(steps[step], claims=(claim,))
    return changed(steps=steps)


def test_every_game_has_a_lesson() -> None:
    assert Lesson.all.keys() == Game.games.keys() | {ABILITIES}
    assert {lesson.kind.id for lesson in Lesson.all.values()} == Game.games.keys()


@every_lesson
def test_lesson_agrees_with_the_rules_from_its_beginning_to_its_end(lesson: Lesson) -> None:
    game, path = position_at(lesson, len(lesson.steps))
    assert path == ()
    assert len(lesson.steps) <= MOST_TAPS
    assert lesson.end_claims
    assert any(step.claims for step in lesson.steps)
    assert len(game.rounds) == (0 if lesson.id == ABILITIES else 1)


@every_lesson
def test_reader_wins_the_round_of_a_lesson(lesson: Lesson) -> None:
    game, _ = position_at(lesson, len(lesson.steps))
    for points in game.rounds:
        assert points[lesson.seat] == max(points)


@every_lesson
def test_every_allowed_choice_but_the_expected_one_is_answered_with_try_and_a_reason(lesson: Lesson) -> None:
    for number, position in steps_of(lesson):
        for choice in choices_at(lesson, position):
            answer = answer_to(lesson, number, choice.token, position)
            if choice.token == lesson.steps[number].tap:
                assert answer is None
            elif choice.reason is None:
                assert answer is not None
                assert answer.key == TRY.key
            else:
                assert answer == choice.reason


@pytest.mark.drawn(1)
@every_lesson
def test_answering_changes_no_position(lesson: Lesson) -> None:
    for number, position in steps_of(lesson):
        before = position.game.state()
        for choice in choices_at(lesson, position):
            answer_to(lesson, number, choice.token, position)
        assert position.game.state() == before
        assert position_at(lesson, number).game.state() == before


@pytest.mark.parametrize("token", ["", "Z9", "exchange", "R12", "🔄"])
def test_choice_that_does_not_exist_is_answered_like_an_allowed_one(token: str) -> None:
    answer = answer_to(LESSON, 2, token, position_at(LESSON, 2))
    assert answer is not None
    assert answer.key == TRY.key


def test_reason_of_its_own_answers_a_choice() -> None:
    position = position_at(LESSON, 2)
    assert answer_to(LESSON, 2, "R6", position) != answer_to(LESSON, 2, "R9", position)


@pytest.mark.parametrize(
    ("claim", "said"),
    [
        (Allowed("R6 R9"), "allowed: R11 R6 R9"),
        (Ahead(2), "seat 1 wins"),
        (Ahead(1, before=3), "no such trick"),
        (Scored(3), "no round has ended"),
        (Shows("round", 2), "round: 1"),
        (Shows("captured", {"R": 1}, 0), "captured: {"),
        (Holds("five seats play", lambda game: game.seats == 5), "five seats play"),
    ],
    ids=["allowed", "ahead", "no trick", "scored", "shows", "shows at a place", "holds"],
)
@pytest.mark.usefixtures("registered")
def test_claim_that_does_not_hold_stops_the_lesson_and_names_the_step(claim: Claim, said: str) -> None:
    lesson = with_claim(claim)
    assert position_at(lesson, 1).path == ("R",)
    with pytest.raises(Broken, match="scharfe-schoten, step 3") as raised:
        position_at(lesson, 2)
    assert said in str(raised.value)
    with pytest.raises(Broken):
        position_at(lesson, len(lesson.steps))


@pytest.mark.usefixtures("registered")
def test_points_other_than_claimed_stop_the_lesson_at_its_end() -> None:
    lesson = changed(end_claims=(Scored(17),))
    position_at(lesson, len(lesson.steps) - 1)
    with pytest.raises(Broken, match="16 points"):
        position_at(lesson, len(lesson.steps))


@pytest.mark.usefixtures("registered")
def test_lesson_for_another_version_of_the_rules_is_broken() -> None:
    with pytest.raises(Broken, match="version 2"):
        position_at(changed(rules=2), 0)


def test_lessons_name_their_version_of_the_rules_as_a_number() -> None:
    """Check that no lesson reads the version from its game: such a lesson would seem to fit all changed rules."""
    files = [*Path(engine.games.__file__).parent.glob("*/learning/*lesson.py")]
    calls = [node for file in files for node in ast.walk(ast.parse(file.read_text())) if isinstance(node, ast.Call)]
    named = [
        key.value for call in calls if ast.unparse(call.func) == "Lesson" for key in call.keywords if key.arg == "rules"
    ]
    assert len(named) == len(Lesson.all)
    assert [ast.unparse(value) for value in named if not isinstance(value, ast.Constant)] == []


@pytest.mark.parametrize(
    ("opening", "said"), [("1 predict G G", "1 predict G G"), ("1 play R8", "1 play R8"), ("0 take R", "0 take R")]
)
@pytest.mark.usefixtures("registered")
def test_move_that_the_rules_refuse_is_named(opening: str, said: str) -> None:
    with pytest.raises(Broken, match=said):
        position_at(changed(opening=opening), 0)


@pytest.mark.usefixtures("registered")
def test_expected_choice_must_be_allowed() -> None:
    steps = [*LESSON.steps]
    steps[2] = replace(steps[2], tap="G3")
    with pytest.raises(Broken, match="step 3: G3 is not allowed"):
        position_at(changed(steps=steps), 2)


@pytest.mark.usefixtures("registered")
def test_deal_that_the_rules_refuse_is_broken() -> None:
    with pytest.raises(Broken, match="trumps"):
        position_at(changed(deal={**LESSON.deal, "trumps": ["R1"]}), 0)


def test_two_lessons_have_different_ids() -> None:
    with pytest.raises(ValueError, match="two lessons"):
        replace(LESSON, rules=2)
