"""Several processes over one store: each works on the tables of its own servers only."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass, replace
from random import Random

import pytest

from host.cluster.shards import Shard, Shards
from host.place import Place
from host.play.clocks import IDLE_LOBBY, TICK
from host.refusals import Overtaken
from host.services import Services
from host.tables.table import Person, Table, TimeControl
from storage import Conflict, Store
from storage.owners import table_owner
from tests.clock import START, Clock
from tests.host.clocks.conftest import LIVE, pass_time
from tests.patches import run_before
from tests.tables import (
    AKI,
    BEN,
    CHANNEL,
    CHIE,
    MANAGER,
    game_of,
    lobby,
    play_one,
    play_while,
    random_path,
    refused,
    seat_of,
    started,
    until,
    wait_for_people_to_act,
)

FIRST, SECOND = Shard(0, 2), Shard(1, 2)
GUILDS = {FIRST: 2 << 22, SECOND: 3 << 22}
"""One server of each shard."""


class Held(Shards):
    """The shards that a test gives to a process."""

    alone = False

    def __init__(self, *shards: Shard) -> None:
        super().__init__(2)
        self.now: Sequence[Shard] = shards

    def held(self) -> Sequence[Shard]:
        return self.now

    def ours(self, place: Place) -> bool:
        return any(shard.has(place) for shard in self.now)


@dataclass
class Process:
    """Services, their shards, and the numbers of the tables whose changes the services have announced (`told`)."""

    services: Services
    held: Held
    told: list[int]

    async def gain_shard(self, shard: Shard) -> None:
        """Gain another shard."""
        self.held.now = [*self.held.now, shard]
        await self.services.resume(shard)

    async def lose_all(self) -> None:
        """Lose all shards; the services are not notified of this loss."""
        self.held.now = []

    def lose_shard(self, shard: Shard) -> None:
        """Lose a shard to another process."""
        self.held.now = [one for one in self.held.now if one != shard]
        self.services.evict_shard(shard)


@pytest.fixture
async def process_with(store: Store, clock: Clock) -> AsyncIterator[Callable[[Shard], Process]]:
    """Yield a function that starts a process with a shard."""
    started = list[Process]()

    def start(shard: Shard) -> Process:
        held, told = Held(shard), list[int]()
        services = Services(store, pause=0, playouts=2, now=clock, shards=held)
        services.events.table_changed.subscribe(told.append)
        started.append(Process(services, held, told))
        return started[-1]

    yield start
    for one in started:
        await one.services.close()


@pytest.fixture
def first(process_with: Callable[[Shard], Process]) -> Process:
    return process_with(FIRST)


@pytest.fixture
def other(process_with: Callable[[Shard], Process]) -> Process:
    return process_with(SECOND)


def test_shard_has_the_servers_that_discord_assigns_to_it() -> None:
    guilds = [number << 22 | 12345 for number in range(8)]
    assert [Shard(1, 4).has(Place.server(guild)) for guild in guilds] == [
        False,
        True,
        False,
        False,
        False,
        True,
        False,
        False,
    ]
    assert all(Shard().has(Place.server(guild)) for guild in guilds)


async def started_game(process: Process, shard: Shard, *people: Person, time_control: TimeControl = "none") -> Table:
    """Return a game on a shard's server, with Aki, these people and at least one computer player."""
    return await started(process.services, "saizen", (AKI, *people), 3, GUILDS[shard], time_control)


async def timed_game(process: Process, shard: Shard) -> Table:
    """Return a game on a shard's server in which a person's clock runs."""
    return await wait_for_people_to_act(process.services, await started_game(process, shard, BEN, time_control="live"))


async def opened(process: Process, shard: Shard = FIRST, who: Person = AKI, seats: int = 3) -> Table:
    """Return a lobby on a shard's server."""
    return await lobby(process.services, "saizen", [who], seats, GUILDS[shard])


async def people_at(process: Process, table: Table) -> list[int]:
    return (await process.services.tables.get(table.id)).people()


