"""Limits the concurrent interactions of each user."""

import asyncio
from collections import Counter

import limits


class ConcurrencyLimit:
    """The number of interactions in progress by user."""

    def __init__(self) -> None:
        self._under_way: Counter[int] = Counter()

    def admit(self, user_id: int) -> bool:
        """Count the running task as an interaction of the user until it ends; return whether the limit allows it."""
        task = asyncio.current_task()
        assert task is not None  # noqa: S101  only tasks call this
        self._under_way[user_id] += 1
        task.add_done_callback(lambda _: self._release(user_id))
        return self._under_way[user_id] <= limits.CONCURRENT_INTERACTIONS

    def _release(self, user_id: int) -> None:
        self._under_way[user_id] -= 1
        if not self._under_way[user_id]:
            del self._under_way[user_id]
