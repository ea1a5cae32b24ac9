"""Metrics for Prometheus: GET /metrics answers with the health report's counts and more, in Prometheus's text form.

Every label has few possible values, which are listed in the code. No label and no value contains a name, an id, a card
or anything that somebody typed. docs/monitoring has a dashboard and alerts that use these metrics.

Source: https://prometheus.io/docs/instrumenting/exposition_formats/
"""

import math
import os
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path

from aiohttp import web
from prometheus_client.core import CollectorRegistry, CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4, generate_latest
from prometheus_client.metrics_core import Metric
from prometheus_client.registry import Collector

from cogs.client import Ichiza
from cogs.metrics import Metrics
from host.histogram import Histogram
from host.services import Services
from operations.health import Health
from operations.logs import ErrorCounter

_PROCESS = Path("/proc/self")


class Exposition(Collector):
    """The metrics of the bot. All names begin with `ichiza_`, except those of the process's own metrics."""

    def __init__(self, health: Health, bot: Ichiza, services: Services, metrics: Metrics, errors: ErrorCounter) -> None:
        self._health = health
        self._bot = bot
        self._services = services
        self._metrics = metrics
        self._errors = errors
        self._tables: tuple[int, int] | None = None
        """Numbers of lobbies and running games; None if the database does not answer."""
        self._registry = CollectorRegistry(auto_describe=False)
        self._registry.register(self)

    async def answer(self, _request: web.Request) -> web.Response:
        """Answer GET /metrics."""
        return web.Response(body=await self.text(), headers={"Content-Type": CONTENT_TYPE_PLAIN_0_0_4})

    async def text(self) -> bytes:
        """Return all metrics in Prometheus's text form."""
        self._tables = await self._health.open_tables()
        return generate_latest(self._registry)

    def collect(self) -> Iterator[Metric]:
        """Yield all metrics; called by the registry."""
        yield from self._interactions()
        yield from self._discord()
        yield from self._gateway()
        yield from self._work()
        yield from self._database()
        yield _counter("ichiza_errors", "Lines of level ERROR in the log", self._errors.count)
        if (ahead := self._services.clock.difference) is not None:
            yield _gauge("ichiza_clock_error_seconds", "Difference of this computer's clock and Discord's", abs(ahead))
        yield from _process()

    def _interactions(self) -> Iterator[Metric]:
        metrics = self._metrics
        yield _counter("ichiza_interactions", "Clicks and commands received", metrics.received)
        yield _counter("ichiza_interactions_answered", "Clicks and commands answered in time", metrics.answers.count)
        yield _counter("ichiza_interactions_deferred", "Answered at first with a deferral", metrics.deferred)
        yield _counter("ichiza_interactions_unanswered", "Without an answer in time", metrics.unanswered)
        answers = metrics.answers
        yield _histogram("ichiza_answer_seconds", "From the arrival of a click to its answer at Discord", ((), answers))

    def _discord(self) -> Iterator[Metric]:
        metrics, breaker = self._metrics, self._bot.breaker
        taken = [((route,), seconds) for route, seconds in metrics.requests.items()]
        about = "From a request to Discord's response"
        yield _histogram("ichiza_discord_request_seconds", about, *taken, labels=("route",))
        yield _counter("ichiza_discord_requests_lost", "Requests without a response", metrics.lost_requests)
        silent = metrics.silent_seconds()
        yield _gauge("ichiza_discord_silent_seconds", "Time for which no request has got a response", silent)
        refused = CounterMetricFamily(
            "ichiza_discord_refusals",
            "Responses of 400 and above by HTTP status and error code",
            labels=("status", "code"),
        )
        for known, count in sorted(metrics.refusals.items()):
            refused.add_metric(known, count)
        yield refused
        limited = CounterMetricFamily("ichiza_discord_rate_limits", "Responses of 429 by scope", labels=("scope",))
        for scope, count in metrics.rate_limits.items():
            limited.add_metric((scope,), count)
        yield limited
        yield _gauge("ichiza_discord_paused_seconds", "Time until background requests are sent again", breaker.pause())
        counted = breaker.refusals()
        yield _gauge("ichiza_discord_invalid_requests", "Responses of 401, 403 and 429 in ten minutes", counted)
        waiting = self._bot.limiter.waiting
        yield _gauge("ichiza_discord_waiting_requests", "Requests that wait for the bot's own rate limit", waiting)
        yield _counter("ichiza_messages_written", "Message requests that Discord answered", metrics.messages_written)
        yield _counter(
            "ichiza_messages_failed", "Message requests that failed and are retried", metrics.messages_failed
        )
        overdue = self._health.overdue_seconds()
        yield _gauge(
            "ichiza_messages_overdue_seconds", "Time for which none could be written although one is due", overdue
        )

    def _gateway(self) -> Iterator[Metric]:
        bot, shards = self._bot, len(self._bot.carried_shards())
        connected = bot.connected_shards()
        counts = {"connected": connected, "missing": shards - connected}
        yield _gauges("ichiza_gateway_shards", "Connections to Discord's gateway", "state", counts)
        yield _gauge("ichiza_gateway_down_seconds", "Time for which a connection has been missing", bot.down_seconds())
        silent = bot.silent_seconds()
        yield _gauge("ichiza_gateway_silent_seconds", "Time since the last frame of the quietest connection", silent)
        if math.isfinite(bot.latency):
            yield _gauge("ichiza_gateway_latency_seconds", "Round trip of a heartbeat", bot.latency)

    def _work(self) -> Iterator[Metric]:
        queues, computers = self._bot.presenter.queues, self._services.ai_players
        backlog = {_label(queue.name): queue.backlog for queue in queues}
        yield _gauges("ichiza_queue_tables", "Tables in a work queue", "queue", backlog)
        failing = {_label(queue.name): len(queue.failing()) for queue in queues}
        yield _gauges("ichiza_queue_failing_tables", "Tables whose last try failed", "queue", failing)
        thinking = {"busy": computers.slots.busy, "waiting": computers.slots.waiting}
        yield _gauges("ichiza_computer_players", "Computer players that think or wait to think", "state", thinking)
        moves = (), computers.move_seconds
        yield _histogram("ichiza_computer_move_seconds", "Waiting and thinking for a computer player's move", moves)
        about = "How often each step of a lesson was reached; the last one is its end"
        reached = CounterMetricFamily("ichiza_lesson_steps", about, labels=("lesson", "step"))
        for (lesson, step), count in sorted(self._services.lessons.steps.items()):
            reached.add_metric((lesson, str(step)), count)
        yield reached

    def _database(self) -> Iterator[Metric]:
        metrics, pending = self._metrics, self._services.pending_writes
        kind = {self._services.database_kind: 1}
        yield _gauges("ichiza_database_info", "The kind of database: sqlite or postgresql", "kind", kind)
        if self._tables is not None:
            lobbies, playing = self._tables
            open_tables = {"lobby": lobbies, "playing": playing}
            yield _gauges("ichiza_tables", "Open tables of all processes by state", "state", open_tables)
        wait = self._health.database_wait_seconds()
        yield _gauge("ichiza_database_read_wait_seconds", "Age of a query that has not returned", wait)
        oldest = pending.oldest_seconds()
        yield _gauge("ichiza_database_write_wait_seconds", "Age of the oldest write that has not returned", oldest)
        yield _gauge("ichiza_database_pending_writes", "Writes that have not returned", len(pending))
        yield _histogram("ichiza_commit_seconds", "From a write's request to its commit", ((), metrics.writes))
        yield _counter("ichiza_commits_failed", "Writes that failed", metrics.failed_writes)
        unwritable = int(self._health.is_unwritable)
        yield _gauge(
            "ichiza_database_unwritable", "1 if a write failed, and another try of this report too", unwritable
        )


