"""The rate limit of background requests."""

import asyncio
import contextlib
from itertools import pairwise

import pytest

import limits
from cogs.requests.discord_calls import AbandonedCallError, Call, current_call, wait_for_call
from cogs.requests.rate_limiter import RateLimiter
from tests.cogs.shares import whole
from tests.virtual_time import in_virtual_time, now

ROUND = 1e-6


async def times(limiter: RateLimiter, count: int) -> list[float]:
    """Return the times at which `count` concurrent requests may be sent."""
    sent: list[float] = []

    async def send() -> None:
        await limiter.wait()
        sent.append(now())

    await asyncio.gather(*(send() for _ in range(count)))
    return sent


@in_virtual_time
async def test_no_second_has_more_requests_than_the_limit() -> None:
    limiter = RateLimiter(whole)
    await asyncio.sleep(5.5)
    sent = await times(limiter, 100)
    assert sent[-1] - sent[0] < 100 / 35, "but for the first ones 35 are sent a second"
    for start in sent:
        assert sum(start <= one < start + 1 - ROUND for one in sent) <= limits.CALLS_A_SECOND


@in_virtual_time
async def test_few_requests_are_sent_at_once_and_many_are_spread_evenly() -> None:
    sent = await times(RateLimiter(whole), 40)
    assert sent.count(0.0) == 6
    assert all(later - before == pytest.approx(1 / 35) for before, later in pairwise(sent[5:]))


@in_virtual_time
async def test_requests_are_sent_in_order_and_waiting_ones_are_counted() -> None:
    limiter, order = RateLimiter(whole), []

    async def send(number: int) -> None:
        await limiter.wait()
        order.append(number)

    tasks = [asyncio.create_task(send(number)) for number in range(41)]
    await asyncio.sleep(0.99)
    assert limiter.waiting == 1
    await asyncio.gather(*tasks)
    assert order == list(range(41))
    assert limiter.waiting == 0


@pytest.mark.parametrize(("share", "a_second"), [(0.5, 20), (0.25, 10), (0.0, 1)])
@in_virtual_time
async def test_each_of_several_processes_has_its_share(share: float, a_second: int) -> None:
    sent = await times(RateLimiter(lambda: share), 3 * a_second)
    for start in sent:
        assert sum(start <= one < start + 1 - ROUND for one in sent) <= a_second
    assert sent[-1] < 4


@in_virtual_time
async def test_abandoned_requests_take_no_slot() -> None:
    limiter, sent = RateLimiter(lambda: 0.025), list[float]()

    async def send() -> None:
        await limiter.wait()
        sent.append(now())

    async def give_up() -> None:
        with pytest.raises(TimeoutError):
            await limiter.wait(abandoned)

    def abandoned() -> None:
        raise TimeoutError

    await asyncio.gather(send(), *(give_up() for _ in range(20)), send())
    assert sent == [0.0, 1.0]


@in_virtual_time
async def test_calls_get_through_a_small_share_under_overload() -> None:
    limiter, ended = RateLimiter(lambda: 0.025), list[float]()

    async def request() -> None:
        call = current_call()
        assert call is not None
        await limiter.wait(lambda: check(call))
        ended.append(now())

    def check(call: Call) -> None:
        if call.abandoned:
            raise AbandonedCallError

    async def keep_asking() -> None:
        while now() < 100:
            with contextlib.suppress(TimeoutError):
                await wait_for_call(request())

    await asyncio.gather(*(keep_asking() for _ in range(20)))
    assert len([one for one in ended if one < 100]) >= 90, "one a second is granted"
