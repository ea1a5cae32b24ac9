"""Failures of Discord and of the bot during a game: kills, lost answers, locked threads, deleted channels."""

import asyncio
from random import Random

import pytest

from host.tables.table import Person
from show.discord_port import Later
from show.messages.work_queue import LONGEST
from tests.show.bot_run import faulty
from tests.show.fake_discord import ALL, FakePort
from tests.show.world import PEOPLE, REST, World
from tests.virtual_time import in_virtual_time

pytestmark = pytest.mark.usefixtures("stub_pages")


def turns(world: World) -> list[str]:
    """Return the mentions, without their links."""
    return [text.partition(" at ")[0] for text in world.message_texts() if text.startswith("turn")]


def rounds(world: World) -> list[str]:
    """Return the texts of the rounds' messages."""
    return [text for text in world.message_texts() if not text.startswith(("turn", "lobby"))]


@pytest.mark.drawn(2)
@pytest.mark.parametrize("after", [False, True])
@pytest.mark.parametrize("operation", range(1, 16))
@in_virtual_time
async def test_kill_between_two_rounds_leaves_the_first_rounds_sheet(operation: int, after: bool) -> None:
    world = await World.with_game(seed=operation)
    await world.move("next", rest=0.0)
    await world.pass_time(REST)
    world.bot_run.kill_in(operation, after=after)
    world.spawn(world.move("end", rest=0.0))
    await world.pass_time(REST)
    if (await world.services.tables.get(1)).game.round == 1:  # type: ignore[union-attr]
        await world.move("end", rest=0.0)  # the bot was killed before the move was made
    world.bot_run.kill_at = None
    await world.pass_time(REST)
    assert rounds(world) == ["sheet 1 1", "table 1 2 2"]
    assert len(turns(world)) == 1


@in_virtual_time
async def test_failed_edit_is_retried_with_the_newest_position() -> None:
    world = await World.with_game()
    table = world.message("table")
    world.faults.lost = 1.0
    for _ in range(5):
        await world.move("next", rest=0.5)
    world.services.tables._loaded.clear()  # so that the table is loaded again
    world.faults.lost = 0.0
    await asyncio.sleep(LONGEST + REST)
    assert table.text == "table 1 1 5"
    assert table.shown == sorted(table.shown)


@in_virtual_time
async def test_edit_with_a_lost_answer_is_repeated_even_if_the_table_has_changed_back() -> None:
    """Treat a message's content as unknown from the moment an edit is sent, not only once the answer is lost."""
    world, ben = await World.with_lobby(2), Person(PEOPLE[1])
    await world.services.lobby.join(1, ben)
    await asyncio.sleep(REST)
    await world.services.lobby.leave(1, ben)
    await asyncio.sleep(1.5)  # the fingerprint is not flushed yet
    (lobby,) = world.message_texts()
    with faulty(FakePort, "edit", Later(), done=True):
        await world.services.lobby.join(1, ben)
        await asyncio.sleep(1.0)
        assert world.message_texts() != [lobby]
        await world.services.lobby.leave(1, ben)
    await asyncio.sleep(LONGEST + REST)
    assert world.message_texts() == [lobby]


@in_virtual_time
async def test_old_rounds_message_without_edits_left_is_replaced_by_its_sheet() -> None:
    world = await World.with_game()
    world.message("table").worn = True
    await world.move("end")
    assert rounds(world) == ["sheet 1 1", "table 1 2 1"]


@in_virtual_time
async def test_message_without_edits_left_stays_until_its_replacement_exists() -> None:
    world = await World.with_game()
    world.message("table").worn = True
    with faulty(FakePort, "send", Later()):
        await world.move("next")
    assert rounds(world) == ["table 1 1 0"]
    await asyncio.sleep(LONGEST + REST)
    assert rounds(world) == ["table 1 1 1"]


@in_virtual_time
async def test_round_whose_table_was_never_posted_has_no_sheet() -> None:
    world = await World.with_game()
    await world.move("end", rest=0.0)
    await world.move("end")
    assert rounds(world) == ["sheet 1 1", "table 1 3 2"]


@pytest.mark.parametrize("what", [ALL, {"send", "edit"}, {"edit"}])
@in_virtual_time
async def test_old_round_in_a_locked_thread_shows_its_sheet_once_the_thread_is_unlocked(what: set[str]) -> None:
    world = await World.with_game()
    thread = world.thread
    thread.refused = frozenset(what)
    await world.move("end")
    assert [one.channel_id for one in world.discord.messages.values() if one.text == "table 1 2 1"] == [thread.parent]
    await world.allow()
    assert sorted(rounds(world)) == ["sheet 1 1", "table 1 2 1"]


