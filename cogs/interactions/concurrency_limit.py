"""One person's clicks slow nobody else's: of each only so many interactions are handled at a time."""

import asyncio
from collections import Counter

import limits


class ConcurrencyLimit:
    """How many interactions of each person are being handled."""

    def __init__(self) -> None:
        self._under_way: Counter[int] = Counter()

    def enters(self, user_id: int) -> bool:
        """This task begins to handle an interaction of somebody; whether there is room for it."""
        task = asyncio.current_task()
        assert task is not None  # noqa: S101  this is called in one
        self._under_way[user_id] += 1
        task.add_done_callback(lambda _: self._leaves(user_id))
        return self._under_way[user_id] <= limits.UNDER_WAY

    def _leaves(self, user_id: int) -> None:
        self._under_way[user_id] -= 1
        if not self._under_way[user_id]:
            del self._under_way[user_id]
