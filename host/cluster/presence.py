"""The presence of a process on a shared database: a lease, which shows that its version's schema is in use.

A newer version migrates the database only while no lease of an older process is valid. Until then it waits. A process
may still meet a newer schema, for instance after it has stood still. It could store nothing correctly any more, so it
ends, and its shards are free at once.
"""

import asyncio
import logging
import os
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from host.background import Sleep, cancel_all
from host.cluster import leases
from host.cluster.leases import Leases
from storage import NewerSchema, OlderProcess, Store, StoreError
from storage.database import RecordWrite

log = logging.getLogger(__name__)

_PREFIX = "process:"


async def open_store(
    where: str | os.PathLike[str],
    *,
    filed_beside: Path,
    record_write: RecordWrite,
    now: Callable[[], int],
    sleep: Sleep = asyncio.sleep,
) -> Store:
    """Open the database, see `Store.open`. If it must be migrated, wait until no process of an older version uses it.

    Raises:
        StoreError: the database cannot be used.
    """
    is_waiting = False
    while True:
        try:
            return await Store.open(where, filed_beside=filed_beside, record_write=record_write, now=now)
        except OlderProcess as error:
            if not is_waiting:
                log.warning("waiting as a spare: %s", error)
            is_waiting = True
        await sleep(leases.STEP)


@asynccontextmanager
async def presence(store: Store, sleep: Sleep = asyncio.sleep) -> AsyncIterator["asyncio.Future[None]"]:
    """Hold this process's presence during the context.

    Yields:
        A future that fails with `NewerSchema` once a newer version of the bot has migrated the database.
    """
    if not store.shared:
        yield asyncio.get_running_loop().create_future()
        return
    held = Leases(store.leases)
    name = f"{_PREFIX}{held.owner}"
    await store.leases.delete_expired(_PREFIX)
    task = asyncio.create_task(_hold(store, held, name, sleep), name="presence")
    try:
        yield task
    finally:
        await cancel_all([task])
        await held.give_back([name])


async def _hold(store: Store, held: Leases, name: str, sleep: Sleep) -> None:
    while True:
        try:
            await held.take([name])
            await store.check_schema()
        except NewerSchema:
            raise
        except StoreError as error:  # whoever needs the database now says so in the log
            log.debug("the presence of this process could not be renewed: %s", error)
        await sleep(leases.STEP)
