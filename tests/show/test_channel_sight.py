"""Tables whose channel is deleted or hidden from the bot are lost, and found again; a moved table has its messages."""

import asyncio
from collections.abc import Callable
from random import Random
from unittest.mock import AsyncMock

import pytest

from host.place import Place
from host.tables.table import Person, Table
from show import channel_sight
from show.discord_port import OutOfReach, Sight
from tests.show.bot_run import kills
from tests.show.fake_discord import ALL, GUILD
from tests.show.world import CHANNELS, PEOPLE, REST, World
from tests.virtual_time import in_virtual_time, now

pytestmark = pytest.mark.usefixtures("stub_pages")

HERE, ELSEWHERE = CHANNELS
SERVER = Place.server(GUILD)
OPENER = Person(PEOPLE[0])
STILL = 3600.0
"""Seconds for which a table is lost."""


async def table_of(world: World) -> Table:
    """Return the first table."""
    return await world.services.tables.get(1)


async def hide(world: World, *, hidden: bool = True) -> None:
    """Hide the first channel from the bot, or show it again, and wait until the bot has noticed that."""
    world.discord.channels[HERE].hidden = hidden
    await world.presenter.retry_place(SERVER)
    await asyncio.sleep(REST)


async def delete(world: World) -> None:
    """Delete the first channel, and wait until the bot has noticed that."""
    for gone in world.discord.delete_channel(HERE):
        await world.presenter.channel_deleted(gone)
    await asyncio.sleep(REST)


def texts_in(world: World, channel_id: int) -> list[str]:
    """Return the texts of the messages in a channel, without links."""
    every = world.discord.messages.values()
    return [one.text.partition(" at ")[0] for one in every if one.channel_id == channel_id]


@pytest.mark.parametrize("lose", [hide, delete])
@in_virtual_time
async def test_game_whose_channel_is_out_of_sight_is_lost(lose: Callable[[World], object]) -> None:
    world = await World.with_game()
    await lose(world)  # type: ignore[misc]
    table = await table_of(world)
    assert (table.state, table.lost_since is not None) == ("playing", True)
    operations = world.bot_run.operations
    await asyncio.sleep(STILL)
    assert world.bot_run.operations == operations, "nothing is tried while nothing has changed"


@in_virtual_time
async def test_hidden_game_goes_on_in_its_thread_once_it_is_seen_again() -> None:
    world = await World.with_game()
    thread = world.thread.id
    await hide(world)
    await world.move("next")
    before = list(world.discord.messages)
    await hide(world, hidden=False)
    assert (await table_of(world)).lost_since is None
    assert texts_in(world, thread) == ["table 1 1 1", f"turn {PEOPLE[1]}"]
    assert before[:2] == list(world.discord.messages)[:2], "the lobby and the table message are the same"


@in_virtual_time
async def test_hidden_lobby_waits_and_a_deleted_one_is_closed() -> None:
    world = await World.with_lobby(2)
    await hide(world)
    await world.services.lobby.join(1, Person(PEOPLE[1]))
    await asyncio.sleep(REST)
    assert ((await table_of(world)).state, (await table_of(world)).lost_since) == ("lobby", None)
    await hide(world, hidden=False)
    assert world.message_texts() == [f"lobby 1 lobby {PEOPLE[0]}-{PEOPLE[1]} "]
    await delete(world)
    assert (await table_of(world)).state == "closed"


@in_virtual_time
async def test_game_that_begins_in_a_hidden_channel_is_lost() -> None:
    world = await World.with_lobby(2)
    await world.services.lobby.join(1, Person(PEOPLE[1]))
    await hide(world)
    await world.services.lobby.start(1, OPENER)
    await asyncio.sleep(REST)
    assert (await table_of(world)).lost_since is not None


@pytest.mark.parametrize("seen", [False, True], ids=["lost", "found"])
@in_virtual_time
async def test_what_happened_while_the_bot_was_offline_is_noticed_at_the_start(seen: bool) -> None:
    world = await World.with_game()
    if seen:
        await hide(world)
    world.discord.channels[HERE].hidden = not seen
    await world.restart()
    assert ((await table_of(world)).lost_since is None) == seen


@in_virtual_time
async def test_channel_that_was_deleted_while_the_bot_was_offline_is_noticed_at_the_start() -> None:
    world = await World.with_game()
    world.discord.delete_channel(HERE)
    await world.restart()
    assert (await table_of(world)).lost_since is not None
    assert world.database.posts() == []


