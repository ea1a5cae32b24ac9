"""Health, for a supervisor on the same computer: GET /health answers with counts, as 503 where something is wrong.

Nobody's name, id or card is in it. It is on loopback only.
"""

from __future__ import annotations

import asyncio
import math
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from aiohttp import web

from cogs.client import Ichiza
from cogs.metrics import Metrics
from host.services import Services
from operations.logs import Errors

HOST = "127.0.0.1"
DOWN_SECONDS = 120.0
"""A connection to Discord that is missing for longer is wrong; before, the library brings it back by itself."""
WRITING_SECONDS = 60.0
"""Messages that wait while none can be written for longer are wrong: a limit of Discord's lasts some seconds."""
STORE_SECONDS = 2.0
"""A store that does not answer in this time is wrong; who asks for one's health waits for few seconds."""


class Health:
    """What is known of the bot's health."""

    def __init__(self, bot: Ichiza, services: Services, meter: Metrics, errors: Errors) -> None:
        self._bot = bot
        self._services = services
        self._meter = meter
        self._errors = errors
        self._look: asyncio.Task[tuple[int, int]] | None = None
        """A look into the store; one that hangs is looked at again, and not made twice."""

    async def report(self) -> dict[str, object]:
        """All of it; `problems` names what is wrong: `gateway`, `store`, `discord`."""
        bot, meter = self._bot, self._meter
        counts, down, unwritten = await self._open_tables(), bot.down_seconds(), meter.unwritten_seconds()
        waits = any(lane.failing() for lane in bot.presenter.lanes)  # a table that Discord refuses rests, and is none
        wrong = {
            "gateway": down > DOWN_SECONDS,
            "store": counts is None,
            "discord": waits and unwritten > WRITING_SECONDS,
        }
        problems = [name for name, is_wrong in wrong.items() if is_wrong]
        lobbies, playing = counts or (None, None)
        return {
            "problems": problems,
            "ready": bot.reaches_all(),
            "uptime_seconds": round(meter.clock() - meter.started),
            "gateway": {
                "shards": len(bot.shards),
                "down_seconds": round(down, 1),
                "latency_ms": round(1000 * bot.latency, 1) if math.isfinite(bot.latency) else None,
            },
            "discord": {
                "unwritten_seconds": round(unwritten, 1),
                "paused_seconds": round(bot.breaker.pause(), 1),
                "refused_requests": bot.breaker.refusals(),
                "waiting_requests": bot.limiter.waiting,
            },
            "tables": {"lobbies": lobbies, "playing": playing},
            "interactions": {
                "received": meter.came,
                "answered": meter.answers.count,
                "deferred": meter.deferred,
                "failed": meter.unanswered,
            },
            "answers_ms": meter.answers.milliseconds(),
            "commits": {"count": meter.writes.count, "failed": meter.failed_writes},
            "commits_ms": meter.writes.milliseconds(),
            "computers": {"thinking": self._services.ai_players.thinking},
            "lanes": {
                lane.name: {"backlog": lane.backlog, "failing": len(lane.failing())} for lane in bot.presenter.lanes
            },
            "errors": {"count": self._errors.count, "last": self._errors.last or None},
        }

    async def _open_tables(self) -> tuple[int, int] | None:
        """How many lobbies and games are open; None: the store fails, or does not answer."""
        if self._look is None or self._look.done():
            self._look = asyncio.create_task(self._looked(), name="a look into the store")
        await asyncio.wait([self._look], timeout=STORE_SECONDS)
        if not self._look.done() or self._look.exception() is not None:
            return None
        return self._look.result()

    async def _looked(self) -> tuple[int, int]:
        if self._meter.cannot_write:  # perhaps it can again, and nobody has tried since
            await self._services.people.set_setting("written", "")
        return await self._services.tables.open_counts()

    async def answer(self, _request: web.Request) -> web.Response:
        """Of GET /health."""
        report = await self.report()
        return web.json_response(report, status=503 if report["problems"] else 200)


@asynccontextmanager
async def serving(health: Health, port: int) -> AsyncIterator[str]:
    """Answer on a port of loopback (0: any that is free) for as long as the context lasts; the address.

    Raises:
        OSError: the port is taken.
    """
    app = web.Application()
    app.router.add_get("/health", health.answer)
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
    await runner.setup()
    try:
        await web.TCPSite(runner, HOST, port).start()
        yield f"http://{HOST}:{runner.addresses[0][1]}/health"
    finally:
        await runner.cleanup()
