"""The bot's connection to a local Discord without a socket, and a record of everything that the bot sends."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, NoReturn, Self, cast

import aiohttp
import discord
from yarl import URL

from local_discord.core import LocalDiscord
from local_discord.gateway.connection import Connection
from local_discord.gateway.hub import Outbox
from local_discord.rest import requests
from local_discord.rest.requests import PREFIX, Call, Route
from local_discord.server import ROUTES
from local_discord.wire import dumps
from local_discord.world.files import Upload
from local_discord.world.interactions import CHOICES, OPEN_MODAL, Interaction
from tests.virtual_time import now

LATENCY = 0.05
"""Seconds that a request takes in each direction."""
_PATTERNS = [(route, re.compile(re.sub(r"\{(\w+)\}", r"(?P<\1>[^/]+)", route.template) + r"\Z")) for route in ROUTES]


@dataclass(frozen=True, slots=True)
class Sent:
    """Something that the bot has sent."""

    at: float
    """Virtual time in seconds."""
    to: int | None
    """User id of the only recipient; None if several people can see what was sent."""
    what: str
    """The kind of request, or `presence`, or `log`."""
    content: str
    """Path, query and body as they were sent."""
    files: tuple[Upload, ...] = ()

    def __str__(self) -> str:
        files = ", ".join(f"{one.filename} of {len(one.data)} bytes" for one in self.files)
        return f"{self.at:.3f} to {self.to or 'everybody'}: {self.what} {self.content} {files}"

    def metadata(self) -> tuple[object, ...]:
        """Return the facts that everybody may know: when something was sent, to whom, and the kind of it."""
        return self.at, self.to, self.what


class Wire:
    """Replaces the HTTP session: the local Discord answers every request in this process."""

    def __init__(self, world: LocalDiscord) -> None:
        self.world = world
        self.closed = False

    def record(self, what: str, content: str, to: int | None = None, files: tuple[Upload, ...] = ()) -> None:
        """Do nothing; `RecordingWire` records here what the bot sends."""

    async def answer(self, route: Route, path: str, call: Call, raw: str) -> requests._Answer:
        """Return the local Discord's answer to a request, whose JSON is `raw`."""
        await asyncio.sleep(0)
        answer = requests._handled(route, call, {})
        assert answer.status != 418, f"a bug of the local Discord in {path}: {raw}"
        return answer

    def request(
        self, method: str, url: str, *, data: Any = None, params: Mapping[str, Any] | None = None, **_: object
    ) -> Exchange:
        """Return a request, which is sent by entering it with `async with`."""
        path = URL(url).path.removeprefix(PREFIX)
        query = {**URL(url).query, **{name: str(value) for name, value in (params or {}).items()}}
        for route, pattern in _PATTERNS:
            match = pattern.match(path)
            if match is not None and route.method == method:
                return Exchange(self, route, path, Call(self.world, match.groupdict(), query), data)
        raise AssertionError(f"the local Discord knows no {method} {path}")

    async def close(self) -> None:
        """Close the session."""
        self.closed = True


class RecordingWire(Wire):
    """Replaces the HTTP session and the gateway's socket, and records everything that the bot sends."""

    def __init__(self, world: LocalDiscord) -> None:
        super().__init__(world)
        self.sent: list[Sent] = []

    def record(self, what: str, content: str, to: int | None = None, files: tuple[Upload, ...] = ()) -> None:
        """Record something that the bot sends now."""
        self.sent.append(Sent(now(), to, what, content, files))

    async def answer(self, route: Route, path: str, call: Call, raw: str) -> requests._Answer:
        """Record a request, and return the local Discord's answer."""
        before, at = _owner(route, call), len(self.sent)
        asked = " ".join([route.method, path, dumps(call.query), raw])
        self.record(route.kind, asked, before, tuple(call.uploads.values()))
        await asyncio.sleep(LATENCY)
        answer = await super().answer(route, path, call, raw)
        self.sent[at] = replace(self.sent[at], to=before or _owner(route, call))
        await asyncio.sleep(LATENCY)
        return answer

    async def from_client(self, client: discord.Client, **_: object) -> Socket:
        """Return a connection to the gateway."""
        return Socket(self, client)


