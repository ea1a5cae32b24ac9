"""Several processes over one store: each works on the tables of its own servers only."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Any

import pytest

from host.cluster.shards import Shard, Shards
from host.play.clocks import IDLE_LOBBY, TICK
from host.play.time_control import SECONDS
from host.refusals import Overtaken
from host.services import Services
from host.settings import FRESH_SECONDS
from host.tables.table import Person, Table
from storage import Conflict, Store
from tests.host.conftest import AKI, BEN, CHANNEL, CHIE
from tests.host.table_setup import game_of, random_path, refused, until, wait_for_people_to_act
from tests.storage.store_support import set_clock

FIRST, SECOND = Shard(0, 2), Shard(1, 2)
GUILDS = {FIRST: 2 << 22, SECOND: 3 << 22}
"""One server of each shard."""
LIVE = SECONDS["live"] or 0
START = 1_700_000_000


class Held(Shards):
    """The shards that a test gives to a process."""

    alone = False

    def __init__(self, *shards: Shard) -> None:
        super().__init__(2)
        self.now: Sequence[Shard] = shards

    def held(self) -> Sequence[Shard]:
        return self.now

    def ours(self, guild_id: int) -> bool:
        return any(shard.has(guild_id) for shard in self.now)


@dataclass
class Time:
    """A clock that tests set, in Unix seconds."""

    now: float = START

    def __call__(self) -> float:
        return self.now


@dataclass
class Process:
    """Services, their shards, and the tables of which they were notified."""

    services: Services
    held: Held
    told: list[int]

    async def gain_shard(self, shard: Shard) -> None:
        """Gain another shard."""
        self.held.now = [*self.held.now, shard]
        await self.services.resume(shard)

    def lose_shard(self, shard: Shard) -> None:
        """Lose a shard to another process."""
        self.held.now = [one for one in self.held.now if one != shard]
        self.services.evict_shard(shard)


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
async def processes(store: Store, time: Time) -> AsyncIterator[tuple[Process, Process]]:
    """Yield two processes with one shard each."""
    set_clock(store, lambda: int(time.now))
    made = [made_of(store, time, shard) for shard in (FIRST, SECOND)]
    yield made[0], made[1]
    for one in made:
        await one.services.close()


def made_of(store: Store, time: Time, *shards: Shard) -> Process:
    held, told = Held(*shards), list[int]()
    services = Services(store, pause=0, playouts=2, now=time, shards=held)
    services.events.table_changed.subscribe(told.append)
    return Process(services, held, told)


def test_shard_has_the_servers_that_discord_assigns_to_it() -> None:
    guilds = [number << 22 | 12345 for number in range(8)]
    assert [Shard(1, 4).has(guild) for guild in guilds] == [False, True, False, False, False, True, False, False]
    assert all(Shard().has(guild) for guild in guilds)


async def started_game(process: Process, shard: Shard, *people: Person, pace: str = "none") -> Table:
    """Return a game on a shard's server of these people and at least one computer player."""
    table = await process.services.lobby.open(GUILDS[shard], CHANNEL, AKI, "saizen", 3)
    for person in people:
        table = await process.services.lobby.join(table.id, person)
    if pace == "live":
        await process.services.lobby.set_pace(table.id, AKI, "live")
    return await process.services.lobby.start(table.id, AKI)


async def moves(process: Process, table: Table) -> int:
    return len(game_of(await process.services.tables.get(table.id)).history)


async def until_a_computer_is_to_act(process: Process, table: Table) -> None:
    """Let people make random moves until a computer player must act."""
    random = Random(1)
    while not (now := await process.services.tables.get(table.id)).computers_to_act():
        user, decision = min(now.pending_decisions())
        path = random_path(game_of(now), now.seat_of(user) or 0, random)
        await process.services.moves.choose(table.id, user, decision, path)


async def wait_until_idle(process: Process) -> None:
    """Wait until no computer player of the process is thinking."""
    async with asyncio.timeout(30):
        while process.services.ai_players.thinking:
            await asyncio.sleep(0.001)


