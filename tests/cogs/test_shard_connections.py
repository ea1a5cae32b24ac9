"""The connections of a process as it gains and loses shards."""

from __future__ import annotations

import asyncio
from typing import Any, cast

import pytest

from cogs.gateway.session_starts import SessionStarts
from cogs.gateway.shard_connections import LINGER_SECONDS, ShardConnections
from host.cluster.shards import HANDOVER_SECONDS, LeasedShards, Shard
from host.events import Event

COUNT = 4


class FakeBot:
    """A stand-in for the library's client; `calls` records the calls to it and to its connections."""

    def __init__(self) -> None:
        self.calls: list[str] = []
        self.infos: dict[int, Info] = {}
        self.slow = asyncio.Event()
        self.slow.set()

    def get_shard(self, number: int) -> Info | None:
        return self.infos.get(number)

    async def launch_shard(self, gateway: object, number: int) -> None:
        self.calls.append(f"launch {number}")
        await self.slow.wait()
        self.infos[number] = Info(self, number)

    def dispatch(self, event: str, number: int) -> None:
        self.calls.append(f"{event} {number}")


class Info:
    """A stand-in for one of the client's connections, that of the shard `number`."""

    def __init__(self, bot: FakeBot, number: int) -> None:
        self._bot, self._number = bot, number
        self.open = True

    def is_closed(self) -> bool:
        return not self.open

    async def connect(self) -> None:
        if self.open:
            return
        self._bot.calls.append(f"connect {self._number}")
        self.open = True

    async def disconnect(self) -> None:
        await asyncio.sleep(0)  # the library also takes a moment here, to tell Discord that it disconnects
        self._bot.calls.append(f"disconnect {self._number}")
        self.open = False


class FakeStarts:
    """Beginnings of sessions; a test may forbid them."""

    def __init__(self) -> None:
        self.buckets = 2
        self.allowed = asyncio.Event()
        self.allowed.set()

    async def wait(self) -> None:
        await self.allowed.wait()


class FakeShards:
    """Shards of a process; a test gives them and takes them away."""

    def __init__(self, *numbers: int) -> None:
        self.carried = {Shard(one, COUNT) for one in numbers}
        self.gained: Event[[Shard]] = Event()
        self.lost: Event[[Shard]] = Event()
        self.turns: list[tuple[int, int]] = []
        self.runs = 0

    async def run(self) -> None:
        self.runs += 1

    async def first(self) -> list[Shard]:
        return sorted(self.carried)

    async def turn(self, number: int, buckets: int) -> None:
        self.turns.append((number, buckets))

    async def gain(self, number: int) -> None:
        self.carried.add(Shard(number, COUNT))
        self.gained.emit(Shard(number, COUNT))
        await rested()

    async def lose(self, number: int) -> None:
        self.carried.discard(Shard(number, COUNT))
        self.lost.emit(Shard(number, COUNT))
        await rested()


async def rested() -> None:
    for _ in range(9):
        await asyncio.sleep(0)


class Process:
    """A bot and its shards. The method `begun` connects the first shard, as the library does at the start."""

    def __init__(self, *numbers: int) -> None:
        self.bot, self.starts, self.shards = FakeBot(), FakeStarts(), FakeShards(*numbers)
        self.lingering = asyncio.Event()
        """Event that is set while lost connections are closed at once."""
        self.lingering.set()
        self.carrying = ShardConnections(
            cast("Any", self.bot),
            cast("SessionStarts", self.starts),
            cast("LeasedShards", self.shards),
            self._note("goes on"),
            self._note("gone"),
            self._linger,
        )

    async def _linger(self, _seconds: float) -> None:
        await self.lingering.wait()

    def _note(self, what: str) -> Any:
        async def note(shard: Shard) -> None:
            self.bot.calls.append(f"{what} {shard.number}")

        return note

    async def begun(self) -> int:
        first = await self.carrying.first()
        self.bot.infos[first] = Info(self.bot, first)
        await rested()
        return first

    def done(self) -> list[str]:
        """Return the calls to the library since `done` was last called."""
        calls, self.bot.calls = self.bot.calls, []
        return calls


