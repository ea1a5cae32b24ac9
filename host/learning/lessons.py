"""Lessons: the lessons that a person has finished or was offered, and how often each step is reached."""

from collections import Counter

from engine.lessons import Lesson
from host import refusals
from host.place import Place
from host.refusals import Refusal
from storage import Store


class Lessons:
    """Service for lessons."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.steps: Counter[tuple[str, int]] = Counter()
        """How often each step was reached since the start, by lesson and number (from 1), without names. The number
        after the last step is the end.
        """

    def get(self, lesson_id: str, step: int = 0) -> Lesson:
        """Return the lesson with this id, after a check that `step` is one of its steps or its end.

        The check is needed because people may forge the id and the step.

        Raises:
            Refusal: there is no such lesson or step.
        """
        lesson = Lesson.all.get(lesson_id)
        if lesson is None or not 0 <= step <= len(lesson.steps):
            raise Refusal(refusals.NO_SUCH_LESSON())
        return lesson

    async def reach(self, lesson: Lesson, step: int, user_id: int) -> None:
        """Count that a person has reached a step, numbered from 0; at the end, remember that they have finished."""
        self.steps[lesson.id, step + 1] += 1
        if step == len(lesson.steps):
            await self._store.lessons.finish(user_id, lesson.id)

    async def finished(self, user_id: int) -> frozenset[str]:
        """Return the ids of the lessons that a person has finished."""
        return await self._store.lessons.finished(user_id)

    async def offer(self, place: Place, user_id: int, game: str) -> bool:
        """Return whether to offer a game's lesson to a person now; if so, remember the offer.

        A lesson is offered once, to people who have neither finished it nor finished a game of this kind in the place.
        """
        if game not in Lesson.all or await self._store.people.has_finished(place.id, user_id, game):
            return False
        return await self._store.lessons.offer(user_id, game)
