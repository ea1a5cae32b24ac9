"""Leases with a virtual clock: a process takes over a lease that another has lost; two never hold the same lease."""

import asyncio
from collections.abc import Awaitable, Callable, Collection
from typing import Any

import pytest

from host.cluster.leases import CLAIM_SECONDS, SECONDS, SLACK, STEP, TURN_STEP, Leases
from host.cluster.shards import HANDOVER_SECONDS, IDENTIFY_SECONDS, LeasedShards
from host.place import Place
from storage import Store, StoreError
from storage.sqlite.sqlite import Sqlite
from tests.storage.store_support import SQLITE_ONLY

pytestmark = SQLITE_ONLY  # tests can set SQLite's clock

CERTAIN = SECONDS - SLACK


class World:
    """A store that several processes share, with a clock that the test moves.

    Attributes: `ahead` is the number of seconds by which the database's clock is ahead of the processes' clock. `down`
    makes the store fail. `slow` is the number of seconds from each operation to its answer.
    """

    def __init__(self, store: Store) -> None:
        self.now = 1_700_000_000.0
        self.ahead = 0.0
        self.down = False
        self.slow = 0.0
        self._store = store
        self._asking = 0
        self._asleep: list[tuple[float, asyncio.Future[None]]] = []

    def clock(self) -> float:
        return self.now

    def julianday(self, _now: str) -> float:
        """Return SQLite's clock as a Julian day."""
        return (self.now + self.ahead) / 86_400 + 2_440_587.5

    async def later(self, seconds: float) -> None:
        """Let `seconds` pass, and wake each sleeping task at its time."""
        end = self.now + seconds
        while due := [one for one in self._asleep if one[0] <= end]:
            first = min(due, key=lambda one: one[0])
            self._asleep.remove(first)
            self.now = first[0]
            first[1].set_result(None)
            await self.settled()
        self.now = end

    async def sleep(self, seconds: float) -> None:
        until = asyncio.get_running_loop().create_future()
        self._asleep.append((self.now + seconds, until))
        await until

    async def settled(self) -> None:
        """Wait until no task can go on: each one sleeps, or waits for the test."""
        quiet = 0
        while quiet < 10:
            await asyncio.sleep(0.001 if self._asking else 0)
            quiet = 0 if self._asking else quiet + 1

    async def take(self, names: Collection[str], owner: str, seconds: float) -> dict[str, int]:
        terms: dict[str, int] = await self._asked(self._store.leases.take(names, owner, seconds))
        return terms

    async def release(self, names: Collection[str], owner: str) -> None:
        await self._asked(self._store.leases.release(names, owner))

    async def delete_expired(self, prefix: str) -> None:
        await self._asked(self._store.leases.delete_expired(prefix))

    async def owners(self, seconds: float) -> dict[str, str]:
        owners: dict[str, str] = await self._asked(self._store.leases.owners(seconds))
        return owners

    async def _asked(self, asked: Awaitable[Any]) -> Any:
        if self.down:
            asyncio.ensure_future(asked).cancel()
            raise StoreError("The database is down.")
        self._asking += 1
        try:
            return await asked
        finally:
            self._asking -= 1
            self.now += self.slow


class Process:
    """A process with its leased shards, and the record of the shards that it gained and lost."""

    def __init__(self, world: World, count: int = 2, most: int = 1) -> None:
        self.leases = Leases(world, clock=world.clock, sleep=world.sleep)
        self.shards = LeasedShards(self.leases, count, most, world.sleep)
        self.events: list[str] = []
        self.shards.gained.subscribe(lambda shard: self.events.append(f"+{shard.number}"))
        self.shards.lost.subscribe(lambda shard: self.events.append(f"-{shard.number}"))

    @property
    def numbers(self) -> list[int]:
        return [shard.number for shard in self.shards.held()]

    async def step(self) -> list[str]:
        """Run one step of the shards, which renews the leases, and return the gains ("+0") and losses ("-0") in it."""
        before = len(self.events)
        await self.shards.step()
        return self.events[before:]


