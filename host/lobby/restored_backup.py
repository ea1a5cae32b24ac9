"""After a restore: secrets that may have been published since the backup are no secrets, so deals are promised anew."""

import logging

from host.lobby import deal_commitments
from storage import Store

log = logging.getLogger(__name__)


async def renew_restored(store: Store) -> None:
    """Promise lobbies and rematches anew and end running games, where the database was restored; before it is used.

    Raises:
        StoreError: it cannot be read or written. Nothing has changed, and the next start does it.
    """
    renewed = await store.renew_restored(lambda: deal_commitments.new_secret().hex())
    if renewed is not None:
        log.warning("restored from a backup: deals are promised anew, running games ended", extra=renewed._asdict())
