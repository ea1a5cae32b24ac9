"""Messages that Discord refuses.

A refused message is tried again after a time, or when something has changed on its server, such as permissions. If
Discord refuses only one page of the message, a different page is sent at once. The state is in memory only, so
everything is tried again after a restart.
"""

from dataclasses import dataclass

import limits
from host.place import Place
from show.discord_port import Forbidden, Refused
from show.messages.work_queue import now

FIRST, LONGEST = 60.0, 3600.0
"""The first and the longest pause, in seconds, after a refusal; each further refusal doubles the pause."""


@dataclass(frozen=True, slots=True)
class _Refusal:
    """A refused message.

    `fingerprint` is that of the refused page, or None if Discord refuses any page. `until` is the time of the next try
    on the event loop's clock.
    """

    place: Place
    fingerprint: str | None
    seconds: float
    until: float


class BlockedPosts:
    """Messages that Discord refuses to post, to change or to delete."""

    def __init__(self) -> None:
        self._refused: dict[tuple[int, str], _Refusal] = {}
        """The refusals by table and slot."""
        self._changed: dict[Place, float] = {}
        """By server: the loop time of its last change. After a change, Discord may accept messages refused earlier."""

    def any_for(self, table_id: int) -> bool:
        """Return whether a table has a refused message."""
        return any(table == table_id for table, _ in self._refused)

    def refuse(
        self,
        table_id: int,
        place: Place,
        slot: str,
        why: Forbidden | Refused,
        fingerprint: str | None = None,
        *,
        since: float,
    ) -> None:
        """Note that Discord refused the message of a slot.

        `since` is the time on the event loop's clock at which the table was read. If the server has changed after that
        (`allow_place`), the refusal may be outdated, and is ignored. Forbidden blocks the slot for any page; Refused
        blocks only the page with this fingerprint.
        """
        if self._changed.get(place, since) > since:
            return
        before = self._refused.pop((table_id, slot), None)
        seconds = min(2 * before.seconds, LONGEST) if before else FIRST
        page = fingerprint if isinstance(why, Refused) else None
        self._refused[table_id, slot] = _Refusal(place, page, seconds, now() + seconds)
        limits.evict_oldest(self._refused, limits.REMEMBERED_REFUSALS)

    def is_refused(self, table_id: int, slot: str) -> bool:
        """Return whether Discord refuses the message of a slot, with any page or with the page tried last."""
        return (table_id, slot) in self._refused

    def seconds_blocked(self, table_id: int, slot: str, fingerprint: str | None = None) -> float:
        """Return the seconds until the next try of a slot's message; 0 if the page of `fingerprint` may be sent."""
        refusal = self._refused.get((table_id, slot))
        if refusal is None or (refusal.fingerprint is not None and refusal.fingerprint != fingerprint):
            return 0.0
        return max(refusal.until - now(), 0.0)

    def seconds_until_retry(self, table_id: int) -> float | None:
        """Return the seconds until the next try of a refused message of a table; None if none is refused."""
        ends = [refusal.until for (table, _), refusal in self._refused.items() if table == table_id]
        return max(min(ends) - now(), 0.0) if ends else None

    def allow(self, table_id: int, slot: str) -> None:
        """Forget a refusal, because Discord accepted the message."""
        self._refused.pop((table_id, slot), None)

    def allow_table(self, table_id: int) -> None:
        """Forget all refusals of a table."""
        for key in [key for key in self._refused if key[0] == table_id]:
            del self._refused[key]

    def allow_place(self, place: Place) -> set[int]:
        """Forget the refusals of a server's tables, and return these tables."""
        self._changed[place] = now()
        limits.evict_oldest(self._changed, limits.REMEMBERED_REFUSALS)
        keys = [key for key, refusal in self._refused.items() if refusal.place == place]
        for key in keys:
            del self._refused[key]
        return {table for table, _ in keys}
