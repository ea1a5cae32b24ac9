"""Two bots with a shard each on one PostgreSQL; people of both guilds play while one dies and a spare takes over."""

import asyncio
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from signal import SIGCONT, SIGSTOP
from statistics import median
from typing import Self

import pytest

from host.__main__ import main as check
from local_discord.world.ids import GUILD_ID, SECOND_GUILD_ID
from tests.driver import Driver
from tests.e2e.ledger import Ledger, Watched
from tests.e2e.mirror import Mirror
from tests.e2e.observer import Observer
from tests.e2e.playing import until, wait_until_offline
from tests.e2e.processes import ACK_SECONDS, ROOT, BotProcess, CheckedDiscord
from tests.e2e.table_players import TablePlayers

QUICK, USUAL = ROOT / "tests/e2e/short_leases_bot.py", ROOT / "bot.py"
TAKEOVER_SECONDS = 30.0
"""Seconds within which another process takes over a dead process's shard and answers."""
LOST_SECONDS = 4.0
"""Discord's answer limit in seconds while a shard is away. It is short, so that people soon repeat a lost click."""
CHANNELS = ("table-talk", "teahouse")
"""One channel of each shard."""
TABLES, TICK = 4, 0.1
EXPECTED = (
    "emojis are missing, so plain signs stand for them until a later try",
    "was taken by another process",
    "the bot is shutting down",
    "the clean end took longer",
    "timeout expired",
)
"""Expected log lines. On a busy machine a short lease may expire; then two processes may create the same emojis, or a
shard may move. A process may be stopped while it reads, and PostgreSQL may be slow to cancel a query at the end.
"""


class Bots:
    """Three processes or more, of which two have a shard."""

    def __init__(
        self, url: str, folder: Path, home: str, script: Path, names: Sequence[str] = ("one", "two", "three")
    ) -> None:
        self.all: list[BotProcess] = []
        settings = {"DATABASE_URL": home, "ICHIZA_SHARDS": "2", "ICHIZA_SHARDS_HERE": "1"}
        for name in names:
            (folder / name).mkdir()
            self.all.append(BotProcess(url, folder / name / "bot", script=script, **settings))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        for one in self.all:
            if one.running:
                one.kill()

    def shard_owner(self, shard: int) -> BotProcess:
        """Return the process with a shard's lease."""
        ((owner,),) = self.all[0].rows("SELECT owner FROM leases WHERE name = ?", f"shard:{shard}/2")
        return next(one for one in self.all if one.pid == int(owner.split(":")[1]))


class PlayersOfBothGuilds(TablePlayers):
    """Players who keep equally many tables running in each of the two guilds."""

    def people_and_channels(self, keeper: int) -> tuple[Sequence[Watched], Sequence[str]]:
        return self.people, [CHANNELS[keeper % 2]]


class PlaySession:
    """People at tables of both guilds, with a ledger of the answers."""

    def __init__(self, world: Driver, bots: Bots) -> None:
        self.world = world
        self.mirror = Mirror(bots.all[0])
        self.ledger = Ledger(self.mirror)
        self.observer = Observer(world.user("Aki"), self.mirror)
        self.players = PlayersOfBothGuilds(world, self.mirror, self.ledger, self.observer, Random(1))
        self.players.think = 0.05
        self._asked: dict[str, list[tuple[float, bool]]] = {channel: [] for channel in CHANNELS}

    @asynccontextmanager
    async def play_meanwhile(self) -> AsyncIterator[None]:
        """Let people play within the context, which begins once they play in both guilds."""
        await self.players.gather()
        async with asyncio.TaskGroup() as group:
            watching = [group.create_task(self._watch()), *(group.create_task(self._ask(one)) for one in CHANNELS)]
            group.create_task(self.players.play_tables(TABLES))
            await until(self._on_both)
            yield
            self.players.close()
            for task in watching:
                task.cancel()

    async def wait_for_moves(self) -> None:
        """Wait until every running table has a new move or is over."""
        records = self.mirror.records
        before = {number: len(one.rows) for number, one in records.items() if one.state == "playing"}

        async def have() -> bool:
            return all(records[one].state != "playing" or len(records[one].rows) > rows for one, rows in before.items())

        await until(have)

    async def wait_for_move_on_shard(self, shard: int) -> None:
        """Wait for one more move at the tables of a shard's guild."""
        guild = int((GUILD_ID, SECOND_GUILD_ID)[shard])

        def moves() -> int:
            return sum(len(one.rows) for one in self.mirror.records.values() if one.place_id == guild)

        before = moves()

        async def have() -> bool:
            return moves() > before

        await until(have)

    def answered(self, channel: str, since: float) -> bool:
        """Return whether every request for help in this channel since the time `since` was answered."""
        return all(answered for asked, answered in self._asked[channel] if asked > since)

    async def has_identified(self, count: int) -> bool:
        """Return whether the bot has identified exactly `count` times."""
        return bool((await self.world.control.gateway())["identifies"] == count)

    async def has_sessions(self, count: int) -> bool:
        """Return whether exactly `count` sessions exist."""
        return bool((await self.world.control.gateway())["sessions"] == count)

    async def _on_both(self) -> bool:
        played = {one.place_id for one in self.mirror.records.values() if one.state == "playing" and one.rows}
        return played == {int(GUILD_ID), int(SECOND_GUILD_ID)}

    async def _watch(self) -> None:
        while True:
            self.observer.read_events()
            self.mirror.refresh()
            self.observer.find_leaks()
            await asyncio.sleep(TICK)

    async def _ask(self, channel: str) -> None:
        while True:
            since = time.monotonic()
            answer = await self.world.user("Aki").command(channel, "help", check=False)
            self._asked[channel].append((since, answer.ok))
            await asyncio.sleep(TICK)


