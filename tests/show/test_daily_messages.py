"""Messages of the day over a fake Discord: one for each server and day, whatever fails."""

import asyncio
from random import Random

import pytest

from engine.game import Game
from host.daily.deals import opens_at
from host.place import Place
from host.tables.table import Person
from locales import Translation
from show.discord_port import Later
from show.messages.daily.results import EDIT_SECONDS, REFUSED_SECONDS, DailyMessages
from show.messages.lost_post_search import ARRIVING, REMEMBERED
from show.pages.daily.server_message import server_message
from tests.days import prepare_day
from tests.host.test_clock import JUMPS
from tests.show.bot_run import faulty, kills
from tests.show.fake_discord import ALL, GUILD, FakePort, Message
from tests.show.world import CHANNELS, World
from tests.virtual_time import in_virtual_time, jump, now

AKI, BEN, CHIE = 101, 102, 103
HERE, THERE = CHANNELS
DAY = 0
"""Virtual time begins on the first day of all."""
REST = 4 * EDIT_SECONDS
"""Seconds after which a message is up to date."""
PLACE = Place.server(GUILD)
MANAGER = Person(9, manages_server=lambda: True)


async def new_world(channel_id: int = HERE) -> World:
    """Return a world on a day with deals, whose server wants a message in a channel (0: none)."""
    world = World(Random(0))
    await world.start_bot()
    for day in (DAY, DAY + 1):
        await prepare_day(world.store, day, Game.games["saizen"])
    await put(world, "daily", str(channel_id))
    return world


async def put(world: World, name: str, value: str) -> None:
    await world.services.settings.set_server(PLACE, MANAGER, name, [value])


async def play(world: World, user_id: int, points: int, guild_id: int = GUILD) -> None:
    """Let a person finish the open deal; the person's name is made from the user id."""
    row = await world.store.daily.begin(world.services.daily.today, user_id, 0, guild_id, f"P{user_id}")
    await world.store.daily.move(row._replace(moves='[[0,"1"]]', points=points, ended_at=int(now())), row.moves)


def start(world: World) -> DailyMessages:
    presenter = world.presenter
    messages = DailyMessages(world.services, world.port, presenter.edit_rate_limit, presenter.lost_post_search)
    messages.start()
    return messages


async def messages_of(world: World) -> list[Message]:
    await asyncio.sleep(REST)
    return list(world.discord.messages.values())


async def text_of(world: World) -> str:
    """Return the text of the only message once it is up to date."""
    [message] = await messages_of(world)
    return message.text


async def wanted(world: World, day: int = DAY) -> str:
    """Return the text that the message should have."""
    results = await world.services.daily_servers.results(day, int(now()))
    assert results is not None
    told = await world.services.daily_servers.of_server(results, GUILD)
    assert told is not None
    return server_message(told, Translation("en")).text


def names(text: str) -> list[str]:
    return [word for word in text.split() if word.startswith("P1")]


@in_virtual_time
async def test_message_is_posted_when_the_first_person_has_finished_and_edited_as_others_do() -> None:
    world = await new_world()
    start(world)
    assert await messages_of(world) == []
    await world.store.daily.begin(DAY, BEN, 0, GUILD, "P102")
    assert await messages_of(world) == [], "an attempt that is not over is nobody's business"
    await play(world, AKI, 3)
    [message] = await messages_of(world)
    assert (message.channel_id, names(message.text)) == (HERE, ["P101"])
    await play(world, BEN, 5)
    assert names(await text_of(world)) == ["P102", "P101"]
    assert list(world.discord.messages) == [message.id]
    assert world.discord.pings == []
    edits = len(message.shown)
    await asyncio.sleep(1000)
    assert len(message.shown) == edits, "a message that is up to date is not edited"


