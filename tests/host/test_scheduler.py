"""Few computer players think at a time, servers take turns, and each player thinks less when many wait."""

import asyncio

import pytest

from engine.players import LEVELS, ThinkingBudget
from host.ai.scheduler import ThinkingQueue, ThinkingSlots, capped, left_of, seconds_of
from tests.virtual_time import in_virtual_time, now

QUICK, HARD = LEVELS["normal"].budget, LEVELS["hard"].budget
LEAST = seconds_of(QUICK)


class Thinkers:
    """Callers that hold a thinking slot for one turn of the event loop, or until an event is set."""

    def __init__(self, places: int) -> None:
        self.queue = ThinkingQueue(places)
        self.thought: list[int] = []
        self.most = self._now = 0

    async def think(self, place_id: int, until: asyncio.Event | None = None) -> None:
        async with self.queue.place(place_id):
            self._now += 1
            self.most = max(self.most, self._now)
            await (until.wait() if until else asyncio.sleep(0))
            self.thought.append(place_id)
            self._now -= 1


async def test_concurrent_thinking_is_limited_by_the_places() -> None:
    thinkers = Thinkers(2)
    await asyncio.gather(*(thinkers.think(number % 3) for number in range(20)))
    assert (thinkers.most, len(thinkers.thought)) == (2, 20)


async def test_server_with_many_tables_gets_one_turn_like_every_other() -> None:
    thinkers = Thinkers(1)
    await asyncio.gather(*(thinkers.think(guild) for guild in [1] * 50 + [2, 3, 2]))
    assert thinkers.thought[:6] == [1, 1, 2, 3, 1, 2]


async def test_first_request_of_a_server_is_served_first() -> None:
    queue, order = ThinkingQueue(1), list[int]()

    async def think(number: int) -> None:
        async with queue.place(1):
            order.append(number)

    await asyncio.gather(*(think(number) for number in range(9)))
    assert order == list(range(9))


async def test_cancelled_request_takes_no_place() -> None:
    thinkers, hold = Thinkers(1), asyncio.Event()
    holding = asyncio.create_task(thinkers.think(1, hold))
    await asyncio.sleep(0)
    waiting = [asyncio.create_task(thinkers.think(2)) for _ in range(3)]
    await asyncio.sleep(0)
    waiting[0].cancel()
    hold.set()
    await holding  # `waiting[1]` has been given the free slot
    waiting[1].cancel()
    await asyncio.gather(*waiting, return_exceptions=True)
    await thinkers.think(3)
    assert thinkers.thought == [1, 2, 3]


async def test_request_that_is_cancelled_as_it_gets_a_place_passes_it_on() -> None:
    thinkers = Thinkers(1)
    async with thinkers.queue.place(1):
        waiting = asyncio.create_task(thinkers.think(2))
        await asyncio.sleep(0)
    waiting.cancel()  # the task has got the slot, but has not run since
    await asyncio.gather(waiting, return_exceptions=True)
    await asyncio.wait_for(thinkers.think(3), timeout=5)
    assert thinkers.thought == [3]


# --- Thinking time


@pytest.mark.parametrize(
    ("waited", "wanted", "seconds"),
    [
        (0.0, 0.5, 1.0),
        (0.0, 1.0, 1.0),
        (0.0, 2.0, 0.5),
        (0.0, 3.0, 1 / 3),
        (0.25, 1.0, 0.75),
        (0.75, 2.0, 0.25),
        (0.25, 2.0, 0.5),
        (0.0, 1000.0, LEAST),
        (0.99, 1.0, LEAST),
        (7.0, 1.0, LEAST),
    ],
)
def test_time_is_shared_and_reduced_by_the_wait_but_not_below_the_usual_level(
    waited: float, wanted: float, seconds: float
) -> None:
    assert left_of(ThinkingBudget(seconds=1.0), waited, wanted).seconds == pytest.approx(seconds)


def test_playouts_are_not_shared() -> None:
    assert left_of(ThinkingBudget(playouts=4, seconds=1.0), 0.0, 2.0) == ThinkingBudget(playouts=4, seconds=0.5)


@pytest.mark.parametrize(
    ("own", "most", "playouts"), [(100, 0, 100), (100, 4, 4), (100, 400, 100), (None, 0, None), (None, 4, 4)]
)
def test_cap_is_the_maximum_and_0_means_none(own: int | None, most: int, playouts: int | None) -> None:
    assert capped(ThinkingBudget(own, 1.0), most) == ThinkingBudget(playouts, 1.0)


class Long:
    """A scheduler and long requests that use all of their time; `took` records how long each request took."""

    def __init__(self, places: int) -> None:
        self.lanes = ThinkingSlots(places, now)
        self.left: list[float] = []
        self.took: list[float] = []

    async def think(self, place_id: int = 1) -> None:
        asked_at = now()
        async with self.lanes.place(place_id, HARD) as left:
            assert left.seconds is not None
            self.left.append(left.seconds)
            await asyncio.sleep(left.seconds)
        self.took.append(now() - asked_at)


@in_virtual_time
async def test_long_requests_do_not_delay_a_quick_one() -> None:
    long = Long(2)
    thinking = [asyncio.create_task(long.think()) for _ in range(20)]
    await asyncio.sleep(0.1)
    async with long.lanes.place(1, QUICK) as left:
        assert (now(), left) == (0.1, QUICK)
    await asyncio.gather(*thinking)


@in_virtual_time
async def test_quick_request_delays_no_long_one() -> None:
    long = Long(1)
    async with long.lanes.place(1, QUICK):
        await long.think()
    assert long.left == [HARD.seconds]


@in_virtual_time
async def test_as_many_requests_as_places_have_all_their_time() -> None:
    long = Long(2)
    await asyncio.gather(long.think(), long.think())
    assert long.left == [HARD.seconds] * 2


@in_virtual_time
async def test_six_repeated_requests_get_a_third_each_and_answer_in_the_time_of_one() -> None:
    long = Long(2)

    async def again_and_again(first: float) -> None:
        await asyncio.sleep(first)
        for _ in range(50):
            await asyncio.gather(long.think(), asyncio.sleep(1.2))

    await asyncio.gather(*(again_and_again(number * 0.2) for number in range(6)))
    assert max(long.took) <= 1.0 + 3 * LEAST
    assert sum(long.left) / len(long.left) > 1 / 3


@in_virtual_time
async def test_a_hundred_concurrent_requests_get_at_least_the_usual_levels_time_and_are_all_answered() -> None:
    long = Long(2)
    await asyncio.gather(*(long.think(number % 7) for number in range(100)))
    assert min(long.left) == LEAST
    assert max(long.took) <= 1.0 + 100 / 2 * LEAST


@in_virtual_time
async def test_request_that_others_wait_for_shares_with_them() -> None:
    long = Long(1)

    async def think_briefly() -> None:
        async with long.lanes.place(1, HARD):
            await asyncio.sleep(0.1)

    await asyncio.gather(think_briefly(), long.think(), long.think())
    assert long.left == pytest.approx([0.5, 0.4])


async def test_busy_and_waiting_players_of_both_queues_are_counted() -> None:
    slots, until = ThinkingSlots(1), asyncio.Event()

    async def think(budget: ThinkingBudget) -> None:
        async with slots.place(1, budget):
            await until.wait()

    thinking = [asyncio.create_task(think(budget)) for budget in (HARD, HARD, HARD, QUICK)]
    await asyncio.sleep(0)
    assert (slots.busy, slots.waiting) == (2, 2)
    until.set()
    await asyncio.gather(*thinking)
    assert (slots.busy, slots.waiting) == (0, 0)
