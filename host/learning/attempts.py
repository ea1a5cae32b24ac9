"""Attempts at work in a worker process."""

import logging
from collections.abc import Awaitable, Callable
from typing import TypeVar

from host.ai.pool import PlayerFailed, WorkerDied
from host.ai.worker import without_text

log = logging.getLogger(__name__)

ATTEMPTS = 2
"""Attempts at work whose worker dies."""

T = TypeVar("T")


async def attempted(what: str, table_id: int, work: Callable[[], Awaitable[T]]) -> T | None:
    """Do work, once more if its worker dies. Return its result, or None after failures, which are logged.

    Args:
        what: the name of the result in the log.
        table_id: the table that the work is for.
        work: does the work in a worker.
    """
    for _ in range(ATTEMPTS):
        try:
            return await work()
        except WorkerDied as died:
            log.warning("table %s: the process of %s is given up: %s", table_id, what, died)
        except Exception as error:  # noqa: BLE001  a player may raise anything
            text = str(error) if isinstance(error, PlayerFailed) else without_text(error)
            log.error("table %s: %s has failed: %s", table_id, what, text)  # noqa: TRY400  the text may hold cards
            return None
    return None