@in_virtual_time
async def test_server_that_has_not_asked_gets_no_message() -> None:
    world = await new_world(0)
    messages = start(world)
    await play(world, AKI, 3)
    await messages.poll()
    assert await messages_of(world) == []
    await put(world, "daily", str(THERE))
    assert await messages_of(world) == [], "nobody could know of the message"
    await play(world, BEN, 5)
    [message] = await messages_of(world)
    assert (message.channel_id, names(message.text)) == (THERE, ["P102"])
    assert "1 more" in message.text


@in_virtual_time
async def test_many_results_share_few_edits() -> None:
    world = await new_world()
    start(world)
    for number in range(60):
        await play(world, 100 + number, number)
        await asyncio.sleep(1)
    [message] = await messages_of(world)
    assert message.text == await wanted(world)
    assert len(message.shown) <= 2 + 60 / EDIT_SECONDS


@kills
@in_virtual_time
async def test_kill_at_any_operation_neither_loses_nor_doubles_the_message(after: bool, gap: float, step: int) -> None:
    for number in range(1, 200, step):
        world = await new_world()
        world.bot_run.kill_in(number, after=after)
        messages = start(world)
        playing = asyncio.create_task(_two_play(world))
        await asyncio.sleep(3 * EDIT_SECONDS)
        survived = not world.bot_run.killed.is_set()
        await messages.close()
        await world._killed()
        assert playing.done()
        await asyncio.sleep(gap)
        await world.start_bot()
        for user_id in (AKI, BEN):  # the kill may have come before a result was stored
            row = await world.store.daily.attempt(DAY, user_id)
            if row is None or row.points is None:
                await play(world, user_id, user_id)
        start(world)
        await asyncio.sleep(REMEMBERED + ARRIVING)
        assert await text_of(world) == await wanted(world), number
        if survived:
            assert number > 10
            return
        await world._killed()
    raise AssertionError("the run was always killed")


async def _two_play(world: World) -> None:
    await play(world, AKI, AKI)
    await asyncio.sleep(EDIT_SECONDS)
    await play(world, BEN, BEN)


@pytest.mark.parametrize("posted", [False, True])
@in_virtual_time
async def test_post_whose_answer_is_lost_is_not_repeated(posted: bool) -> None:
    world = await new_world()
    with faulty(FakePort, "send", Later(), done=posted):
        start(world)
        await play(world, AKI, 3)
        await asyncio.sleep(300)
    await asyncio.sleep(REMEMBERED + ARRIVING)
    assert await text_of(world) == await wanted(world)


@in_virtual_time
async def test_deleted_message_comes_back_only_if_a_manager_asks_anew_or_on_the_next_day() -> None:
    world = await new_world()
    start(world)
    await play(world, AKI, 3)
    [message] = await messages_of(world)
    world.discord.delete_message(message.id)
    await play(world, BEN, 5)
    assert await messages_of(world) == []
    await play(world, CHIE, 6)
    assert await messages_of(world) == []
    await put(world, "daily", "0")
    assert await messages_of(world) == []
    await put(world, "daily", str(HERE))
    await play(world, CHIE + 1, 4)
    assert names(await text_of(world)) == ["P104"]


@pytest.mark.parametrize("deleted", [True, False])
@in_virtual_time
async def test_record_of_an_old_message_is_kept_while_the_message_exists(deleted: bool) -> None:
    world = await new_world()
    messages = start(world)
    await play(world, AKI, 3)
    await play(world, BEN, 5)
    [message] = await messages_of(world)
    await messages.close()
    jump(opens_at(DAY + 2) - now())
    if deleted:
        world.discord.delete_message(message.id)
    await world.services.privacy.forget(AKI)
    start(world)
    await messages_of(world)
    assert len(await world.store.daily_messages.open(DAY, 9)) == (not deleted)


@in_virtual_time
async def test_message_follows_the_channel_and_goes_when_it_is_turned_off() -> None:
    world = await new_world()
    start(world)
    await play(world, AKI, 3)
    await messages_of(world)
    await put(world, "daily", str(THERE))
    [message] = await messages_of(world)
    assert message.channel_id == THERE
    await put(world, "daily", "0")
    assert await messages_of(world) == []


