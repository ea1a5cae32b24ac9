"""Handling of a REST request: read, log, authorise, limit, inject faults, handle, answer.

Handlers are plain functions from a `Call` to the answer's body. The other modules of this package list them as `Route`s
under the templates of Discord's OpenAPI description.
"""

import asyncio
import dataclasses
import json
import logging
import math
import random
import re
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from aiohttp import BodyPartReader, web

from local_discord.checks import errors
from local_discord.checks.ban import PAGE
from local_discord.checks.errors import DiscordError
from local_discord.checks.limits import DEFAULT, MESSAGES, Verdict
from local_discord.control.faults import BODIES, Fault
from local_discord.control.journal import Entry
from local_discord.core import LocalDiscord, discord_of
from local_discord.wire import Json, dumps
from local_discord.world import ids
from local_discord.world.files import Upload

PREFIX = "/api/v10"
LATENCY = (0.05, 0.3)
"""Least and greatest duration of a request in seconds, if the setting `latency` is on."""
_HOUR = 3600.0
_FILE_FIELD = re.compile(r"files\[(\d+)\]$")
_BUG: Json = {"message": "The local Discord has a bug here; see its log.", "code": 0}
logger = logging.getLogger(__name__)


@dataclasses.dataclass(slots=True)
class Call:
    """One request, as handlers see it."""

    discord: LocalDiscord
    params: Mapping[str, str]
    query: Mapping[str, str]
    payload: object = None
    uploads: dict[int, Upload] = dataclasses.field(default_factory=dict)

    @property
    def body(self) -> Json:
        """The body as an object.

        Raises:
            DiscordError: 50109, the body is not an object.
        """
        if self.payload is None:
            return {}
        if not isinstance(self.payload, dict):
            raise errors.invalid_json()
        return self.payload


@dataclasses.dataclass(frozen=True, slots=True)
class Route:
    """A route of Discord's API.

    Attributes:
        method: HTTP method.
        template: path as in Discord's OpenAPI description.
        kind: name of such requests in the log.
        handle: the handler; a result of None is answered with 204.
        status: status of an ordinary answer.
        authorised: whether the request needs the bot's token.
    """

    method: str
    template: str
    kind: str
    handle: Callable[[Call], object]
    status: int = 200
    authorised: bool = True


@dataclasses.dataclass(frozen=True, slots=True)
class _Answer:
    """An answer to a request.

    Attributes:
        asked_for: whether a fault, a rate limit, a ban or an outage caused the answer.
        via: whether the answer has Discord's `Via` header; without it, discord.py treats the answer as Cloudflare's.
        odd: the name of a body in `BODIES` that replaces Discord's JSON, or None.
    """

    status: int
    body: object
    headers: Mapping[str, str] = dataclasses.field(default_factory=dict)
    asked_for: bool = False
    via: bool = True
    odd: str | None = None


def add_routes(app: web.Application, routes: list[Route]) -> None:
    """Register routes in order. The first route that matches a path wins, so fixed paths must precede templates."""
    for route in routes:
        app.router.add_route(route.method, PREFIX + route.template, partial(_serve, route))
    unknown = Route("*", "/{tail:.*}", "unknown", _unknown)
    app.router.add_route("*", "/api/{tail:.*}", partial(_serve, unknown))


def _unknown(_: Call) -> object:
    raise errors.unknown_route()


async def _serve(route: Route, request: web.Request) -> web.StreamResponse:
    discord = discord_of(request)
    path = request.path.removeprefix(PREFIX)
    template = path if route.kind == "unknown" else route.template
    query = dict(request.query)
    entry = discord.journal.open(request.method, path, query, template, route.kind)
    entry.content_type = request.content_type
    call = Call(discord, request.match_info, query)
    if left := discord.ban.seconds_left():
        discord.ban.refused += 1
        answer: _Answer | None = _banned({"Retry-After": str(math.ceil(left))})
    else:
        fault = discord.faults.next_fault(request.method, path, route.kind)
        answer = await _answer(request, route, call, entry, fault)
    if answer is None:
        discord.journal.close(entry, 0, None, asked_for=True)
        if request.transport is not None:
            request.transport.abort()
        return web.Response()
    refusal = answer.body if answer.status >= 400 and isinstance(answer.body, dict) else None
    discord.journal.close(entry, answer.status, refusal, asked_for=answer.asked_for)
    if not left:
        discord.ban.count(answer.status, answer.headers.get("X-RateLimit-Scope"), discord.settings)
    if not answer.via:
        return web.Response(
            status=answer.status, text=str(answer.body), content_type="text/html", headers=answer.headers
        )
    # The content type names no charset, because discord.py recognises JSON only without one.
    headers: dict[str, Any] = {**answer.headers, "Via": "1.1 local"}
    if answer.odd is not None:
        headers["Content-Type"], text = BODIES[answer.odd]
        return web.Response(status=answer.status, body=text.encode(), headers=headers)
    if answer.body is None:
        return web.Response(status=answer.status, headers=headers)
    headers["Content-Type"] = "application/json"
    return web.Response(status=answer.status, body=dumps(answer.body).encode(), headers=headers)