@asynccontextmanager
async def played(
    folder: Path, home: str, script: Path, identify_seconds: float
) -> AsyncIterator[tuple[Bots, PlaySession]]:
    """Run three processes with people playing; at the end check that nothing was lost, doubled or revealed."""
    with CheckedDiscord() as discord, Bots(discord.url, folder, home, script) as bots:
        async with Driver(discord.url) as world:
            await world.control.settings(shards=2, identify_seconds=identify_seconds, ack_seconds=LOST_SECONDS)
            for one in bots.all:
                one.start()
            await world.wait_until_online(within=60)
            play = PlaySession(world, bots)
            async with play.play_meanwhile():
                yield bots, play
            assert [*play.ledger.lost(), *play.ledger.doubled(), *play.mirror.changed_records()] == []
            assert play.observer.leaks == []
            assert (await world.control.gateway())["too_soon"] == 0
            syncs = await world.control.requests(kind="commands sync")
            assert len(syncs) == 1, "only one of three processes registers the commands"
        for one in bots.all:
            assert not one.running or one.stop() == 0


@pytest.mark.slow
@pytest.mark.parametrize(
    ("script", "identify_seconds", "kills"),
    [
        (QUICK, 1.0, (0,)),
        pytest.param(USUAL, 5.0, (0, 1, 1, 0), marks=pytest.mark.soak),
    ],
    ids=["once", "usual"],
)
async def test_spare_process_takes_over_the_shard_of_a_killed_one(
    tmp_path: Path, postgres_url: str, script: Path, identify_seconds: float, kills: tuple[int, ...]
) -> None:
    away: list[float] = []
    async with played(tmp_path, postgres_url, script, identify_seconds) as (bots, play):
        for shard in kills:
            await asyncio.sleep(Random(len(away)).random() / 2)  # the kill may come at any moment
            dead, killed = bots.shard_owner(shard), time.monotonic()
            dead.kill()
            await wait_until_offline(play.world)
            dead.start()
            await play.world.wait_until_online(within=TAKEOVER_SECONDS - (time.monotonic() - killed))
            await play.world.control.settings(ack_seconds=ACK_SECONDS)
            back = time.monotonic()
            away.append(back - killed)
            await play.wait_for_moves()
            assert play.answered(CHANNELS[shard], back)
            assert play.answered(CHANNELS[1 - shard], killed), "on the other server nobody notices anything"
            assert [one.what for one in play.ledger.unanswered if one.since > back] == []
    print(
        f"{len(kills)} kills: a shard was away for {median(away):.1f} s on the median, {max(away):.1f} s at the most; "
        f"{len(play.ledger.made)} moves were answered, of which none is lost or doubled"
    )
    assert await asyncio.to_thread(check, ["check", postgres_url]) == 0, "every record replays"
    # Refusals are expected. For example, Discord refuses a thread if the killed process has already created it.
    unexpected = [line for one in bots.all for line in one.complaints() if not any(map(line.__contains__, EXPECTED))]
    assert unexpected == []


@pytest.mark.soak
async def test_process_that_stops_too_long_loses_its_shard_without_harm_and_may_regain_it(
    tmp_path: Path, postgres_url: str
) -> None:
    async with played(tmp_path, postgres_url, QUICK, 1.0) as (bots, play):
        await play.wait_for_moves()
        still = bots.shard_owner(0)
        still.signal(SIGSTOP)
        await until(lambda: play.has_identified(3))
        assert bots.shard_owner(0) is not still
        await play.wait_for_moves()
        still.signal(SIGCONT)
        await until(lambda: play.has_sessions(2))
        assert "shard 0 was taken by another process" in still.log.read_text()
        await play.wait_for_moves()
        await play.world.control.settings(ack_seconds=ACK_SECONDS)
        back = time.monotonic()
        await play.wait_for_moves()
        assert all(play.answered(channel, back) for channel in CHANNELS)
        bots.shard_owner(0).kill()
        await wait_until_offline(play.world)
        await play.world.wait_until_online(within=TAKEOVER_SECONDS)
        assert bots.shard_owner(0) is still
        await play.wait_for_moves()