@in_virtual_time
async def test_lost_channel_turns_the_message_off() -> None:
    world = await new_world()
    start(world)
    await play(world, AKI, 3)
    await messages_of(world)
    world.discord.delete_channel(HERE)
    await play(world, BEN, 5)
    assert await messages_of(world) == []
    assert (await world.services.settings.of(PLACE)).daily == 0
    await put(world, "daily", str(THERE))
    await play(world, CHIE, 4)
    assert names(await text_of(world)) == ["P103"]


@pytest.mark.drawn(1)
@pytest.mark.parametrize("operation", ["send", "edit", "delete"])
@in_virtual_time
async def test_lost_permission_delays_the_message_until_it_is_back(operation: str) -> None:
    world = await new_world()
    start(world)
    if operation != "send":
        await play(world, AKI, 3)
        await messages_of(world)
    world.discord.channels[HERE].refused = ALL
    await play(world, BEN, 5)
    await asyncio.sleep(1000)
    refusals = world.discord.counts["refusals"]
    assert refusals <= 1000 / REFUSED_SECONDS + 2
    world.discord.channels[HERE].refused = frozenset()
    await asyncio.sleep(REFUSED_SECONDS)
    assert await text_of(world) == await wanted(world)


@pytest.mark.slow
@in_virtual_time
async def test_message_is_edited_once_more_after_the_close_and_then_stays() -> None:
    world = await new_world()
    start(world)
    await play(world, AKI, 3)
    await play(world, BEN, 5)
    [message] = await messages_of(world)
    jump(opens_at(DAY + 1) - now() - 1)
    assert message.text == message.shown[-1] == await wanted(world)
    assert "Par" not in message.text
    await asyncio.sleep(1 + REST)
    assert message.text == await wanted(world)
    assert "Par" in message.text
    assert names(message.text) == ["P102", "P101"]
    shown = len(message.shown)
    await play(world, AKI, 3)
    [_, new] = await messages_of(world)
    assert names(new.text) == ["P101"]
    assert len(message.shown) == shown


@pytest.mark.parametrize("wrong", JUMPS)
@in_virtual_time
async def test_wrong_clock_neither_closes_nor_opens_a_day(wrong: float) -> None:
    world = await new_world()
    start(world)
    await play(world, AKI, 3)
    await messages_of(world)
    for moment in (now(), opens_at(DAY + 1)):
        jump(moment - now())
        world.wrong = wrong
        [message] = await messages_of(world)
        assert "Par" not in message.text
        if moment < opens_at(DAY + 1):  # the open day goes on
            await play(world, BEN, 5)
            await messages_of(world)
            assert names(message.text) == ["P102", "P101"]
        world.wrong = 0.0
    [message] = await messages_of(world)
    assert message.text == await wanted(world)
    assert "Par" in message.text
    shown, world.wrong = len(message.shown), wrong
    assert await messages_of(world) == [message]
    assert len(message.shown) == shown, "it stays closed"


@in_virtual_time
async def test_close_is_told_also_if_the_bot_was_offline_then() -> None:
    world = await new_world()
    messages = start(world)
    await play(world, AKI, 3)
    [message] = await messages_of(world)
    await messages.close()
    jump(opens_at(DAY + 2) - now())
    start(world)
    await messages_of(world)
    assert message.text == await wanted(world)
    assert "Par" in message.text


@pytest.mark.slow
@pytest.mark.parametrize("days", [0, 1, 5])
@in_virtual_time
async def test_forgotten_person_disappears_from_the_message_however_old_it_is(days: int) -> None:
    world = await new_world()
    start(world)
    await play(world, AKI, 3)
    await play(world, BEN, 5)
    [message] = await messages_of(world)
    jump(days * 86_400)
    await world.services.privacy.forget(AKI)
    await messages_of(world)
    assert names(message.text) == ["P102"]
    await world.services.settings.set_person(BEN, "named", ["off"])
    await world.services.daily_servers.outdate(BEN)
    assert await messages_of(world) == [], "nobody is left"


