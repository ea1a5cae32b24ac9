"""A clock that tests set."""

from dataclasses import dataclass

START = 1_700_000_000


@dataclass
class Clock:
    """A clock in seconds; a call returns the time."""

    now: float = START

    def __call__(self) -> float:
        return self.now

    def seconds(self) -> int:
        """Return the time in whole seconds, as a store needs it."""
        return int(self.now)
