"""Few computer players think at a time, and no server waits for all of another's."""

from __future__ import annotations

import asyncio

from host.thinking import Queue


class Thinkers:
    """Those who want to think: each for a turn of the loop, or until told."""

    def __init__(self, places: int) -> None:
        self.queue = Queue(places)
        self.thought: list[int] = []
        self.most = self._now = 0

    async def think(self, guild_id: int, until: asyncio.Event | None = None) -> None:
        async with self.queue.place(guild_id):
            self._now += 1
            self.most = max(self.most, self._now)
            await (until.wait() if until else asyncio.sleep(0))
            self.thought.append(guild_id)
            self._now -= 1


async def test_no_more_think_at_a_time_than_there_are_places() -> None:
    thinkers = Thinkers(2)
    await asyncio.gather(*(thinkers.think(number % 3) for number in range(20)))
    assert (thinkers.most, len(thinkers.thought)) == (2, 20)


async def test_a_server_with_many_tables_has_one_turn_like_every_other() -> None:
    thinkers = Thinkers(1)
    await asyncio.gather(*(thinkers.think(guild) for guild in [1] * 50 + [2, 3, 2]))
    assert thinkers.thought[:6] == [1, 1, 2, 3, 1, 2]


async def test_within_a_server_whoever_came_first_is_first() -> None:
    queue, order = Queue(1), list[int]()

    async def think(number: int) -> None:
        async with queue.place(1):
            order.append(number)

    await asyncio.gather(*(think(number) for number in range(9)))
    assert order == list(range(9))


async def test_whoever_gives_up_takes_no_place_with_them() -> None:
    thinkers, hold = Thinkers(1), asyncio.Event()
    holding = asyncio.create_task(thinkers.think(1, hold))
    await asyncio.sleep(0)
    waiting = [asyncio.create_task(thinkers.think(2)) for _ in range(3)]
    await asyncio.sleep(0)
    waiting[0].cancel()
    hold.set()
    await holding  # the place has been passed on to the second
    waiting[1].cancel()
    await asyncio.gather(*waiting, return_exceptions=True)
    await thinkers.think(3)
    assert thinkers.thought == [1, 2, 3]


async def test_whoever_gives_up_just_as_they_get_a_place_passes_it_on() -> None:
    thinkers = Thinkers(1)
    async with thinkers.queue.place(1):
        waiting = asyncio.create_task(thinkers.think(2))
        await asyncio.sleep(0)
    waiting.cancel()  # the place is theirs by now, and they have not woken up
    await asyncio.gather(waiting, return_exceptions=True)
    await asyncio.wait_for(thinkers.think(3), timeout=5)
    assert thinkers.thought == [3]
