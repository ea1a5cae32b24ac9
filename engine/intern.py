"""Interned values: equal log lines and moves of many games are one object in memory.

A game near its end takes 20 kB instead of 250 kB.
"""

from collections.abc import Hashable
from functools import lru_cache
from typing import Protocol, TypeVar, cast

T = TypeVar("T", bound=Hashable)

KEPT = 16_384
"""Number of values, some 6 MB: hundreds of games of each kind have hardly more different ones."""


class _Shared(Protocol):
    def __call__(self, value: T, /) -> T: ...


def _first(value: T) -> T:
    return value


shared = cast("_Shared", lru_cache(maxsize=KEPT)(_first))
"""The one object for all immutable values of one type that are equal; with no function around it, as moves ask."""
