"""Guards every parser of discord.py against gateway payloads with an unexpected shape.

discord.py ends the whole process when one of its parsers raises an error. The guard drops the event instead, and
restores the cached guild. The log gets the types of the event and the error, never the payload: it may contain a hand
or a token. A dropped interaction is answered with a sentence if its id and token can be read.

READY and RESUMED are left to `cogs/gateway/gateway_socket.py`: without them there is no session.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from functools import partial
from pathlib import Path
from traceback import extract_tb
from typing import Any

import discord

from cogs.gateway.guild_snapshot import GuildSnapshot
from cogs.interactions.fallback_answer import answer_unreadable

log = logging.getLogger(__name__)

SESSION_EVENTS = ("READY", "RESUMED")
INTERACTION = "INTERACTION_CREATE"


class GatewayGuard:
    """The wrapper around the parsers of one client. It must wrap last, so that it also guards `discordpy_patches`."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client
        self._connection: Any = client._connection  # noqa: SLF001  discord.py has no public hook for parsers
        self._answers: set[asyncio.Task[None]] = set()
        parsers: dict[str, Callable[[Any], None]] = self._connection.parsers
        for event, parse in parsers.items():
            if event not in SESSION_EVENTS:
                parsers[event] = partial(self._parse, event, parse)

    def _parse(self, event: str, parse: Callable[[Any], None], payload: Any) -> None:  # noqa: ANN401
        before = None
        try:
            # An interaction changes no guild, so it needs no snapshot.
            before = GuildSnapshot(self._connection, event, payload) if event != INTERACTION else None
            parse(payload)
            if before is not None:
                before.check()
        except Exception as error:  # noqa: BLE001  discord.py may raise anything
            if before is not None:
                before.restore()
            log.warning("a gateway event could not be read, and is dropped", extra=error_fields(event, error))
            if event == INTERACTION:
                task = asyncio.get_running_loop().create_task(answer_unreadable(self._client, payload))
                self._answers.add(task)
                task.add_done_callback(self._answers.discard)


def error_fields(event: str, error: BaseException) -> dict[str, str]:
    """Return the fields of the log line: the event's type, the error's type, and the file and line that raised it."""
    frames = extract_tb(error.__traceback__)
    place = f"{Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else "unknown"
    return {"gateway_event": event, "error": type(error).__name__, "at": place}
