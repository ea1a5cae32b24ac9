"""Lessons: counts of reached steps, the lessons that a person has finished, and the single offer of a lesson."""

import pytest

from engine.lessons import Lesson
from host.place import Place
from host.refusals import Refusal
from host.services import Services
from tests.tables import AKI, BEN, GUILD, SCHOTEN, finish, started

SAIZEN = Lesson.all["saizen"]
LAST = len(SAIZEN.steps)


async def test_reached_steps_are_counted_without_a_person(services: Services) -> None:
    for step in (0, 1, 1, LAST):
        await services.lessons.reach(SAIZEN, step, AKI.id)
    assert services.lessons.steps == {("saizen", 1): 1, ("saizen", 2): 2, ("saizen", LAST + 1): 1}


async def test_only_the_end_finishes_a_lesson(services: Services) -> None:
    await services.lessons.reach(SAIZEN, LAST - 1, AKI.id)
    assert await services.lessons.finished(AKI.id) == frozenset()
    await services.lessons.reach(SAIZEN, LAST, AKI.id)
    await services.lessons.reach(SAIZEN, LAST, AKI.id)
    assert await services.lessons.finished(AKI.id) == {"saizen"}
    assert await services.lessons.finished(BEN.id) == frozenset()


async def test_lesson_of_a_game_is_offered_once_to_each_person(services: Services) -> None:
    offers = [await services.lessons.offer(Place.server(GUILD), person.id, "saizen") for person in (AKI, AKI, BEN)]
    assert offers == [True, False, True]
    assert await services.lessons.offer(Place.server(GUILD + 1), AKI.id, "saizen") is False, "nor on another server"
    assert await services.lessons.offer(Place.server(GUILD), AKI.id, "tezumashi"), "another game"


async def test_finished_lesson_is_not_offered(services: Services) -> None:
    await services.lessons.reach(SAIZEN, LAST, AKI.id)
    assert not await services.lessons.offer(Place.server(GUILD), AKI.id, "saizen")


async def test_nothing_is_offered_to_somebody_who_has_finished_the_game(services: Services) -> None:
    await finish(services, await started(services, people=[AKI], seats=3))
    assert not await services.lessons.offer(Place.server(GUILD), AKI.id, SCHOTEN)
    assert await services.lessons.offer(Place.server(GUILD), BEN.id, SCHOTEN)


async def test_nothing_is_offered_for_a_game_without_a_lesson(services: Services) -> None:
    assert not await services.lessons.offer(Place.server(GUILD), AKI.id, "chess")


@pytest.mark.parametrize(("lesson", "step"), [("chess", 0), ("", 0), ("saizen", LAST + 1), ("saizen", 2**63 - 1)])
async def test_unknown_lesson_or_step_is_refused(services: Services, lesson: str, step: int) -> None:
    with pytest.raises(Refusal):
        services.lessons.get(lesson, step)
