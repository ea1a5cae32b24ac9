"""Everything that is in a database, whichever it is."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from storage.errors import StoreError

FIRST = "tables"
"""The table that others refer to; its numbers are never used again, so the last one is kept too."""


@dataclass(frozen=True)
class Content:
    """What is in a database."""

    columns: Mapping[str, Sequence[str]]
    """The names of each table's columns; `FIRST` is first."""
    rows: Callable[[str], Iterable[Sequence[Any]]]
    """All rows of a table, in the order of its columns."""
    last_id: int
    """The highest number that a row of `FIRST` has had."""


def in_order(columns: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
    """Tables with their columns, in an order that is the same on both sides: what is referred to is first."""
    return {table: sorted(columns[table]) for table in sorted(columns, key=lambda name: (name != FIRST, name))}


def other_schema() -> StoreError:
    """That the two do not have the same tables and columns."""
    return StoreError("The two databases are not of the same version: start the newest bot once on each.")
