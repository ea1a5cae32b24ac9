"""`bot.py` that kills itself at a point such as `after send 2`.

The environment variable FAILPOINT is the path of the file that contains the point. `after send 2` is reached at the end
of the second send since the file was written, before the bot learns the outcome of the send. This module wraps the
store's writes, the calls to Discord and the answers to clicks. The bot's own code has no failpoints.
"""

import functools
import os
import signal
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import bot
from cogs.interactions.interaction_context import InteractionContext
from cogs.requests.discord_adapter import DiscordAdapter
from show.panels import open_panels
from storage.queries.lost_tables import LostTables
from storage.queries.message_records import MessageRecords
from storage.queries.tables import Tables

POINTS: dict[str, tuple[type, tuple[str, ...]]] = {
    "commit": (Tables, ("create", "save_lobby", "start", "begin", "start_rematch", "add_moves", "finish")),
    "move": (LostTables, ("move",)),
    "note": (MessageRecords, ("add", "change", "remove")),
    "fingerprint": (MessageRecords, ("save_fingerprints",)),
    "answer": (InteractionContext, ("answer", "publish", "repaint", "acknowledge", "withdraw")),
    "push": (InteractionContext, ("push",)),
    "send": (DiscordAdapter, ("send",)),
    "edit": (DiscordAdapter, ("edit",)),
    "delete": (DiscordAdapter, ("delete",)),
    "thread": (DiscordAdapter, ("open_thread",)),
}
"""The wrapped methods by the name of their point."""


class Failpoint:
    """The point at which the bot is killed."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._armed = ""
        self._left = 0

    def reached(self, point: str) -> None:
        """Kill this process if `point` is the armed point, and has now been reached the required number of times."""
        armed = self._file.read_text() if self._file.exists() else ""
        name, _, times = armed.rpartition(" ")
        if armed != self._armed:
            self._armed, self._left = armed, int(times or 0)
        if name == point:
            self._left -= 1
            if self._left == 0:
                os.kill(os.getpid(), signal.SIGKILL)


def wrapped(call: Callable[..., Awaitable[Any]], point: str, failpoint: Failpoint) -> Callable[..., Awaitable[Any]]:
    """Return `call` with a failpoint before it and another one after it."""

    @functools.wraps(call)
    async def wrapper(*arguments: Any, **options: Any) -> Any:
        failpoint.reached(f"before {point}")
        outcome = await call(*arguments, **options)
        failpoint.reached(f"after {point}")
        return outcome

    return wrapper


def main() -> int:
    """Run the bot with all failpoints; this bot pings people even if they clicked a moment ago."""
    open_panels.FRESH_SECONDS = 0.0
    failpoint = Failpoint(Path(os.environ["FAILPOINT"]))
    for point, (owner, names) in POINTS.items():
        for name in names:
            setattr(owner, name, wrapped(getattr(owner, name), point, failpoint))
    return bot.main()


if __name__ == "__main__":
    sys.exit(main())