async def test_computer_players_move_only_in_the_process_with_their_shard(
    processes: tuple[Process, Process],
) -> None:
    first, second = processes
    first.held.now = []  # in doubt: nobody knows the owner now
    table = await started_game(first, FIRST)
    await until_a_computer_is_to_act(first, table)
    before = await moves(second, table)
    for process, shard in ((first, FIRST), (second, SECOND)):
        await process.services.resume(shard)
        await wait_until_idle(process)
    assert await moves(second, table) == before
    first.lose_shard(FIRST)
    await second.gain_shard(FIRST)
    await until(second.services, table, lambda now: not now.computers_to_act())
    assert await moves(second, table) > before
    await wait_until_idle(first)


async def test_thinking_that_ends_while_the_shard_is_in_doubt_makes_no_move(
    processes: tuple[Process, Process], monkeypatch: pytest.MonkeyPatch
) -> None:
    first, _ = processes
    first.held.now = []
    table = await started_game(first, FIRST)
    await until_a_computer_is_to_act(first, table)
    before, think = await moves(first, table), first.services.ai_players._thinkers.choose

    async def too_slowly(*about: Any) -> str:
        first.held.now = []
        return await think(*about)

    monkeypatch.setattr(first.services.ai_players._thinkers, "choose", too_slowly)
    await first.gain_shard(FIRST)
    await wait_until_idle(first)
    assert await moves(first, table) == before


async def deadlines(process: Process, table: Table) -> list[int | None]:
    """Return the deadlines of the owed decisions."""
    return [turn.due for turn in (await process.services.tables.get(table.id)).turns.values()]


async def pass_time_running(process: Process, time: Time, seconds: float) -> None:
    """Let time pass in which a process is running."""
    end = time.now + seconds
    while time.now < end:
        await process.services.clocks.look()
        time.now += TICK
    await process.services.clocks.look()


async def test_clocks_run_out_only_in_the_process_with_their_shard(
    processes: tuple[Process, Process], time: Time
) -> None:
    first, second = processes
    table = await wait_for_people_to_act(first.services, await started_game(first, FIRST, BEN, pace="live"))
    await pass_time_running(second, time, LIVE)
    assert not any(turn.given for turn in (await second.services.tables.get(table.id)).turns.values())
    await pass_time_running(first, time, LIVE + 2 * TICK)
    assert people_who_missed(await until(first.services, table, lambda now: bool(people_who_missed(now))))


def people_who_missed(table: Table) -> list[int | None]:
    """Return the people who have missed a deadline."""
    return [who.user_id for who in table.occupants if who and who.misses]


async def test_idle_lobby_is_closed_by_the_process_with_its_shard(
    processes: tuple[Process, Process], time: Time
) -> None:
    first, second = processes
    lobby = await first.services.lobby.open(GUILDS[FIRST], CHANNEL, BEN, "saizen", 3)
    time.now += IDLE_LOBBY
    for process, state in ((second, "lobby"), (first, "closed")):
        await process.services.clocks.look()
        assert (await second.services.tables.get(lobby.id)).state == state


async def test_time_without_an_owner_is_given_back_at_its_tables_only(
    processes: tuple[Process, Process], time: Time
) -> None:
    first, second = processes
    tables = [
        await wait_for_people_to_act(process.services, await started_game(process, shard, BEN, pace="live"))
        for process, shard in ((first, FIRST), (second, SECOND))
    ]
    lobbies = [
        await one.services.lobby.open(GUILDS[shard], CHANNEL, BEN, "saizen", 3)
        for one, shard in zip(processes, GUILDS, strict=True)
    ]
    for process in processes:
        await process.services.clocks.look()
    before = [await deadlines(second, table) for table in tables]
    seconds = 10 * TICK
    await pass_time_running(second, time, seconds)
    first.held.now = []
    await second.gain_shard(FIRST)
    await second.services.clocks.look()
    after = [await deadlines(second, table) for table in tables]
    assert after == [[(due or 0) + seconds for due in before[0]], before[1]]
    time.now = START + IDLE_LOBBY + 1
    second.services.clocks._last_uptime = dict.fromkeys(second.held.now, int(time.now))
    await second.services.clocks.look()
    assert [(await second.services.tables.get(one.id)).state for one in lobbies] == ["lobby", "closed"]


