"""ICHIZA_PROXY: a malformed address is refused in one sentence, and all connections to Discord use the proxy."""

import shutil
from base64 import b64encode
from pathlib import Path

import aiohttp
import discord
import pytest
from aiohttp import web

from bot import LOCAL_TOKEN, CannotStart, Settings, read_settings, run
from cogs.client import Ichiza
from cogs.metrics import Metrics
from host.services import Services
from operations.logs import ErrorCounter
from storage import Store


@pytest.mark.parametrize(
    "proxy",
    ["proxy.example:3128", "socks5://proxy.example:1080", "http://", "http://proxy.example:x", "http://a.example/path"],
)
def test_malformed_proxy_is_refused_in_one_sentence(proxy: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ICHIZA_PROXY", proxy)
    with pytest.raises(CannotStart, match=r"The setting ICHIZA_PROXY is wrong .*it must be http://HOST:PORT"):
        read_settings()


@pytest.mark.parametrize("proxy", ["http://127.0.0.1:3128", "http://user:secret@proxy.example:3128", ""])
def test_proxy_is_read_and_its_password_is_not_printed(proxy: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ICHIZA_PROXY", proxy)
    settings = read_settings()
    assert settings.proxy == proxy
    assert "secret" not in repr(settings)


def test_password_of_a_malformed_proxy_is_not_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ICHIZA_PROXY", "ftp://user:secret@proxy.example")
    with pytest.raises(CannotStart) as refused:
        read_settings()
    assert "secret" not in str(refused.value)


async def test_requests_and_gateway_go_through_the_proxy_with_its_password(
    tmp_path: Path, empty_database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[str, str]] = []

    async def forward(request: web.BaseRequest) -> web.Response:
        """Record a request to the proxy, and refuse it. A proxy gets the absolute address of each request."""
        asked.append((str(request.url), request.headers.get("Proxy-Authorization", "")))
        return web.json_response({"message": "no"}, status=401)

    runner = web.ServerRunner(web.Server(forward))
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    host, port = runner.addresses[0][:2]
    monkeypatch.setattr(discord.http.Route, "BASE", "http://discord.invalid/api/v10")
    async with await Store.open(Path(shutil.copy(empty_database, tmp_path)), record_write=None) as store:
        bot = Ichiza(Services(store), Metrics(), proxy=f"http://user:secret@{host}:{port}")
        with pytest.raises(discord.LoginFailure):
            await bot.login("token")
        with pytest.raises(aiohttp.WSServerHandshakeError):
            await bot.http.ws_connect("ws://gateway.invalid/")
        await bot.close()
    await runner.cleanup()
    password = f"Basic {b64encode(b'user:secret').decode()}"
    assert asked == [
        ("http://discord.invalid/api/v10/users/@me", password),
        ("http://gateway.invalid/", password),
    ]


async def test_local_discord_is_reached_without_the_proxy(
    tmp_path: Path, empty_database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    used: list[str | None] = []

    def client(*_parts: object, proxy: str | None, **_options: object) -> None:
        used.append(proxy)
        raise CannotStart("The test needs no more.")

    monkeypatch.setattr("bot.Ichiza", client)
    database = Path(shutil.copy(empty_database, tmp_path))
    settings = Settings(database=database, thinkers=0, proxy="http://proxy.example:3128")
    for token in (LOCAL_TOKEN, "token"):
        with pytest.raises(CannotStart):
            await run(settings, token, ErrorCounter())
    assert used == [None, "http://proxy.example:3128"]
