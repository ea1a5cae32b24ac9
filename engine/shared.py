"""What many games hold alike, held once: most lines of a log and most moves of a history are another game's too."""

from collections.abc import Hashable
from functools import lru_cache
from typing import TypeVar, cast

T = TypeVar("T", bound=Hashable)

KEPT = 16_384
"""So many values, some 6 MB: hundreds of games of each kind have hardly more different ones."""


def shared(value: T) -> T:
    """The one object for all immutable values of one type that are equal to this one."""
    return cast("T", _first(value))


@lru_cache(maxsize=KEPT)
def _first(value: Hashable) -> Hashable:
    return value
