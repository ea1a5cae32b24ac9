"""Retries of work that has failed in a worker process; the pause before each further try grows."""

import logging
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager

import limits
from host.ai.pool import PlayerFailed, WorkerDied

log = logging.getLogger(__name__)

FIRST_SECONDS = 60.0
LONGEST_SECONDS = 3600.0
"""The first pause is `FIRST_SECONDS`. Each further failure in a row doubles the pause, up to `LONGEST_SECONDS`."""


class Retries:
    """The pieces of work that have failed, each with the time of its next try."""

    def __init__(self, now: Callable[[], float], failure: str) -> None:
        """Start without failures.

        Args:
            now: returns the time in seconds.
            failure: a text that is logged at the first of several failures in a row; `%s` is replaced by the error,
                whose text contains no cards.
        """
        self._now = now
        self._failure = failure
        self._failed: dict[Hashable, tuple[float, float]] = {}
        """The time of the next try and the pause before it, by piece of work."""

    def must_wait(self, piece: Hashable) -> bool:
        """Return whether a piece of work has failed, and the pause before its next try is not over yet."""
        return piece in self._failed and self._now() < self._failed[piece][0]

    @contextmanager
    def trying(self, piece: Hashable) -> Iterator[None]:
        """Record whether the context, which does a piece of work, fails in a worker; the error is raised again."""
        try:
            yield
        except (PlayerFailed, WorkerDied) as error:
            before = self._failed.pop(piece, None)
            if before is None:
                log.warning(self._failure, error)
            pause = FIRST_SECONDS if before is None else min(2 * before[1], LONGEST_SECONDS)
            self._failed[piece] = self._now() + pause, pause
            limits.evict_oldest(self._failed, limits.FAILED_WORK)
            raise
        self._failed.pop(piece, None)