async def test_process_that_loses_a_shard_while_giving_time_back_leaves_the_rest_to_the_next(
    processes: tuple[Process, Process], time: Time, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = processes
    table = await wait_for_people_to_act(first.services, await started_game(first, FIRST, BEN, pace="live"))
    await pass_time_running(first, time, 2 * TICK)
    before = await deadlines(second, table)
    time.now += 10 * TICK
    credit = first.services.tables.store.due_work.credit_lobbies

    async def too_slowly(*about: Any) -> None:
        first.held.now = []
        await credit(*about)

    monkeypatch.setattr(first.services.tables.store.due_work, "credit_lobbies", too_slowly)
    await first.services.clocks.look()
    await second.gain_shard(FIRST)
    await second.services.clocks.look()
    assert await deadlines(second, table) == [(due or 0) + 10 * TICK for due in before]


async def test_time_is_given_back_at_a_table_that_another_process_has_just_changed(
    processes: tuple[Process, Process], time: Time
) -> None:
    first, second = processes
    table = await wait_for_people_to_act(first.services, await started_game(first, FIRST, BEN, pace="live"))
    await pass_time_running(first, time, 2 * TICK)
    before = await deadlines(second, table)
    await second.services.participation.nudge(table.id, AKI if AKI.id not in dict(table.pending_decisions()) else BEN)
    time.now += 10 * TICK
    await first.services.clocks.look()
    assert await deadlines(second, table) == [(due or 0) + 10 * TICK for due in before]


async def test_table_of_an_unknown_owner_is_reloaded_each_time(
    processes: tuple[Process, Process],
) -> None:
    first, second = processes
    lobby = await first.services.lobby.open(GUILDS[FIRST], CHANNEL, AKI, "saizen", 3)
    await second.gain_shard(FIRST)
    await second.services.lobby.join(lobby.id, BEN)
    assert (await first.services.tables.get(lobby.id)).people() == [AKI.id]
    first.held.now = []
    assert (await first.services.tables.get(lobby.id)).people() == [AKI.id, BEN.id]


async def test_process_that_loses_a_shard_reloads_its_tables_and_never_caches_others(
    processes: tuple[Process, Process],
) -> None:
    first, second = processes
    lobby = await first.services.lobby.open(GUILDS[FIRST], CHANNEL, AKI, "saizen", 3)
    assert (await second.services.tables.get(lobby.id)).people() == [AKI.id]
    await first.services.lobby.join(lobby.id, BEN)
    assert (await second.services.tables.get(lobby.id)).people() == [AKI.id, BEN.id]
    await second.gain_shard(FIRST)
    await second.services.lobby.leave(lobby.id, BEN)
    assert (await first.services.tables.get(lobby.id)).people() == [AKI.id, BEN.id], "it has not heard of that yet"
    first.lose_shard(FIRST)
    assert (await first.services.tables.get(lobby.id)).people() == [AKI.id]


async def test_one_of_two_concurrent_changes_is_refused_truthfully(
    processes: tuple[Process, Process], caplog: pytest.LogCaptureFixture
) -> None:
    first, second = processes
    lobby = await first.services.lobby.open(GUILDS[FIRST], CHANNEL, AKI, "saizen", 2)
    await second.gain_shard(FIRST)
    await second.services.tables.get(lobby.id)
    await first.services.lobby.join(lobby.id, BEN)
    with refused("try-again"):
        await second.services.lobby.join(lobby.id, CHIE)
    with refused("lobby-full"):
        await second.services.lobby.join(lobby.id, CHIE)
    assert not [one for one in caplog.records if one.levelno > logging.INFO], "nobody has to look into that"


async def test_record_changed_by_another_process_raises_overtaken(processes: tuple[Process, Process]) -> None:
    first, second = (one.services.message_records for one in processes)
    lobby = await processes[0].services.lobby.open(GUILDS[FIRST], CHANNEL, AKI, "saizen", 2)
    post = await first.write_ahead(lobby.id, "lobby", CHANNEL)
    with refused("try-again", Overtaken):
        await second.write_ahead(lobby.id, "lobby", CHANNEL)
    await second.remove(post)
    for change in (first.confirm(post, CHANNEL, 700), first.retire(post)):
        with refused("try-again", Overtaken):
            await change
    assert await second.of_table(lobby.id) == []


async def test_single_process_raises_conflict_for_a_duplicate_record_and_overtaken_for_a_missing_one(
    services: Services,
) -> None:
    lobby = await services.lobby.open(GUILDS[FIRST], CHANNEL, AKI, "saizen", 2)
    post = await services.message_records.write_ahead(lobby.id, "lobby", CHANNEL)
    with pytest.raises(Conflict):
        await services.message_records.write_ahead(lobby.id, "lobby", CHANNEL)
    await services.message_records.remove(post)
    with pytest.raises(Overtaken):
        await services.message_records.confirm(post, CHANNEL, 700)


async def test_deleted_person_leaves_the_tables_of_all_processes(
    processes: tuple[Process, Process],
) -> None:
    first, second = processes
    table = await wait_for_people_to_act(second.services, await started_game(second, SECOND, BEN))
    lobby = await second.services.lobby.open(GUILDS[SECOND], CHANNEL, BEN, "saizen", 3)
    for one in await second.services.tables.get(table.id), lobby:
        await second.services.message_records.adopt(one.id, "lobby", CHANNEL, one.id)
    before = await moves(second, table)
    user, _ = min((await second.services.tables.get(table.id)).pending_decisions())
    second.told.clear()
    await first.services.privacy.forget(user)
    await first.services.cache_refresh.look()
    assert first.told
    assert not second.told
    await second.services.cache_refresh.look()
    assert table.id in second.told
    now = await second.services.tables.get(table.id)
    assert user not in now.people()
    await wait_until_idle(second)
    assert await moves(second, table) > before
    second.told.clear()
    await second.services.cache_refresh.look()
    assert second.told == []


async def test_personal_settings_soon_reach_other_processes(
    processes: tuple[Process, Process], monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = processes
    now = [1e12]
    monkeypatch.setattr(second.services.settings, "_clock", lambda: now[0])
    assert (await second.services.settings.person(AKI.id)).language == "auto"
    await first.services.settings.set_person(AKI.id, "language", ["ja"])
    assert (await second.services.settings.person(AKI.id)).language == "auto"
    now[0] += 10 * FRESH_SECONDS
    assert (await second.services.settings.person(AKI.id)).language == "ja"


async def test_server_settings_and_names_are_reloaded_when_a_shard_is_taken_over(
    processes: tuple[Process, Process],
) -> None:
    first, second = processes
    guild, ann = GUILDS[FIRST], replace(AKI, name="Ann")
    await first.services.lobby.open(guild, CHANNEL, ann, "saizen", 3)
    await first.services.people.update_name(guild, ann)
    assert (await first.services.settings.server(guild)).pings == "on"
    await second.gain_shard(FIRST)
    await second.services.settings.set_server(guild, Person(900, manages_server=lambda: True), "pings", ["off"])
    await second.services.people.update_name(guild, replace(ann, name="Annie"))
    first.lose_shard(FIRST)
    await first.gain_shard(FIRST)
    assert (await first.services.settings.server(guild)).pings == "off"
    await first.services.people.update_name(guild, ann)
    told = await first.services.tables.store.privacy.export_person(AKI.id)
    assert [one["name"] for one in told["names"]] == ["Ann"]
