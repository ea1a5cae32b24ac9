"""The gateway's websocket, which survives frames of an unexpected shape: it begins a new session after a pause.

The library ends the whole process where a frame is no JSON object, where HELLO, READY or RESUMED lack something, and
where a connection is closed before its HELLO while a new session is to begin. None of these can be dropped, as the
connection is of no use without them. So each is raised as an error of the connection, which the library meets by its
own exponential backoff and a new session: that never repeats the frame, as going on with the old one might.

Events that a parser cannot read never come here: see `cogs/gateway/gateway_guard.py`.
"""

from __future__ import annotations

import asyncio
from typing import Any, Self

import aiohttp
import discord
from discord.gateway import DiscordWebSocket, ReconnectWebSocket

HEARTBEAT_SECONDS = (1.0, 3600.0)
"""Between two heartbeats, the fewest and the most: Discord asks for some 41 seconds. Zero would be a flood of them."""
PAUSE_SECONDS = 1.0
"""Before a session is resumed whose connection was closed before it had begun: the library pauses for new ones only."""
MET = (ReconnectWebSocket, discord.ConnectionClosed, discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError)
"""Errors of connections that the library meets by itself."""


class UnreadableFrameError(ConnectionError):
    """A frame of the gateway that leaves the connection of no use."""


class GatewaySocket(DiscordWebSocket):
    """One connection; `discord.shard` makes its connections of this class after `guard_connections`."""

    @classmethod
    async def from_client(cls, client: discord.Client, *, resume: bool = False, **how: Any) -> Self:  # noqa: ANN401  the library's
        """Connect; see `DiscordWebSocket`.

        Raises:
            ReconnectWebSocket: it was closed before it had begun, and the session may still be resumed.
            OSError, aiohttp.ClientError: there is no connection.
        """
        try:
            return await super().from_client(client, resume=resume, **how)
        except ReconnectWebSocket as closed:
            if not resume:  # the library would end the process
                raise ConnectionAbortedError("the connection was closed before it had begun") from closed
            await asyncio.sleep(PAUSE_SECONDS)
            raise
        except MET:
            raise
        except Exception as error:
            raise UnreadableFrameError(f"no session could begin ({type(error).__name__})") from error

    async def poll_event(self) -> None:
        """Wait for a frame, and act on it.

        Raises:
            UnreadableFrameError: it is of no use, and the connection is closed.
            ReconnectWebSocket, ConnectionClosed, OSError: see `DiscordWebSocket`.
        """
        sequence = self.sequence
        try:
            await super().poll_event()
            if self._keep_alive is not None:
                _checked(self._keep_alive.interval)
        except MET:
            raise
        except Exception as error:
            await self.close()
            raise UnreadableFrameError(f"a frame of the gateway cannot be read ({type(error).__name__})") from error
        if self.sequence is not None and (type(self.sequence) is not int or self.sequence < 0):
            self.sequence = sequence  # or the session could never be resumed


def _checked(interval: float | None) -> None:
    least, most = HEARTBEAT_SECONDS
    if interval is None or not least <= interval <= most:
        raise ValueError("no time between heartbeats")


def guard_connections() -> None:
    """Let the library make all its connections so from now on."""
    vars(discord.shard)["DiscordWebSocket"] = GatewaySocket  # by its name there, as there is no other way