async def _answer(request: web.Request, route: Route, call: Call, entry: Entry, fault: Fault | None) -> _Answer | None:
    """Return the answer to a request, or None to close the connection without an answer."""
    discord = call.discord
    try:
        await _read(request, call, entry)
        if route.authorised:
            _authorise(request, discord)
    except DiscordError as refusal:
        return _Answer(refusal.status, refusal.body())
    except ConnectionError:  # the bot's process has been killed
        return None
    verdict = _limits(route, call)
    if verdict.retry_after is not None:
        return _Answer(429, verdict.body(), verdict.headers, asked_for=True)
    if discord.settings.latency:
        await asyncio.sleep(random.uniform(*LATENCY))
    if fault is None:
        return _handled(route, call, verdict.headers)
    return await _faulty(route, call, verdict.headers, fault)


async def _faulty(route: Route, call: Call, headers: Mapping[str, str], fault: Fault) -> _Answer | None:
    """Return the answer to a request with a planned fault, or None to close the connection without an answer."""
    discord = call.discord
    await discord.faults.hold(fault.delay)
    answer = _handled(route, call, headers) if fault.apply or not fault.replaces_answer else None
    await discord.faults.hold(fault.late)
    if fault.hang:
        await discord.faults.hold(None)
    if fault.status is not None:
        refusal = _Answer(fault.status, fault.body(), fault.headers(), asked_for=True, odd=fault.odd)
        return refusal if fault.via else _banned(fault.headers())
    return None if fault.replaces_answer else answer


def _banned(headers: Mapping[str, str]) -> _Answer:
    """Return the refusal for a banned address."""
    later = {key: value for key, value in headers.items() if key == "Retry-After"}
    return _Answer(429, PAGE, later, asked_for=True, via=False)


def _limits(route: Route, call: Call) -> Verdict:
    """Count a request against the rate limits. Messages of a channel have limits that a test can turn off."""
    settings, size, old = call.discord.settings, DEFAULT, False
    if settings.message_limits:
        message = call.discord.world.messages.get(call.params.get("message_id", ""))
        old = route.kind == "message edit" and message is not None and ids.age(message.id) > _HOUR
        size = MESSAGES.get(route.kind, DEFAULT)
    return call.discord.limits.check(
        route.method,
        route.template,
        call.params,
        size=size,
        old=old,
        global_limit=settings.global_limit,
        exempt=not route.authorised,  # the global limit does not count requests with an interaction's token
    )


def _guild_of(call: Call) -> str | None:
    """Return the id of the server whose channel or member the request is about."""
    channel = call.discord.world.channels.get(call.params.get("channel_id", ""))
    return channel.guild_id if channel is not None else call.params.get("guild_id")


def _handled(route: Route, call: Call, headers: Mapping[str, str]) -> _Answer:
    """Return the handler's answer or refusal; 503 if the request is about an unavailable server.

    If a bug of the local Discord raises an exception, the answer is 418, because discord.py does not retry that status.
    """
    if _guild_of(call) in call.discord.hub.outages:
        return _Answer(503, {"message": "503: Service Unavailable", "code": 0}, headers, asked_for=True)
    try:
        body = route.handle(call)
    except DiscordError as refusal:
        return _Answer(refusal.status, refusal.body(), headers, asked_for=refusal.status == 429)
    except Exception:
        logger.exception("The local Discord has a bug in %s %s.", route.method, route.template)
        return _Answer(418, _BUG)
    return _Answer(204 if body is None else route.status, body, headers)


async def _read(request: web.Request, call: Call, entry: Entry) -> None:
    """Read the body, JSON or multipart, into the call and the log.

    Raises:
        DiscordError: 50109 for broken JSON.
    """
    if request.content_type == "multipart/form-data":
        async for part in await request.multipart():
            if not isinstance(part, BodyPartReader):
                continue
            match = _FILE_FIELD.match(part.name or "")
            if part.name == "payload_json":
                entry.raw = await part.text()
            elif match is not None:
                content_type = part.headers.get("Content-Type", "application/octet-stream")
                upload = Upload(part.filename or "file", content_type, bytes(await part.read()))
                call.uploads[int(match[1])] = upload
                entry.filenames.append(upload.filename)
    elif request.can_read_body:
        entry.raw = await request.text()
    if not entry.raw:
        return
    try:
        call.payload = json.loads(entry.raw)
    except json.JSONDecodeError:
        raise errors.invalid_json() from None


def _authorise(request: web.Request, discord: LocalDiscord) -> None:
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    if scheme != "Bot" or not discord.accepts_token(token):
        raise errors.unauthorized()
