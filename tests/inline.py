"""SQLite without a thread: what two runs do in which order is then decided by nothing but their event loop."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Generator
from typing import Any, TypeVar

T = TypeVar("T")


class Inline:
    """A connection as `storage.sqlite.sqlite` uses one; to be put in the place of its `Connection`."""

    def __init__(self, connector: Callable[[], sqlite3.Connection], iter_chunk_size: int) -> None:
        assert iter_chunk_size
        self._connection = connector()

    def __await__(self) -> Generator[Any, None, Inline]:
        yield from ()
        return self

    def __setattr__(self, name: str, value: object) -> None:
        if name == "_connection":
            object.__setattr__(self, name, value)
        else:
            setattr(self._connection, name, value)

    async def run(self, work: Callable[[sqlite3.Connection], T]) -> T:
        """Do work at once."""
        return work(self._connection)

    async def execute_fetchall(self, sql: str, parameters: Any = ()) -> list[sqlite3.Row]:
        """Run a statement to its end."""
        return self._connection.execute(sql, parameters).fetchall()

    async def close(self) -> None:
        """Close it."""
        self._connection.close()
