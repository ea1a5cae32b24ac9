"""Methods that are replaced, fail, or record their calls, during a test."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

Method = Callable[..., Awaitable[Any]]


def wrap(patch: pytest.MonkeyPatch, owner: object, name: str, around: Callable[..., Any]) -> None:
    """Replace a function or a method by `around`, which gets the original one and the arguments of a call."""
    plain = getattr(owner, name)
    patch.setattr(owner, name, lambda *args, **how: around(plain, *args, **how))


def fail(patch: pytest.MonkeyPatch, owner: object, name: str, *errors: Exception) -> None:
    """Let the next calls of a method raise these errors, one error for each call."""
    remaining = list(errors)

    async def failing(method: Method, *args: object, **how: object) -> Any:
        if remaining:
            raise remaining.pop(0)
        return await method(*args, **how)

    wrap(patch, owner, name, failing)


def record(patch: pytest.MonkeyPatch, owner: object, name: str) -> list[Any]:
    """Return a list that grows with each call of a method: by its only argument, or by the tuple of its arguments."""
    calls: list[Any] = []

    async def recording(method: Method, *args: object, **how: object) -> Any:
        calls.append(args[0] if len(args) == 1 else args)
        return await method(*args, **how)

    wrap(patch, owner, name, recording)
    return calls


def run_before(patch: pytest.MonkeyPatch, owner: object, name: str, act: Callable[[], Awaitable[object]]) -> None:
    """Run something once, just before the next call of a method."""

    async def later(method: Method, *args: object, **how: object) -> Any:
        patch.setattr(owner, name, method)
        await act()
        return await method(*args, **how)

    wrap(patch, owner, name, later)


def run_after(patch: pytest.MonkeyPatch, owner: object, name: str, act: Callable[[], Awaitable[object]]) -> None:
    """Run something once, after the next call of a method has taken effect and before it returns."""

    async def later(method: Method, *args: object, **how: object) -> Any:
        patch.setattr(owner, name, method)
        answer = await method(*args, **how)
        await act()
        return answer

    wrap(patch, owner, name, later)
