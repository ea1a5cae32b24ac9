"""Renewal of deal commitments after a backup was restored, because its secrets may have been published meanwhile."""

import logging

from host.lobby import deal_commitments
from storage import Store

log = logging.getLogger(__name__)


async def renew_restored(store: Store) -> None:
    """Renew the commitments of lobbies and rematches, and end running games, if the database was restored.

    Must run before anything else uses the database.

    Raises:
        StoreError: reading or writing failed. Nothing has changed; the next start tries again.
    """
    renewed = await store.commitments.renew_restored(lambda: deal_commitments.new_secret().hex())
    if renewed is not None:
        log.warning("restored from a backup: deals are promised anew, running games ended", extra=renewed._asdict())
