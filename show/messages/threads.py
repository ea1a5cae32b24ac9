"""The tables' threads: one is opened when a game begins, and rests some time after it has ended."""

from __future__ import annotations

from typing import Final

from host.tables.message_records import MessageRecords
from show.desired import LOBBY, THREAD, Look
from show.discord_port import Done, Forbidden, Later, Minutes, Outcome, Port
from show.observed import Observed

NOWHERE: Final = 0
"""In place of a thread's number: the table does without one."""
WHILE_PLAYED: Minutes = 10_080
"""After how many minutes without a message Discord archives a thread: the longest there is, as edits keep none open."""
AFTERWARDS: Minutes = 60
"""The same once its game has ended: the shortest there is, and long enough for a word about it or a rematch."""


class Threads:
    """Over what stands on Discord, and the way there. A thread's fingerprint is its time, empty where nobody asks."""

    def __init__(self, records: MessageRecords, port: Port) -> None:
        self._records = records
        self._port = port

    async def opened(self, place: Observed, look: Look) -> Later | None:
        """Decide where a game that has begun lives: in a thread of its own, where there is to be one.

        A private one is for its people; where the bot may open none, it is one of the lobby's message, for all. Where
        Discord refuses that too, for whatever reason, the game is played in the channel.
        """
        table = place.table
        if table.game is None or THREAD in place.standing:
            return None
        lobby, wanted = place.standing.get(LOBBY), look.server.threads
        opened: Outcome = Forbidden()
        parent = table.channel_id
        if lobby is not None and lobby.message_id is not None and wanted != "off":
            name = look.tr(table)("table-thread", game=table.kind.title, table=str(table.id))
            if wanted == "private":
                opened = await self._port.open_private_thread(
                    table.channel_id, lobby.message_id, name, WHILE_PLAYED, table.people()
                )
                parent = opened.id if isinstance(opened, Done) else parent
            if not isinstance(opened, Done | Later):
                opened = await self._port.open_thread(table.channel_id, lobby.message_id, name, WHILE_PLAYED)
        if isinstance(opened, Later):
            return opened
        number = opened.id if isinstance(opened, Done) else NOWHERE
        place.standing[THREAD] = await self._records.adopt(table.id, THREAD, parent, number)
        return None

    async def rested(self, place: Observed) -> Later | None:
        """Let it be archived as late as it should be; what Discord refuses is left as it is."""
        table, thread = place.table, place.standing.get(THREAD)
        if thread is None:
            return None
        minutes = AFTERWARDS if table.state in {"over", "closed"} else WHILE_PLAYED
        elsewhere = not thread.message_id or table.next_id is not None  # its rematch has the thread now
        wanted = "" if elsewhere else str(minutes)
        if thread.fingerprint == wanted:
            return None
        as_opened = not thread.fingerprint and minutes == WHILE_PLAYED
        if not elsewhere and not as_opened:
            outcome = await self._port.archive_after(thread.message_id or NOWHERE, minutes)
            if isinstance(outcome, Later):
                return outcome
        self._records.note_fingerprint(thread, wanted, table)
        return None
