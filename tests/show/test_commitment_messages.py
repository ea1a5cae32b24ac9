"""Messages with the commitments of the coming days over a fake Discord: posted once and in time, never edited."""

import asyncio
from collections.abc import Collection
from random import Random

import pytest

from engine.daily import plan
from engine.game import Game
from host.daily.commitments import DAYS_LEFT
from host.daily.deals import WEEK, opens_at
from host.lobby.restored_backup import renew_restored
from host.place import Place
from host.tables.message_records import Post
from host.tables.table import Person
from locales import Translation
from show.discord_port import Gone, Later
from show.messages.daily.commitments import CommitmentMessages
from show.messages.daily.results import EDIT_SECONDS, REFUSED_SECONDS, DailyMessages
from show.messages.lost_post_search import ARRIVING, REMEMBERED, LostPostSearch
from show.text.page import page
from storage.queries.deal_commitments import MARK
from tests.days import SECRET, prepare_day
from tests.host.test_clock import JUMPS
from tests.show.bot_run import faulty, kills
from tests.show.fake_discord import ALL, GUILD, FakePort, Message
from tests.show.world import CHANNELS, World
from tests.storage.store_support import rewrite
from tests.virtual_time import in_virtual_time, now

AKI, BEN, CHIE = 101, 102, 103
HERE, THERE = CHANNELS
DAY = 0
"""Virtual time begins on the first day of all."""
SECONDS_A_DAY = 86_400
REST = 4 * EDIT_SECONDS
PLACE = Place.server(GUILD)
MANAGER = Person(9, manages_server=lambda: True)
EN = Translation("en")


async def new_world(channel_id: int = HERE, days: int = WEEK) -> World:
    """Return a world with today and `days` coming days, whose server wants messages in a channel (0: none)."""
    world = World(Random(0))
    await world.start_bot()
    for day in range(DAY, DAY + days + 1):
        await prepare_day(world.store, day, Game.games["saizen"])
    await put(world, "daily", str(channel_id))
    return world


async def put(world: World, name: str, value: str) -> None:
    await world.services.settings.set_server(PLACE, MANAGER, name, [value])


async def play(world: World, user_id: int = AKI) -> None:
    """Let a person finish the open deal."""
    row = await world.store.daily.begin(world.services.daily.today, user_id, 0, GUILD, f"P{user_id}")
    await world.store.daily.move(row._replace(moves='[[0,"1"]]', points=3, ended_at=int(now())), row.moves)


def tasks(world: World) -> tuple[DailyMessages, CommitmentMessages]:
    presenter = world.presenter
    messages = DailyMessages(world.services, world.port, presenter.edit_rate_limit, presenter.lost_post_search)
    return messages, CommitmentMessages(world.services, world.port, presenter.lost_post_search)


def start(world: World) -> tuple[DailyMessages, CommitmentMessages]:
    messages, commitments = tasks(world)
    messages.start()
    commitments.start()
    return messages, commitments


