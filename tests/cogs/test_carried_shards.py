"""Connections in the metrics: a process shows its own shards, and none that it has lost to another process."""

import time
from types import SimpleNamespace
from typing import Any, cast
from unittest.mock import AsyncMock

import discord
import pytest

from cogs.client import Ichiza
from cogs.gateway.gateway_socket import GatewaySocket
from cogs.metrics import Metrics
from host.cluster.shards import LeasedShards, Shard, Shards

COUNT = 2


def bot_with(shards: Shards, silent: dict[int, float]) -> Ichiza:
    """Return a bot with one connection for each shard number in `silent`.

    The value in `silent` is the number of seconds for which the connection has received nothing. All these shards have
    been ready before.
    """
    bot: Any = object.__new__(Ichiza)
    connections = {}
    for number, seconds in silent.items():
        socket = object.__new__(GatewaySocket)
        socket._heard_at = time.monotonic() - seconds
        connections[number] = SimpleNamespace(id=number, ws=socket)
    bot.shard_count = COUNT
    bot._AutoShardedClient__shards = connections
    bot._services = SimpleNamespace(shards=shards)
    bot._metrics = Metrics()
    bot._ready_shards = set(silent)
    for number in silent:
        bot._metrics.connected(number)
    return cast("Ichiza", bot)


def leased(*numbers: int) -> LeasedShards:
    no_leases = SimpleNamespace(holds=lambda _lease: False)
    shards = LeasedShards(cast("Any", no_leases), COUNT, COUNT)
    shards._terms = dict.fromkeys((Shard(number, COUNT) for number in numbers), 1)
    return shards


def test_connection_of_a_lost_shard_is_neither_silent_nor_missing() -> None:
    bot = bot_with(leased(0), {0: 5.0, 1: 3600.0})
    bot._ready_shards.discard(1)
    bot._metrics.disconnected(1)
    assert 5 <= bot.silent_seconds() < 60
    assert (len(bot.carried_shards()), bot.connected_shards()) == (1, 1)


def test_shard_that_is_not_connected_yet_is_missing_and_not_silent() -> None:
    bot = bot_with(leased(0, 1), {0: 5.0})
    assert 5 <= bot.silent_seconds() < 60
    assert (len(bot.carried_shards()), bot.connected_shards()) == (2, 1)


async def test_process_that_waited_for_a_shard_asks_again_whether_a_session_may_begin() -> None:
    order = list[str]()

    def noted(name: str) -> Any:
        return AsyncMock(side_effect=lambda *_, **__: order.append(name))

    bot: Any = object.__new__(Ichiza)
    bot._services = SimpleNamespace(shards=SimpleNamespace())
    bot.session_starts = SimpleNamespace(first=noted("ask"), shards=COUNT)
    bot._shard_connections = SimpleNamespace(first=noted("lease"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("cogs.client.check_subscribed", lambda _events: None)
        patch.setattr(discord.AutoShardedClient, "connect", noted("connect"))
        await bot.connect()
    assert order == ["ask", "lease", "ask", "connect"]


async def test_leases_whose_gain_and_loss_nobody_hears_of_are_an_error_at_the_start() -> None:
    bot: Any = bot_with(leased(0), {})
    bot.session_starts = bot._shard_connections = AsyncMock()
    with pytest.raises(RuntimeError, match="no subscriber of gained, lost"):
        await bot.connect()


def test_all_connections_of_a_single_process_count() -> None:
    bot = bot_with(Shards(COUNT), {0: 5.0, 1: 3600.0})
    assert bot.silent_seconds() >= 3600
    assert (len(bot.carried_shards()), bot.connected_shards()) == (2, 2)


def test_process_keeps_its_share_of_the_limits_while_its_leases_are_in_doubt() -> None:
    everything, half = leased(0, 1), leased(0)
    assert [shards.held() for shards in (everything, half)] == [[], []]
    assert [bot_with(shards, {})._share() for shards in (everything, half, leased())] == [1.0, 0.5, 0.0]


@pytest.mark.parametrize("count", [None, COUNT])
def test_process_that_is_alone_has_all_limits(count: int | None) -> None:
    assert bot_with(Shards(count), {})._share() == 1.0
