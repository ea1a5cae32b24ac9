"""The content of a whole database, in a form that is the same for SQLite and PostgreSQL."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from storage.errors import StoreError

FIRST = "tables"
"""The table to which most others refer. A dump contains the highest id that it ever had, so no id is used again."""

REFERRED = (FIRST, "nights", "puzzles")
"""The tables to which other tables refer, in the order in which they are filled."""


@dataclass(frozen=True)
class Content:
    """The content of a database."""

    columns: Mapping[str, Sequence[str]]
    """The names of the columns of each table. The tables `REFERRED` come first."""
    rows: Callable[[str], Iterable[Sequence[Any]]]
    """Function that returns all rows of a table, in the order of its columns."""
    last_id: int
    """The highest id that a row of `FIRST` has ever had."""


def in_order(columns: Mapping[str, Iterable[str]]) -> dict[str, list[str]]:
    """Return tables and their columns in an order that is the same for both kinds of databases.

    The tables `REFERRED` come first, the other tables and all columns by name.
    """
    tables = [*REFERRED, *sorted(columns.keys() - set(REFERRED))]
    return {table: sorted(columns[table]) for table in tables if table in columns}


def other_schema() -> StoreError:
    """Return the error for databases with different tables or columns."""
    return StoreError("The two databases are not of the same version: start the newest bot once on each.")
