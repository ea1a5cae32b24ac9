"""The content of a whole database of either kind."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from storage.errors import StoreError

FIRST = "tables"
"""The table to which most tables refer. Its ids are never used again, so a dump contains the last id as well."""

_REFERRED = (FIRST, "nights")
"""The tables to which other tables refer: they come before these."""


@dataclass(frozen=True)
class Content:
    """The content of a database."""

    columns: Mapping[str, Sequence[str]]
    """By table: the names of its columns. The table `FIRST` comes first."""
    rows: Callable[[str], Iterable[Sequence[Any]]]
    """Function that returns all rows of a table, in the order of its columns."""
    last_id: int
    """The highest id that a row of `FIRST` has ever had."""


def in_order(columns: Mapping[str, Iterable[str]]) -> dict[str, list[str]]:
    """Return tables and columns by name, so that both kinds of databases have the same order; `FIRST` is first."""
    after = dict.fromkeys(columns, len(_REFERRED)) | {name: place for place, name in enumerate(_REFERRED)}
    return {table: sorted(columns[table]) for table in sorted(columns, key=lambda name: (after[name], name))}


def other_schema() -> StoreError:
    """Return the error for databases with different tables or columns."""
    return StoreError("The two databases are not of the same version: start the newest bot once on each.")
