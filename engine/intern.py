"""Interned values: equal log lines and moves of many games are one object in memory.

A game near its end takes 20 kB instead of 250 kB.
"""

from collections.abc import Callable
from functools import lru_cache
from typing import Any

KEPT = 16_384
"""The greatest number of values, about 6 MB. This is nearly enough for hundreds of games of each kind."""

shared: Callable[[Any], Any] = lru_cache(maxsize=KEPT)(lambda value: value)
"""Return one shared object for all equal values. The values must be immutable and of one type.

This is the cache itself, without a function around it, because each move of a game calls it.
"""
