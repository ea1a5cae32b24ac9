"""An event loop with a virtual clock that jumps to the next timer instead of waiting.

The loop knows only timers: nothing in it may wait for a socket, and work for a thread runs at once.
"""

import asyncio
import functools
import selectors
from collections.abc import Callable, Collection, Coroutine
from typing import Any, ParamSpec, TypeVar

T = TypeVar("T")
P = ParamSpec("P")


class Stuck(Exception):  # noqa: N818  a state of the test, not an error
    """Every task waits, and no timer is left to wake a task."""


class _Jumping(selectors.SelectSelector):
    """A selector that moves the clock forward instead of waiting."""

    now = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        ready = super().select(0)
        if not ready and timeout is None:
            raise Stuck
        if not ready and timeout is not None and timeout > 0:
            self.now = round(self.now + timeout, 9)  # rounded, so that the number of jumps does not change the time
        return ready


class VirtualLoop(asyncio.SelectorEventLoop):
    """An event loop with a virtual clock that starts at zero."""

    def __init__(self) -> None:
        self.clock = _Jumping()
        super().__init__(self.clock)

    def time(self) -> float:
        """Return the virtual seconds."""
        return self.clock.now

    def run_in_executor(self, _executor: Any, func: Callable[..., T], *args: Any) -> asyncio.Future[T]:  # type: ignore[override]
        """Call `func` at once in this thread."""
        future: asyncio.Future[T] = self.create_future()
        try:
            future.set_result(func(*args))
        except Exception as error:  # noqa: BLE001  raised where the future is awaited
            future.set_exception(error)
        return future


def run(work: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine in virtual time."""
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        return runner.run(work)


def in_virtual_time(test: Callable[P, Coroutine[Any, Any, T]]) -> Callable[P, T]:
    """Return a test that runs a coroutine function in virtual time."""

    @functools.wraps(test)
    def wrapped(*args: P.args, **kwargs: P.kwargs) -> T:
        return run(test(*args, **kwargs))

    return wrapped


def now() -> float:
    """Return the virtual seconds since the loop was created."""
    return asyncio.get_running_loop().time()


def jump(seconds: float) -> None:
    """Move the virtual clock forward as if the machine had slept: what was due meanwhile happens once, afterwards."""
    loop = asyncio.get_running_loop()
    assert isinstance(loop, VirtualLoop)
    loop.clock.now += seconds


async def cancel_tasks(spared: Collection[asyncio.Task[Any]] = ()) -> None:
    """Cancel all tasks except the current one and those in `spared`, and wait for their end."""
    while others := asyncio.all_tasks() - {asyncio.current_task(), *spared}:
        for task in others:
            task.cancel()
        await asyncio.wait(others)
