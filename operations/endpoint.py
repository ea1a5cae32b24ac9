"""HTTP endpoint for programs on the same computer: GET /health and GET /metrics, on the loopback interface only."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from aiohttp import web

from operations.health import Health
from operations.prometheus import Exposition

HOST = "127.0.0.1"


@asynccontextmanager
async def serve_endpoint(health: Health, exposition: Exposition, port: int) -> AsyncIterator[str]:
    """Serve GET /health and GET /metrics during the context, and yield their address without the path.

    Args:
        health: the health report.
        exposition: the metrics.
        port: the port on the loopback interface; 0 takes any free port.

    Raises:
        OSError: the port is in use.
    """
    app = web.Application()
    app.router.add_get("/health", health.answer)
    app.router.add_get("/metrics", exposition.answer)
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
    await runner.setup()
    try:
        await web.TCPSite(runner, HOST, port).start()
        yield f"http://{HOST}:{runner.addresses[0][1]}"
    finally:
        await runner.cleanup()