@in_virtual_time
async def test_game_of_a_server_without_the_bot_is_lost_until_the_bot_is_back() -> None:
    world = await World.with_game()
    world.discord.on_server = False
    world.presenter.channel_sight.look(SERVER)
    await asyncio.sleep(STILL)
    lost = (await table_of(world)).lost_since
    assert lost is not None
    world.discord.on_server = True
    await world.presenter.channel_sight.find_all(SERVER)
    await asyncio.sleep(REST)
    assert (await table_of(world)).lost_since is None


@in_virtual_time
async def test_week_begins_again_for_a_game_that_stays_hidden_when_the_bot_is_back() -> None:
    world = await World.with_game()
    world.discord.on_server = False
    world.presenter.channel_sight.look(SERVER)
    await asyncio.sleep(STILL)
    world.discord.on_server = world.discord.channels[HERE].hidden = True
    await world.presenter.channel_sight.find_all(SERVER)
    await asyncio.sleep(REST)
    lost = (await table_of(world)).lost_since
    assert lost is not None
    assert now() - lost <= 2 * REST


@pytest.mark.parametrize("lose", [hide, delete])
@in_virtual_time
async def test_result_that_could_not_be_shown_is_shown_once_the_channel_is_seen_again(
    lose: Callable[[World], object],
) -> None:
    world = await World.with_game()
    await lose(world)  # type: ignore[misc]
    for _ in range(3):
        await world.move("end")
    assert (await table_of(world)).state == "over"
    assert len(await world.services.lost_tables.in_place(SERVER)) == (lose is hide), "a deleted channel never returns"
    if lose is hide:
        await hide(world, hidden=False)
        assert any(text.startswith("end 1 3") for text in world.message_texts())


@in_virtual_time
async def test_refused_messages_do_not_lose_a_game() -> None:
    world = await World.with_game()
    for channel in world.discord.channels.values():
        channel.refused = ALL
    await world.move("next")
    assert (await table_of(world)).lost_since is None


@in_virtual_time
async def test_game_is_not_lost_while_it_is_unknown_whether_the_bot_sees_its_channel() -> None:
    world = await World.with_game()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(world.port, "sight", AsyncMock(return_value="unknown"))
        patch.setattr(world.port, "edit", AsyncMock(return_value=OutOfReach()))
        patch.setattr(world.port, "send", AsyncMock(return_value=OutOfReach()))
        await world.move("next")
        await asyncio.sleep(REST)
        assert (await table_of(world)).lost_since is None
    await asyncio.sleep(STILL)
    assert f"turn {PEOPLE[1]}" in texts_in(world, world.thread.id), "what was refused meanwhile is tried again"


@in_virtual_time
async def test_many_changes_of_a_server_cause_one_look() -> None:
    world = await World.with_game()
    looks, in_place = list[Place](), world.services.lost_tables.in_place

    async def counted(place: Place) -> object:
        looks.append(place)
        return await in_place(place)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(world.services.lost_tables, "in_place", counted)
        for _ in range(450):
            await world.presenter.retry_place(SERVER)
        await asyncio.sleep(REST)
    assert looks == [SERVER]


class Asking:
    """A port's `sight` of one channel that is not in the cache; it counts how often Discord is asked."""

    def __init__(self, world: World) -> None:
        self.sees = False
        self.asked = 0
        self._sight = world.port.sight

    async def __call__(self, channel_id: int, *, ask: bool) -> Sight:
        if channel_id != HERE:
            return await self._sight(channel_id, ask=ask)
        if not ask:
            return "unknown"
        self.asked += 1
        return "seen" if self.sees else "hidden"


async def change_for(world: World, seconds: float) -> None:
    """Report a change of the server every second, as when a script edits a role."""
    end = now() + seconds
    while now() < end:
        await world.presenter.retry_place(SERVER)
        await asyncio.sleep(1)


@in_virtual_time
async def test_lost_tables_out_of_the_cache_are_asked_for_once_in_ten_minutes_however_often_a_server_changes() -> None:
    world = await World.with_game()
    await hide(world)
    with pytest.MonkeyPatch.context() as patch:
        asking = Asking(world)
        patch.setattr(world.port, "sight", asking)
        await change_for(world, STILL)
    assert 1 < asking.asked <= 1 + STILL / channel_sight.ASK_SECONDS


