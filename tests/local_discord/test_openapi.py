"""The bot's traffic against Discord's OpenAPI description, and tests of the check itself."""

from typing import Any

import pytest

from local_discord.server import ROUTES, Running
from tests.driver import Driver
from tests.local_discord.bots import running_bot, use_discord_at
from tests.local_discord.openapi import Specification, specification


@pytest.fixture(scope="module")
def spec() -> Specification:
    return specification()


def request(route: str, body: object, method: str = "POST", kind: str = "message create") -> dict[str, Any]:
    return {"n": 1, "method": method, "route": route, "body": body, "content_type": "application/json", "kind": kind}


async def test_discord_py_traffic_has_no_violations(
    spec: Specification, server: Running, world: Driver, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_discord_at(server, monkeypatch)
    aki = world.user("Aki")
    async with running_bot(server):
        table = await aki.command("card-room", "table")
        await aki.click(table.reply, label="Clicked 0")
        await aki.command("card-room", "slow")
        await aki.command("card-room", "room", guest="Ben")
        await aki.command("card-room", "form")
        await aki.wait_for_event("THREAD_UPDATE", lambda thread: thread["archived"], since=0)
    requests = await world.control.requests()
    assert len(requests) > 10
    assert spec.violations(requests) == []
    assert await world.control.problems() == []


def test_a_wrong_type_is_found(spec: Specification) -> None:
    found = spec.violations([request("/channels/{channel_id}/messages", {"content": ["no"]})])
    assert len(found) == 1
    assert "/content" in found[0] or "content" in found[0]


def test_an_operation_that_does_not_exist_is_found(spec: Specification) -> None:
    assert "no such operation" in spec.violations([request("/channels/{channel_id}/dances", {})])[0]


def test_a_key_that_a_component_does_not_have_is_found(spec: Specification) -> None:
    button = {"type": 2, "style": 1, "label": "Join", "custom_id": "join"}
    row = {"type": 1, "components": [button]}
    sound = {"flags": 1 << 15, "components": [{"type": 17, "components": [row]}]}
    assert spec.violations([request("/channels/{channel_id}/messages", sound)]) == []
    button["colour"] = 1
    assert "colour" in spec.violations([request("/channels/{channel_id}/messages", sound)])[0]


def test_a_content_type_that_discord_does_not_take_is_found(spec: Specification) -> None:
    plain = request("/channels/{channel_id}/messages", {"content": "x"}) | {"content_type": "text/plain"}
    assert "takes no 'text/plain'" in spec.violations([plain])[0]


def test_snowflakes_may_be_integers(spec: Specification) -> None:
    body = {"content": "x", "attachments": [{"id": 0, "filename": "a.png"}]}
    assert spec.violations([request("/channels/{channel_id}/messages", body)]) == []


def test_every_route_exists_on_discord(spec: Specification) -> None:
    requests = [request(one.template, None, one.method, one.kind) for one in ROUTES]
    assert spec.violations(requests) == []
