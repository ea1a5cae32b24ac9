"""After a start, a lost session or an update only what is behind is looked at, and it is shown though nobody asks."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from random import Random
from typing import Any

import pytest

import limits
from host.tables.table import Person
from show.messages.work_queue import WorkQueue
from tests.show.memory_store import MemoryStore
from tests.show.test_faults import move, rounds, turns
from tests.show.virtual import in_virtual_time
from tests.show.world import CHANNELS, PEOPLE, REST, World

pytestmark = pytest.mark.usefixtures("stub_pages")


@pytest.fixture
def loads(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The tables that are loaded, each as often as it is."""
    loaded, read = list[int](), MemoryStore.load_with_moves

    async def noted(store: MemoryStore, table_id: int) -> Any:
        loaded.append(table_id)
        return await read(store, table_id)

    monkeypatch.setattr(MemoryStore, "load_with_moves", noted)
    return loaded


async def another(world: World) -> int:
    """A second running game, all of which is shown; its number."""
    await world.open(CHANNELS[0], PEOPLE[0], 2)
    (lobby,) = [one for one in world.discord.messages.values() if one.text.startswith(f"lobby {world.tables[-1]} ")]
    await world.click_lobby(lobby, PEOPLE[1], "join")
    await world.click_lobby(lobby, 109, "start")
    await asyncio.sleep(REST)
    return world.tables[-1]


@pytest.mark.parametrize("after", [False, True])
@pytest.mark.parametrize("operation", range(1, 10))
def test_what_a_kill_has_left_is_shown_though_nobody_touches_the_table_and_no_other_is_loaded(
    operation: int, *, after: bool, loads: list[int]
) -> None:
    @in_virtual_time
    async def killed() -> None:
        world = World(Random(operation))
        await world.begin_game()
        other = await another(world)
        world.life.kill_at, world.life.kill_after = world.life.operations + operation, after
        world.act(move(world, "next"))
        await world.life.killed.wait()
        loads.clear()
        await world.killed()
        await asyncio.sleep(REST)
        made = len(world.shelf.moves[1])
        assert rounds(world) == [f"table 1 1 {made}", f"table {other} 1 0"]
        assert len(turns(world)) == 2
        assert set(loads) <= {1}

    killed()


@in_virtual_time
async def test_after_a_restart_nothing_is_loaded_or_sent_where_all_is_shown(loads: list[int]) -> None:
    world = World(Random(0))
    await world.begin_game()
    shown = {number: list(message.shown) for number, message in world.discord.messages.items()}
    loads.clear()
    await world.killed()
    await asyncio.sleep(REST)
    assert loads == []
    assert {number: message.shown for number, message in world.discord.messages.items()} == shown
    world.presenter.catch_up()  # as when a session was lost
    await asyncio.sleep(REST)
    assert loads == []


@in_virtual_time
async def test_who_is_to_be_called_when_they_look_away_is_called_after_a_restart() -> None:
    """Their hand was open, so they were not called; the panel is forgotten with the bot that knew it."""
    world = World(Random(0))
    await world.begin_game()
    for user in PEOPLE[:2]:
        await world.use_hand(1, user, None, fresh=True)
    await move(world, "next")
    await asyncio.sleep(REST)
    assert len(turns(world)) == 0
    await world.killed()
    await asyncio.sleep(REST)
    assert len(turns(world)) == 1


