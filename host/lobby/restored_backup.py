"""Renewal of deal commitments after a restore: since the backup, their secrets may have been published."""

import logging

from host.clock import ComparedClock
from host.daily.deals import WEEK
from host.daily.preparation import plan_day
from host.daily.streaks import SECONDS_A_DAY
from host.lobby import deal_commitments
from storage import Store

log = logging.getLogger(__name__)

RESTORED = "restored"
"""Name of the mark of a restored backup, a setting of nobody."""


async def renew_restored(store: Store, clock: ComparedClock) -> None:
    """Renew commitments and end running games, if a backup was restored.

    Lobbies, rematches and today's deals get new commitments. So do coming days that the backup does not know, because
    the bot may have published other commitments for them after the backup. Call this before anything else uses the
    database. If a backup was restored, this waits until the time is certain, because today gets another secret.

    Raises:
        StoreError: reading or writing failed. Nothing has changed, and the next start must try again.
    """
    if await store.settings.get(0, RESTORED) is None:
        return
    if await clock.certain() is None:
        log.warning("restored from a backup: the start waits until this computer's clock and Discord's agree")
    now = await clock.wait_until_certain()
    today = now // SECONDS_A_DAY
    days = [await plan_day(store, day, now) for day in range(today, today + WEEK + 1)]
    renewed = await store.commitments.renew_restored(lambda: deal_commitments.new_secret().hex(), days)
    if renewed is not None:
        log.warning("restored from a backup: deals are promised anew, running games ended", extra=renewed._asdict())
