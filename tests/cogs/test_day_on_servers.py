"""The day's deal on a server and reminders, on a bot without sockets: settings, the message, and direct messages."""

import json
from collections.abc import AsyncIterator
from copy import copy
from pathlib import Path
from typing import Any

import discord
import pytest

import limits
from cogs.commands.reminders import ReminderCommands
from cogs.gateway.guild_events import GuildEvents
from cogs.requests.discord_calls import PausedError
from engine.daily import plan
from engine.game import Game
from host.place import Place
from local_discord.checks.limits import Limits
from locales import Translation
from show.actions import daily_actions as actions
from show.actions.settings_actions import MY_DAY, SERVER_DAY, AskZone, OpenSettings, PickZone, Put, StopReminders
from show.messages.edit_rate_limit import born
from storage import StoreError
from tests.clock import Clock, set_clocks
from tests.cogs.interactions import refused
from tests.cogs.test_today import DAY, DAY_SECONDS, SAIZEN, click, played, today
from tests.days import SECRET, a_deal, prepare_day
from tests.fuzz.conftest import AKI, BEN, CHIE, HERE, HIDDEN, ROOM
from tests.fuzz.offline import Offline, offline
from tests.fuzz.payloads import User
from tests.storage.store_support import rewrite

EN = Translation("en")
PLACE = Place.server(HERE)
TOO_LATE = int(((DAY + 1) * DAY_SECONDS - 1_420_070_400 + 1) * 1000) << 22
"""The id of a message that was posted a second after the day `DAY + 1` opened."""
MANAGER = User(30, "Mei", roles=("manage_guild",))
ON, OFF = (Put(MY_DAY, "reminder", one).custom_id for one in ("on", "off"))
STOP = StopReminders().custom_id


@pytest.fixture
def clock() -> Clock:
    clock = Clock()
    clock.now = DAY * DAY_SECONDS + 3600.0
    return clock


@pytest.fixture
async def world(tmp_path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Offline]:
    """Yield a bot on one server on the day `DAY`. Its daily background tasks run only if a test calls them."""
    monkeypatch.setattr("engine.daily.deal.PLAYOUTS", 2)
    async with offline(tmp_path / "ichiza.sqlite3") as world:
        world.add_guild(HERE, ROOM, HIDDEN)
        await world.services.daily_preparation.close()
        await world.bot._daily_messages.close()
        await world.bot._commitment_messages.close()
        await reminders(world)._task.close()
        set_clocks(monkeypatch, world.services, clock)
        await prepare_day(world.store, DAY, SAIZEN, best=a_deal(SAIZEN, 1))
        await prepare_day(world.store, DAY + 1, SAIZEN)
        await world.services.settings.set_person(AKI.id, "time_zone", ["UTC"])
        yield world


def reminders(world: Offline) -> ReminderCommands:
    cog = world.bot.get_cog("ReminderCommands")
    assert isinstance(cog, ReminderCommands)
    return cog


async def choose_channel(world: Offline) -> None:
    await click(world, Put(SERVER_DAY, "daily", str(ROOM.id)).custom_id, MANAGER)


async def public(world: Offline) -> list[str]:
    """Let the bot update its messages of the day, and return the messages of the channel as JSON."""
    world.bot._daily_messages._resting.clear()
    await world.bot._daily_messages.poll()
    return [json.dumps(one, ensure_ascii=False) for one in world.messages.values() if int(one["channel_id"]) == ROOM.id]


async def commitments(world: Offline) -> dict[str, Any]:
    """Plan the coming days, let the bot post their commitments, and return the only message with them."""
    for day in range(DAY + 2, DAY + 8):
        await prepare_day(world.store, day, SAIZEN)
    await world.bot._commitment_messages.poll()
    [message] = [one for one in world.messages.values() if plan.commitment(SECRET, DAY + 7) in json.dumps(one)]
    return message


async def server_of(world: Offline, who: User) -> int | None:
    row = await world.store.daily.attempt(DAY, who.id)
    assert row is not None
    return row.guild_id


# --- The message


