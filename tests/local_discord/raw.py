"""Raw requests to the local Discord, without the checks of a library."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import Any

import aiohttp

from local_discord.world import ids

Json = dict[str, Any]
TALK, CARDS = ids.CHANNEL_IDS
AKI, BEN, CHIE, DAI = ids.USER_IDS
APP = ids.APPLICATION_ID
GUILD = ids.GUILD_ID
PNG = (
    b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x07\x00\x00\x00\x05\x08\x06\x00\x00\x00"
    b"\x00\x00\x00\x00\x00\x00\x00\x00IEND\xaeB`\x82"
)


def button(label: str = "Go", custom_id: str = "go", **more: object) -> Json:
    return {"type": 2, "style": 1, "label": label, "custom_id": custom_id, **more}


def row(*components: Json) -> Json:
    return {"type": 1, "components": list(components)}


def text(content: str) -> Json:
    return {"type": 10, "content": content}


def select(count: int = 1, **more: object) -> Json:
    options = [{"label": f"{n}", "value": f"{n}"} for n in range(count)]
    return {"type": 3, "custom_id": "choose", "options": options, **more}


def channels(**more: object) -> Json:
    return {"type": 8, "custom_id": "where", "min_values": 0, "max_values": 2, **more}


V2 = 1 << 15


def codes(errors: object) -> Iterator[str]:
    """Yield every error code in the nested `errors` of Discord's error 50035 (invalid form body)."""
    for key, value in errors.items() if isinstance(errors, dict) else ():
        if key == "_errors":
            yield from (one["code"] for one in value)
        else:
            yield from codes(value)


def refusal_of(answer: tuple[int, Any]) -> tuple[int, int]:
    """Return the status and Discord's error code of a refusal."""
    status, body = answer
    return status, body["code"]


def form_errors(answer: tuple[int, Any]) -> list[str]:
    """Check that a request was refused with 400/50035, and return the codes of its form errors."""
    assert refusal_of(answer) == (400, 50035)
    return list(codes(answer[1]["errors"]))


class Raw:
    """Sends requests with a bot's token and returns status and body."""

    def __init__(self, session: aiohttp.ClientSession, url: str) -> None:
        self.session = session
        self.url = url
        self.headers = {"Authorization": "Bot anything"}
        self.last_headers: dict[str, str] = {}

    async def call(self, method: str, path: str, body: object = None, **options: Any) -> tuple[int, Any]:
        options.setdefault("headers", self.headers)
        if body is not None:
            options["json"] = body
        async with self.session.request(method, f"{self.url}/api/v10{path}", **options) as response:
            self.last_headers = dict(response.headers)
            content = await response.text()
            return response.status, json.loads(content) if content else None

    async def send(self, body: Json, channel: str = CARDS) -> Json:
        """Send a message that must be accepted."""
        status, message = await self.call("POST", f"/channels/{channel}/messages", body)
        assert status == 200, message
        assert isinstance(message, dict)
        return message

    async def upload(self, method: str, path: str, payload: Json, *files: tuple[str, bytes]) -> tuple[int, Any]:
        """Send a multipart request."""
        form = aiohttp.FormData(quote_fields=False)
        form.add_field("payload_json", json.dumps(payload), content_type="application/json")
        for number, (name, data) in enumerate(files):
            form.add_field(f"files[{number}]", data, filename=name, content_type="application/octet-stream")
        return await self.call(method, path, data=form)

    async def control(self, name: str, **body: object) -> Any:
        async with self.session.post(f"{self.url}/control/{name}", json=body) as response:
            assert response.status == 200, await response.text()
            return await response.json()

    async def read(self, name: str) -> Any:
        """Return the answer of the control API to GET /control/NAME."""
        async with self.session.get(f"{self.url}/control/{name}") as response:
            return await response.json()

    async def client(self, path: str, **body: object) -> tuple[int, Any]:
        async with self.session.post(f"{self.url}/client/{path}", json=body) as response:
            return response.status, await response.json()

    @asynccontextmanager
    async def gateway(self, intents: int = 1, shard: tuple[int, int] = (0, 1)) -> AsyncIterator[Gateway]:
        """Yield an identified gateway connection that has received the GUILD_CREATE of every server."""
        async with self.session.ws_connect(f"{self.url}/gateway?v=10&encoding=json") as socket:
            gateway = Gateway(socket)
            assert (await gateway.receive())["op"] == 10
            await gateway.send(2, {"token": "anything", "intents": intents, "shard": shard, "properties": {}})
            gateway.ready = await gateway.event("READY")
            for _ in gateway.ready["guilds"]:
                await gateway.event("GUILD_CREATE")
            yield gateway


class Gateway:
    def __init__(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        self.socket = socket
        self.ready: Json = {}
        self.sequence = 0

    async def send(self, op: int, data: object) -> None:
        await self.socket.send_json({"op": op, "d": data})

    async def receive(self) -> Json:
        async with asyncio.timeout(3):
            frame = await self.socket.receive_json()
        assert isinstance(frame, dict)
        self.sequence = frame.get("s") or self.sequence
        return frame

    async def event(self, name: str) -> Json:
        """Return the data of the next event with this name."""
        while True:
            frame = await self.receive()
            if frame.get("t") == name:
                data = frame["d"]
                assert isinstance(data, dict)
                return data

    async def close_code(self) -> int | None:
        """Wait for the close of the connection and return its code."""
        async with asyncio.timeout(3):
            while not self.socket.closed:
                await self.socket.receive()
        return self.socket.close_code