@in_virtual_time
async def test_lost_answers_cause_no_double_message_and_no_second_notification() -> None:
    world = await World.with_game()
    world.faults.lost = 0.7
    await world.move("end")
    world.faults.lost = 0.0
    await asyncio.sleep(LONGEST + REST)
    assert rounds(world) == ["sheet 1 1", "table 1 2 1"]
    assert [user for _, user in world.discord.pings] == [PEOPLE[0], PEOPLE[1]]


@in_virtual_time
async def test_players_are_mentioned_at_a_table_whose_posting_had_an_unknown_outcome() -> None:
    with faulty(FakePort, "send", Later(), done=True, most=1):
        world = await World.with_game()
    assert turns(world) == [f"turn {PEOPLE[0]}"]


@in_virtual_time
async def test_post_that_was_refused_for_an_hour_is_retried_within_the_next_hour() -> None:
    world = World(Random(0), channels=(10,))
    await world.begin_game()
    for channel in world.discord.channels.values():
        channel.refused = ALL
    await world.move("next", rest=3600)
    for channel in world.discord.channels.values():
        channel.refused = frozenset()
    await asyncio.sleep(3600)
    assert "table 1 1 1" in world.message_texts()


@in_virtual_time
async def test_table_whose_call_hung_is_shown_soon_after_the_timeout() -> None:
    world = await World.with_game()
    world.faults.hanging = 1.0
    await world.move("next", rest=1)
    world.faults.hanging = 0.0
    await asyncio.sleep(2 * REST)
    assert "table 1 1 1" in world.message_texts()


@in_virtual_time
async def test_message_that_may_not_be_deleted_stays_until_that_is_allowed() -> None:
    world = await World.with_game()
    thread = world.thread
    thread.refused = frozenset({"delete"})
    world.message("table").worn = True
    for _ in range(3):
        await world.move("next")
    assert world.presenter.queues.messages.failing() == []
    assert rounds(world)[-1] == "table 1 1 3"
    await world.allow()
    assert rounds(world) == ["table 1 1 3"]


@in_virtual_time
async def test_game_goes_on_in_the_channel_after_its_thread_is_deleted() -> None:
    world = await World.with_game()
    thread = next(one.id for one in world.discord.channels.values() if one.parent)
    world.discord.delete_channel(thread)
    await world.presenter.channel_deleted(thread)
    await asyncio.sleep(REST)
    lobby, table, mention = world.discord.messages.values()
    assert lobby.text == f"lobby 1 begun {PEOPLE[0]}-{PEOPLE[1]} 10"
    assert table.text == "table 1 1 0"
    assert mention.text == f"turn {PEOPLE[0]} at {table.id}"


@in_virtual_time
async def test_game_whose_channel_is_deleted_causes_no_calls() -> None:
    world = await World.with_game()
    for gone in world.discord.delete_channel(10):
        await world.presenter.channel_deleted(gone)
    await asyncio.sleep(REST)
    operations = world.bot_run.operations
    await world.move("next", rest=3600)
    assert world.bot_run.operations - operations < 10
    assert world.database.posts() == []


@in_virtual_time
async def test_event_of_the_server_retries_a_lost_channel_only_if_it_exists() -> None:
    world = await World.with_game()
    channel = world.discord.channels[10]
    for gone in world.discord.delete_channel(10):
        await world.presenter.channel_deleted(gone)
    await asyncio.sleep(REST)
    with faulty(FakePort, "send") as calls:
        await world.allow()
        assert not calls
    world.discord.channels[10] = channel
    await world.allow()
    assert rounds(world) == ["table 1 1 0"]


@in_virtual_time
async def test_lobby_that_is_deleted_while_people_join_is_posted_once_more() -> None:
    world = await World.with_lobby(3)
    (lobby,) = world.discord.messages.values()
    with faulty(FakePort, "send", seconds=5.0, most=1):
        world.spawn(world.click_lobby(lobby, PEOPLE[1], "join"))
        await asyncio.sleep(0.0)
        world.discord.delete_message(lobby.id)
        await asyncio.sleep(3.0)
    await world.services.lobby.join(1, Person(PEOPLE[2]))
    await asyncio.sleep(2 * REST)
    assert world.message_texts() == [f"lobby 1 lobby {'-'.join(map(str, PEOPLE))} "]