@pytest.fixture
async def world(store: Store) -> World:
    world = World(store)
    database = store._database
    assert isinstance(database, Sqlite)
    for connection in (database._reader, database._writer):
        await connection.create_function("julianday", 1, world.julianday)
    return world


async def test_two_processes_share_the_shards_and_a_third_waits(world: World) -> None:
    first, second, spare = Process(world), Process(world), Process(world)
    assert await first.step() == ["+0"]
    assert await second.step() == ["+1"]
    assert await spare.step() == []
    assert (first.numbers, second.numbers, spare.numbers) == ([0], [1], [])
    guilds = [number << 22 for number in range(4)]
    assert [first.shards.ours(Place.server(guild)) for guild in guilds] == [True, False, True, False]


async def test_one_process_holds_at_most_its_limit(world: World) -> None:
    process = Process(world, count=8, most=3)
    await process.step()
    await process.step()
    assert process.numbers == [0, 1, 2]


async def test_two_concurrent_renewals_take_at_most_one_shard(world: World) -> None:
    process = Process(world, count=8, most=1)
    await asyncio.gather(*(process.step() for _ in range(5)))
    assert process.numbers == [0]


async def test_two_renewals_with_a_late_answer_take_at_most_one_shard(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    process, owners = Process(world, count=3), world.owners
    answers = [asyncio.Event(), asyncio.Event()]
    waiting = iter(answers)

    async def late(seconds: float) -> dict[str, str]:
        await next(waiting).wait()
        return await owners(seconds)

    monkeypatch.setattr(world, "owners", late)
    first, second = await running(world, process.shards.step, process.shards.step)
    for answer, step in zip(answers, (first, second), strict=True):
        answer.set()
        await step
    assert process.numbers == [0]


async def test_lease_released_just_before_its_renewal_stays_released(world: World) -> None:
    process = Process(world)
    await process.leases.take(["application"])
    other, give_back = process.leases.take(["shard:0/2"]), process.leases.give_back(["application"])
    await asyncio.gather(other, give_back, process.leases.renew())
    assert process.leases.kept == set(await process.leases.taken()) == {"shard:0/2"}


async def test_renewed_lease_is_kept(world: World) -> None:
    first, other = Process(world), Process(world, most=2)
    await first.step()
    for _ in range(20):
        await world.later(STEP)
        assert await first.step() == []
        await other.step()
        assert (first.numbers, other.numbers) == ([0], [1])


async def test_expired_leases_of_a_dead_process_are_taken_at_once(world: World) -> None:
    dead, spare = Process(world), Process(world)
    await dead.step()
    await Process(world).step()
    await world.later(SECONDS - 0.01)
    await spare.step()
    assert (dead.numbers, spare.numbers) == ([], [])
    await world.later(0.02)
    assert await spare.step() == ["+0"]
    assert SECONDS + STEP < 20, "there must be time left of the thirty seconds for connecting"


async def test_clean_shutdown_releases_its_shards_at_once(world: World) -> None:
    first, spare = Process(world), Process(world)
    await first.step()
    await Process(world).step()
    await first.shards.close()
    assert first.numbers == []
    assert await spare.step() == ["+0"]


async def test_process_that_cannot_renew_stops_before_another_may_start_and_resumes_afterwards(world: World) -> None:
    process = Process(world)
    await process.step()
    world.down = True
    await world.later(CERTAIN - 0.01)
    assert await process.step() == []
    assert process.numbers == [0]
    await world.later(0.01)
    assert await process.step() == []
    assert process.numbers == []
    world.down = False
    assert await process.step() == ["+0"]
    assert process.numbers == [0]


async def after_a_takeover(world: World) -> tuple[Process, Process]:
    """Return a process that has not renewed its shard in time, and the process that has taken this shard over."""
    slow, other = Process(world, 1), Process(world, 1)
    await slow.step()
    await world.later(SECONDS)
    await other.step()
    return slow, other


async def test_process_that_was_away_too_long_learns_that_its_shard_is_taken(world: World) -> None:
    slow, other = await after_a_takeover(world)
    assert other.events == ["+0"]
    assert slow.numbers == []
    assert await slow.step() == ["-0"]
    assert await slow.step() == []


async def test_only_the_first_claim_of_an_interaction_after_a_handover_answers_it(world: World) -> None:
    slow, other = Process(world, 1), Process(world, 1)
    await slow.step()
    assert await slow.shards.answers(Place.server(0), 1)
    assert not await other.shards.answers(Place.server(0), 1)
    await world.later(SECONDS)
    await other.step()
    assert await asyncio.gather(*(slow.shards.answers(Place.server(0), number) for number in (2, 3))) == [True] * 2
    assert await asyncio.gather(*(other.shards.answers(Place.server(0), number) for number in (2, 3, 4))) == [
        False,
        False,
        True,
    ]
    assert not await slow.shards.answers(Place.server(0), 4)
    assert slow.events == ["+0", "-0"]


async def test_process_that_never_had_a_shard_claims_none_of_its_interactions(world: World) -> None:
    stranger = Process(world, 1)
    _, other = await after_a_takeover(world)
    assert not await stranger.shards.answers(Place.server(0), 2)
    assert await other.shards.answers(Place.server(0), 2)


async def test_long_after_a_handover_the_owner_answers_without_claims(world: World) -> None:
    slow, other = await after_a_takeover(world)
    await world.later(HANDOVER_SECONDS - SECONDS / 2)
    await other.step()
    await world.later(SECONDS / 2)
    assert await other.shards.answers(Place.server(0), 1)
    assert await asyncio.gather(*(slow.shards.answers(Place.server(0), number) for number in (1, 2))) == [False] * 2
    assert "click:1" not in await world.owners(CLAIM_SECONDS), "a claim costs a write, which nobody needs any more"


async def test_old_claims_are_deleted_at_the_next_handover(world: World) -> None:
    process, other = Process(world, 1), Process(world, 1)
    await process.step()
    assert await process.shards.answers(Place.server(0), 1)
    await world.later(CLAIM_SECONDS + 1)
    await other.step()
    database = world._store._database
    rows = await database.read("SELECT name FROM leases WHERE name LIKE 'click:%'", ())
    assert rows == []


async def test_clicks_on_a_shard_with_unknown_owner_share_one_query(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    process = Process(world, 1)
    await process.step()
    await world.later(HANDOVER_SECONDS)
    world.down = True
    asked: list[object] = []
    monkeypatch.setattr(world, "_asked", asked_of(world, asked))
    assert await asyncio.gather(*(process.shards.answers(Place.server(0), 1) for _ in range(9))) == [True] * 9
    assert len(asked) == 1
    world.down = False
    assert await process.shards.answers(Place.server(0), 2)
    assert process.events == ["+0", "+0"]


def asked_of(world: World, asked: list[object]) -> Callable[[Awaitable[Any]], Awaitable[Any]]:
    """Return a replacement of `World._asked` that adds each query to `asked`."""
    ask = world._asked

    async def noted(question: Awaitable[Any]) -> Any:
        asked.append(question)
        return await ask(question)

    return noted


async def test_shard_that_was_anothers_in_between_is_lost_and_gained(world: World) -> None:
    slow, other = await after_a_takeover(world)
    await other.shards.close()
    assert await slow.step() == ["-0", "+0"]


async def test_lease_counts_from_before_its_request(world: World) -> None:
    process = Process(world)
    world.slow = CERTAIN - 1
    await process.leases.take(["x"])
    assert process.leases.holds("x")
    world.now += 1
    assert not process.leases.holds("x")


async def test_answer_after_the_lease_time_confirms_nothing(world: World) -> None:
    process = Process(world)
    world.slow = CERTAIN
    assert await process.step() == []
    assert process.numbers == []
    world.slow = 0
    assert await process.step() == ["+0"]


async def test_one_of_two_concurrent_requests_gets_the_lease(world: World) -> None:
    processes = [Process(world, 1) for _ in range(8)]
    await asyncio.gather(*(one.step() for one in processes))
    assert sum(one.numbers == [0] for one in processes) == 1


async def test_forward_jump_of_the_database_clock_lets_another_take_over_and_the_owner_learns_it(world: World) -> None:
    first, other = Process(world, 1), Process(world, 1)
    await first.step()
    world.ahead = 3600
    assert await other.step() == ["+0"]
    assert await first.step() == ["-0"]
    assert (first.numbers, other.numbers) == ([], [0])


async def test_forward_jump_without_a_rival_just_renews(world: World) -> None:
    process = Process(world, 1)
    await process.step()
    world.ahead = 3600
    assert await process.step() == []
    assert process.numbers == [0]


@pytest.mark.parametrize("seconds", [3, SECONDS - 1])
async def test_small_backward_jump_keeps_renewed_leases(world: World, seconds: float) -> None:
    first, other = Process(world, 1), Process(world, 1)
    await first.step()
    world.ahead = -seconds
    assert await other.step() == []
    await world.later(STEP)
    assert await first.step() == []
    assert await other.step() == []
    await world.later(SECONDS)
    assert await other.step() == ["+0"]


async def test_backward_jump_of_an_hour_does_not_block_a_dead_processs_shards_for_an_hour(world: World) -> None:
    dead, spare = Process(world, 1), Process(world, 1)
    await dead.step()
    world.ahead = -3600
    assert await spare.step() == ["+0"]


async def test_nobody_takes_a_shard_while_others_use_another_shard_count(world: World) -> None:
    old, new = Process(world, count=2, most=2), Process(world, count=3, most=3)
    await old.step()
    assert await new.step() == []
    await old.shards.close()
    assert await new.step() == ["+0", "+1", "+2"]


async def running(world: World, *work: Callable[[], Awaitable[object]]) -> list[asyncio.Future[object]]:
    """Start the work, and return its tasks once each is done or waits for its turn."""
    tasks: list[asyncio.Future[object]] = [asyncio.ensure_future(one()) for one in work]
    await world.settled()
    return tasks


async def test_sessions_of_one_bucket_start_one_after_the_other_across_processes(world: World) -> None:
    processes = [Process(world, 4, 2) for _ in range(2)]
    numbers = (0, 2, 1)
    tasks = await running(world, *(lambda p=p, n=n: p.shards.turn(n, 2) for p in processes for n in numbers))
    begun = [sum(task.done() for task in tasks)]
    for _ in range(3):
        await world.later(IDENTIFY_SECONDS + TURN_STEP)
        begun.append(sum(task.done() for task in tasks))
    assert begun == [2, 4, 5, 6]


async def test_a_turn_is_waited_for_although_the_store_fails(world: World) -> None:
    world.down = True
    (task,) = await running(world, lambda: Process(world).shards.turn(0, 1))
    assert not task.done()
    world.down = False
    await world.later(TURN_STEP)
    assert task.done()


async def test_only_one_process_registers_at_a_time_however_long_that_takes(world: World) -> None:
    first, second = Process(world), Process(world)
    began: list[str] = []

    async def register(process: Process, name: str, done: asyncio.Event) -> None:
        async with process.shards.only("application"):
            began.append(name)
            await done.wait()

    ends = asyncio.Event(), asyncio.Event()
    tasks = await running(world, lambda: register(first, "first", ends[0]), lambda: register(second, "second", ends[1]))
    for _ in range(10):
        await world.later(STEP)
        await first.step()
        await second.step()
    assert began == ["first"]
    ends[0].set()
    await world.settled()
    await world.later(STEP)
    assert began == ["first", "second"]
    ends[1].set()
    await asyncio.gather(*tasks)