async def test_message_tells_of_a_person_who_has_played_on_the_server(world: Offline) -> None:
    await choose_channel(world)
    begun = await today(world)
    assert f"<#{ROOM.id}>" in begun.text, "people read beforehand where their name will stand"
    assert await public(world) == []
    await played(world)
    [message] = await public(world)
    assert AKI.name in message
    assert actions.OpenToday().custom_id in message
    assert await server_of(world, AKI) == HERE


async def test_attempt_in_direct_messages_counts_for_no_server_unless_it_is_opened_there_in_time(
    world: Offline,
) -> None:
    await choose_channel(world)
    first = await today(world, where=None)
    assert "<#" not in first.text
    await played(world, where=None)
    assert await server_of(world, AKI) is None
    await today(world)
    assert await server_of(world, AKI) is None, "it is over"
    await today(world, BEN, None)
    assert f"<#{ROOM.id}>" in (await today(world, BEN)).text
    assert await server_of(world, BEN) == HERE
    assert await public(world) == []


async def test_person_who_leaves_their_name_out_is_not_told(world: Offline) -> None:
    await choose_channel(world)
    await played(world)
    [before] = await public(world)
    assert AKI.name in before
    page = await click(world, Put(MY_DAY, "named", "off").custom_id)
    assert Put(MY_DAY, "named", "on").custom_id in page.custom_ids
    assert await public(world) == []
    begun = await today(world, BEN)
    assert f"<#{ROOM.id}>" in begun.text
    await click(world, Put(MY_DAY, "named", "off").custom_id, CHIE)
    assert "<#" not in (await today(world, CHIE)).text


async def test_button_of_the_message_opens_the_readers_own_deal_in_private(world: Offline) -> None:
    await choose_channel(world)
    await played(world)
    await public(world)
    [message] = [one for one in world.messages.values() if int(one["channel_id"]) == ROOM.id]
    asked = await world.complete(world.click(BEN, ROOM, actions.OpenToday().custom_id, message))
    [(kind, reply)] = asked.replies
    assert (kind, reply["flags"] & 64) == (4, 64)
    assert EN("day-game", game="Saizen") in asked.text


async def test_message_leads_to_the_cards_after_the_close(world: Offline, clock: Clock) -> None:
    await choose_channel(world)
    await played(world)
    [before] = await public(world)
    clock.now += DAY_SECONDS
    [after] = await public(world)
    opened = actions.OpenDay(DAY).custom_id
    assert [opened in message for message in (before, after)] == [False, True]


async def test_closed_days_open_and_others_do_not(world: Offline, clock: Clock) -> None:
    await played(world)
    early = await click(world, actions.OpenDay(DAY).custom_id)
    assert not early.custom_ids, "the day is not over"
    for days in (1, 2, 20):
        clock.now = (DAY + days) * DAY_SECONDS + 5.0
        if days > 2:
            await world.store.daily.drop_moves(0, DAY + 9)
        for who in (AKI, BEN):
            page = await click(world, actions.OpenDay(DAY).custom_id, who)
            assert bytes(range(16)).hex() in page.text
            assert ("better than" in page.text) == (who is AKI)
            cards = await click(world, actions.PickDealtCards(DAY).custom_id, who, values=["1"])
            assert actions.OpenDay(DAY).custom_id in cards.custom_ids
            line = await click(world, actions.ShowBestLine(DAY, 1).custom_id, who)
            assert actions.OpenDay(DAY).custom_id in line.custom_ids
    for forged in (DAY + 20, DAY + 99, 0, 10**15):
        assert not (await click(world, actions.OpenDay(forged).custom_id)).custom_ids


# --- Settings


async def test_only_managers_choose_the_channel_and_the_comparison(world: Offline) -> None:
    for custom_id in (
        OpenSettings(SERVER_DAY).custom_id,
        Put(SERVER_DAY, "daily", str(ROOM.id)).custom_id,
        Put(SERVER_DAY, "compared", "on").custom_id,
    ):
        assert not (await click(world, custom_id, BEN)).custom_ids
    assert (await world.services.settings.of(PLACE)).daily == 0
    page = await click(world, OpenSettings(SERVER_DAY).custom_id, MANAGER)
    here = Put(SERVER_DAY, "daily", str(ROOM.id)).custom_id
    assert here in page.custom_ids
    chosen = await click(world, here, MANAGER)
    assert Put(SERVER_DAY, "daily", "0").custom_id in chosen.custom_ids
    for forged in ("x", "-1", "", "1" * 30):
        await click(world, Put(SERVER_DAY, "daily", forged).custom_id, MANAGER)
    assert (await world.services.settings.of(PLACE)).daily == ROOM.id
    await click(world, Put(SERVER_DAY, "compared", "on").custom_id, MANAGER)
    assert (await world.services.settings.of(PLACE)).compared == "on"


