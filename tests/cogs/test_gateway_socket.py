"""Unusable gateway connections raise errors after which the library connects again."""

from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock

import discord
import pytest
from discord.gateway import DiscordWebSocket, ReconnectWebSocket
from yarl import URL

from cogs.gateway import gateway_socket
from cogs.gateway.gateway_socket import GatewaySocket, UnreadableFrameError, install_gateway_socket
from cogs.gateway.session_starts import SessionStarts
from tests.clock import Clock
from tests.virtual_time import in_virtual_time


class AlwaysPermitted(SessionStarts):
    def __init__(self) -> None:
        """Count nothing."""

    def take(self, number: int | None) -> bool:
        return True

    def count(self, number: int | None) -> None:
        """Count nothing."""


CLIENT: Any = SimpleNamespace(session_starts=AlwaysPermitted())


def begin_with(patch: pytest.MonkeyPatch, error: Exception) -> None:
    """Let every new connection fail with this error."""

    async def from_client(*_: object, **__: object) -> DiscordWebSocket:
        raise error

    patch.setattr(DiscordWebSocket, "from_client", from_client)
    patch.setattr(gateway_socket, "PAUSE_SECONDS", 0.0)


class Socket(GatewaySocket):
    """A connection without a network."""

    def __init__(self) -> None:
        self.sequence: int | None = 7
        self._keep_alive = None
        self.closed = False

    async def close(self, code: int = 4000) -> None:
        self.closed = True


def test_library_uses_the_patched_connections() -> None:
    install_gateway_socket()
    assert discord.shard.DiscordWebSocket is GatewaySocket


async def test_new_session_that_is_closed_at_once_is_retried(monkeypatch: pytest.MonkeyPatch) -> None:
    begin_with(monkeypatch, ReconnectWebSocket(0))
    with pytest.raises(ConnectionError):
        await GatewaySocket.from_client(CLIENT)


async def test_session_that_is_closed_at_once_can_still_be_resumed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    begin_with(monkeypatch, ReconnectWebSocket(0))
    with pytest.raises(ReconnectWebSocket):
        await GatewaySocket.from_client(CLIENT, resume=True)


async def test_unforeseen_error_counts_as_an_error_of_the_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    begin_with(monkeypatch, KeyError("heartbeat_interval"))
    with pytest.raises(UnreadableFrameError):
        await GatewaySocket.from_client(CLIENT)


@pytest.mark.parametrize("error", [KeyError("a"), TypeError("b"), ValueError("c"), AttributeError("d")])
async def test_unusable_frame_closes_its_connection(monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
    async def polled(_: object) -> None:
        raise error

    monkeypatch.setattr(DiscordWebSocket, "poll_event", polled)
    socket = Socket()
    with pytest.raises(UnreadableFrameError, match=type(error).__name__):
        await socket.poll_event()
    assert socket.closed


@in_virtual_time
async def test_first_connection_of_a_shard_is_tried_until_it_succeeds_and_a_later_one_is_left_to_the_library() -> None:
    socket, failures = Socket(), [OSError("No network.")] * 2000

    async def from_client(*_: object, **__: object) -> DiscordWebSocket:
        if failures:
            raise failures.pop()
        return socket

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(DiscordWebSocket, "from_client", from_client)
        assert await GatewaySocket.from_client(CLIENT, gateway=URL("ws://discord.invalid"), shard_id=0) is socket
        failures.append(OSError("No network."))
        with pytest.raises(OSError, match="No network"):
            await GatewaySocket.from_client(CLIENT, shard_id=0)


@pytest.mark.parametrize(("told", "kept"), [(8, 8), ("8", 7), ({}, 7), (True, 7), (-1, 7), (None, None)])
async def test_sequence_must_be_a_number(monkeypatch: pytest.MonkeyPatch, told: Any, kept: object) -> None:
    async def polled(socket: Any) -> None:
        socket.sequence = told

    monkeypatch.setattr(DiscordWebSocket, "poll_event", polled)
    socket = Socket()
    await socket.poll_event()
    assert socket.sequence == kept


@pytest.mark.parametrize("seconds", [0.0, -5.0, 0.001, 1e27, float("nan"), None])
async def test_missing_heartbeat_interval_or_acknowledgement_closes_the_connection(
    monkeypatch: pytest.MonkeyPatch, seconds: float | None
) -> None:
    async def polled(_: object) -> None:
        """Receive HELLO, the first frame from Discord."""

    monkeypatch.setattr(DiscordWebSocket, "poll_event", polled)
    socket = Socket()
    socket._keep_alive = SimpleNamespace(interval=seconds)  # type: ignore[assignment]
    with pytest.raises(UnreadableFrameError):
        await socket.poll_event()
    assert socket.closed
    socket._keep_alive = SimpleNamespace(interval=41.25)  # type: ignore[assignment]
    await socket.poll_event()


async def test_silence_is_the_time_since_the_last_frame_also_of_a_closed_connection(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock = Clock(100)
    monkeypatch.setattr("cogs.gateway.gateway_socket.time.monotonic", clock)
    monkeypatch.setattr(DiscordWebSocket, "poll_event", AsyncMock())
    socket = Socket()
    assert socket.silent_seconds() == 0
    await socket.poll_event()
    clock.now += 70
    await socket.close()
    assert socket.silent_seconds() == 70


async def test_frame_that_fails_ends_no_silence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(DiscordWebSocket, "poll_event", AsyncMock(side_effect=ReconnectWebSocket(0)))
    socket = Socket()
    with pytest.raises(ReconnectWebSocket):
        await socket.poll_event()
    assert socket.silent_seconds() == 0
