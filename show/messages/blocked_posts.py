"""What cannot be shown at the moment: it is left as it is until something changes there. A restart tries it again."""

from __future__ import annotations

from dataclasses import dataclass

import limits
from show.discord_port import Forbidden, Refused
from show.messages.work_queue import now

FIRST, LONGEST = 60.0, 3600.0
"""Seconds for which a message is left as it is, at first and at most: each time twice as long."""


@dataclass(frozen=True, slots=True)
class _Refusal:
    """One message: what it was to show (None: it may show nothing else either), and when it may be tried again."""

    guild_id: int
    fingerprint: str | None
    seconds: float
    until: float


class BlockedPosts:
    """Tables without a channel, and messages that Discord refuses to post, to change or to delete."""

    def __init__(self) -> None:
        self._lost: dict[int, int] = {}
        """Tables by number, with their server."""
        self._refused: dict[tuple[int, str], _Refusal] = {}
        """By table and slot."""

    def of(self, table_id: int) -> bool:
        """Whether there is any at a table."""
        return self.is_lost(table_id) or any(table == table_id for table, _ in self._refused)

    def lose(self, table_id: int, guild_id: int) -> None:
        """The channel of a running game is gone: it is played by `/hand`, and shown nowhere."""
        self._lost[table_id] = guild_id
        limits.trim(self._lost, limits.LEFT_ALONE)

    def is_lost(self, table_id: int) -> bool:
        """Whether that is so."""
        return table_id in self._lost

    def find(self, table_id: int) -> None:
        """Forget that the channel of a table is gone."""
        self._lost.pop(table_id, None)

    def refuse(
        self, table_id: int, guild_id: int, slot: str, why: Forbidden | Refused, fingerprint: str | None = None
    ) -> None:
        """Note that Discord refuses what a slot's message was to show.

        What is forbidden is so whatever the message shows; what is refused may be taken with another page.
        """
        before = self._refused.pop((table_id, slot), None)
        seconds = min(2 * before.seconds, LONGEST) if before else FIRST
        page = fingerprint if isinstance(why, Refused) else None
        self._refused[table_id, slot] = _Refusal(guild_id, page, seconds, now() + seconds)
        limits.trim(self._refused, limits.LEFT_ALONE)

    def refuses(self, table_id: int, slot: str) -> bool:
        """Tell whether Discord has refused the message of a slot, whatever it was to show."""
        return (table_id, slot) in self._refused

    def wait(self, table_id: int, slot: str, fingerprint: str | None = None) -> float:
        """Tell for how many seconds a slot's message is left as it is; 0: it may show that."""
        refusal = self._refused.get((table_id, slot))
        if refusal is None or (refusal.fingerprint is not None and refusal.fingerprint != fingerprint):
            return 0.0
        return max(refusal.until - now(), 0.0)

    def allow(self, table_id: int, slot: str) -> None:
        """Forget a refusal: Discord has taken it."""
        self._refused.pop((table_id, slot), None)

    def allow_table(self, table_id: int) -> None:
        """Forget all that a table was refused."""
        for key in [key for key in self._refused if key[0] == table_id]:
            del self._refused[key]

    def allow_on(self, guild_id: int) -> set[int]:
        """Forget all that a server's tables were refused, and that they have lost their channels; those tables."""
        lost = {table for table, guild in self._lost.items() if guild == guild_id}
        for table in lost:
            del self._lost[table]
        keys = [key for key, refusal in self._refused.items() if refusal.guild_id == guild_id]
        for key in keys:
            del self._refused[key]
        return lost | {table for table, _ in keys}