@in_virtual_time
async def test_lost_table_out_of_the_cache_is_found_within_ten_minutes_of_the_last_change() -> None:
    world = await World.with_game()
    await hide(world)
    with pytest.MonkeyPatch.context() as patch:
        asking = Asking(world)
        patch.setattr(world.port, "sight", asking)
        await change_for(world, 60)
        asking.sees, world.discord.channels[HERE].hidden = True, False
        await change_for(world, 1)
        await asyncio.sleep(channel_sight.ASK_SECONDS)
        assert (await table_of(world)).lost_since is None
        assert asking.asked == 2
        await asyncio.sleep(STILL)
        assert asking.asked == 2, "nothing is asked while nothing changes"


@pytest.mark.parametrize("lose", [hide, delete])
@in_virtual_time
async def test_moved_game_has_all_its_messages_in_the_other_channel(lose: Callable[[World], object]) -> None:
    world = await World.with_game()
    await world.move("end")
    await lose(world)  # type: ignore[misc]
    await world.services.lost_tables.move(1, OPENER, ELSEWHERE)
    await asyncio.sleep(REST)
    assert texts_in(world, ELSEWHERE) == ["table 1 2 1", f"turn {PEOPLE[1]}"]
    await world.move("next")
    assert texts_in(world, ELSEWHERE)[0] == "table 1 2 2"


@in_virtual_time
async def test_messages_in_a_hidden_channel_are_deleted_once_it_is_seen_again_except_the_promise() -> None:
    world = World(Random(0))
    await world.start_bot()
    await world.open(HERE, PEOPLE[0], 2, promise=True)
    await world.click_lobby(world.message("lobby"), PEOPLE[1], "join")
    await world.click_lobby(world.message("lobby"), PEOPLE[0], "start")
    await asyncio.sleep(REST)
    thread = world.thread.id
    await hide(world)
    await world.services.lost_tables.move(1, OPENER, ELSEWHERE)
    await asyncio.sleep(3 * STILL)  # also until the first person does not count as looking at the hand any more
    assert texts_in(world, HERE) + texts_in(world, thread) != ["promise 1"]
    await hide(world, hidden=False)
    assert texts_in(world, HERE) + texts_in(world, thread) == ["promise 1"]
    assert texts_in(world, ELSEWHERE) == ["table 1 1 0", f"turn {PEOPLE[0]}"]


@in_virtual_time
async def test_post_that_was_refused_before_is_tried_in_the_other_channel() -> None:
    world = await World.with_game()
    for channel in world.discord.channels.values():
        channel.refused = frozenset({"send", "edit"} if channel.id in {HERE, world.thread.id} else ())
    await world.move("end")
    await hide(world)
    await world.services.lost_tables.move(1, OPENER, ELSEWHERE)
    await asyncio.sleep(REST)
    assert texts_in(world, ELSEWHERE) == ["table 1 2 1", f"turn {PEOPLE[1]}"]


@kills
@pytest.mark.parametrize("lose", [hide, delete])
@in_virtual_time
async def test_kill_while_a_game_is_moved_doubles_no_message_and_leaves_none_behind(
    step: int, after: bool, gap: float, lose: Callable[[World], object]
) -> None:
    """Kill the bot at each operation from the loss of the channel until nothing is left in it."""
    world = await World.with_game()
    first = world.bot_run.operations
    await _lose_and_move(world, lose)
    last = world.bot_run.operations - first
    for operation in range(1, last + 1, step):
        world = await World.with_game()
        world.bot_run.kill_in(operation, after=after)
        world.spawn(_lose_and_move(world, lose))
        await world.bot_run.killed.wait()
        await asyncio.sleep(gap)
        await world.restart()
        await _lose_and_move(world, lose)
        assert texts_in(world, ELSEWHERE) == ["table 1 1 0", f"turn {PEOPLE[0]}"], operation
        assert [one for one in world.discord.messages.values() if one.channel_id != ELSEWHERE] == [], operation
        assert [one.channel_id for one, _ in world.discord.pings].count(ELSEWHERE) == 1, operation
        assert len(world.database.posts()) == 3, "the two messages, and that there is no thread"


async def _lose_and_move(world: World, lose: Callable[[World], object]) -> None:
    """Lose the first channel and move the table, unless that is done; then the bot sees the channel again."""
    if (await table_of(world)).channel_id == HERE:
        if HERE in world.discord.channels:
            await lose(world)  # type: ignore[misc]
        await world.services.lost_tables.move(1, OPENER, ELSEWHERE)
        await asyncio.sleep(REST)
    if HERE in world.discord.channels:
        await hide(world, hidden=False)
    await asyncio.sleep(700)
