"""The health report: it contains only counts and the problems."""

import asyncio
import gc
import json
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any, cast

import aiohttp
import pytest

from cogs.metrics import Metrics
from cogs.requests.circuit_breaker import CircuitBreaker
from cogs.requests.rate_limiter import RateLimiter
from host.ai.scheduler import ThinkingSlots
from host.clock import ComparedClock
from host.histogram import Histogram
from host.services import StoreError
from operations import health
from operations.endpoint import serve_endpoint
from operations.health import DOWN_SECONDS, Health
from operations.logs import ErrorCounter
from operations.prometheus import Exposition
from storage.database import PendingWrites
from tests.clock import START
from tests.cogs.shares import whole

Json = dict[str, Any]


@dataclass
class Body:
    """The bot, its services and their clock, as far as the health report needs them; tests set the values."""

    now: float = 1000.0
    latency: float = 0.042
    counts: Callable[[], Any] = lambda: (1, 2)
    written: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.metrics = Metrics(lambda: self.now)
        self.metrics.connected(0)
        self.errors = ErrorCounter()
        self.limiter, self.breaker = RateLimiter(whole), CircuitBreaker(whole, clock=lambda: self.now)
        self.presenter = SimpleNamespace(
            queues=[SimpleNamespace(name="showing", backlog=3, failing=lambda: [7])],
        )
        self.ai_players = SimpleNamespace(thinking=4, slots=ThinkingSlots(2), move_seconds=Histogram())
        self.tables = self.people = self
        self.lessons = SimpleNamespace(steps={("saizen", 1): 5, ("saizen", 2): 3})
        self.clock = ComparedClock(computer=lambda: START + self.now, running=lambda: self.now)
        self.database_kind, self.pending_writes = "sqlite", PendingWrites(lambda: self.now)
        self.health = Health(cast("Any", self), cast("Any", self), self.metrics, self.errors)
        self.exposition = Exposition(self.health, cast("Any", self), cast("Any", self), self.metrics, self.errors)

    def carried_shards(self) -> list[int]:
        return [0]

    def connected_shards(self) -> int:
        return sum(not self.metrics.down_seconds([shard]) for shard in self.carried_shards())

    def silent_seconds(self) -> float:
        return 0.0

    def is_ready(self) -> bool:
        return not self.down_seconds()

    def down_seconds(self) -> float:
        return self.metrics.down_seconds()

    async def open_counts(self) -> Any:
        found = self.counts()
        return await found if asyncio.iscoroutine(found) else found

    async def set_setting(self, name: str, _value: str) -> None:
        self.written.append(name)

    async def asked(self) -> tuple[int, Json]:
        """Request the report over HTTP; return the HTTP status and the report."""
        async with (
            serve_endpoint(self.health, self.exposition, 0) as address,
            aiohttp.ClientSession() as session,
            session.get(f"{address}/health") as got,
        ):
            return got.status, await got.json()


@pytest.fixture
async def body() -> AsyncIterator[Body]:
    body = Body()
    yield body
    if body.health._count is not None:
        body.health._count.cancel()


def failing() -> Any:
    raise StoreError("The disk is full.")


async def test_report_consists_of_counts(body: Body) -> None:
    body.metrics.record_interaction(1)
    body.metrics.record_answer(1)
    body.metrics.record_commit(0.004)
    body.now += 60
    status, report = await body.asked()
    assert status == 200
    assert report == {
        "problems": [],
        "ready": True,
        "uptime_seconds": 60,
        "gateway": {"shards": 1, "down_seconds": 0.0, "latency_ms": 42.0},
        "discord": {
            "unwritten_seconds": 0.0,
            "paused_seconds": 0.0,
            "refused_requests": 0,
            "waiting_requests": 0,
        },
        "clock": {"ahead_seconds": None},
        "tables": {"lobbies": 1, "playing": 2},
        "interactions": {"received": 1, "answered": 1, "deferred": 0, "failed": 0},
        "answers_ms": {"p50": 0.0, "p95": 0.0, "p99": 0.0},
        "commits": {"count": 1, "failed": 0},
        "commits_ms": {"p50": 4.0, "p95": 4.0, "p99": 4.0},
        "computers": {"thinking": 4},
        "lanes": {"showing": {"backlog": 3, "failing": 1}},
        "errors": {"count": 0, "last": None},
    }


@pytest.mark.parametrize(("ahead", "status"), [(0.0, 200), (60.0, 200), (-60.0, 200), (61.0, 503), (-61.0, 503)])
async def test_clock_that_differs_from_discords_by_over_a_minute_is_a_problem(
    body: Body, ahead: float, status: int
) -> None:
    body.clock.told(START + body.now - ahead)
    answered, report = await body.asked()
    assert (answered, report["problems"]) == (status, ["clock"] if status == 503 else [])
    assert report["clock"] == {"ahead_seconds": ahead}


