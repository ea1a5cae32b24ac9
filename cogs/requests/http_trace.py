"""Hooks into every HTTP request of discord.py: they stop forbidden requests, and record responses and their times.

aiohttp calls the hooks in the task that makes the request, so a hook knows its call: see
`cogs.requests.discord_calls.current_call`.
"""

import json
import logging
import re
from functools import partial
from http import HTTPStatus
from types import SimpleNamespace

import aiohttp

from cogs.discord_time import told_time
from cogs.metrics import Metrics
from cogs.requests.circuit_breaker import CircuitBreaker
from cogs.requests.discord_calls import AbandonedCallError, Call, PausedError, current_call
from cogs.requests.rate_limiter import RateLimiter
from cogs.requests.routes import rate_limit_scope, route_of
from host.clock import ComparedClock
from show.log_context import current_log_context

log = logging.getLogger(__name__)

_API = "/api/"
"""Part of the path of every REST request. Gateway connections and downloads of files do not have it."""
_INTERACTION = re.compile(r"/(interactions|webhooks)/\d+/")
"""Path of requests with an interaction's token, which the global rate limit does not count."""
_CALLBACK = re.compile(r"/interactions/(\d+)/[^/]+/callback$")


class HttpTrace:
    """The hooks of one client."""

    def __init__(self, metrics: Metrics, breaker: CircuitBreaker, limiter: RateLimiter, clock: ComparedClock) -> None:
        """Create the hooks.

        Args:
            metrics: records requests, refusals, and the interactions whose answers Discord accepted.
            breaker: the circuit breaker.
            limiter: the rate limit of background requests.
            clock: is told Discord's time.
        """
        self._metrics = metrics
        self._breaker = breaker
        self._limiter = limiter
        self._clock = clock

    def config(self) -> aiohttp.TraceConfig:
        """Return the hooks as a trace configuration of aiohttp."""
        config = aiohttp.TraceConfig()
        config.on_request_start.append(self._begin)
        config.on_request_end.append(self._end)
        config.on_request_exception.append(self._lose)
        return config

    async def _begin(
        self, _session: aiohttp.ClientSession, context: SimpleNamespace, request: aiohttp.TraceRequestStartParams
    ) -> None:
        call, path = current_call(), request.url.path
        if _API not in path:
            return
        interaction = _INTERACTION.search(path) is not None
        check = partial(self._check, call, interaction=interaction)
        check()
        if not interaction and (call is None or not call.urgent):
            await self._limiter.wait(check)
        context.sent = self._metrics.clock()
        if call is not None:
            call.sent += 1

    def _check(self, call: Call | None, *, interaction: bool) -> None:
        """Raise an error if the call was abandoned or the circuit breaker is open.

        Requests that discord.py makes by itself, as at the start, are always allowed.
        """
        if call is None:
            return
        if call.abandoned:
            raise AbandonedCallError("nobody waits for this call any more")
        breaker = self._breaker
        if seconds := breaker.answer_pause() if call.urgent else breaker.pause(interaction=interaction):
            raise PausedError(seconds)

    async def _end(
        self, _session: aiohttp.ClientSession, context: SimpleNamespace, request: aiohttp.TraceRequestEndParams
    ) -> None:
        response, call, path = request.response, current_call(), request.url.path
        if _API not in path:
            return
        if (told := told_time(response.headers)) is not None:
            self._clock.told(told)
        route = route_of(request.method, path)
        self._metrics.record_response(route, self._metrics.clock() - context.sent)
        del context.sent  # so that `_lose` does not count this request as lost
        self._breaker.record_response(response.status, response.headers, urgent=call is not None and call.urgent)
        if response.status >= HTTPStatus.BAD_REQUEST:
            code = await _error_code(response)
            if call is not None and response.status == HTTPStatus.TOO_MANY_REQUESTS:
                call.code = code
            if call is not None and _has_no_effect(response.status):
                call.sent -= 1
            self._record_refusal(route, response, code)
        elif found := _CALLBACK.search(path):
            self._metrics.record_answer(int(found[1]))

    def _record_refusal(self, route: str, response: aiohttp.ClientResponse, code: int) -> None:
        """Count and log a response of 400 or above, without the text of the response, which may repeat typed words."""
        status, log_context = response.status, current_log_context()
        self._metrics.record_refusal(status, code)
        if scope := rate_limit_scope(status, response.headers):
            self._metrics.record_rate_limit(scope)
        ids = {"server": log_context.server, "channel": log_context.channel, "table": log_context.table}
        known = {name: number for name, number in ids.items() if number}
        log.info("Discord refuses: %d, code %d", status, code, extra={**known, "route": route})

    async def _lose(
        self, _session: aiohttp.ClientSession, context: SimpleNamespace, request: aiohttp.TraceRequestExceptionParams
    ) -> None:
        """Record a request that ended without a response."""
        if (sent := getattr(context, "sent", None)) is not None:
            self._metrics.record_lost_request(sent)
            call = current_call()
            if call is not None and isinstance(request.exception, aiohttp.ClientConnectorError):
                call.sent -= 1  # there was no connection


def _has_no_effect(status: int) -> bool:
    """Return whether Discord has surely done nothing: unlike 503, other failures of its servers may come too late."""
    return status == HTTPStatus.SERVICE_UNAVAILABLE or status < HTTPStatus.INTERNAL_SERVER_ERROR


async def _error_code(response: aiohttp.ClientResponse) -> int:
    """Return the error code in a response's body; 0 if the body has none.

    aiohttp keeps the body, so discord.py can read it again.
    """
    try:
        body = json.loads(await response.read())
    except (ValueError, aiohttp.ClientError, OSError, TimeoutError):  # discord.py will then fail to read it too
        return 0
    code = body.get("code", 0) if isinstance(body, dict) else 0
    return code if isinstance(code, int) else 0
