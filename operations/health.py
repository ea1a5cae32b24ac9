"""Health report for a supervisor on the same computer: GET /health answers with counts, and status 503 on a problem.

The report contains no name, id or card. `operations.prometheus` is another view of the same counts.
"""

import asyncio
import math

from aiohttp import web

from cogs.client import Ichiza
from cogs.metrics import Metrics
from host.services import Services, StoreError
from operations.logs import ErrorCounter

DOWN_SECONDS = 120.0
"""Seconds after which a lost connection to Discord is a problem; discord.py mostly reconnects sooner."""
WRITING_SECONDS = 60.0
"""Seconds after which failing message writes are a problem; a rate limit lasts only some seconds."""
STORE_SECONDS = 2.0
"""Seconds after which a database without an answer is a problem; health checks have short timeouts."""


class Health:
    """The health of the bot."""

    def __init__(self, bot: Ichiza, services: Services, metrics: Metrics, errors: ErrorCounter) -> None:
        self._bot = bot
        self._services = services
        self._metrics = metrics
        self._errors = errors
        self._count: asyncio.Task[tuple[int, int] | None] | None = None
        """The latest query of the database. A report that finds this query still running waits for the query, and
        starts no second query.
        """
        self._looked_at = 0.0
        """Start of the latest query by the clock of the metrics, in seconds."""
        self.is_unwritable = False
        """True if a write has failed, and the trial write of the last report has failed too."""

    async def report(self) -> dict[str, object]:
        """Return the report; `problems` lists the failing parts: `gateway`, `store`, `discord`, `clock`."""
        bot, metrics = self._bot, self._metrics
        counts, down, unwritten = await self.open_tables(), bot.down_seconds(), metrics.unwritten_seconds()
        failing = {
            "gateway": down > DOWN_SECONDS,
            "store": counts is None,
            "discord": self.overdue_seconds() > WRITING_SECONDS,
            "clock": self._services.clock.differs,
        }
        problems = [name for name, is_failing in failing.items() if is_failing]
        lobbies, playing = counts or (None, None)
        ahead = self._services.clock.difference
        return {
            "problems": problems,
            "ready": bot.is_ready(),
            "uptime_seconds": round(metrics.clock() - metrics.started),
            "gateway": {
                "shards": len(bot.carried_shards()),
                "down_seconds": round(down, 1),
                "latency_ms": round(1000 * bot.latency, 1) if math.isfinite(bot.latency) else None,
            },
            "discord": {
                "unwritten_seconds": round(unwritten, 1),
                "paused_seconds": round(bot.breaker.pause(), 1),
                "refused_requests": bot.breaker.refusals(),
                "waiting_requests": bot.limiter.waiting,
            },
            "clock": {"ahead_seconds": None if ahead is None else round(ahead, 1)},
            "tables": {"lobbies": lobbies, "playing": playing},
            "interactions": {
                "received": metrics.received,
                "answered": metrics.answers.count,
                "deferred": metrics.deferred,
                "failed": metrics.unanswered,
            },
            "answers_ms": metrics.answers.milliseconds(),
            "commits": {"count": metrics.writes.count, "failed": metrics.failed_writes},
            "commits_ms": metrics.writes.milliseconds(),
            "computers": {"thinking": self._services.ai_players.thinking},
            "lanes": {
                queue.name: {"backlog": queue.backlog, "failing": len(queue.failing())}
                for queue in bot.presenter.queues
            },
            "errors": {"count": self._errors.count, "last": self._errors.last or None},
        }

    def overdue_seconds(self) -> float:
        """Return for how many seconds all writes of messages have failed, if a message is due; else 0."""
        # A message that Discord refuses is blocked, and does not count as failing.
        is_due = any(queue.failing() for queue in self._bot.presenter.queues)
        return self._metrics.unwritten_seconds() if is_due else 0.0

    def database_wait_seconds(self) -> float:
        """Return for how many seconds the query of `open_tables` has been running; 0 if none is running."""
        is_running = self._count is not None and not self._count.done()
        return self._metrics.clock() - self._looked_at if is_running else 0.0

    async def open_tables(self) -> tuple[int, int] | None:
        """Return the numbers of lobbies and running games; None if the database fails or hangs."""
        if self._count is None or self._count.done():
            self._looked_at = self._metrics.clock()
            self._count = asyncio.create_task(self._count_tables(), name="a count of the tables in the store")
        await asyncio.wait([self._count], timeout=STORE_SECONDS)
        return self._count.result() if self._count.done() else None

    async def _count_tables(self) -> tuple[int, int] | None:
        """Return the numbers of lobbies and running games; None if the database fails, also if nobody waits any more.

        An error would be logged with its stack trace if the report has given up on this query.
        """
        try:
            if self._metrics.last_commit_failed:  # no write has succeeded since, so try one
                self.is_unwritable = True
                await self._services.people.set_setting("written", "")
            self.is_unwritable = False
            return await self._services.tables.open_counts()
        except StoreError:
            return None

    async def answer(self, _request: web.Request) -> web.Response:
        """Answer GET /health."""
        report = await self.report()
        return web.json_response(report, status=503 if report["problems"] else 200)
