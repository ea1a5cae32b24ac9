"""Direct messages about tables, and who receives them."""

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

import discord
import pytest

import limits
from cogs import direct_messages
from cogs.commands import notifications
from host.lobby.notifications import Recipient, Subscription
from host.place import Place
from host.tables.table import Table
from locales import Translation
from show.messages.reconciler import Reconciler
from show.text.page import Page
from show.text.seat_names import message_link
from storage import StoreError
from tests.cogs.interactions import refused
from tests.fuzz.conftest import AKI, BEN, CHIE, HERE, HIDDEN, ROOM, STAFF
from tests.fuzz.offline import Offline, offline
from tests.fuzz.payloads import Channel, User, components_with, link_urls

SAID = Translation("en")
SECRET = Channel(1003, HERE, parent=ROOM.id, private=True)


@pytest.fixture
async def world(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Offline]:
    """Yield a bot that sends notifications at once, on a server with a hidden channel and two subscribers of Saizen."""
    monkeypatch.setattr(notifications, "WAIT_SECONDS", 0.0)
    async with offline(tmp_path / "ichiza.sqlite3") as world:
        world.add_guild(HERE, ROOM, HIDDEN)
        for who in (BEN, STAFF):
            await world.wait_for(world.click(who, ROOM, "set-some:notices:games", values=["saizen"]))
        yield world


async def opened(world: Offline, where: Channel = ROOM, who: User = AKI, seats: int = 3) -> int:
    """Open a lobby, wait until its notifications are sent, and return its table's number."""
    await world.wait_for(world.command(who, where, "play", game="saizen", seats=seats))
    await rested(world)
    return max(await world.services.tables.store.tables.open_in_place(HERE))


async def rested(world: Offline) -> None:
    """Wait until all notifications are sent."""
    await world.wait_until_idle()
    cog = world.bot.get_cog("NotificationCommands")
    assert isinstance(cog, notifications.NotificationCommands)
    for number in [*cog._queue._tasks]:
        await cog._queue.wait_until_done(number, 20)


async def test_only_subscribers_of_a_game_are_notified(world: Offline) -> None:
    await opened(world)
    assert [len(world.direct_messages(who)) for who in (AKI, BEN, CHIE, STAFF)] == [0, 1, 0, 1]
    assert await opened(world)
    assert [len(world.direct_messages(who)) for who in (BEN, STAFF)] == [1, 1], "within the hour"


async def test_notifications_wait_until_the_lobbys_message_is_known(
    world: Offline, monkeypatch: pytest.MonkeyPatch
) -> None:
    noted, stands = Reconciler.lobby_sent, asyncio.Event()

    async def late(messages: Reconciler, table_id: int, message_id: int, shown: Page) -> None:
        await stands.wait()
        await noted(messages, table_id, message_id, shown)

    monkeypatch.setattr(Reconciler, "lobby_sent", late)
    await world.wait_for(world.command(AKI, ROOM, "play", game="saizen", seats=3))
    await asyncio.sleep(0.1)
    assert [len(world.direct_messages(who)) for who in (BEN, STAFF)] == [0, 0]
    assert await world.services.notifications.remaining(1) == limits.NOTICES_A_LOBBY, "nor is it counted as told"
    stands.set()
    await rested(world)
    (lobby,) = [number for number, one in world.messages.items() if "join:1" in str(components_with(one))]
    for who in (BEN, STAFF):
        (notice,) = world.direct_messages(who)
        assert link_urls(notice) == [message_link(Place.server(HERE), ROOM.id, lobby)]


async def test_person_who_does_not_see_the_channel_is_not_notified(world: Offline) -> None:
    await opened(world, HIDDEN, STAFF)
    await opened(world, HIDDEN, User(AKI.id, "Aki", STAFF.roles))
    assert [len(world.direct_messages(who)) for who in (BEN, STAFF)] == [0, 1]


async def test_table_in_a_private_thread_causes_no_notifications(world: Offline) -> None:
    world.add_guild(HERE, ROOM, HIDDEN, SECRET)
    await opened(world, SECRET)
    assert [len(world.direct_messages(who)) for who in (BEN, STAFF)] == [0, 0]


async def test_lobby_that_is_closed_or_full_by_then_causes_no_notifications(world: Offline) -> None:
    cog = world.bot.get_cog("NotificationCommands")
    assert isinstance(cog, notifications.NotificationCommands)
    number = await opened(world, who=BEN, seats=2)
    before = len(world.direct_messages(STAFF))
    await world.wait_for(world.click(BEN, ROOM, f"start:{number}"))
    cog._note_news(number, "missing")
    await rested(world)
    assert len(world.direct_messages(STAFF)) == before == 1


async def test_last_free_seat_is_announced_as_such(world: Offline) -> None:
    await world.wait_for(world.click(BEN, ROOM, "put:notices:opens:off"))
    number = await opened(world)
    assert world.direct_messages(BEN) == []
    await world.wait_for(world.click(CHIE, ROOM, f"join:{number}"))
    await rested(world)
    (notice,) = world.direct_messages(BEN)
    assert "one player is missing" in json.dumps(notice)
    assert "Chie" not in json.dumps(notice)


