"""Work that runs to its end, however often its caller is cancelled."""

import asyncio
import gc
from typing import Any

import pytest

from storage import settle


async def test_the_result_of_the_work_is_returned() -> None:
    async def work() -> int:
        await asyncio.sleep(0)
        return 5

    assert await settle(work()) == 5


async def test_exception_of_the_work_is_raised() -> None:
    async def work() -> None:
        raise ValueError("no")

    with pytest.raises(ValueError, match="no"):
        await settle(work())


async def test_cancelled_caller_waits_until_the_work_has_ended() -> None:
    end, ended = asyncio.Event(), False

    async def work() -> None:
        nonlocal ended
        await end.wait()
        ended = True

    waiting = asyncio.create_task(settle(work()))
    for _ in range(5):
        await asyncio.sleep(0)
        waiting.cancel()
    await asyncio.sleep(0)
    assert not waiting.done()
    end.set()
    await asyncio.wait([waiting])
    assert waiting.cancelled()
    assert ended


async def test_exception_hidden_by_a_cancellation_is_not_reported_as_unretrieved() -> None:
    end, reported = asyncio.Event(), []

    async def work() -> None:
        await end.wait()
        raise ValueError("no")

    def report(_loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        reported.append(context)

    asyncio.get_running_loop().set_exception_handler(report)
    waiting = asyncio.create_task(settle(work()))
    await asyncio.sleep(0)
    waiting.cancel()
    end.set()
    await asyncio.wait([waiting])
    del waiting
    gc.collect()
    asyncio.get_running_loop().set_exception_handler(None)
    assert reported == []