async def moves(process: Process, table: Table) -> int:
    return len(game_of(await process.services.tables.get(table.id)).history)


async def until_a_computer_is_to_act(process: Process, table: Table) -> None:
    """Let people make random moves until a computer player must act."""
    await play_while(process.services, table, Random(1), lambda now: not now.computers_to_act())


async def wait_until_idle(process: Process) -> None:
    """Wait until no computer player of the process is thinking."""
    async with asyncio.timeout(30):
        while process.services.ai_players.thinking:
            await asyncio.sleep(0.001)


async def test_computer_players_move_only_in_the_process_with_their_shard(
    first: Process,
    other: Process,
) -> None:
    first.held.now = []  # now no process holds the shard `FIRST`
    table = await started_game(first, FIRST)
    await until_a_computer_is_to_act(first, table)
    before = await moves(other, table)
    for process, shard in ((first, FIRST), (other, SECOND)):
        await process.services.resume(shard)
        await wait_until_idle(process)
    assert await moves(other, table) == before
    first.lose_shard(FIRST)
    await other.gain_shard(FIRST)
    await until(other.services, table, lambda now: not now.computers_to_act())
    assert await moves(other, table) > before
    await wait_until_idle(first)


async def test_thinking_that_ends_while_the_shard_is_in_doubt_makes_no_move(
    first: Process, monkeypatch: pytest.MonkeyPatch
) -> None:
    await first.lose_all()
    table = await started_game(first, FIRST)
    await until_a_computer_is_to_act(first, table)
    before = await moves(first, table)
    run_before(monkeypatch, first.services.ai_players._thinkers, "choose", first.lose_all)
    await first.gain_shard(FIRST)
    await wait_until_idle(first)
    assert await moves(first, table) == before


async def deadlines(process: Process, table: Table) -> list[int | None]:
    """Return the deadlines of the pending decisions."""
    return [turn.due for turn in (await process.services.tables.get(table.id)).turns.values()]


async def test_clocks_run_out_only_in_the_process_with_their_shard(
    first: Process, other: Process, clock: Clock
) -> None:
    table = await timed_game(first, FIRST)
    await pass_time(other.services, clock, LIVE)
    assert not any(turn.given for turn in (await other.services.tables.get(table.id)).turns.values())
    await pass_time(first.services, clock, LIVE + 2 * TICK)
    assert people_who_missed(await until(first.services, table, lambda now: bool(people_who_missed(now))))


def people_who_missed(table: Table) -> list[int | None]:
    """Return the people who have missed a deadline."""
    return [who.user_id for who in table.occupants if who and who.misses]


async def test_idle_lobby_is_closed_by_the_process_with_its_shard(first: Process, other: Process, clock: Clock) -> None:
    table = await opened(first, who=BEN)
    clock.now += IDLE_LOBBY
    for process, state in ((other, "lobby"), (first, "closed")):
        await process.services.clocks.poll()
        assert (await other.services.tables.get(table.id)).state == state


async def test_time_without_an_owner_is_given_back_at_its_tables_only(
    first: Process, other: Process, clock: Clock
) -> None:
    tables = [await timed_game(process, shard) for process, shard in ((first, FIRST), (other, SECOND))]
    lobbies = [await opened(first, FIRST, BEN), await opened(other, SECOND, BEN)]
    for process in (first, other):
        await process.services.clocks.poll()
    before = [await deadlines(other, table) for table in tables]
    seconds = 10 * TICK
    await pass_time(other.services, clock, seconds)
    first.held.now = []
    await other.gain_shard(FIRST)
    await other.services.clocks.poll()
    after = [await deadlines(other, table) for table in tables]
    assert after == [[(due or 0) + seconds for due in before[0]], before[1]]
    clock.now = START + IDLE_LOBBY + 1
    other.services.clocks._last_uptime = dict.fromkeys(other.held.now, clock.seconds())
    await other.services.clocks.poll()
    assert [(await other.services.tables.get(one.id)).state for one in lobbies] == ["lobby", "closed"]