@pytest.mark.parametrize("latency", [float("nan"), float("inf")])
async def test_unknown_latency_is_null(body: Body, latency: float) -> None:
    body.latency = latency
    report = await body.health.report()
    assert json.loads(json.dumps(report, allow_nan=False))["gateway"]["latency_ms"] is None


@pytest.mark.parametrize(
    ("seconds", "status", "problems"), [(DOWN_SECONDS, 200, []), (DOWN_SECONDS + 1, 503, ["gateway"])]
)
async def test_long_disconnection_is_a_problem_and_any_is_not_ready(
    body: Body, seconds: float, status: int, problems: list[str]
) -> None:
    body.metrics.disconnected(0)
    body.now += seconds
    answered, report = await body.asked()
    assert (answered, report["problems"], report["ready"]) == (status, problems, False)


@pytest.mark.parametrize(("seconds", "problems"), [(60, []), (61, ["discord"])])
async def test_messages_that_could_not_be_sent_for_a_minute_are_a_problem(
    body: Body, seconds: float, problems: list[str]
) -> None:
    body.metrics.record_message_written()
    body.metrics.record_message_failed()
    body.now += seconds / 2
    body.metrics.record_message_failed()
    body.now += seconds / 2
    report: Any = await body.health.report()
    assert report["problems"] == problems
    assert report["discord"]["unwritten_seconds"] == seconds
    assert report["lanes"]["showing"]["backlog"] == 3
    body.metrics.record_message_written()
    assert (await body.health.report())["problems"] == []


@pytest.mark.parametrize("backlog", [0, 1], ids=["nothing waits", "a refused table backs off"])
async def test_failed_sending_is_no_problem_while_no_message_is_due(body: Body, backlog: int) -> None:
    body.presenter.queues = [SimpleNamespace(name="showing", backlog=backlog, failing=list)]
    body.metrics.record_message_failed()
    body.now += 3600
    assert (await body.health.report())["problems"] == []


async def test_ban_is_reported(body: Body) -> None:
    body.breaker.record_response(429, {"Retry-After": "90"}, urgent=False)
    body.now += 30
    report: Any = await body.health.report()
    assert (report["discord"]["paused_seconds"], report["discord"]["refused_requests"]) == (60, 1)


async def test_failing_store_is_a_problem(body: Body) -> None:
    body.counts = failing
    status, report = await body.asked()
    assert (status, report["problems"]) == (503, ["store"])
    assert report["tables"] == {"lobbies": None, "playing": None}


async def test_hanging_store_is_a_problem_and_queried_once(body: Body, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "STORE_SECONDS", 0.01)
    asked = []

    def hanging() -> Any:
        asked.append(True)
        return asyncio.Event().wait()

    body.counts = hanging
    assert (await body.health.report())["problems"] == ["store"]
    assert (await body.health.report())["problems"] == ["store"]
    assert len(asked) == 1


async def test_store_that_fails_after_the_report_has_given_up_logs_no_stack_trace(
    body: Body, monkeypatch: pytest.MonkeyPatch
) -> None:
    unread: list[object] = []
    asyncio.get_running_loop().set_exception_handler(lambda _loop, context: unread.append(context))
    monkeypatch.setattr(health, "STORE_SECONDS", 0.01)
    answers = asyncio.Event()

    async def fail_late() -> Any:
        await answers.wait()
        raise StoreError("The database is locked.")

    body.counts = fail_late
    assert (await body.health.report())["problems"] == ["store"]
    answers.set()
    assert body.health._count is not None
    await asyncio.wait([body.health._count])
    body.health._count = None
    gc.collect()
    assert unread == []


async def test_store_is_probed_after_a_failed_write(body: Body) -> None:
    await body.health.report()
    assert body.written == []
    body.metrics.record_commit(None)
    await body.health.report()
    assert len(body.written) == 1


async def test_server_listens_on_loopback_only(body: Body) -> None:
    async with serve_endpoint(body.health, body.exposition, 0) as address:
        assert address.startswith("http://127.0.0.1:")


async def test_other_paths_are_not_answered(body: Body) -> None:
    async with serve_endpoint(body.health, body.exposition, 0) as address, aiohttp.ClientSession() as session:
        async with session.get(address) as got:
            assert got.status == 404
        for page in ("health", "metrics"):
            async with session.post(f"{address}/{page}") as posted:
                assert posted.status == 405
