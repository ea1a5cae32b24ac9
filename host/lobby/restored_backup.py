"""Renewal of deal commitments after a restore: secrets in the backup may have been published since."""

import logging

from host.lobby import deal_commitments
from storage import Store

log = logging.getLogger(__name__)


async def renew_restored(store: Store) -> None:
    """Renew the commitments of lobbies and rematches, and end running games, if a backup was restored.

    Call this before anything else uses the database.

    Raises:
        StoreError: reading or writing failed. Nothing has changed, and the next start must try again.
    """
    renewed = await store.commitments.renew_restored(lambda: deal_commitments.new_secret().hex())
    if renewed is not None:
        log.warning("restored from a backup: deals are promised anew, running games ended", extra=renewed._asdict())
