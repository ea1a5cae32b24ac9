"""Events that may permit a refused action wake waiting work on that server; other events do not."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from cogs.metrics import Metrics
from cogs.requests.discord_adapter import DiscordAdapter
from tests.fuzz.conftest import HERE, ROOM
from tests.fuzz.offline import Offline
from tests.fuzz.payloads import BOT, Channel, Json, User, guild_payload, staff_of

CATEGORY: Json = {"id": "1500", "type": 4, "guild_id": str(HERE), "name": "Games", "position": 0, "parent_id": None}
ROLE: Json = {
    "id": str(staff_of(HERE)),
    "name": "role",
    "color": 0,
    "hoist": False,
    "position": 1,
    "managed": False,
    "mentionable": False,
    "flags": 0,
    "permissions": "8",
    "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
}
MEMBER = User(BOT, "Ichiza", staff=True).member(HERE)
WAKES: dict[str, tuple[str, Json]] = {
    "the bot is given a role": ("GUILD_MEMBER_UPDATE", MEMBER),
    "a role is edited": ("GUILD_ROLE_UPDATE", {"role": ROLE}),
    "a role is moved": ("GUILD_ROLE_UPDATE", {"role": ROLE | {"position": 7, "permissions": "0"}}),
    "a role is deleted": ("GUILD_ROLE_DELETE", {"role_id": ROLE["id"]}),
    "a channel's overwrites are changed": ("CHANNEL_UPDATE", ROOM.payload()),
    "a category's overwrites are changed": ("CHANNEL_UPDATE", CATEGORY | {"permission_overwrites": []}),
    "a private thread is seen again": ("THREAD_CREATE", Channel(1500, HERE, parent=ROOM.id, private=True).payload()),
}


@pytest.fixture
def woken_servers(world: Offline, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return a list that records the servers that are woken_servers."""
    found: list[int] = []

    async def wake(guild_id: int) -> None:
        found.append(guild_id)

    monkeypatch.setattr(world.bot.presenter, "retry_guild", wake)
    world.bot._connection.parsers["CHANNEL_CREATE"](CATEGORY | {"permission_overwrites": []})
    return found


async def dispatch(world: Offline, event: str, data: Any) -> None:
    """Send an event to discord.py and wait for its listeners."""
    world.bot._connection.parsers[event]({"guild_id": str(HERE), **data})
    while any((one.get_name() or "").startswith("discord.py: ") for one in asyncio.all_tasks()):
        await asyncio.sleep(0)


@pytest.mark.parametrize("case", WAKES)
async def test_permission_events_wake_waiting_work_once(world: Offline, woken_servers: list[int], case: str) -> None:
    await dispatch(world, *WAKES[case])
    assert woken_servers == [HERE]


async def test_events_of_other_members_wake_nothing(world: Offline, woken_servers: list[int]) -> None:
    guild = world.bot.get_guild(HERE)
    assert guild is not None
    world.bot._connection.member_cache_flags.joined = True
    for _ in range(2):  # only the second event finds the member in discord.py's cache
        await dispatch(world, "GUILD_MEMBER_UPDATE", User(11, "Aki", staff=True).member(HERE))
    assert woken_servers == []


async def test_server_after_an_outage_wakes_waiting_work(world: Offline, woken_servers: list[int]) -> None:
    await dispatch(world, "GUILD_DELETE", {"id": str(HERE), "unavailable": True})
    assert woken_servers == []
    await dispatch(world, "GUILD_CREATE", {**guild_payload(HERE, (ROOM,)), "unavailable": False})
    assert woken_servers == [HERE]


@pytest.mark.parametrize("news", ["a change on the server", "a new session"])
async def test_wake_and_new_session_end_the_permission_backoff(world: Offline, news: str) -> None:
    world.bot.presenter._port = port = DiscordAdapter(world.bot, world.bot.attachments, Metrics())
    backoff = port._backoff
    backoff.record_refusal(HERE, ROOM.id, "send")
    assert backoff.is_backed_off(ROOM.id, "send")
    if news == "a new session":
        await world.bot.presenter.resume()
    else:
        await world.bot.presenter.retry_guild(HERE)
    assert not backoff.is_backed_off(ROOM.id, "send")
