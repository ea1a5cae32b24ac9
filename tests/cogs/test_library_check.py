"""The start ends in one sentence if discord.py lacks something undocumented that the bot patches or uses."""

import ast
import re
from collections.abc import Iterator

import discord
import pytest
from discord.gateway import DiscordWebSocket

import bot
from cogs.gateway.library_check import missing_attributes
from tests.source_tree import ROOT, sources

OTHERS = {"_exit", "_timeout"}
"""Private names that are not discord.py's: `os._exit` and `aiohttp.ClientSession._timeout`."""


def private_names() -> Iterator[str]:
    """Yield the private attributes of other objects that the bot's code names."""
    for _, tree in sources("bot.py", "cogs", "operations"):
        for node in ast.walk(tree):
            if isinstance(node, ast.Attribute) and re.match("_[^_]", node.attr) and not is_own(node.value):
                yield node.attr


def is_own(owner: ast.expr) -> bool:
    return isinstance(owner, ast.Name) and owner.id in {"self", "cls"}


def test_installed_library_has_everything() -> None:
    assert list(missing_attributes()) == []


def test_every_private_attribute_in_the_code_is_checked() -> None:
    listed = (ROOT / "cogs/gateway/library_check.py").read_text("utf-8")
    names = set(private_names()) - OTHERS
    assert len(names) > 4
    assert {name for name in names if f'"{name}"' not in listed} == set()


def test_missing_attribute_of_a_class_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(discord.http.HTTPClient, "ws_connect")
    monkeypatch.delattr(discord.shard, "DiscordWebSocket")
    assert list(missing_attributes()) == ["HTTPClient.ws_connect", "discord.shard.DiscordWebSocket"]


@pytest.mark.parametrize("name", ["_dispatch", "_keep_alive", "sequence"])
def test_missing_attribute_of_a_connection_is_named(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    begin = DiscordWebSocket.__init__

    def init(self: DiscordWebSocket, *args: object, **kwargs: object) -> None:
        begin(self, *args, **kwargs)  # type: ignore[arg-type]
        delattr(self, name)

    monkeypatch.setattr(DiscordWebSocket, "__init__", init)
    assert list(missing_attributes()) == [f"DiscordWebSocket.{name}"]


def test_bot_with_another_library_ends_with_one_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(bot, "missing_attributes", lambda: iter(["Guild._channels", "Route.BASE"]))
    monkeypatch.setattr(discord, "__version__", "2.9.1")
    assert bot.start(None, 0) == 1
    assert capsys.readouterr().err == (
        "discord.py 2.9.1 lacks Guild._channels, Route.BASE, which the bot uses: install the version that the bot was "
        "tested with (python -m pip install -r requirements.txt, in the bot's own .venv).\n"
    )
