"""Thinking budgets: the number of playouts or the seconds that an AI player may spend on a decision."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from time import perf_counter


@dataclass(frozen=True, slots=True)
class ThinkingBudget:
    """The limits of one decision; thinking ends at the first limit.

    Attributes:
        playouts: the greatest number of playouts; None: no limit.
        seconds: the greatest time in seconds of `clock`; None: no limit.
        clock: wall-clock time, or CPU time if several players think in parallel and must not take time from each other.
    """

    playouts: int | None = None
    seconds: float | None = None
    clock: Callable[[], float] = field(default=perf_counter, compare=False)

    def __post_init__(self) -> None:
        if self.playouts is None and self.seconds is None:
            raise ValueError("a budget needs a limit: playouts, seconds, or both")

    def meter(self) -> ThinkingMeter:
        """Return a meter that measures one decision from now on."""
        return ThinkingMeter(self)


class ThinkingMeter:
    """The spent part of a budget."""

    def __init__(self, budget: ThinkingBudget) -> None:
        self._budget = budget
        self._begun = budget.clock()
        self.playouts = 0
        """The number of playouts so far."""

    @property
    def spent(self) -> float:
        """The spent share of the budget. When it reaches 1, the budget is used up."""
        budget = self._budget
        by_count = self.playouts / budget.playouts if budget.playouts else 0.0
        by_clock = (budget.clock() - self._begun) / budget.seconds if budget.seconds else 0.0
        return max(by_count, by_clock)