async def pass_days(world: World, last: int, playing: Collection[int] = ()) -> None:
    """Run both tasks once at noon of each day up to `last`. On the days in `playing`, somebody plays before that."""
    messages, commitments = tasks(world)
    for day in range(world.services.daily.today, last + 1):
        await asyncio.sleep(max(0, opens_at(day) + SECONDS_A_DAY // 2 - now()))
        if day in playing:
            await play(world)
        await messages.poll()
        await commitments.poll()


async def posted(world: World, seconds: float = REST) -> list[Message]:
    """Return the messages with commitments after some seconds, oldest first; fail if one of them was edited."""
    await asyncio.sleep(seconds)
    found = [one for one in world.discord.messages.values() if one.purpose == "days"]
    assert [len(one.shown) for one in found] == [1] * len(found), "never edited"
    return found


def has(message: Message, day: int, secret: bytes = SECRET) -> bool:
    return plan.commitment(secret, day) in message.text


@in_virtual_time
async def test_commitments_of_the_coming_week_are_posted_after_the_first_message_of_the_day() -> None:
    world = await new_world()
    start(world)
    assert await posted(world) == []
    await play(world)
    [message] = await posted(world)
    assert message.channel_id == HERE
    assert [day for day in range(WEEK + 3) if has(message, day)] == [*range(DAY + 1, DAY + WEEK + 1)]
    assert message.text.count("Saizen") == WEEK
    assert EN("commitments-open") in message.text
    assert EN("commitments-replace") not in message.text
    assert SECRET.hex() not in message.text
    assert await posted(world, 1000) == [message]
    assert world.discord.pings == []


@pytest.mark.parametrize("wrong", JUMPS)
@in_virtual_time
async def test_no_days_are_promised_by_a_wrong_clock(wrong: float) -> None:
    world = await new_world(days=50)
    await play(world)
    messages, commitments = start(world)
    await asyncio.sleep(0.5)
    assert len(world.discord.messages) == 1
    await commitments.close()
    world.wrong = wrong
    commitments = tasks(world)[1]
    commitments.start()
    assert await posted(world) == []
    world.wrong = 0.0
    [message] = await posted(world)
    assert [day for day in range(WEEK + 50) if has(message, day)] == [*range(DAY + 1, DAY + WEEK + 1)]
    await messages.close()


@in_virtual_time
async def test_server_without_a_message_of_the_day_and_incomplete_plan_get_nothing() -> None:
    for channel_id, days in ((0, WEEK), (HERE, WEEK - 1)):
        world = await new_world(channel_id, days)
        start(world)
        await play(world)
        assert await posted(world) == []
        await world._killed()


@in_virtual_time
async def test_each_commitment_is_posted_two_days_before_its_day_opens() -> None:
    world = await new_world(days=30)
    await pass_days(world, DAY + 19, range(DAY, DAY + 20, 3))
    found = await posted(world)
    assert [int(one.born) // SECONDS_A_DAY for one in found] == [*range(DAY, DAY + 20, WEEK - DAYS_LEFT)]
    for day in range(DAY + WEEK + 1, DAY + 20 + DAYS_LEFT):
        first = next(one for one in found if has(one, day))
        assert first.born <= opens_at(day) - DAYS_LEFT * SECONDS_A_DAY


@in_virtual_time
async def test_server_on_which_nobody_plays_for_more_than_a_week_gets_no_more() -> None:
    world = await new_world(days=40)
    await pass_days(world, DAY + 25, [DAY])
    assert len(await posted(world)) == 2
    await pass_days(world, DAY + 26, [DAY + 26])
    assert len(await posted(world)) == 3


@in_virtual_time
async def test_deleted_message_is_not_posted_again() -> None:
    world = await new_world()
    start(world)
    await play(world)
    [message] = await posted(world)
    world.discord.delete_message(message.id)
    assert await posted(world, 1000) == []


@in_virtual_time
async def test_another_channel_gets_a_message_of_its_own() -> None:
    world = await new_world()
    start(world)
    await play(world)
    await posted(world)
    await put(world, "daily", "0")
    await posted(world)
    await put(world, "daily", str(HERE))
    await play(world, BEN)
    assert [one.channel_id for one in await posted(world)] == [HERE]
    await put(world, "daily", str(THERE))
    await play(world, CHIE)
    assert [one.channel_id for one in await posted(world)] == [HERE, THERE]


@in_virtual_time
async def test_changed_commitments_are_posted_anew_with_the_reason() -> None:
    world = await new_world()
    start(world)
    await play(world)
    [before] = await posted(world)
    secret = bytes(16)
    for day in (DAY + 5, DAY + 6):
        values = (secret.hex(), plan.commitment(secret, day), day)
        await rewrite(world.store, "UPDATE days SET secret = ?, commitment = ? WHERE day = ?", values)
    [first, second] = await posted(world)
    assert first is before
    assert [has(second, day) for day in (DAY + 4, DAY + 5)] == [True, False]
    assert has(second, DAY + 5, secret)
    assert EN("commitments-replace") in second.text
    assert len(await posted(world, 1000)) == 2


@pytest.mark.parametrize("recorded", [True, False])
@in_virtual_time
async def test_restored_backup_is_told_also_if_the_last_message_is_not_in_it(recorded: bool) -> None:
    world = await new_world()
    start(world)
    await play(world)
    [before] = await posted(world)
    if not recorded:  # the backup has neither the message nor the days that were planned later
        await rewrite(world.store, "DELETE FROM commitment_messages")
        await rewrite(world.store, "DELETE FROM days WHERE day > 5")
    await rewrite(world.store, MARK)
    await world.restart_after_kill()
    await renew_restored(world.store, world.services.clock)
    await prepare_day(world.store, DAY, Game.games["saizen"])  # the day keeps the secret that `renew_restored` made
    await play(world)
    running = start(world)
    [first, second] = await posted(world)
    assert first is before
    assert EN("commitments-replace") in second.text
    plans = {row.day: row for row in await world.store.daily.planned(DAY, DAY + WEEK)}
    assert [day for day in plans if not has(second, day, plans[day].secret)] == []
    assert [day for day in range(WEEK + 1) if not has(first, day, plans[day].secret)] == (
        [0] if recorded else [0, 6, 7]
    )
    for one in running:
        await one.close()
    for day in range(DAY + WEEK + 1, DAY + 2 * WEEK):
        await prepare_day(world.store, day, Game.games["saizen"])
    await pass_days(world, DAY + WEEK - DAYS_LEFT)
    [_, _, third] = await posted(world)
    assert EN("commitments-replace") not in third.text


@in_virtual_time
async def test_two_processes_post_one_message() -> None:
    world = await new_world()
    await play(world)
    await tasks(world)[0].poll()
    both = [tasks(world)[1] for _ in range(2)]
    for _ in range(3):
        await asyncio.gather(*(one.poll() for one in both))
    assert len(await posted(world)) == 1
    assert len(await world.store.commitment_messages.of_guild(GUILD, DAY)) == 1


@kills
@in_virtual_time
async def test_kill_at_any_operation_neither_loses_nor_doubles_the_message(after: bool, gap: float, step: int) -> None:
    for number in range(1, 200, step):
        world = await new_world()
        world.bot_run.kill_in(number, after=after)
        running = start(world)
        playing = asyncio.create_task(play(world))
        await asyncio.sleep(3 * CommitmentMessages.seconds)
        survived = not world.bot_run.killed.is_set()
        for one in running:
            await one.close()
        await world._killed()
        assert playing.done()
        await asyncio.sleep(gap)
        await world.start_bot()
        row = await world.store.daily.attempt(DAY, AKI)
        if row is None or row.points is None:  # the kill came before the result was stored
            await play(world)
        start(world)
        [message] = await posted(world, 2 * (REMEMBERED + ARRIVING))
        [record] = await world.store.commitment_messages.of_guild(GUILD, DAY)
        assert (message.id, len(world.discord.messages)) == (record.message_id, 2), number
        if survived:
            assert number > 10
            return
        await world._killed()
    raise AssertionError("the run was always killed")


@pytest.mark.parametrize("sent", [False, True])
@in_virtual_time
async def test_post_whose_answer_is_lost_is_not_repeated(sent: bool) -> None:
    world = await new_world()
    with faulty(FakePort, "send", Later(), done=sent, begins=EN("commitments-title", last="").split("<")[0]):
        start(world)
        await play(world)
        await posted(world, 300)
    assert len(await posted(world, REMEMBERED + ARRIVING + REFUSED_SECONDS)) == 1


@in_virtual_time
async def test_post_that_is_interrupted_before_the_manager_turns_the_message_off_is_not_repeated() -> None:
    world = await new_world()
    with faulty(FakePort, "send", Later(), done=False, begins=EN("commitments-title", last="").split("<")[0]):
        start(world)
        await play(world)
        await posted(world, 20)
        assert (await world.store.commitment_messages.latest(DAY, DAY))[GUILD] is not None
        await put(world, "daily", str(THERE))
    assert [one.channel_id for one in await posted(world, 1000)] == [THERE]


@in_virtual_time
async def test_search_for_another_lost_post_does_not_choose_the_message() -> None:
    world = await new_world()
    running = start(world)
    await play(world)
    [message] = await posted(world)
    for one in running:
        await one.close()
    await rewrite(world.store, "UPDATE commitment_messages SET message_id = NULL")
    await rewrite(world.store, "DELETE FROM daily_messages")
    world.discord.messages = {message.id: message}
    lost = Post(f"{int(now()):08x}-0", "table", HERE)
    await asyncio.sleep(REMEMBERED + ARRIVING)
    search = LostPostSearch(world.services, world.port)
    assert await search.find_or_send(lost, page("table")) == Gone()


@pytest.mark.drawn(1)
@in_virtual_time
async def test_lost_permission_delays_the_message_until_it_is_back() -> None:
    world = await new_world()
    await play(world)
    messages, commitments = tasks(world)
    await messages.poll()
    commitments.start()
    world.discord.channels[HERE].refused = ALL
    assert await posted(world, 1000) == []
    assert 0 < world.discord.counts["refusals"] <= 1000 / REFUSED_SECONDS + 2
    assert await world.store.commitment_messages.latest(DAY, DAY) == {GUILD: None}
    world.discord.channels[HERE].refused = frozenset()
    assert len(await posted(world, REFUSED_SECONDS)) == 1


@in_virtual_time
async def test_lost_channel_turns_the_messages_off() -> None:
    world = await new_world()
    await play(world)
    messages, commitments = tasks(world)
    await messages.poll()
    commitments.start()
    world.discord.delete_channel(HERE)
    assert await posted(world) == []
    assert (await world.services.settings.of(PLACE)).daily == 0


@in_virtual_time
async def test_nothing_is_posted_on_a_server_that_the_bot_has_left() -> None:
    world = await new_world()
    await play(world)
    messages, commitments = tasks(world)
    await messages.poll()
    commitments.start()
    world.discord.on_server = False
    assert await posted(world) == []
    assert world.discord.counts["refusals"] == 0


@in_virtual_time
async def test_message_is_in_the_servers_language() -> None:
    world = await new_world()
    await put(world, "language", "ja")
    start(world)
    await play(world)
    [message] = await posted(world)
    assert Translation("ja")("commitments-open") in message.text
