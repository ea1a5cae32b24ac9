"""Before a session begins, the bot asks Discord for shards and session starts, and waits until Discord answers."""

import asyncio
import logging
from itertools import pairwise
from types import SimpleNamespace
from typing import Any, cast

import aiohttp
import discord
import pytest

from cogs.gateway.session_starts import (
    MAX_PAUSE_SECONDS,
    MAX_RETRY_SECONDS,
    RESERVE,
    SessionStarts,
    TooFewShardsError,
    until_answered,
)
from cogs.requests.circuit_breaker import BAN_SECONDS
from tests.virtual_time import in_virtual_time, now

BODY = "<!DOCTYPE html><html><body>Error 1015</body></html>"


def refused(status: int, **headers: str) -> discord.HTTPException:
    response: Any = SimpleNamespace(status=status, reason="no", headers={"Via": "1.1 google"} | headers)
    return discord.HTTPException(response, BODY)


def banned(**headers: str) -> discord.HTTPException:
    response: Any = SimpleNamespace(status=429, reason="no", headers=headers)
    return discord.HTTPException(response, BODY)


class Answers:
    """Discord's answers one after another: errors that are raised, or values."""

    def __init__(self, *answers: object) -> None:
        self.left = list(answers)
        self.at: list[float] = []
        """The times of the requests."""

    async def __call__(self, _route: object = None) -> Any:
        self.at.append(now())
        answer = self.left.pop(0) if len(self.left) > 1 else self.left[0]
        if isinstance(answer, Exception):
            raise answer
        return answer


def told(shards: int = 1, remaining: int = 1000, reset: float = 0.0, buckets: int = 1) -> dict[str, Any]:
    """Return an answer to `GET /gateway/bot`; `reset` is in seconds."""
    limit = {"total": 1000, "remaining": remaining, "reset_after": round(reset * 1000), "max_concurrency": buckets}
    return {"shards": shards, "url": "wss://gateway.invalid", "session_start_limit": limit}


def starts(answers: Answers, pinned: int | None = None) -> SessionStarts:
    client = SimpleNamespace(http=SimpleNamespace(request=answers))
    return SessionStarts(cast("Any", client), pinned, clock=now)


def lines(caplog: pytest.LogCaptureFixture) -> list[str]:
    """Return the messages of the bot's warnings."""
    return [one.getMessage() for one in caplog.records if one.levelno >= logging.WARNING]


# --- Discord cannot be reached

NO_NETWORK = aiohttp.ClientConnectorError(
    cast("Any", SimpleNamespace(host="discord.com", port=443, ssl=True)), OSError(-3, "Temporary failure")
)


@pytest.mark.parametrize(
    ("error", "seconds", "said"),
    [
        (refused(503), 1, "HTTPException 503"),
        (refused(503, **{"Retry-After": "90"}), 90, "HTTPException 503"),
        (banned(), BAN_SECONDS, "HTTPException 429"),
        (banned(**{"Retry-After": "3600"}), 3600, "HTTPException 429"),
        (discord.RateLimited(240), 240, "RateLimited"),
        (discord.ClientException(), 1, "ClientException"),
        (NO_NETWORK, 1, "discord.com:443"),
        (TimeoutError(), 1, "TimeoutError"),
        (KeyError("a proxy's page"), 1, "KeyError"),
    ],
    ids=lambda one: type(one).__name__ if isinstance(one, Exception) else None,
)
@in_virtual_time
async def test_failed_call_is_repeated_after_a_pause_with_one_line_and_no_body(
    error: Exception, seconds: float, said: str, caplog: pytest.LogCaptureFixture
) -> None:
    answers = Answers(error, 7)
    assert await until_answered(answers) == 7
    assert answers.at == [0, seconds]
    (line,) = lines(caplog)
    assert said in line
    assert f"in {seconds:.0f} seconds" in line
    assert "<" not in line
    assert not caplog.records[0].exc_info


@in_virtual_time
async def test_pauses_grow_to_a_minute() -> None:
    answers = Answers(*[TimeoutError()] * 9, 7)
    await until_answered(answers)
    pauses = [after - before for before, after in pairwise(answers.at)]
    assert pauses == [1, 2, 4, 8, 16, 32, *[MAX_RETRY_SECONDS] * 3]


