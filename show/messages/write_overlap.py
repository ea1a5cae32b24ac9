"""Who is writing which message now. Of two writes that overlap nobody knows which one Discord makes last."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from contextlib import contextmanager


class Write:
    """One write, from the position that it shows until Discord has answered."""

    __slots__ = ("alone", "last")

    def __init__(self) -> None:
        self.alone = True
        """Whether no other write overlapped: then what it wrote is what stands."""
        self.last = True
        """Whether it was the last of those that overlapped: then somebody must write once more."""


class WriteOverlap:
    """The writes under way, by what they write to."""

    def __init__(self) -> None:
        self._now: dict[Hashable, list[Write]] = {}

    def busy(self, key: Hashable) -> bool:
        """Whether somebody writes there now."""
        return key in self._now

    @contextmanager
    def writing(self, key: Hashable) -> Iterator[Write]:
        """Write there. Afterwards the write's `alone` and `last` say whether it can be relied on."""
        write = Write()
        others = self._now.setdefault(key, [])
        for other in others:
            other.alone = write.alone = False
        others.append(write)
        try:
            yield write
        finally:
            others.remove(write)
            write.last = not others
            if not others:
                del self._now[key]