async def test_servers_name_is_kept_while_others_may_read_it_also_without_a_message(world: Offline) -> None:
    guild = world.bot.get_guild(HERE)
    assert guild is not None

    async def kept() -> str:
        return await world.store.settings.get(HERE, "server:name") or ""

    assert await kept() == ""
    await click(world, Put(SERVER_DAY, "compared", "on").custom_id, MANAGER)
    assert await kept() == guild.name
    events = world.bot.get_cog("GuildEvents")
    assert isinstance(events, GuildEvents)
    renamed = copy(guild)
    renamed.name = "Another name"
    await events.on_guild_update(guild, renamed)
    assert await kept() == "Another name"
    await click(world, Put(SERVER_DAY, "compared", "off").custom_id, MANAGER)
    assert await kept() == ""


async def test_own_panel_is_in_direct_messages_too(world: Offline) -> None:
    for where in (ROOM, None):
        page = await click(world, OpenSettings(MY_DAY).custom_id, where=where)
        assert ON in page.custom_ids
        then = OpenSettings(MY_DAY).custom_id
        assert PickZone(then).custom_id in (await click(world, AskZone(then).custom_id, where=where)).custom_ids
        zone = await click(world, PickZone(then).custom_id, where=where, values=["Asia/Tokyo"])
        assert EN("zone-button", city="Tokyo") in str(zone.answers[-1])
    forged = await click(world, Put(MY_DAY, "reminder", "perhaps").custom_id)
    assert not forged.custom_ids


# --- The commitments of the coming days


async def test_commitments_are_posted_and_their_button_opens_a_private_page_that_links_to_them(world: Offline) -> None:
    await choose_channel(world)
    await played(world)
    await public(world)
    message = await commitments(world)
    assert int(message["channel_id"]) == ROOM.id
    assert not message["mentions"]
    address = f"](https://discord.com/channels/{HERE}/{ROOM.id}/{message['id']})"
    button = actions.ListComingDays().custom_id
    asked = await world.complete(world.click(BEN, ROOM, button, message))
    [(kind, reply)] = asked.replies
    assert (kind, reply["flags"] & 64) == (4, 64)
    assert address in asked.text
    assert address not in (await click(world, button, where=None)).text
    values = (bytes(16).hex(), plan.commitment(bytes(16), DAY + 3), DAY + 3)
    await rewrite(world.store, "UPDATE days SET secret = ?, commitment = ? WHERE day = ?", values)
    assert address not in (await click(world, button)).text, "the message is about to be replaced"


async def test_closed_day_links_to_the_message_that_had_its_commitment_in_time(world: Offline, clock: Clock) -> None:
    await choose_channel(world)
    await played(world)
    await public(world)
    message = await commitments(world)
    clock.now += 2 * DAY_SECONDS
    closed = actions.OpenDay(DAY + 1).custom_id
    address = f"](https://discord.com/channels/{HERE}/{ROOM.id}/"
    for custom_id in (closed, actions.OpenClosedDay().custom_id):
        assert f"{address}{message['id']})" in (await click(world, custom_id)).text
    await rewrite(world.store, "UPDATE commitment_messages SET message_id = ?", (TOO_LATE,))
    assert address not in (await click(world, closed)).text, "by its id, the message is younger than the day"
    await rewrite(world.store, "UPDATE commitment_messages SET message_id = ?", (message["id"],))
    assert await world.services.posted_commitments.with_day(PLACE, DAY + 1, "0" * 64) is None
    assert address not in (await click(world, closed, where=None)).text
    assert address not in (await click(world, actions.OpenDay(DAY).custom_id)).text, (
        "the message does not have that day"
    )


