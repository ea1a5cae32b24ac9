"""The web application and the server that listens on loopback."""

import dataclasses
from email.utils import formatdate

from aiohttp import web

from local_discord.client import routes as client_routes
from local_discord.control import routes as control_routes
from local_discord.control.settings import ACK_SECONDS
from local_discord.core import DISCORD, LocalDiscord
from local_discord.gateway import connection
from local_discord.rest import application, channels, guild, interactions, messages, requests, scheduled_events
from local_discord.world import ids

HOST = "127.0.0.1"
ROOMS = (guild, scheduled_events, application, interactions, messages, channels)
ROUTES = [route for room in ROOMS for route in room.ROUTES]
_MAX_REQUEST_BYTES = 128 * 1024 * 1024


@dataclasses.dataclass(frozen=True, slots=True)
class Running:
    """A server that listens.

    Attributes:
        url: its address, without a trailing slash.
        port: its port.
        discord: its state.
    """

    url: str
    port: int
    discord: LocalDiscord
    _runner: web.AppRunner

    async def close(self) -> None:
        """Close all connections and stop."""
        await self._runner.cleanup()


def make_app(discord: LocalDiscord) -> web.Application:
    """Return the web application of a local Discord."""
    app = web.Application(client_max_size=_MAX_REQUEST_BYTES)
    app[DISCORD] = discord
    requests.add_routes(app, ROUTES)
    app.router.add_get("/gateway", connection.handle)
    client_routes.add_routes(app)
    control_routes.add_routes(app)
    app.on_shutdown.append(_shut_down)
    app.on_response_prepare.append(_date)
    return app


async def _date(_request: web.Request, response: web.StreamResponse) -> None:
    """Date a response by Discord's clock."""
    response.headers["Date"] = formatdate(ids.now(), usegmt=True)


async def _shut_down(app: web.Application) -> None:
    discord = app[DISCORD]
    discord.interactions.clear()
    discord.faults.clear()
    await discord.hub.close()


async def serve(port: int = 0, ack_seconds: float = ACK_SECONDS) -> Running:
    """Start a local Discord in this process's event loop.

    Args:
        port: port on 127.0.0.1; 0 takes a free port.
        ack_seconds: seconds that an interaction waits for its first answer, until a test changes the setting.

    Raises:
        OSError: the port is in use.
    """
    discord = LocalDiscord(ack_seconds)
    runner = web.AppRunner(make_app(discord), access_log=None, shutdown_timeout=2.0)
    await runner.setup()
    site = web.TCPSite(runner, HOST, port)
    try:
        await site.start()
    except OSError:
        await runner.cleanup()
        raise
    bound = int(runner.addresses[0][1])
    discord.files.base_url = f"http://{HOST}:{bound}"
    return Running(discord.files.base_url, bound, discord, runner)
