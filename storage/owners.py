"""Owners of public messages: each message record belongs to a table, or to another row of the database."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal, NamedTuple, TypeAlias

OwnerKind: TypeAlias = Literal["table"]
OWNERS: Mapping[OwnerKind, str] = MappingProxyType({"table": "tables"})
"""The database table of each kind of owner. A trigger deletes the message records of a deleted row."""


class Owner(NamedTuple):
    """An owner of messages: its kind, and its id in the database table of that kind."""

    kind: OwnerKind
    id: int

    def __str__(self) -> str:
        return f"{self.kind} {self.id}"


def table_owner(table_id: int) -> Owner:
    """Return the owner of a table's messages."""
    return Owner("table", table_id)