async def test_messages_with_commitments_differ_from_others_when_the_bot_searches_its_messages(world: Offline) -> None:
    await choose_channel(world)
    await played(world)
    await public(world)
    message = await commitments(world)
    begun = born(int(message["id"]))
    own = await world.bot.port.own(ROOM.id, begun - 60, begun + 60)
    assert isinstance(own, list)
    assert len(own) > 1
    assert [one.id for one in own if one.purpose == "days"] == [int(message["id"])]


# --- Reminders


async def remind(world: Offline, clock: Clock, who: User = AKI) -> list[dict[str, object]]:
    """Set the clock to 18:00 UTC, let the bot send reminders, and return its direct messages to a person."""
    clock.now = (clock.now // DAY_SECONDS) * DAY_SECONDS + 18 * 3600
    await reminders(world)._remind()
    return world.direct_messages(who)


async def test_person_who_has_asked_is_reminded_once_and_can_stop_there(world: Offline, clock: Clock) -> None:
    page = await click(world, ON)
    assert OFF in page.custom_ids
    [reminder] = await remind(world, clock)
    assert "Saizen" in json.dumps(reminder)
    assert len(await remind(world, clock)) == 1
    assert await remind(world, clock, BEN) == []
    stopped = await world.complete(world.click(AKI, None, STOP, reminder))
    assert (stopped.replies[0][0], stopped.text) == (7, EN("reminder-stopped"))
    assert await world.services.reminders.of(AKI.id) is None
    clock.now += DAY_SECONDS
    assert len(await remind(world, clock)) == 1
    forged = await click(world, STOP, BEN)
    assert forged.replies[0][0] == 4


async def test_person_who_has_played_is_not_reminded(world: Offline, clock: Clock) -> None:
    await click(world, ON)
    await played(world)
    assert await remind(world, clock) == []


async def test_closed_direct_messages_turn_reminders_off_quietly(world: Offline, clock: Clock) -> None:
    await click(world, ON)
    world.person(AKI).takes_messages = False
    assert await remind(world, clock) == []
    world.person(AKI).takes_messages = True
    clock.now += DAY_SECONDS
    assert await remind(world, clock) == []
    page = await click(world, OpenSettings(MY_DAY).custom_id)
    assert EN("my-day-refused") in page.text
    assert ON in page.custom_ids
    await click(world, ON)
    clock.now += DAY_SECONDS - 18 * 3600 + 3600
    await prepare_day(world.store, DAY + 2, Game.games["saizen"])
    await click(world, ON)
    assert len(await remind(world, clock)) == 1


async def test_reminders_open_nobodys_conversation_twice(
    world: Offline, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    await click(world, ON)
    assert len(await remind(world, clock)) == 1
    world.bot._connection.clear()  # discord.py's cache, as after a restart
    monkeypatch.setattr(world.discord.settings, "openings", 0)
    await prepare_day(world.store, DAY + 2, SAIZEN)
    clock.now += DAY_SECONDS
    assert len(await remind(world, clock)) == 2


@pytest.mark.parametrize("limit", ["40003", "429"])
async def test_reminders_that_discord_limits_come_later_and_once(
    world: Offline, clock: Clock, monkeypatch: pytest.MonkeyPatch, limit: str
) -> None:
    """Check five people, of whom Discord lets the bot open two conversations, and the others after a pause."""
    people = [AKI, BEN, CHIE, MANAGER, User(31, "Emi")]
    for who in people:
        await world.services.settings.set_person(who.id, "time_zone", ["UTC"])
        await click(world, ON, who)
    asked, opening = list[int](), world.bot.create_dm

    async def open_some(user: Any) -> discord.DMChannel:
        asked.append(user.id)
        if limit == "429" and len(asked) > 2:
            raise discord.RateLimited(60)
        return await opening(user)

    monkeypatch.setattr(world.discord.settings, "openings", 2 if limit == "40003" else None)
    monkeypatch.setattr(world.bot, "create_dm", open_some)
    counts = []
    for _ in range(2):
        await remind(world, clock)
        counts.append((len(asked), sum(len(world.direct_messages(who)) for who in people)))
    assert counts == [(3, 2), (3, 2)], "the first refusal stops the openings for a time"
    limit = ""
    world.discord.limits = Limits()
    monkeypatch.setattr(world.discord.settings, "openings", None)
    monkeypatch.setattr(reminders(world)._direct_messages, "_paused_until", 0.0)
    for _ in range(2):
        await remind(world, clock)
    assert [len(world.direct_messages(who)) for who in people] == [1] * 5


async def test_people_whose_conversation_is_known_do_not_wait_for_those_whose_is_not(
    world: Offline, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Check four people who are all due before the only one whose conversation is known, with two a run."""
    unknown, known = [BEN, CHIE, MANAGER, User(31, "Emi")], User(20_000 << 22, "Fay")
    for who in [*unknown, known]:
        await world.services.settings.set_person(who.id, "time_zone", ["UTC"])
        await click(world, ON, who)
    channel = world.discord.world.private_channel(world.person(known))
    await world.services.people.note_conversation(known.id, int(channel.id))
    monkeypatch.setattr(limits, "REMINDED_AT_ONCE", 2)
    monkeypatch.setattr(world.discord.settings, "openings", 0)
    writes, reschedule = list[int](), world.store.reminders.reschedule

    async def counted(user_id: int, at: int, next_at: int) -> bool:
        writes.append(user_id)
        return await reschedule(user_id, at, next_at)

    monkeypatch.setattr(world.store.reminders, "reschedule", counted)
    await remind(world, clock)
    clock.now += 60
    assert len(writes) == 2, "the first refusal ends the run: one is claimed and given back"
    clock.now += 6_000
    for _ in range(3):
        await reminders(world)._remind()
    assert len(world.direct_messages(known)) == 1
    assert len(writes) == 3
    world.discord.limits = Limits()
    monkeypatch.setattr(world.discord.settings, "openings", None)
    monkeypatch.setattr(reminders(world)._direct_messages, "_paused_until", 0.0)
    for _ in range(3):
        await reminders(world)._remind()
    assert [len(world.direct_messages(who)) for who in unknown] == [1] * 4


@pytest.mark.parametrize("code", [10003, 50001])
async def test_conversation_of_another_application_is_opened_anew(world: Offline, clock: Clock, code: int) -> None:
    await click(world, ON)
    if code == 50001:  # a conversation that the bot is not part of
        foreign = world.discord.world.private_channel(world.person(BEN))
        foreign.members = set()
        await world.services.people.note_conversation(AKI.id, int(foreign.id))
    else:
        await world.services.people.note_conversation(AKI.id, 404)
    assert len(await remind(world, clock)) == 1
    assert await world.services.people.conversation(AKI.id) == int(
        world.discord.world.private_channel(world.person(AKI)).id
    )


async def test_failure_that_is_not_the_persons_keeps_the_reminder(
    world: Offline, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def refuse(*_: object, **__: object) -> None:
        raise refused(403, 20026)

    await click(world, ON)
    monkeypatch.setattr(discord.abc.Messageable, "send", refuse)
    assert await remind(world, clock) == []
    reminder = await world.services.reminders.of(AKI.id)
    assert reminder is not None
    assert not reminder.refused


@pytest.mark.parametrize("error", [PausedError(30), discord.RateLimited(60), refused(503)], ids=repr)
async def test_reminder_that_was_surely_not_sent_comes_later(
    world: Offline, clock: Clock, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    async def fail(*_: object, **__: object) -> None:
        raise error

    await click(world, ON)
    with monkeypatch.context() as patch:
        patch.setattr(discord.abc.Messageable, "send", fail)
        assert await remind(world, clock) == []
    assert len(await remind(world, clock)) == 1


@pytest.mark.parametrize("what", ["people.conversation", "reminders.mark_refused"])
async def test_reminder_comes_once_the_database_can_be_read_again(
    world: Offline, clock: Clock, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    service, method = what.split(".")

    async def broken(_user_id: int) -> int:
        raise StoreError("the database is gone")

    await click(world, ON)
    world.person(AKI).takes_messages = method != "mark_refused"
    with monkeypatch.context() as patch:
        patch.setattr(getattr(world.services, service), method, broken)
        with pytest.raises(StoreError):
            await remind(world, clock)
    world.person(AKI).takes_messages = True
    assert len(await remind(world, clock)) == 1
