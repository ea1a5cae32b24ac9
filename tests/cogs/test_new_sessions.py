"""Each new session that discord.py begins is asked for and counted, on whatever way it comes to begin one."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest
from discord.gateway import DiscordWebSocket, ReconnectWebSocket

from cogs.gateway.gateway_socket import GatewaySocket, WaitingSocket, install_gateway_socket
from cogs.gateway.session_starts import RESERVE, SessionStarts
from tests.cogs.interactions import refused
from tests.virtual_time import in_virtual_time, now

Errors = list[Exception]


class World:
    """discord.py's own loop for two shards, without a network."""

    def __init__(self) -> None:
        client: Any = discord.AutoShardedClient(intents=discord.Intents.none(), shard_count=2)
        self.client = client
        client.session_starts = SessionStarts(client, 2, clock=now)
        client.http.request = self._gateway_bot
        self.asked: list[float] = []
        """The times of the requests of `/gateway/bot`."""
        self.sessions: list[tuple[float, int, str]] = []
        """Time, shard, and "identify" or "resume" of each session."""
        self.remaining = 1000
        self.reset_after = 3600.0
        self.refusal: discord.HTTPException | None = None
        self.failing: dict[int, Errors] = {0: [], 1: []}
        """Errors with which the next connections of a shard fail before a session begins."""
        self.ending: dict[int, Errors] = {0: [], 1: []}
        """Errors with which the running sessions of a shard end, each a second after its beginning."""

    async def _gateway_bot(self, _route: object) -> dict[str, Any]:
        self.asked.append(now())
        limit = {"total": 1000, "remaining": self.remaining, "reset_after": self.reset_after * 1000}
        if self.refusal is not None:
            raise self.refusal
        return {"shards": 2, "session_start_limit": limit | {"max_concurrency": 1}}

    async def from_client(self, client: Any, *, shard_id: int, resume: bool = False, **_: object) -> GatewaySocket:
        if self.failing[shard_id]:
            raise self.failing[shard_id].pop(0)
        nothing: Any = SimpleNamespace(closed=False, close=asyncio.Event().wait)
        socket = GatewaySocket(nothing, loop=client.loop)
        socket.shard_id, socket.gateway = shard_id, socket.DEFAULT_GATEWAY
        socket.close = self._closed  # type: ignore[method-assign]
        self.sessions.append((now(), shard_id, "resume" if resume else "identify"))
        return socket

    async def _closed(self, code: int = 4000) -> None:
        """Close nothing."""

    async def poll(self, socket: Any) -> None:
        if not self.ending[socket.shard_id]:
            await asyncio.Event().wait()
        await asyncio.sleep(1)
        raise self.ending[socket.shard_id].pop(0)

    def identified(self, shard: int) -> list[float]:
        """Return the times of a shard's identifies after its first one."""
        return [at for at, number, how in self.sessions if number == shard and how == "identify"][1:]


def poll_of(world: World) -> Callable[[Any], Awaitable[None]]:
    """Return a function, which Python binds to its connection as a method."""

    async def poll(socket: Any) -> None:
        await world.poll(socket)

    return poll


@asynccontextmanager
async def connecting(world: World) -> AsyncIterator[None]:
    """Let discord.py connect the shards."""
    install_gateway_socket()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(DiscordWebSocket, "from_client", world.from_client)
        patch.setattr(DiscordWebSocket, "poll_event", poll_of(world))
        await world.client._async_setup_hook()
        task = asyncio.create_task(world.client.connect())
        yield
        await world.client.close()
        await task


def closed(code: int) -> discord.ConnectionClosed:
    socket: Any = SimpleNamespace(close_code=code)
    return discord.ConnectionClosed(socket, shard_id=0)


RESUME = ReconnectWebSocket(0)


@pytest.mark.parametrize(
    ("ending", "failing"),
    [
        pytest.param([ReconnectWebSocket(0, resume=False)], [], id="invalidated"),
        pytest.param([closed(1000)], [], id="closed normally"),
        pytest.param([OSError("No network.")], [], id="network"),
        pytest.param([KeyError("unreadable")], [], id="unreadable frame"),
        pytest.param([RESUME], [OSError("No network.")], id="no network for the resume"),
        pytest.param([RESUME], [TimeoutError()], id="no answer to the resume"),
        pytest.param([RESUME], [aiohttp.ClientConnectionError()], id="no connection for the resume"),
        pytest.param([RESUME], [KeyError("op")], id="unreadable frame for the resume"),
        pytest.param([RESUME], [OSError(), OSError(), OSError()], id="no network for long"),
    ],
)
@in_virtual_time
async def test_each_new_session_is_asked_for_and_counted(ending: Errors, failing: Errors) -> None:
    world = World()
    world.ending[0] = ending
    async with connecting(world):
        await asyncio.sleep(0.5)
        world.failing[0] = failing
        await asyncio.sleep(100)
    (at,) = world.identified(0)
    assert world.asked
    assert at - world.asked[-1] <= 1
    assert list(world.client.session_starts._begun[0]) == [at]


@in_virtual_time
async def test_resumed_session_is_neither_asked_for_nor_counted() -> None:
    world = World()
    world.ending[0] = [RESUME] * 20
    async with connecting(world):
        await asyncio.sleep(100)
    assert len(world.sessions) == 2 + 20
    assert not world.asked


@in_virtual_time
async def test_flapping_network_begins_ever_fewer_sessions() -> None:
    world = World()
    world.ending[0] = [OSError("No network.") for _ in range(1000)]
    async with connecting(world):
        await asyncio.sleep(86_400)
    assert len(world.identified(0)) < 265


@in_virtual_time
async def test_shard_that_waits_for_a_session_start_holds_up_no_other_shard() -> None:
    world = World()
    world.remaining = RESERVE - 1
    world.ending = {0: [OSError("No network.")], 1: [RESUME] * 3}
    async with connecting(world):
        await asyncio.sleep(30)
        assert world.identified(0) == []
        assert [how for _, number, how in world.sessions if number == 1] == ["identify", *["resume"] * 3]
        assert isinstance(world.client.shards[0]._parent.ws, WaitingSocket)
        await asyncio.sleep(3000)
        assert world.identified(0) == []
        world.remaining = 1000
        await asyncio.sleep(1000)
    assert len(world.identified(0)) == 1


@in_virtual_time
async def test_token_that_is_refused_later_ends_the_bot() -> None:
    world = World()
    world.refusal = refused(401, 0)
    world.ending[0] = [OSError("No network.")]

    async def run() -> None:
        async with connecting(world):
            await asyncio.sleep(30)
            assert world.client.is_closed()

    with pytest.raises(discord.LoginFailure):
        await run()


@in_virtual_time
async def test_closed_bot_begins_no_session_that_waited() -> None:
    world = World()
    world.remaining = 0
    world.ending[0] = [OSError("No network.")]
    async with connecting(world):
        await asyncio.sleep(30)
    await asyncio.sleep(7200)
    assert world.identified(0) == []
