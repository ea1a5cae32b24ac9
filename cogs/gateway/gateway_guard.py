"""Guards every parser of the library against gateway payloads of an unexpected shape.

The library ends the whole process when one of its parsers raises. Here the event is dropped instead: the log gets its
type and the type of the error, never anything of the payload, which may be a hand or a token. A dropped event changes
nothing of what the library knows of the server. A dropped interaction is answered with a sentence where its id and
token can be read.

READY and RESUMED are left to `cogs/gateway/gateway_socket.py`: without them there is no session, so it connects anew.
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

from cogs.gateway.guild_snapshot import Snapshot
from cogs.interactions.fallback_answer import answer_unread

log = logging.getLogger(__name__)

OF_SESSIONS = ("READY", "RESUMED")
INTERACTION = "INTERACTION_CREATE"


class GatewayGuard:
    """Wraps the parsers of one client; the last to wrap them, so that our own changes to payloads are guarded too."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client
        self._connection: Any = client._connection  # noqa: SLF001  the parsers are nowhere else
        self._answers: set[asyncio.Task[None]] = set()
        parsers: dict[str, Callable[[Any], None]] = self._connection.parsers
        for event, parse in parsers.items():
            if event not in OF_SESSIONS:
                parsers[event] = partial(self._parse, event, parse)

    def _parse(self, event: str, parse: Callable[[Any], None], payload: Any) -> None:  # noqa: ANN401  anything at all
        before = None
        try:
            before = (
                Snapshot(self._connection, event, payload) if event != INTERACTION else None
            )  # it changes no server
            parse(payload)
            if before is not None:
                before.check()
        except Exception as error:  # noqa: BLE001  whatever the library raises
            if before is not None:
                before.restore()
            log.warning("a gateway event could not be read, and is dropped", extra=about(event, error))
            if event == INTERACTION:
                task = asyncio.get_running_loop().create_task(answer_unread(self._client, payload))
                self._answers.add(task)
                task.add_done_callback(self._answers.discard)


def about(event: str, error: BaseException) -> dict[str, str]:
    """The fields of a log line: the event's type, the error's type and where in the code it was raised."""
    frames = extract_tb(error.__traceback__)
    place = f"{Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else "unknown"
    return {"gateway_event": event, "error": type(error).__name__, "at": place}
