"""A gateway websocket that survives malformed frames: it starts a new session after a pause.

discord.py ends the whole process in three cases: a frame is not a JSON object; HELLO, READY or RESUMED lacks a field;
the connection closes before HELLO while a new session starts. Dropping a bad frame would not help, because the
connection is unusable without that frame. So this module raises a connection error in each case, and discord.py starts
a new session after an exponential backoff. The old session is not resumed, because Discord might then repeat the bad
frame.

discord.py reconnects all shards one after another, and gives up a connection that takes longer than a minute. So a
shard that may not begin a new session yet gets a `WaitingSocket`, which waits apart from the other shards.

Events that a parser cannot read are handled in `cogs/gateway/parsers.py`.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable
from functools import partial
from types import SimpleNamespace
from typing import Any, Self, TypeVar, cast

import aiohttp
import discord
from discord.gateway import DiscordWebSocket, ReconnectWebSocket

from cogs.gateway.session_starts import SessionStarts, until_answered

T = TypeVar("T")

HEARTBEAT_SECONDS = (1.0, 3600.0)
"""Shortest and longest accepted heartbeat interval in seconds. Discord asks for some 41 seconds; zero would flood
Discord.
"""
PAUSE_SECONDS = 1.0
"""Pause in seconds before a session is resumed, if the connection closed before HELLO. discord.py pauses for new
sessions only.
"""
CONNECT_SECONDS = 180.0
"""Time limit in seconds of a shard's first connection, as in discord.py. It includes the wait for the shard's turn."""
HANDLED_BY_LIBRARY = (
    ReconnectWebSocket,
    discord.ConnectionClosed,
    discord.HTTPException,
    aiohttp.ClientError,
    OSError,
    TimeoutError,
)
"""Connection errors that discord.py handles itself."""


class UnreadableFrameError(ConnectionError):
    """A gateway frame that makes the connection unusable."""


class GatewaySocket(DiscordWebSocket):
    """The websocket of one shard. discord.py uses this class after `install_gateway_socket`."""

    @classmethod
    async def from_client(cls, client: discord.Client, *, resume: bool = False, **how: Any) -> Self:  # noqa: ANN401
        """Connect; see `DiscordWebSocket`. The first connection of a shard is tried until it succeeds.

        After a failure discord.py would call itself every five seconds, one call deeper each time, and log a traceback.
        Only for the first connection it names a gateway without resuming. A later new session needs a permission, and
        until there is one, the shard gets a `WaitingSocket`.

        Raises as `_connect` does.
        """
        connect = partial(cls._connect, client, resume=resume, **how)
        if resume:
            return await connect()
        if how.get("gateway") is not None:
            return await until_answered(partial(_in_time, connect))
        starts: SessionStarts = vars(client)["session_starts"]
        shard_id: int | None = how.get("shard_id")
        if not starts.take(shard_id):
            return cast("Self", WaitingSocket(client, starts, shard_id))
        socket = await connect()
        starts.count(shard_id)
        return socket

    @classmethod
    async def _connect(cls, client: discord.Client, *, resume: bool, **how: Any) -> Self:  # noqa: ANN401
        """Connect once.

        Raises:
            ReconnectWebSocket: the connection closed before HELLO, and the session may still be resumed.
            OSError, aiohttp.ClientError: the connection failed.
        """
        try:
            return await super().from_client(client, resume=resume, **how)
        except ReconnectWebSocket as closed:
            if not resume:  # a new session: at this error discord.py would end the process
                raise ConnectionAbortedError("the connection was closed before it had begun") from closed
            await asyncio.sleep(PAUSE_SECONDS)
            raise
        except HANDLED_BY_LIBRARY:
            raise
        except Exception as error:
            raise UnreadableFrameError(f"no session could begin ({type(error).__name__})") from error

    _heard_at: float | None = None
    """Monotonic time of the last frame; None before the first."""

    def silent_seconds(self) -> float:
        """Return the seconds since the last frame, also after the connection was closed; 0 before the first frame.

        Discord answers each heartbeat, so an open connection is never silent for longer than the interval of 41 s.
        """
        return 0.0 if self._heard_at is None else time.monotonic() - self._heard_at

    async def poll_event(self) -> None:
        """Wait for a frame and handle it.

        Raises:
            UnreadableFrameError: the frame is malformed, and the connection is closed.
            ReconnectWebSocket, ConnectionClosed, OSError: see `DiscordWebSocket`.
        """
        sequence = self.sequence
        try:
            await super().poll_event()
            self._heard_at = time.monotonic()
            if self._keep_alive is not None:
                _check_interval(self._keep_alive.interval)
        except HANDLED_BY_LIBRARY:
            raise
        except Exception as error:
            await self.close()
            raise UnreadableFrameError(f"a frame of the gateway cannot be read ({type(error).__name__})") from error
        if self.sequence is not None and (type(self.sequence) is not int or self.sequence < 0):
            self.sequence = sequence  # the last good one: discord.py could not resume with a bad one


class WaitingSocket(GatewaySocket):
    """A closed connection of a shard that may not begin a new session yet. Once it may, discord.py connects it."""

    def __init__(self, client: discord.Client, starts: SessionStarts, shard_id: int | None) -> None:
        nothing: Any = SimpleNamespace(closed=True)
        super().__init__(nothing, loop=client.loop)
        self.shard_id = shard_id
        self.gateway = self.DEFAULT_GATEWAY
        self._starts = starts

    async def poll_event(self) -> None:
        """Wait until the shard may begin a new session; then raise `ReconnectWebSocket`, which begins it."""
        await self._starts.wait_for(self.shard_id)
        raise ReconnectWebSocket(self.shard_id, resume=False)

    async def close(self, code: int = 4000) -> None:
        """Do nothing: there is no connection."""


async def _in_time(connect: Callable[[], Awaitable[T]]) -> T:
    async with asyncio.timeout(CONNECT_SECONDS):
        return await connect()


def _check_interval(interval: float | None) -> None:
    least, most = HEARTBEAT_SECONDS
    if interval is None or not least <= interval <= most:
        raise ValueError("no time between heartbeats")


def install_gateway_socket() -> None:
    """Make discord.py use `GatewaySocket` for all connections from now on."""
    vars(discord.shard)["DiscordWebSocket"] = GatewaySocket  # discord.py has no public hook