async def test_process_that_loses_a_shard_while_giving_time_back_leaves_the_rest_to_the_next(
    first: Process, other: Process, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await timed_game(first, FIRST)
    await pass_time(first.services, clock, 2 * TICK)
    before = await deadlines(other, table)
    clock.now += 10 * TICK
    run_before(monkeypatch, first.services.tables.store.due_work, "credit_lobbies", first.lose_all)
    await first.services.clocks.poll()
    await other.gain_shard(FIRST)
    await other.services.clocks.poll()
    assert await deadlines(other, table) == [(due or 0) + 10 * TICK for due in before]


async def test_time_is_given_back_at_a_table_that_another_process_has_just_changed(
    first: Process, other: Process, clock: Clock
) -> None:
    table = await timed_game(first, FIRST)
    await pass_time(first.services, clock, 2 * TICK)
    before = await deadlines(other, table)
    await other.services.participation.nudge(table.id, AKI if AKI.id not in dict(table.pending_decisions()) else BEN)
    clock.now += 10 * TICK
    await first.services.clocks.poll()
    assert await deadlines(other, table) == [(due or 0) + 10 * TICK for due in before]


async def test_table_of_an_unknown_owner_is_reloaded_each_time(
    first: Process,
    other: Process,
) -> None:
    table = await opened(first)
    await other.gain_shard(FIRST)
    await other.services.lobby.join(table.id, BEN)
    assert await people_at(first, table) == [AKI.id]
    first.held.now = []
    assert await people_at(first, table) == [AKI.id, BEN.id]


async def test_process_that_loses_a_shard_reloads_its_tables_and_never_caches_others(
    first: Process,
    other: Process,
) -> None:
    table = await opened(first)
    assert await people_at(other, table) == [AKI.id]
    await first.services.lobby.join(table.id, BEN)
    assert await people_at(other, table) == [AKI.id, BEN.id]
    await other.gain_shard(FIRST)
    await other.services.lobby.leave(table.id, BEN)
    assert await people_at(first, table) == [AKI.id, BEN.id], "it has not heard of that yet"
    first.lose_shard(FIRST)
    assert await people_at(first, table) == [AKI.id]


async def test_click_that_is_newer_than_a_cached_table_is_a_move(first: Process, other: Process) -> None:
    random = Random(1)
    table = await started_game(first, FIRST, BEN, CHIE)
    await other.gain_shard(FIRST)
    for _ in range(6):
        await other.services.tables.get(table.id)
        await play_one(first.services, table, random)
        now = await first.services.tables.get(table.id)
        user, decision = min(now.pending_decisions())
        path = random_path(game_of(now), seat_of(now, Person(user)), random)
        _, rest = await other.services.moves.choose(table.id, user, decision, path)
        assert rest == ()
        first.services.tables.evict(table.id)


async def test_late_click_is_refused_in_each_process(first: Process, other: Process) -> None:
    table = await started_game(first, FIRST, BEN, CHIE)
    await other.gain_shard(FIRST)
    user, decision = min(table.pending_decisions())
    path = random_path(game_of(table), seat_of(table, Person(user)), Random(1))
    await first.services.moves.choose(table.id, user, decision, path)
    for process in (first, other):
        with refused("already-played"):
            await process.services.moves.choose(table.id, user, decision, path)


async def test_computer_players_move_after_another_process_has_moved_for_a_person(
    first: Process, other: Process
) -> None:
    table = await timed_game(first, FIRST)
    user, decision = min(table.pending_decisions())
    now = table
    while not now.computers_to_act():
        now = await play_one(other.services, now, Random(1))  # `other` lacks the shard, so only people move
    assert not (await first.services.tables.get(table.id)).computers_to_act(), "it has not heard of that yet"
    with refused("already-played"):
        await first.services.moves.choose(table.id, user, decision - 1, ())
    assert (await first.services.tables.get(table.id)).computers_to_act()
    await wait_for_people_to_act(first.services, table)


async def test_one_of_two_concurrent_changes_is_refused_truthfully(
    first: Process, other: Process, caplog: pytest.LogCaptureFixture
) -> None:
    table = await opened(first, seats=2)
    await other.gain_shard(FIRST)
    await other.services.tables.get(table.id)
    await first.services.lobby.join(table.id, BEN)
    with refused("try-again"):
        await other.services.lobby.join(table.id, CHIE)
    with refused("lobby-full"):
        await other.services.lobby.join(table.id, CHIE)
    assert not [one for one in caplog.records if one.levelno > logging.INFO], "nobody has to look into that"


async def test_record_changed_by_another_process_raises_overtaken(first: Process, other: Process) -> None:
    table = await opened(first)
    ours, theirs = first.services.message_records, other.services.message_records
    post = await ours.write_ahead(table_owner(table.id), "lobby", CHANNEL)
    with refused("try-again", Overtaken):
        await theirs.write_ahead(table_owner(table.id), "lobby", CHANNEL)
    await theirs.remove(post)
    for change in (ours.confirm(post, CHANNEL, 700), ours.retire(post)):
        with refused("try-again", Overtaken):
            await change
    assert await theirs.of(table_owner(table.id)) == []


async def test_single_process_raises_conflict_for_a_duplicate_record(services: Services) -> None:
    table = await lobby(services)
    await services.message_records.write_ahead(table_owner(table.id), "lobby", CHANNEL)
    with pytest.raises(Conflict):
        await services.message_records.write_ahead(table_owner(table.id), "lobby", CHANNEL)


async def test_deleted_person_leaves_the_tables_of_all_processes(
    first: Process,
    other: Process,
) -> None:
    table = await wait_for_people_to_act(other.services, await started_game(other, SECOND, BEN))
    waiting = await opened(other, SECOND, BEN)
    for one in await other.services.tables.get(table.id), waiting:
        await other.services.message_records.adopt(table_owner(one.id), "lobby", CHANNEL, one.id)
    before = await moves(other, table)
    user, _ = min((await other.services.tables.get(table.id)).pending_decisions())
    other.told.clear()
    await first.services.privacy.forget(user)
    await first.services.cache_refresh.poll()
    assert first.told
    assert not other.told
    await other.services.cache_refresh.poll()
    assert table.id in other.told
    now = await other.services.tables.get(table.id)
    assert user not in now.people()
    await wait_until_idle(other)
    assert await moves(other, table) > before
    other.told.clear()
    await other.services.cache_refresh.poll()
    assert other.told == []


async def test_personal_settings_reach_other_processes(first: Process, other: Process) -> None:
    assert (await other.services.settings.person(AKI.id)).language == "auto"
    await first.services.settings.set_person(AKI.id, "language", ["ja"])
    assert (await other.services.settings.person(AKI.id)).language == "ja"


async def test_server_settings_and_names_are_reloaded_when_a_shard_is_taken_over(
    first: Process,
    other: Process,
) -> None:
    guild, ann = GUILDS[FIRST], replace(AKI, name="Ann")
    await first.services.lobby.open(Place.server(guild), CHANNEL, ann, "saizen", 3)
    await first.services.people.update_name(Place.server(guild), ann)
    assert (await first.services.settings.of(Place.server(guild))).pings == "on"
    await other.gain_shard(FIRST)
    await other.services.settings.set_server(Place.server(guild), MANAGER, "pings", ["off"])
    await other.services.people.update_name(Place.server(guild), replace(ann, name="Annie"))
    first.lose_shard(FIRST)
    await first.gain_shard(FIRST)
    assert (await first.services.settings.of(Place.server(guild))).pings == "off"
    await first.services.people.update_name(Place.server(guild), ann)
    told = await first.services.tables.store.privacy.export_person(AKI.id)
    assert [one["name"] for one in told["names"]] == ["Ann"]
