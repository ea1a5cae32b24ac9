"""Threads of tables: opened when a game begins, archived some time after it has ended."""

from typing import Final

import limits
from host.tables.message_records import MessageRecords
from show.desired import LOBBY, THREAD, PageInputs
from show.discord_port import Done, Forbidden, Later, Minutes, Outcome, Port
from show.messages.work_queue import now
from show.observed import Observed

NOWHERE: Final = 0
"""The thread id of a table that has no thread."""
WHILE_PLAYED: Minutes = 10_080
"""Minutes without a message until a thread is archived: the most possible, because edits do not delay archiving."""
AFTERWARDS: Minutes = 60
"""Minutes until archiving once the game has ended: the shortest time, long enough for a chat or a rematch."""
PATIENCE: Final = 5.0
"""Seconds for which a table waits for a thread that Discord cannot open now."""


class Threads:
    """The threads of tables. A thread's fingerprint is its archive time, or "" if the bot does not manage it."""

    def __init__(self, records: MessageRecords, port: Port) -> None:
        self._records = records
        self._port = port
        self._first_failures: dict[int, float] = {}
        """The loop time of the first failed try to open a thread, by id of the table that waits for the thread."""

    async def decide_game_channel(self, observed: Observed, inputs: PageInputs) -> Later | None:
        """Decide where a started game is played, and open its thread if it gets one.

        A private thread is only for the players. If the bot may not open private threads, the game gets a public thread
        on the lobby message. If Discord refuses that thread too, or cannot open it for `PATIENCE` seconds, the game is
        played in the channel.
        """
        table = observed.table
        if table.game is None or THREAD in observed.records:
            return None
        lobby, wanted = observed.records.get(LOBBY), inputs.server.threads
        opened: Outcome = Forbidden()
        parent = table.channel_id
        if lobby is not None and lobby.message_id is not None and wanted != "off":
            name = inputs.tr(table)("table-thread", game=table.kind.title, table=str(table.id))
            if wanted == "private":
                opened = await self._port.open_private_thread(
                    table.channel_id, lobby.message_id, name, WHILE_PLAYED, table.people()
                )
                parent = opened.id if isinstance(opened, Done) else parent
            if not isinstance(opened, Done | Later):
                opened = await self._port.open_thread(table.channel_id, lobby.message_id, name, WHILE_PLAYED)
        if isinstance(opened, Later) and now() - self._first_failures.setdefault(table.id, now()) < PATIENCE:
            limits.evict_oldest(self._first_failures, limits.REMEMBERED_REFUSALS)
            return opened
        self._first_failures.pop(table.id, None)
        number = opened.id if isinstance(opened, Done) else NOWHERE
        observed.records[THREAD] = await self._records.adopt(observed.owner, THREAD, parent, number)
        return None

    async def update_archive_time(self, observed: Observed) -> Later | None:
        """Set the thread's archive time for the state of its table; ignore a refusal."""
        table, thread = observed.table, observed.records.get(THREAD)
        if thread is None:
            return None
        minutes = AFTERWARDS if table.state in {"over", "closed"} else WHILE_PLAYED
        elsewhere = not thread.message_id or table.next_id is not None  # there is no thread, or a rematch uses it
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
