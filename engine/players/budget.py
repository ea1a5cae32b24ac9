"""How much a computer player may think: so many playouts, or so long."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from time import perf_counter


@dataclass(frozen=True, slots=True)
class ThinkingBudget:
    """What one decision may cost: both limits count, whichever is met first.

    Attributes:
        playouts: rounds played out to their end; None: any number.
        seconds: by the clock; None: any time.
        clock: seconds that pass; of the processor's time where several think at once and none may suffer by it.
    """

    playouts: int | None = None
    seconds: float | None = None
    clock: Callable[[], float] = field(default=perf_counter, compare=False)

    def __post_init__(self) -> None:
        if self.playouts is None and self.seconds is None:
            raise ValueError("an effort needs a limit: playouts, seconds, or both")

    def meter(self) -> ThinkingMeter:
        """What measures one decision; it begins now."""
        return ThinkingMeter(self)


class ThinkingMeter:
    """How much of an effort is spent."""

    __slots__ = ("_begun", "_clock", "_playouts", "_seconds", "playouts")

    def __init__(self, effort: ThinkingBudget) -> None:
        self._clock = effort.clock
        self._begun = effort.clock()
        self._playouts = effort.playouts
        self._seconds = effort.seconds
        self.playouts = 0
        """Played so far."""

    @property
    def spent(self) -> float:
        """The share that is spent: 1 and more means that it is over."""
        by_count = self.playouts / self._playouts if self._playouts else 0.0
        by_clock = (self._clock() - self._begun) / self._seconds if self._seconds else 0.0
        return max(by_count, by_clock)