@pytest.mark.parametrize("made_of", ["pages", "signs"])
def test_when_all_pages_look_otherwise_all_that_is_open_is_looked_at_once(
    made_of: str, loads: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    @in_virtual_time
    async def looked_at() -> None:
        world = World(Random(0))
        await world.begin_game()
        other = await another(world)
        if made_of == "pages":
            monkeypatch.setattr("show.presenter.LOOK", 1000)
        await world._killed()
        loads.clear()
        if made_of == "signs":
            world.presenter.signs["seat_1"] = "<:seat_1:1>"
        await world.begun()
        await asyncio.sleep(REST)
        assert set(loads) == {1, other}
        loads.clear()
        await world._killed()
        if made_of == "signs":
            world.presenter.signs["seat_1"] = "<:seat_1:1>"
        await world.begun()
        await asyncio.sleep(REST)
        assert loads == []

    looked_at()


@in_virtual_time
async def test_what_is_shown_before_the_signs_are_known_is_looked_at_again_and_nothing_else_is(
    loads: list[int],
) -> None:
    world = World(Random(0))
    await world.begin_game()
    await another(world)
    await world._killed()
    await world.presenter.resume()  # the emojis have not been asked for yet
    await move(world, "next")
    await asyncio.sleep(REST)
    assert await world.services.message_records.outdated(0, 9) == [(1, 1)]
    world.services.tables.invalidate(world.tables)
    loads.clear()
    await world.presenter.signs_changed()
    world.presenter.catch_up()
    await asyncio.sleep(REST)
    assert set(loads) == {1}
    assert await world.services.message_records.outdated(0, 9) == []


@in_virtual_time
async def test_of_many_that_are_behind_few_are_worked_on_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    world = World(Random(0))
    await world.begin_game()
    for number in range(2, 100):
        world.shelf.tables[number] = replace(world.shelf.tables[1], id=number, promises=())
        world.shelf.moves[number] = []
    poked, poke = list[int](), WorkQueue.poke

    def noted(lane: WorkQueue, table_id: int) -> None:
        poke(lane, table_id)
        poked.append(max(one.backlog for one in world.presenter.lanes))

    monkeypatch.setattr(WorkQueue, "poke", noted)
    world.presenter.catch_up()
    await asyncio.sleep(60 * REST)
    assert await world.services.message_records.outdated(0, 9) == []
    assert max(poked) <= limits.BEHIND_AT_ONCE
    assert len([text for text in rounds(world) if text.startswith("table")]) == 99


@in_virtual_time
async def test_what_may_not_be_changed_is_behind_until_it_may_also_after_a_restart() -> None:
    world = World(Random(0))
    table = await world.begin_game()
    post = world.shelf.of(table.id)[-1]
    for channel in world.discord.channels.values():
        channel.refused = frozenset({"edit"})
    await move(world, "next")
    await asyncio.sleep(REST)
    assert post.channel_id
    assert await world.services.message_records.outdated(0, 9) == [(1, 1)]
    for channel in world.discord.channels.values():
        channel.refused = frozenset()
    await world.killed()
    await asyncio.sleep(REST)
    assert rounds(world) == ["table 1 1 1"]
    assert await world.services.message_records.outdated(0, 9) == []


@in_virtual_time
async def test_a_table_that_has_ended_leaves_memory_once_its_end_is_shown() -> None:
    world = World(Random(0))
    await world.begin_game()
    assert world.services.tables.cached(1) is not None
    for _ in range(3):
        await move(world, "end")
    await asyncio.sleep(0)
    assert world.services.tables.cached(1) is not None
    await asyncio.sleep(6 * REST)
    assert world.services.tables.cached(1) is None
    assert rounds(world)[-1].startswith("end")
    assert (await world.services.tables.get(1)).state == "over"


@in_virtual_time
async def test_whoever_opens_a_hand_after_a_restart_is_led_to_the_table() -> None:
    world = World(Random(0))
    await world.begin_game()
    await world.killed()
    await world.use_hand(1, PEOPLE[0], None, fresh=True)
    (board,) = [one for one in world.discord.messages.values() if one.text.startswith("table")]
    assert str(board.id) in world.panels[1, PEOPLE[0]].way


@in_virtual_time
async def test_a_lobby_that_changes_back_before_a_kill_is_not_taken_for_shown() -> None:
    world = World(Random(0))
    await world.begun()
    await world.open(CHANNELS[0], PEOPLE[0], 2)
    await asyncio.sleep(REST)
    (lobby, _) = world.discord.messages.values()
    before = lobby.text
    await world.services.lobby.join(1, Person(PEOPLE[1]))
    await asyncio.sleep(1.0)
    assert lobby.text != before
    await world.services.lobby.leave(1, Person(PEOPLE[1]))
    await world.killed()
    await asyncio.sleep(REST)
    assert lobby.text == before


@in_virtual_time
async def test_what_happens_while_the_bot_is_not_on_the_server_is_shown_once_it_is_back() -> None:
    world = World(Random(0))
    await world.begin_game()
    world.discord.on_server = False
    await move(world, "next")
    await asyncio.sleep(REST)
    assert rounds(world) == ["table 1 1 0"]
    world.discord.on_server = True
    world.presenter.catch_up()
    await asyncio.sleep(REST)
    assert rounds(world) == ["table 1 1 1"]


async def clicked_far_down(world: World, channel_id: int, newest: int) -> None:
    await world.presenter.clicked(1, channel_id, newest)


@pytest.mark.parametrize("after", [False, True])
@pytest.mark.parametrize("operation", range(1, 9))
def test_a_message_that_was_being_posted_afresh_stands_once_after_a_kill_though_the_table_is_as_it_was(
    operation: int, *, after: bool
) -> None:
    @in_virtual_time
    async def killed() -> None:
        world = World(Random(operation))
        await world.begin_game()
        newest = world.discord.new_number() + (3_600_000 << 22)
        world.life.kill_at, world.life.kill_after = world.life.operations + operation, after
        for channel in list(world.discord.channels):
            world.act(clicked_far_down(world, channel, newest))
        await world.after(REST)
        world.life.kill_at = None
        await asyncio.sleep(REST)
        assert rounds(world) == ["table 1 1 0"]
        assert len(turns(world)) == 1

    killed()
