"""After a start, a lost session or an update, only outdated tables are loaded and updated, without a click."""

import asyncio
from typing import Any

import pytest

import limits
from host.tables.table import Person
from show.messages.work_queue import WorkQueue
from storage.queries.tables import Tables
from tests.show.test_faults import rounds, turns
from tests.show.world import CHANNELS, PEOPLE, REST, World
from tests.virtual_time import in_virtual_time

pytestmark = pytest.mark.usefixtures("stub_pages")


@pytest.fixture
def loads(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Record the number of each table that is loaded."""
    loaded, read = list[int](), Tables.load_with_moves

    async def noted(tables: Tables, table_id: int) -> Any:
        loaded.append(table_id)
        return await read(tables, table_id)

    monkeypatch.setattr(Tables, "load_with_moves", noted)
    return loaded


async def another(world: World) -> int:
    """Start a second game, wait until all of its messages are posted, and return its number."""
    await world.open(CHANNELS[0], PEOPLE[0], 2)
    (lobby,) = [one for one in world.discord.messages.values() if one.text.startswith(f"lobby {world.tables[-1]} ")]
    await world.click_lobby(lobby, PEOPLE[1], "join")
    await world.click_lobby(lobby, 109, "start")
    await asyncio.sleep(REST)
    return world.tables[-1]


@pytest.mark.drawn(1)
@pytest.mark.parametrize("after", [False, True])
@pytest.mark.parametrize("operation", range(1, 10))
@in_virtual_time
async def test_messages_left_outdated_by_a_kill_are_updated_and_no_other_table_is_loaded(
    operation: int, *, after: bool, loads: list[int]
) -> None:
    world = await World.with_game(seed=operation)
    other = await another(world)
    world.bot_run.kill_in(operation, after=after)
    world.spawn(world.move("next", rest=0.0))
    await world.bot_run.killed.wait()
    loads.clear()
    await world.restart()
    made = len(world.database.run("SELECT * FROM moves WHERE table_id = 1"))
    assert rounds(world) == [f"table 1 1 {made}", f"table {other} 1 0"]
    assert len(turns(world)) == 2
    assert set(loads) <= {1}


@in_virtual_time
async def test_restart_loads_and_sends_nothing_if_everything_is_up_to_date(loads: list[int]) -> None:
    world = await World.with_game()
    shown = {number: list(message.shown) for number, message in world.discord.messages.items()}
    loads.clear()
    await world.restart()
    assert loads == []
    assert {number: message.shown for number, message in world.discord.messages.items()} == shown
    world.presenter.resync()  # as after a lost session
    await asyncio.sleep(REST)
    assert loads == []


@in_virtual_time
async def test_mention_that_waited_for_an_open_panel_is_sent_after_a_restart() -> None:
    """Restart while an open hand delays the mention: the restarted bot no longer knows the panel."""
    world = await World.with_game()
    for user in PEOPLE[:2]:
        await world.use_hand(1, user, None, fresh=True)
    await world.move("next")
    assert len(turns(world)) == 0
    await world.restart()
    assert len(turns(world)) == 1


@pytest.mark.parametrize("made_of", ["pages", "signs"])
@in_virtual_time
async def test_every_open_table_is_checked_once_if_the_look_of_all_pages_changes(
    made_of: str, loads: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    world = await World.with_game()
    other = await another(world)
    if made_of == "pages":
        monkeypatch.setattr("show.presenter.LAYOUT_VERSION", 1000)
    for checked in ({1, other}, set[int]()):
        await world._killed()
        loads.clear()
        if made_of == "signs":
            world.presenter.emojis["seat_1"] = "<:seat_1:1>"
        await world.start_bot()
        await asyncio.sleep(REST)
        assert set(loads) == checked


@in_virtual_time
async def test_messages_posted_before_the_emojis_were_known_are_checked_again(
    loads: list[int],
) -> None:
    world = await World.with_game()
    await another(world)
    await world._killed()
    await world.presenter.resume()  # the emojis are not loaded yet
    await world.move("next")
    assert await world.services.message_records.outdated(0, 9) == [(1, 1)]
    world.services.tables.invalidate(world.tables)
    loads.clear()
    await world.presenter.emojis_changed()
    world.presenter.resync()
    await asyncio.sleep(REST)
    assert set(loads) == {1}
    assert await world.services.message_records.outdated(0, 9) == []


def copy_table(world: World, number: int) -> None:
    """Store a copy of the first table, without messages."""
    for rows, key in (("tables", "id"), ("seats", "table_id")):
        world.database.run(f"CREATE TEMP TABLE copy AS SELECT * FROM {rows} WHERE {key} = 1")  # noqa: S608
        world.database.run(f"UPDATE copy SET {key} = ?", (number,))  # noqa: S608
        world.database.run(f"INSERT INTO {rows} SELECT * FROM copy")  # noqa: S608
        world.database.run("DROP TABLE copy")


@in_virtual_time
async def test_only_a_few_outdated_tables_are_worked_on_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    world = await World.with_game()
    for number in range(2, 100):
        copy_table(world, number)
    world.database.run("UPDATE tables SET displayed_version = -1 WHERE id > 1")
    poked, poke = list[int](), WorkQueue.schedule

    def noted(queue: WorkQueue, table_id: int) -> None:
        poke(queue, table_id)
        poked.append(max(one.backlog for one in world.presenter.queues))

    monkeypatch.setattr(WorkQueue, "schedule", noted)
    world.presenter.resync()
    await asyncio.sleep(60 * REST)
    assert await world.services.message_records.outdated(0, 9) == []
    assert max(poked) <= limits.RESYNCS_AT_ONCE
    assert len([text for text in rounds(world) if text.startswith("table")]) == 99


@in_virtual_time
async def test_message_that_may_not_be_edited_stays_outdated_across_restarts_until_it_may() -> None:
    world = await World.with_game()
    for channel in world.discord.channels.values():
        channel.refused = frozenset({"edit"})
    await world.move("next")
    assert await world.services.message_records.outdated(0, 9) == [(1, 1)]
    for channel in world.discord.channels.values():
        channel.refused = frozenset()
    await world.restart()
    assert rounds(world) == ["table 1 1 1"]
    assert await world.services.message_records.outdated(0, 9) == []


@in_virtual_time
async def test_finished_table_leaves_memory_once_its_end_is_shown() -> None:
    world = await World.with_game()
    assert world.services.tables.cached(1) is not None
    for _ in range(3):
        await world.move("end", rest=0)
    assert world.services.tables.cached(1) is not None
    await asyncio.sleep(6 * REST)
    assert world.services.tables.cached(1) is None
    assert rounds(world)[-1].startswith("end")
    assert (await world.services.tables.get(1)).state == "over"


@in_virtual_time
async def test_hand_opened_after_a_restart_links_to_the_table() -> None:
    world = await World.with_game()
    await world.restart_after_kill()
    await world.use_hand(1, PEOPLE[0], None, fresh=True)
    (board,) = [one for one in world.discord.messages.values() if one.text.startswith("table")]
    assert str(board.id) in world.panels[1, PEOPLE[0]].way


@in_virtual_time
async def test_lobby_that_changes_back_before_a_kill_does_not_count_as_up_to_date() -> None:
    world = await World.with_lobby(2)
    await asyncio.sleep(REST)
    (lobby, _) = world.discord.messages.values()
    before = lobby.text
    await world.services.lobby.join(1, Person(PEOPLE[1]))
    await asyncio.sleep(1.0)
    assert lobby.text != before
    await world.services.lobby.leave(1, Person(PEOPLE[1]))
    await world.restart()
    assert lobby.text == before


@in_virtual_time
async def test_changes_while_the_bot_is_off_the_server_are_shown_on_its_return() -> None:
    world = await World.with_game()
    world.discord.on_server = False
    await world.move("next")
    assert rounds(world) == ["table 1 1 0"]
    world.discord.on_server = True
    world.presenter.resync()
    await asyncio.sleep(REST)
    assert rounds(world) == ["table 1 1 1"]


async def clicked_far_down(world: World, channel_id: int, newest: int) -> None:
    await world.presenter.clicked(1, channel_id, newest)


@pytest.mark.drawn(6)
@pytest.mark.parametrize("after", [False, True])
@pytest.mark.parametrize("operation", range(1, 9))
@in_virtual_time
async def test_message_that_was_being_reposted_exists_once_after_a_kill(operation: int, *, after: bool) -> None:
    world = await World.with_game(seed=operation)
    newest = world.discord.new_id() + (3_600_000 << 22)
    world.bot_run.kill_in(operation, after=after)
    for channel in list(world.discord.channels):
        world.spawn(clicked_far_down(world, channel, newest))
    await world.pass_time(REST)
    world.bot_run.kill_at = None
    await asyncio.sleep(REST)
    assert rounds(world) == ["table 1 1 0"]
    assert len(turns(world)) == 1