@pytest.mark.slow
@in_virtual_time
async def test_person_forgotten_during_an_edit_disappears_as_well() -> None:
    """Forget one person during the edit at the day's end, and another during the edit that removes the first one."""
    world = await new_world()
    start(world)
    for user_id in (AKI, BEN, CHIE):
        await play(world, user_id, user_id)
    [message] = await messages_of(world)
    jump(opens_at(DAY + 1) - now() - 1)
    edits = len(message.shown)
    with pytest.MonkeyPatch.context() as patch:
        edit = FakePort.edit

        async def forgetting(port: FakePort, *arguments: object) -> object:
            outcome = await edit(port, *arguments)  # type: ignore[arg-type]
            for number, user_id in ((1, AKI), (2, BEN)):
                if len(message.shown) == edits + number:
                    await world.services.privacy.forget(user_id)
            return outcome

        patch.setattr(FakePort, "edit", forgetting)
        await asyncio.sleep(REST)
        await asyncio.sleep(REST)
    assert names(message.text) == ["P103"]
    assert len(message.shown) == edits + 3


@in_virtual_time
async def test_name_of_a_server_disappears_from_closed_messages_of_others_with_its_managers_consent() -> None:
    world = await new_world()
    start(world)
    other, club = 77, Place.server(77)
    await world.services.settings.set_server(club, MANAGER, "compared", ["on"])
    await world.services.daily_servers.keep_name(club, "Secret Club")
    for number in range(5):
        await play(world, AKI + number, 3)
        await play(world, 200 + number, 9, other)
    assert len(await messages_of(world)) == 1
    jump(86_400)
    await play(world, AKI, 3)
    await play(world, 200, 9, other)
    assert len(await messages_of(world)) == 2
    jump(86_400)
    first, second = await messages_of(world)
    assert ["Secret Club" in one.text for one in (first, second)] == [True, False]
    edits = len(second.shown)
    await world.services.settings.set_server(club, MANAGER, "compared", ["off"])
    await world.services.daily_servers.keep_name(club, "Secret Club")
    await messages_of(world)
    assert "Secret Club" not in first.text
    assert first.text == await wanted(world)
    assert len(second.shown) == edits, "it had no name"
    assert await world.store.daily_messages.open(DAY + 2, 9) == []


@in_virtual_time
async def test_nothing_is_done_on_a_server_that_the_bot_has_left_until_it_is_back() -> None:
    world = await new_world()
    start(world)
    await play(world, AKI, 3)
    [message] = await messages_of(world)
    world.discord.on_server = False
    await play(world, BEN, 5)
    await messages_of(world)
    assert world.discord.counts["refusals"] == 0
    world.discord.on_server = True
    await messages_of(world)
    assert names(message.text) == ["P102", "P101"]


@in_virtual_time
async def test_message_is_in_the_servers_language() -> None:
    world = await new_world()
    start(world)
    await play(world, AKI, 3)
    before = await text_of(world)
    await put(world, "language", "ja")
    after = await text_of(world)
    assert before != after
    assert "今日の一局" in after


@in_virtual_time
async def test_faults_of_the_store_and_of_discord_only_delay_the_message() -> None:
    for seed in range(3):
        world = await new_world()
        world.bot_run.random.seed(seed)
        world.faults.lost, world.faults.hanging, world.faults.slow = 0.2, 0.1, 0.2
        start(world)
        for user_id in (AKI, BEN, CHIE):
            await play(world, user_id, user_id)
            await asyncio.sleep(200)
        world.faults.lost = world.faults.hanging = world.faults.slow = 0.0
        await asyncio.sleep(REFUSED_SECONDS)
        assert await text_of(world) == await wanted(world)
        await world._killed()
