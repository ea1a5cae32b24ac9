"""Lessons: only a person's first offer and first completion of each lesson are stored."""

from storage import Store
from tests.storage.store_support import ANNE, BOB


async def test_lesson_is_offered_once_to_each_person(store: Store) -> None:
    assert await store.lessons.offer(ANNE, "saizen")
    assert not await store.lessons.offer(ANNE, "saizen")
    assert await store.lessons.offer(ANNE, "other")
    assert await store.lessons.offer(BOB, "saizen")
    assert await store.lessons.finished(ANNE) == frozenset()


async def test_finished_lesson_stays_finished_and_is_not_offered(store: Store) -> None:
    await store.lessons.offer(ANNE, "other")
    for lesson in ("saizen", "other", "saizen"):
        await store.lessons.finish(ANNE, lesson)
    assert await store.lessons.finished(ANNE) == {"saizen", "other"}
    assert not await store.lessons.offer(ANNE, "saizen")
    exported = (await store.privacy.export_person(ANNE))["lessons"]
    assert [(row["lesson"], row["offered_at"] is None) for row in exported] == [("other", False), ("saizen", True)]


async def test_forgotten_person_has_no_lessons(store: Store) -> None:
    for person in (ANNE, BOB):
        await store.lessons.finish(person, "saizen")
    await store.privacy.delete_person(ANNE)
    assert await store.lessons.finished(ANNE) == frozenset()
    assert await store.lessons.finished(BOB) == {"saizen"}
