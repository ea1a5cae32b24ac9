"""Events that wake work which waits because Discord has refused a call.

An event after which Discord may accept the call wakes the waiting work of the event's server. Other events do not.
"""

import asyncio

import pytest

from cogs.metrics import Metrics
from cogs.requests.discord_adapter import DiscordAdapter
from host.place import Place
from local_discord.actions import announce
from local_discord.world.model import PRIVATE_THREAD, Channel, Role, User
from local_discord.world.world import World
from tests.fuzz.conftest import HERE, ROOM
from tests.fuzz.offline import Offline
from tests.fuzz.payloads import Json

CATEGORY: Json = {"id": "1500", "type": 4, "name": "Games", "position": 0, "parent_id": None}
ROLE = Role("4", "staff", 4, 8).payload()
WAKES: dict[str, tuple[str, Json]] = {
    "the bot is given a role": ("GUILD_MEMBER_UPDATE", World().bot.member() | {"roles": ["4"]}),
    "a role is edited": ("GUILD_ROLE_UPDATE", {"role": ROLE}),
    "a role is moved": ("GUILD_ROLE_UPDATE", {"role": ROLE | {"position": 7, "permissions": "0"}}),
    "a role is deleted": ("GUILD_ROLE_DELETE", {"role_id": ROLE["id"]}),
    "a channel's overwrites are changed": ("CHANNEL_UPDATE", Channel(str(ROOM.id), "room").payload()),
    "a category's overwrites are changed": ("CHANNEL_UPDATE", CATEGORY | {"permission_overwrites": []}),
    "a private thread is seen again": (
        "THREAD_CREATE",
        Channel("1600", "thread", PRIVATE_THREAD, parent_id=str(ROOM.id), owner_id="1").payload(),
    ),
}


@pytest.fixture
async def woken_servers(world: Offline, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Return a list that records the servers whose waiting work is woken, after the server has got a category."""
    found: list[int] = []

    async def wake(place: Place) -> None:
        found.append(place.server_id)

    monkeypatch.setattr(world.bot.presenter, "retry_place", wake)
    world.discord.hub.to_bot("CHANNEL_CREATE", CATEGORY | {"permission_overwrites": [], "guild_id": str(HERE)})
    await wait_for_listeners()
    found.clear()
    return found


async def wait_for_listeners() -> None:
    """Wait until the listeners of all events have run."""
    while any((one.get_name() or "").startswith("discord.py: ") for one in asyncio.all_tasks()):
        await asyncio.sleep(0)


async def dispatch(world: Offline, event: str, data: Json) -> None:
    """Send an event to discord.py and wait for its listeners."""
    world.discord.hub.to_bot(event, data | {"guild_id": str(HERE)})
    await wait_for_listeners()


@pytest.mark.drawn(1)
@pytest.mark.parametrize("case", WAKES)
async def test_permission_events_wake_waiting_work_once(world: Offline, woken_servers: list[int], case: str) -> None:
    await dispatch(world, *WAKES[case])
    assert woken_servers == [HERE]


async def test_events_of_other_members_wake_nothing(world: Offline, woken_servers: list[int]) -> None:
    assert world.bot.get_guild(HERE) is not None
    world.bot._connection.member_cache_flags.joined = True
    for _ in range(2):  # discord.py has the member in its cache only at the second event
        await dispatch(world, "GUILD_MEMBER_UPDATE", User("11", "Aki", 0, roles=["4"]).member())
    assert woken_servers == []


async def test_thread_wakes_waiting_work_when_it_is_unlocked_or_unarchived(
    world: Offline, woken_servers: list[int]
) -> None:
    thread = Channel("1600", "thread", PRIVATE_THREAD, parent_id=str(ROOM.id), owner_id="1").payload()
    await dispatch(world, "THREAD_CREATE", thread)
    woken_servers.clear()

    async def update(**changes: object) -> list[int]:
        thread["thread_metadata"] = thread["thread_metadata"] | changes
        await dispatch(world, "THREAD_UPDATE", thread)
        woken = [*woken_servers]
        woken_servers.clear()
        return woken

    assert await update(auto_archive_duration=60) == []
    assert await update(locked=True) == []
    assert await update(locked=False) == [HERE]
    assert await update(archived=True) == []
    assert await update(archived=False) == [HERE]


async def test_server_after_an_outage_wakes_waiting_work(world: Offline, woken_servers: list[int]) -> None:
    guild = world.discord.world.guilds[str(HERE)]
    announce.outage(world.discord, guild, unavailable=True)
    await wait_for_listeners()
    assert woken_servers == []
    announce.outage(world.discord, guild, unavailable=False)
    await wait_for_listeners()
    assert woken_servers == [HERE]


@pytest.mark.parametrize("news", ["a change on the server", "a new session"])
async def test_wake_and_new_session_end_the_permission_backoff(world: Offline, news: str) -> None:
    world.bot.presenter._port = port = DiscordAdapter(world.bot, world.bot.attachments, Metrics())
    backoff = port._backoff
    backoff.record_refusal(HERE, ROOM.id, "send", backoff.clock())
    assert backoff.is_backed_off(ROOM.id, "send")
    if news == "a new session":
        await world.bot.presenter.resume()
    else:
        await world.bot.presenter.retry_place(Place.server(HERE))
    assert not backoff.is_backed_off(ROOM.id, "send")
