"""The invitation, and the install settings that the bot gives its own application."""

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import AsyncMock
from urllib.parse import parse_qs, urlsplit

import pytest

import bot
from cogs.requests.install_settings import PERMISSIONS, SCOPES, account_link, invitation
from local_discord.world.world import World
from tests.fuzz.conftest import AKI, HERE, ROOM
from tests.fuzz.offline import Offline, offline
from tests.fuzz.payloads import link_urls

OWN = {"oauth2_install_params": {"scopes": [*SCOPES], "permissions": str(PERMISSIONS.value)}}
COMMANDS_ALONE = {"oauth2_install_params": {"scopes": ["applications.commands"], "permissions": "0"}}
CHOSEN = {"oauth2_install_params": {"scopes": ["bot"], "permissions": "8"}}


@asynccontextmanager
async def started(path: Path, monkeypatch: pytest.MonkeyPatch, **settings: Any) -> AsyncIterator[Offline]:
    """Yield a bot that has started with these settings of its application."""
    reset = World.reset

    def changed(world: World) -> None:
        reset(world)
        world.application |= settings

    monkeypatch.setattr(World, "reset", changed)
    async with offline(path / "ichiza.sqlite3") as world:
        world.add_guild(HERE, ROOM)
        await world.wait_until_idle()
        yield world


UNSET: list[dict[str, Any]] = [
    {"integration_types_config": {"0": COMMANDS_ALONE}},
    {"integration_types_config": {"0": COMMANDS_ALONE, "1": COMMANDS_ALONE}},
    {"integration_types_config": {"0": {}}},
    {"integration_types_config": {"0": {"oauth2_install_params": None}}},
    {"integration_types_config": {}},
    {"integration_types_config": None},
]
SET: list[dict[str, Any]] = [
    {"integration_types_config": {"0": CHOSEN, "1": COMMANDS_ALONE}},
    {"integration_types_config": {"0": OWN, "1": {}}},
    {"integration_types_config": {"1": COMMANDS_ALONE}},
    {"install_params": CHOSEN["oauth2_install_params"]},
    {"custom_install_url": "https://example.org"},
    {"bot_public": False},
]


@pytest.mark.drawn(1)
@pytest.mark.parametrize("settings", UNSET, ids=str)
async def test_unset_install_settings_get_the_scopes_and_permissions_of_the_invitation(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: dict[str, Any]
) -> None:
    async with started(tmp_path, monkeypatch, **settings) as world:
        now = world.discord.world.application
    assert now["integration_types_config"] == {"0": OWN, "1": COMMANDS_ALONE}


async def test_link_for_accounts_exists_only_if_the_application_allows_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = {"integration_types_config": {"0": OWN}, "custom_install_url": "https://example.org"}
    async with started(tmp_path, monkeypatch, **settings) as world:
        assert (world.bot.account_link, bool(world.bot.invitation)) == ("", True)


@pytest.mark.drawn(1)
@pytest.mark.parametrize("servers", [CHOSEN, OWN, {"oauth2_install_params": {"scopes": ["bot"], "permissions": "0"}}])
async def test_people_may_add_the_bot_unless_an_operator_has_taken_that_away_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, servers: dict[str, Any]
) -> None:
    for added in ({"1": COMMANDS_ALONE}, {}):
        async with started(tmp_path, monkeypatch, integration_types_config={"0": servers}) as world:
            now = world.discord.world.application
        assert now["integration_types_config"] == {"0": servers, **added}


async def test_people_are_offered_what_the_application_allows_by_itself_only_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for kinds in ({"0": OWN, "1": COMMANDS_ALONE}, {"0": OWN}):
        async with started(tmp_path, monkeypatch, integration_types_config=kinds) as world:
            assert world.discord.world.application["integration_types_config"] == kinds


@pytest.mark.drawn(1)
@pytest.mark.parametrize("settings", SET, ids=str)
async def test_what_an_operator_has_set_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, settings: dict[str, Any]
) -> None:
    async with started(tmp_path, monkeypatch, **settings) as world:
        now = world.discord.world.application
    assert {name: now[name] for name in settings} == settings
    assert "install settings" not in caplog.text


async def test_refused_install_settings_are_one_line_in_the_log(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("local_discord.rest.application._SCOPES", {"0": ("bot",), "1": ("bot",)})
    async with started(tmp_path, monkeypatch) as world:
        assert world.discord.world.application["integration_types_config"] == {"0": COMMANDS_ALONE}
    [line] = [one for one in caplog.records if "install settings" in one.getMessage()]
    assert line.levelno == logging.WARNING
    assert line.exc_info is None
    assert "50035" in line.getMessage()


async def test_help_has_the_links_to_add_the_bot_unless_others_cannot_use_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with started(tmp_path, monkeypatch) as world:
        account, link = link_urls((await world.complete(world.command(AKI, ROOM, "help"))).answers)
        asked, for_one = (parse_qs(urlsplit(one).query) for one in (link, account))
        assert asked["client_id"] == for_one["client_id"] == [str(world.bot.application_id)]
        assert (for_one["scope"], for_one["integration_type"]) == (["applications.commands"], ["1"])
        assert (asked["scope"], asked["permissions"]) == ([" ".join(SCOPES)], [str(PERMISSIONS.value)])
        world.bot._local = True
        assert link_urls((await world.complete(world.command(AKI, ROOM, "help"))).answers) == []
    (tmp_path / "private").mkdir()
    async with started(tmp_path / "private", monkeypatch, bot_public=False) as world:
        assert world.bot.invitation, "for the operator"
        assert link_urls((await world.complete(world.command(AKI, ROOM, "help"))).answers) == []


async def test_start_prints_and_logs_the_links_to_add_the_bot(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("bot.gc", SimpleNamespace(freeze=lambda: None, set_threshold=lambda *_: None))
    caplog.set_level(logging.INFO, "ichiza")
    for account, link in ((account_link(7), invitation(7)), ("", invitation(7)), ("", "")):
        caplog.clear()
        client: Any = SimpleNamespace(account_link=account, invitation=link, login=AsyncMock(), connect=AsyncMock())
        await bot._log_in_and_connect(client, "token")
        links = [one for one in (account, link) if one]
        assert [line.rpartition(" ")[2] for line in capsys.readouterr().out.splitlines()] == links
        logged = [vars(one) for one in caplog.records]
        assert [one.get("account_link") or one.get("invitation") for one in logged] == links


def test_invitation_may_name_the_server() -> None:
    assert "guild_id=5" in invitation(7, 5)
    assert "guild_id" not in invitation(7)