def _label(name: str) -> str:
    return name.replace(" ", "_")


def _counter(name: str, about: str, count: float) -> Metric:
    return CounterMetricFamily(name, about, value=count)


def _gauge(name: str, about: str, value: float) -> Metric:
    return GaugeMetricFamily(name, about, value=value)


def _gauges(name: str, about: str, label: str, values: Mapping[str, float]) -> Metric:
    metric = GaugeMetricFamily(name, about, labels=(label,))
    for one, value in values.items():
        metric.add_metric((one,), value)
    return metric


def _histogram(
    name: str, about: str, *taken: tuple[tuple[str, ...], Histogram], labels: tuple[str, ...] = ()
) -> Metric:
    """Return a metric of several histograms. `taken` has pairs: the values of `labels`, and their histogram."""
    metric = HistogramMetricFamily(name, about, labels=labels)
    for values, one in taken:
        buckets = [("+Inf" if math.isinf(bound) else str(bound), float(count)) for bound, count in one.cumulative()]
        metric.add_metric(values, buckets, one.sum)
    return metric


def _process() -> Iterator[Metric]:
    """Yield the process's metrics under the names that prometheus_client gives them.

    prometheus_client's own collector needs /proc/stat, which docs/ichiza.service hides. Without /proc, as on macOS and
    Windows, there is only the processor time.
    """
    yield _counter("process_cpu_seconds", "Processor time of the bot's process", time.process_time())
    with suppress(OSError):
        pages = int((_PROCESS / "statm").read_text().split()[1])
        memory = pages * os.sysconf("SC_PAGE_SIZE")
        yield _gauge("process_resident_memory_bytes", "Memory of the bot's process", memory)
        files = sum(1 for _ in (_PROCESS / "fd").iterdir())
        yield _gauge("process_open_fds", "Open files and connections of the bot's process", files)
