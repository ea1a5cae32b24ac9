"""Hooks into every HTTP request that the library sends: what may not go out is stopped, what comes back is noted.

aiohttp calls the hooks in the task that makes the request, so they know its call: see
`cogs.requests.discord_calls.current`.
"""

import json
import re
from functools import partial
from http import HTTPStatus
from types import SimpleNamespace

import aiohttp

from cogs.metrics import Metrics
from cogs.requests.circuit_breaker import CircuitBreaker
from cogs.requests.discord_calls import Call, GivenUpError, PausedError, current
from cogs.requests.global_gate import GlobalGate
from cogs.requests.rate_limiter import RateLimiter

_API = "/api/"
"""In the path of every request but those of the gateway and of files."""
_INTERACTION = re.compile(r"/(interactions|webhooks)/\d+/")
"""In the path of what answers an interaction: no global limit counts it."""
_CALLBACK = re.compile(r"/interactions/(\d+)/[^/]+/callback$")


class HttpTrace:
    """The hooks of one client."""

    def __init__(self, meter: Metrics, breaker: CircuitBreaker, limiter: RateLimiter, gate: GlobalGate) -> None:
        """The meter is told which answers to interactions Discord has taken, the gate of global limits."""
        self._meter = meter
        self._breaker = breaker
        self._limiter = limiter
        self._gate = gate

    def config(self) -> aiohttp.TraceConfig:
        """The hooks as aiohttp takes them."""
        config = aiohttp.TraceConfig()
        config.on_request_start.append(self._begin)
        config.on_request_end.append(self._end)
        return config

    async def _begin(
        self, _session: aiohttp.ClientSession, _context: SimpleNamespace, request: aiohttp.TraceRequestStartParams
    ) -> None:
        call, path = current(), request.url.path
        if _API not in path:
            return
        interaction = _INTERACTION.search(path) is not None
        check = partial(self._check, call, interaction=interaction)
        check()
        if not interaction and (call is None or not call.urgent):
            await self._limiter.wait(check)

    def _check(self, call: Call | None, *, interaction: bool) -> None:
        """Refuse what may not be sent; what the library asks for by itself, as at the start, always may."""
        if call is None:
            return
        if call.given_up:
            raise GivenUpError("nobody waits for this call any more")
        breaker = self._breaker
        if seconds := breaker.answer_pause() if call.urgent else breaker.pause(interaction=interaction):
            raise PausedError(seconds)

    async def _end(
        self, _session: aiohttp.ClientSession, _context: SimpleNamespace, request: aiohttp.TraceRequestEndParams
    ) -> None:
        response, call, path = request.response, current(), request.url.path
        if _API not in path:
            return
        if seconds := self._breaker.note(response.status, response.headers, urgent=call is not None and call.urgent):
            self._gate.shut(seconds)
        if response.status < HTTPStatus.BAD_REQUEST and (found := _CALLBACK.search(path)):
            self._meter.answered(int(found[1]))
        if call is not None and response.status == HTTPStatus.TOO_MANY_REQUESTS:
            call.code = await _code(response)


async def _code(response: aiohttp.ClientResponse) -> int:
    """Discord's code of a refusal; 0: it names none. The library reads the same body again, which is kept."""
    try:
        body = json.loads(await response.read())
    except ValueError:
        return 0
    code = body.get("code", 0) if isinstance(body, dict) else 0
    return code if isinstance(code, int) else 0
