"""Time that costs nothing: an event loop whose clock jumps to the next timer instead of waiting for it.

Nothing may wait for a socket there, and whatever is given to a thread is done at once: the clock knows only timers.
"""

from __future__ import annotations

import asyncio
import functools
import selectors
from collections.abc import Callable, Coroutine
from typing import Any, ParamSpec, TypeVar

T = TypeVar("T")
P = ParamSpec("P")


class Stuck(Exception):  # noqa: N818  said of a test
    """Everything waits for something that no timer will bring."""


class _Jumping(selectors.SelectSelector):
    """A selector that moves a clock on instead of waiting."""

    now = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        ready = super().select(0)
        if not ready and timeout is None:
            raise Stuck
        if not ready and timeout is not None and timeout > 0:
            self.now = round(self.now + timeout, 9)  # the same, however many jumps it takes to get there
        return ready


class VirtualLoop(asyncio.SelectorEventLoop):
    """A loop over virtual time, which begins at zero."""

    def __init__(self) -> None:
        self._clock = _Jumping()
        super().__init__(self._clock)

    def time(self) -> float:
        """Virtual seconds."""
        return self._clock.now

    def run_in_executor(self, _executor: Any, func: Callable[..., T], *args: Any) -> asyncio.Future[T]:  # type: ignore[override]
        """Do it now."""
        future: asyncio.Future[T] = self.create_future()
        try:
            future.set_result(func(*args))
        except Exception as error:  # noqa: BLE001  whoever waits for it sees it
            future.set_exception(error)
        return future


def run(work: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine in virtual time."""
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        return runner.run(work)


def in_virtual_time(test: Callable[P, Coroutine[Any, Any, T]]) -> Callable[P, T]:
    """Let a test that is a coroutine function run in virtual time."""

    @functools.wraps(test)
    def wrapped(*args: P.args, **kwargs: P.kwargs) -> T:
        return run(test(*args, **kwargs))

    return wrapped


def now() -> float:
    """Virtual seconds since the loop began."""
    return asyncio.get_running_loop().time()
