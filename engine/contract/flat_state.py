"""Flat state: an object made of slots that hold immutable values, or lists of them, so that it copies fast.

Searches copy a game before every playout. The copying is written out slot by slot, as `dataclass` writes its methods:
that takes less than half as long as a loop with `getattr` and `setattr`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import ClassVar, Self


class FlatState:
    """What its subclasses name in `__slots__`."""

    _state: ClassVar[tuple[str, ...]]
    _copy_to: ClassVar[Callable[[FlatState, FlatState], None]]

    __slots__ = ()

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls._state = tuple(name for base in reversed(cls.__mro__) for name in getattr(base, "__slots__", ()))
        cls._copy_to = _copier(cls._state)

    def copy(self) -> Self:
        """An independent copy."""
        twin = object.__new__(type(self))
        self._copy_to(twin)
        return twin

    def state(self) -> dict[str, object]:
        """Every slot by its name.

        Raises:
            AttributeError: a slot has not been set.
        """
        return {name: getattr(self, name) for name in self._state}


def _copier(names: Iterable[str]) -> Callable[[FlatState, FlatState], None]:
    """A function that copies these slots from one object to another, lists as new lists."""
    lines = (f"    value = old.{name}\n    new.{name} = value[:] if type(value) is list else value" for name in names)
    scope: dict[str, Callable[[FlatState, FlatState], None]] = {}
    exec("\n".join(["def copy_state(old, new):", *lines]), {}, scope)  # noqa: S102  the names are our own slots
    return scope["copy_state"]
