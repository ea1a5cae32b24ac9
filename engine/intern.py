"""Interned values: equal log lines and moves of many games are one object in memory.

A game near its end takes 20 kB instead of 250 kB.
"""

from collections.abc import Hashable
from functools import lru_cache
from typing import Protocol, TypeVar, cast

T = TypeVar("T", bound=Hashable)

KEPT = 16_384
"""The greatest number of values, about 6 MB: hundreds of games of each kind have hardly more different values."""


class _Shared(Protocol):
    def __call__(self, value: T, /) -> T: ...


def _first(value: T) -> T:
    return value


shared = cast("_Shared", lru_cache(maxsize=KEPT)(_first))
"""Return the first value that was equal to this one; all values must be immutable and of one type.

The cache is called without a function around it, because each move of a game calls it.
"""