async def connected(*numbers: int) -> Process:
    """Return a process that has connected these shards."""
    process = Process(*numbers)
    await process.begun()
    process.done()
    return process


async def test_library_connects_the_first_shard_and_the_others_follow_one_by_one() -> None:
    process = Process(1, 2, 3)
    process.bot.slow.clear()
    assert await process.begun() == 1
    assert process.done() == ["shard_disconnect 1", "shard_disconnect 2", "launch 2", "shard_disconnect 3"]
    process.bot.slow.set()
    await rested()
    assert process.done() == ["launch 3"]


async def test_leases_are_taken_only_once_the_first_shard_may_connect() -> None:
    process = Process(0)
    await rested()
    assert process.shards.runs == 0
    await process.begun()
    assert process.shards.runs == 1


async def test_gained_shard_begins_no_session_before_discord_allows_one() -> None:
    process = await connected(0)
    process.starts.allowed.clear()
    await process.shards.gain(1)
    assert process.done() == ["shard_disconnect 1"]
    process.starts.allowed.set()
    await rested()
    assert process.done() == ["launch 1"]


async def test_gained_shard_is_connected_and_lost_shard_is_closed() -> None:
    process = await connected(0)
    await process.shards.gain(2)
    assert process.done() == ["shard_disconnect 2", "launch 2"]
    await process.shards.lose(0)
    assert process.done() == ["gone 0", "disconnect 0"]
    await process.shards.gain(0)
    assert process.done() == ["connect 0"]


async def test_shard_in_doubt_continues_and_a_connecting_shard_is_not_connected_twice() -> None:
    process = await connected(0)
    await process.shards.gain(0)
    assert process.done() == ["goes on 0"]
    process.bot.slow.clear()
    await process.shards.gain(1)
    await process.shards.gain(1)
    process.bot.slow.set()
    await rested()
    assert process.done().count("launch 1") == 1


async def test_connection_of_a_lost_shard_lingers_and_stays_if_regained() -> None:
    process = await connected(0, 1)
    process.lingering.clear()
    await process.shards.lose(0)
    await process.shards.lose(1)
    assert process.done() == ["gone 0", "gone 1"]
    await process.shards.gain(0)
    process.lingering.set()
    await rested()
    assert process.done() == ["goes on 0", "disconnect 1"]


async def test_shard_that_the_library_reconnects_is_left_to_it() -> None:
    """Leave the shard to the library: if the bot reconnected it as well, two connections would share one reader."""
    process = await connected(0)
    process.bot.infos[0].open = False
    await process.shards.gain(0)
    assert process.done() == ["goes on 0"]


@pytest.mark.parametrize("event", ["on_shard_connect", "on_shard_resumed"])
async def test_lost_shard_that_the_library_has_reconnected_is_closed(event: str) -> None:
    process = await connected(0, 1)
    heard = dict(process.carrying.get_listeners())[event]
    await heard(1)
    await process.shards.lose(1)
    process.done()
    process.bot.infos[1].open = True
    await heard(1)
    await heard(0)
    assert process.done() == ["disconnect 1"]


async def test_session_starts_in_its_turn_with_discords_number_of_buckets() -> None:
    process = await connected(3)
    await process.carrying.turn(3)
    assert process.shards.turns == [(3, 2)]


async def test_nothing_is_connected_during_shutdown() -> None:
    process = Process(0, 1, 2)
    process.bot.slow.clear()
    await process.begun()
    await process.carrying.cog_unload()
    process.bot.slow.set()
    await rested()
    assert set(process.bot.infos) == {0}


def test_connection_lingers_no_longer_than_both_processes_claim_interactions() -> None:
    assert 0 < LINGER_SECONDS < HANDOVER_SECONDS