async def test_person_who_has_left_the_server_or_blocks_messages_is_not_tried_again(world: Offline) -> None:
    world.person(BEN).absent.add(str(HERE))
    world.person(STAFF).takes_messages = False
    await opened(world)
    assert [len(world.direct_messages(who)) for who in (BEN, STAFF)] == [0, 0]
    assert await world.services.notifications.subscription(Place.server(HERE), BEN.id) == Subscription()
    assert await world.services.notifications.subscription(Place.server(HERE), STAFF.id) == Subscription(
        ("saizen",), refused=True
    )
    page = world.click(STAFF, ROOM, "settings:notices")
    await world.wait_for(page)
    assert SAID("notices-refused").split("\n")[0] in page.text


async def test_timed_out_person_is_notified_again_only_when_they_can_join(world: Offline) -> None:
    world.person(BEN).timed_out_until = 4_000_000_000.0
    await opened(world)
    assert [len(world.direct_messages(who)) for who in (BEN, STAFF)] == [0, 1]
    world.person(BEN).timed_out_until = 0.0
    await opened(world)
    assert [len(world.direct_messages(who)) for who in (BEN, STAFF)] == [1, 1]


async def test_stopping_from_a_notification_edits_it_and_elsewhere_answers_in_private(world: Offline) -> None:
    await opened(world)
    (notice,) = world.direct_messages(BEN)
    stopped = world.click(BEN, None, f"stop-notices:{HERE}", notice)
    await world.wait_for(stopped)
    assert (stopped.replies[0][0], stopped.text) == (7, SAID("notice-stopped"))
    assert await world.services.notifications.subscription(Place.server(HERE), BEN.id) == Subscription()
    table = next(one for one in world.messages.values() if int(one["channel_id"]) == ROOM.id)
    forged = world.click(CHIE, ROOM, f"stop-notices:{HERE}", table)
    await world.wait_for(forged)
    assert forged.replies[0][0] == 4


async def test_notifications_are_chosen_only_on_a_server(world: Offline) -> None:
    for forged, values in (("set-some:notices:games", ["saizen"]), ("settings:notices", None)):
        asked = world.click(CHIE, None, forged, values=values)
        await world.wait_for(asked)
        assert asked.text == SAID("notices-on-servers")


async def test_people_whose_conversations_cannot_be_opened_are_notified_later_and_once(
    world: Offline, monkeypatch: pytest.MonkeyPatch
) -> None:
    given_back, give_back = asyncio.Event(), world.services.notifications.give_back

    async def note(table: Table, people: Sequence[Recipient]) -> None:
        await give_back(table, people)
        given_back.set()

    monkeypatch.setattr(direct_messages, "PAUSE_SECONDS", 0.0)
    monkeypatch.setattr(notifications, "PAUSE_SECONDS", 0.01)
    monkeypatch.setattr(world.services.notifications, "give_back", note)
    monkeypatch.setattr(world.discord.settings, "openings", 1)
    await world.wait_for(world.command(AKI, ROOM, "play", game="saizen", seats=3))
    async with asyncio.timeout(20):
        await given_back.wait()
    assert sum(len(world.direct_messages(who)) for who in (BEN, STAFF)) == 1
    monkeypatch.setattr(world.discord.settings, "openings", None)
    await rested(world)
    assert [len(world.direct_messages(who)) for who in (BEN, STAFF)] == [1, 1]


@pytest.mark.parametrize("failing", ["conversation", "mark_refused"])
async def test_people_are_notified_once_the_database_can_be_read_again(
    world: Offline, monkeypatch: pytest.MonkeyPatch, failing: str
) -> None:
    """Let one query for the first person fail, and check that the second person is notified, and the first later."""
    service: object = world.services.people if failing == "conversation" else world.services.notifications
    failed, query = list[int](), getattr(service, failing)

    async def broken(user_id: int) -> object:
        if not failed:
            failed.append(user_id)
            raise StoreError("the database is gone")
        return await query(user_id)

    if failing == "mark_refused":
        world.person(BEN).takes_messages = False
    monkeypatch.setattr(notifications, "PAUSE_SECONDS", 0.01)
    monkeypatch.setattr(service, failing, broken)
    await opened(world)
    takes = [failing == "conversation", True]
    assert failed
    assert [len(world.direct_messages(who)) for who in (BEN, STAFF)] == takes
    refusals = [(await world.services.notifications.subscription(Place.server(HERE), BEN.id)).refused]
    assert refusals == [failing == "mark_refused"]


async def test_failure_that_is_not_the_persons_keeps_their_subscription(
    world: Offline, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Keep all subscriptions while Discord refuses every direct message because it takes the bot for a spammer."""

    async def refuse(*_: object, **__: object) -> None:
        raise refused(403, 20026)

    before = await world.services.notifications.subscription(Place.server(HERE), BEN.id)
    monkeypatch.setattr(discord.abc.Messageable, "send", refuse)
    await opened(world)
    assert await world.services.notifications.subscription(Place.server(HERE), BEN.id) == before
