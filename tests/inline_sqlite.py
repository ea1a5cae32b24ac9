"""SQLite without a thread: the event loop alone decides the order in which tasks run, so runs are reproducible."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Generator
from typing import Any, TypeVar

T = TypeVar("T")


class Inline:
    """Replaces the `Connection` of `storage.sqlite.sqlite`, and runs each statement in the caller's thread."""

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
        return work(self._connection)

    async def execute_fetchall(self, sql: str, parameters: Any = ()) -> list[sqlite3.Row]:
        return self._connection.execute(sql, parameters).fetchall()

    async def close(self) -> None:
        self._connection.close()
