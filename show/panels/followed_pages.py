"""Private pages that are edited while background work makes progress. A newer page of the same user ends the edits."""

import asyncio
from collections.abc import Coroutine


class FollowedPages:
    """The tasks that edit pages, one for each user."""

    def __init__(self) -> None:
        self._tasks: dict[int, asyncio.Task[None]] = {}

    def __len__(self) -> int:
        """Return the number of pages that are being edited."""
        return len(self._tasks)

    def follow(self, user_id: int, work: Coroutine[None, None, None], name: str) -> None:
        """Start the task that edits a user's page, in place of the task of an earlier page."""
        earlier = self._tasks.get(user_id)
        if earlier is not None:  # another click, answered at the same time, has started `earlier`
            earlier.cancel()
        task = self._tasks[user_id] = asyncio.create_task(work, name=name)
        task.add_done_callback(lambda done: self._forget(user_id, done))

    async def stop(self, user_id: int) -> None:
        """Stop editing a user's page."""
        task = self._tasks.get(user_id)
        if task is not None:
            task.cancel()
            await asyncio.wait([task])

    async def close(self) -> None:
        """Stop all edits."""
        for user_id in list(self._tasks):
            await self.stop(user_id)

    def _forget(self, user_id: int, task: asyncio.Task[None]) -> None:
        if self._tasks.get(user_id) is task:
            del self._tasks[user_id]
