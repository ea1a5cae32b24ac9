"""Forged clicks on lessons get a sentence and change nothing; a running lesson stores nothing."""

import pytest

from engine.lessons import Lesson
from locales import Translation
from show.actions.decision_actions import Choose, InLesson, ShowTab
from show.actions.lesson_actions import LeaveLesson, PlayEasy
from tests.fuzz.conftest import AKI, ROOM
from tests.fuzz.offline import Offline

SAIZEN = Lesson.all["saizen"]
STEPS, HUGE = len(SAIZEN.steps), 2**63 - 1
NONE = Translation("en")("no-such-lesson")
UNKNOWN = [
    ShowTab(InLesson("chess")),
    ShowTab(InLesson("")),
    ShowTab(InLesson("saizen", STEPS + 1)),
    ShowTab(InLesson("saizen", HUGE)),
    Choose(InLesson("saizen", HUGE), 0, ("H",)),
    Choose(InLesson("chess", 0), 0, ("H",)),
    LeaveLesson("chess", 0),
    LeaveLesson("saizen", HUGE),
]


@pytest.mark.drawn(3)
@pytest.mark.parametrize("action", UNKNOWN, ids=lambda action: str(action.custom_id))
async def test_unknown_lesson_or_step_is_answered_with_a_sentence(
    world: Offline, action: ShowTab | Choose | LeaveLesson
) -> None:
    before = await world.rows()
    asked = await world.wait_for(world.click(AKI, ROOM, action.custom_id))
    assert asked.text == NONE
    assert await world.rows() == before


@pytest.mark.drawn(1)
@pytest.mark.parametrize("choice", ["", "🔄", "R9", "x" * 60, "H-rank"])
async def test_choice_that_is_not_there_is_answered_at_the_same_step(world: Offline, choice: str) -> None:
    before = await world.rows()
    asked = await world.wait_for(world.click(AKI, ROOM, Choose(InLesson("saizen", 0), 0, (choice,)).custom_id))
    assert f"step 1 of {STEPS}" in asked.text
    assert await world.rows() == before


async def test_unknown_kind_of_choices_shows_the_step(world: Offline) -> None:
    asked = await world.wait_for(world.click(AKI, ROOM, ShowTab(InLesson("tezuma-trick", 0), "nothing").custom_id))
    assert "step 1 of" in asked.text


async def test_running_lesson_stores_nothing_and_its_end_stores_only_that(world: Offline) -> None:
    before = await world.rows()
    for step, one in enumerate(SAIZEN.steps):
        assert await world.rows() == before
        assert not await world.services.lessons.finished(AKI.id)
        await world.wait_for(world.click(AKI, ROOM, Choose(InLesson("saizen", step), 0, (one.tap,)).custom_id))
    assert await world.rows() == before
    assert await world.services.lessons.finished(AKI.id) == {"saizen"}


async def test_unknown_game_is_not_opened(world: Offline) -> None:
    before = await world.rows()
    asked = await world.wait_for(world.click(AKI, ROOM, PlayEasy("chess").custom_id))
    assert asked.text
    assert await world.rows() == before