class Exchange:
    """One request and, once entered, its answer."""

    reason = None

    def __init__(self, wire: Wire, route: Route, path: str, call: Call, data: Any) -> None:
        self._wire = wire
        self._route = route
        self._path = path
        self._call = call
        self._data = data
        self.status = 0
        self.headers: dict[str, str] = {}
        self._text = ""

    async def __aenter__(self) -> Self:
        raw, uploads = read_form(self._data) if isinstance(self._data, aiohttp.FormData) else (self._data or "", {})
        self._call.payload, self._call.uploads = json.loads(raw) if raw else None, uploads
        answer = await self._wire.answer(self._route, self._path, self._call, raw)
        self.status = answer.status
        if answer.body is not None:
            self._text, self.headers = dumps(answer.body), {"content-type": "application/json"}
        return self

    async def __aexit__(self, *_: object) -> None:
        """Do nothing; there is nothing to close."""

    async def text(self, encoding: str) -> str:
        """Return the answer's body."""
        return self._text


def interaction_of(call: Call) -> Interaction | None:
    """Return the interaction whose token is in the request's path; None if no token is."""
    token = call.params.get("interaction_token") or call.params.get("webhook_token")
    return call.discord.interactions._by_token.get(token or "")


def _owner(route: Route, call: Call) -> int | None:
    """Return the only user who sees what the request makes or changes; None if several users may see it."""
    interaction = interaction_of(call)
    if interaction is None:
        return None
    if interaction.callback_type in {CHOICES, OPEN_MODAL}:
        return int(interaction.user_id)
    last = interaction.outcome.id if interaction.outcome is not None and route.kind == "follow-up" else None
    number = call.params.get("message_id") or last or interaction.original_id
    message = call.discord.world.messages.get(number or "")
    return int(message.owner) if message is not None and message.owner is not None else None


def read_form(form: aiohttp.FormData) -> tuple[str, dict[int, Upload]]:
    """Return the JSON of a multipart body, and its files by number."""
    raw, uploads = "", {}
    for about, headers, value in form._fields:
        if about["name"] == "payload_json":
            raw = value
        else:
            number = int(re.sub(r"\D", "", about["name"]))
            uploads[number] = Upload(about["filename"], headers.get("Content-Type", ""), value.read())
    return raw, uploads


class Socket:
    """Replaces discord.py's websocket."""

    open = True
    latency = 0.0
    shard_id = 0

    def __init__(self, wire: Wire, client: discord.Client) -> None:
        self._wire = wire
        self._parsers = client._connection.parsers
        self._events: asyncio.Queue[str] = asyncio.Queue()
        self.closing = False
        self._connection = Connection(wire.world, None)
        self._connection._outbox = cast("Outbox", self)  # events for the bot arrive at this object
        self._connection._identify({"token": "any", "intents": client.intents.value, "shard": (0, 1)})

    def send_text(self, text: str) -> None:
        """Queue an event for the bot."""
        self._events.put_nowait(text)

    async def poll_event(self) -> None:
        """Pass the next event to discord.py."""
        self.parse(await self._events.get())

    def parse(self, text: str) -> None:
        """Pass an event to discord.py."""
        event = json.loads(text)
        parse = self._parsers.get(event["t"])
        if parse is not None:
            parse(event["d"])

    async def change_presence(self, **presence: object) -> None:
        """Record the presence, which everybody sees."""
        self._wire.record("presence", repr(presence))

    async def close(self, **_: object) -> None:
        """Close the connection."""
        self._connection._leave(final=True)

    def __getattr__(self, name: str) -> NoReturn:
        raise AssertionError(f"the bot does something on the gateway that nobody observes: {name}")
