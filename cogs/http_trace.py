"""Hooks into every HTTP request that the library sends: what may not go out is stopped, what comes back is noted.

aiohttp calls the hooks in the task that makes the request, so they know its call: see `cogs.discord_calls.current`.
"""

import json
import re
from http import HTTPStatus
from types import SimpleNamespace

import aiohttp

from cogs.discord_calls import GivenUpError, current
from cogs.meter import Meter

_CALLBACK = re.compile(r"/interactions/(\d+)/[^/]+/callback$")


def tracing(meter: Meter) -> aiohttp.TraceConfig:
    """The hooks; the meter is told which answers to interactions Discord has taken."""

    async def begins(
        _session: aiohttp.ClientSession, _context: SimpleNamespace, _request: aiohttp.TraceRequestStartParams
    ) -> None:
        call = current()
        if call is not None and call.given_up:
            raise GivenUpError("nobody waits for this call any more")

    async def ended(
        _session: aiohttp.ClientSession, _context: SimpleNamespace, request: aiohttp.TraceRequestEndParams
    ) -> None:
        response, call = request.response, current()
        if response.status < HTTPStatus.BAD_REQUEST and (found := _CALLBACK.search(request.url.path)):
            meter.answered(int(found[1]))
        if call is not None and response.status == HTTPStatus.TOO_MANY_REQUESTS:
            call.code = await _code(response)

    config = aiohttp.TraceConfig()
    config.on_request_start.append(begins)
    config.on_request_end.append(ended)
    return config


async def _code(response: aiohttp.ClientResponse) -> int:
    """Discord's code of a refusal; 0: it names none. The library reads the same body again, which is kept."""
    try:
        body = json.loads(await response.read())
    except ValueError:
        return 0
    code = body.get("code", 0) if isinstance(body, dict) else 0
    return code if isinstance(code, int) else 0
