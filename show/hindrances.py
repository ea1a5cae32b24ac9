"""What cannot be shown at the moment: it is left as it is until something changes there. A restart tries it again."""

from __future__ import annotations

import limits
from host.posts import Post


class Hindrances:
    """Tables without a channel, and messages that may not be changed."""

    def __init__(self) -> None:
        self._lost: dict[int, None] = {}
        self._refused: dict[str, int] = {}
        """By nonce, with its table."""

    def of(self, table_id: int) -> bool:
        """Whether there is any at a table."""
        return self.is_lost(table_id) or table_id in self._refused.values()

    def lose(self, table_id: int) -> None:
        """The channel of a running game is gone: it is played by `/hand`, and shown nowhere."""
        self._lost[table_id] = None
        limits.trim(self._lost, limits.LEFT_ALONE)

    def is_lost(self, table_id: int) -> bool:
        """Whether that is so."""
        return table_id in self._lost

    def find(self, table_id: int) -> None:
        """Perhaps it is not so."""
        self._lost.pop(table_id, None)

    def refuse(self, post: Post, table_id: int) -> None:
        """A post may not be changed."""
        self._refused[post.nonce] = table_id
        limits.trim(self._refused, limits.LEFT_ALONE)

    def refuses(self, post: Post) -> bool:
        """Whether that is so."""
        return post.nonce in self._refused

    def allow(self, post: Post) -> None:
        """Perhaps it may."""
        self._refused.pop(post.nonce, None)

    def allow_all(self) -> set[int]:
        """Perhaps all may; the tables of those that might not."""
        tables = set(self._refused.values())
        self._refused.clear()
        return tables
