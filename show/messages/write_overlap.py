"""Detection of overlapping writes: Discord does not say which of two concurrent edits is applied last."""

from collections.abc import Hashable, Iterator
from contextlib import contextmanager


class Write:
    """One write: it begins when the table is read, and ends when Discord has answered."""

    __slots__ = ("alone", "last")

    def __init__(self) -> None:
        self.alone = True
        """True if no other write overlapped: then the written page is the displayed one."""
        self.last = True
        """True if this was the last of several overlapping writes: then its writer must schedule another write."""


class WriteOverlap:
    """The running writes by target."""

    def __init__(self) -> None:
        self._now: dict[Hashable, list[Write]] = {}

    def busy(self, key: Hashable) -> bool:
        """Return whether a write to this target is running."""
        return key in self._now

    @contextmanager
    def writing(self, key: Hashable) -> Iterator[Write]:
        """Note a write to this target during the context; afterwards the write's `alone` and `last` are final."""
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