@pytest.mark.parametrize("error", [discord.LoginFailure(), RuntimeError("a mistake of ours")], ids=repr)
@in_virtual_time
async def test_refused_token_and_a_mistake_of_ours_are_not_waited_out(error: Exception) -> None:
    with pytest.raises(type(error)):
        await until_answered(Answers(error))
    assert now() == 0


# --- The numbers of `GET /gateway/bot`


@in_virtual_time
async def test_pinned_number_of_shards_below_discords_is_refused() -> None:
    with pytest.raises(TooFewShardsError) as error:
        await starts(Answers(told(shards=3)), pinned=2).first()
    assert (error.value.needed, error.value.pinned) == (3, 2)


@pytest.mark.parametrize(("pinned", "shards"), [(None, 3), (3, 3), (8, 8)])
@in_virtual_time
async def test_number_of_shards_is_the_pinned_one_or_discords(pinned: int | None, shards: int) -> None:
    begun = starts(Answers(told(shards=3, buckets=16)), pinned)
    await begun.first()
    assert (begun.shards, begun.buckets) == (shards, 16)


@in_virtual_time
async def test_shards_that_discord_asks_for_later_end_no_running_process() -> None:
    begun = starts(Answers(told(shards=2), told(shards=3)), pinned=2)
    await begun.first()
    await begun.wait()


@in_virtual_time
async def test_few_session_starts_wait_until_discord_counts_anew(caplog: pytest.LogCaptureFixture) -> None:
    answers = Answers(told(remaining=RESERVE - 1, reset=7200), told(remaining=0, reset=0), told(remaining=RESERVE))
    await starts(answers).first()
    assert answers.at == [0, 7200, 7201]
    assert lines(caplog) == [
        "only 49 of 1000 sessions may begin today: the next waits 7200 s",
        "only 0 of 1000 sessions may begin today: the next waits 1 s",
    ]


@in_virtual_time
async def test_token_that_is_refused_later_is_not_waited_out() -> None:
    one = starts(Answers(told(), refused(401)))
    await one.first()
    with pytest.raises(discord.LoginFailure):
        await one.wait_for(0)


# --- Sessions that Discord invalidates again and again


async def begin(one: SessionStarts, shard: int) -> None:
    """Begin a new session of a shard once it may begin."""
    await one.wait_for(shard)
    assert one.take(shard)
    one.count(shard)


async def loop_for(seconds: float, one: SessionStarts, shard: int) -> list[float]:
    """Begin sessions that are invalidated at once; return the times at which they begin."""
    begun = []
    while now() < seconds:
        await begin(one, shard)
        begun.append(now())
        await asyncio.sleep(0.1)
    return begun


@in_virtual_time
async def test_loop_of_new_sessions_slows_down_and_a_single_one_does_not_wait() -> None:
    one = starts(Answers(told()))
    begun = await loop_for(86_400, one, 0)
    assert begun[:6] == pytest.approx([0, 0.1, 0.2, 10.2, 30.2, 70.2])
    assert len(begun) < 265
    assert max(after - before for before, after in pairwise(begun)) <= MAX_PAUSE_SECONDS + 1
    before = now()
    await begin(one, 1)
    assert now() == before, "another shard has its own count"
    await asyncio.sleep(3600)
    before = now()
    await begin(one, 0)
    assert now() == before


@in_virtual_time
async def test_loop_of_new_sessions_leaves_the_reserve_of_the_day() -> None:
    used = 0

    class Counting(Answers):
        async def __call__(self, _route: object = None) -> Any:
            is_new_day = now() >= 86_400
            return told(remaining=1000 if is_new_day else RESERVE + 3 - used, reset=86_400 - now())

    one = starts(Counting())
    while now() < 86_400:
        await begin(one, 0)
        used += 1
    assert used == 5
    assert now() == 86_400


@in_virtual_time
async def test_permission_is_for_one_session_and_one_that_never_began_is_not_counted() -> None:
    one = starts(Answers(told()))
    for _ in range(9):
        assert not one.take(0)
        await one.wait_for(0)
        assert not one.take(1)
        assert one.take(0)
    assert now() == 0
