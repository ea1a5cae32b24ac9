"""Finding tables, and taking up what an earlier run has left."""

import asyncio
import gc
from random import Random

import pytest

from engine.game import Game
from host.house import House
from storage import Post, Store, StoreError
from tests.host.conftest import AKI, BEN, CHANNEL, GUILD
from tests.host.seating import lobby, play_out, refused, started


async def test_of_many_tables_those_used_last_are_kept_and_the_others_read_again(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("limits.TABLES", 2)
    first, second = await lobby(house), await lobby(house)
    await house.tables.get(first.id)
    await lobby(house)
    assert await house.tables.get(first.id) is first
    again = await house.tables.get(second.id)
    assert again is not second
    assert (again.occupants, again.state) == (second.occupants, second.state)


async def test_what_is_changed_while_an_older_position_is_read_stays(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    table, read = await lobby(house), house.tables.store.table

    async def slowly(table_id: int) -> object:
        row = await read(table_id)
        monkeypatch.setattr(house.tables.store, "table", read)
        house.tables._loaded[table_id] = changed
        return row

    changed = await house.lobby.join(table.id, BEN)
    house.tables._loaded.clear()
    monkeypatch.setattr(house.tables.store, "table", slowly)
    assert await house.tables.get(table.id) is changed


async def test_a_table_asked_for_by_many_at_once_is_loaded_once(house: House, second: House) -> None:
    table = await started(house)
    found = await asyncio.gather(*(second.tables.get(table.id) for _ in range(10)))
    assert len(set(map(id, found))) == 1


async def test_a_lock_that_is_held_is_the_one_that_others_wait_for(house: House) -> None:
    table = await lobby(house)
    async with house.tables.locked(table.id):
        gc.collect()
        joining = asyncio.create_task(house.lobby.join(table.id, BEN))
        for _ in range(20):
            await asyncio.sleep(0)
        assert (await house.tables.get(table.id)).people() == [AKI.id]
    assert (await joining).people() == [AKI.id, BEN.id]


async def test_open_tables_are_found_by_server_and_person(house: House) -> None:
    waiting, running, ended = await lobby(house), await started(house), await lobby(house)
    await house.lobby.cancel(ended.id, AKI)
    elsewhere = await house.lobby.open(GUILD + 1, CHANNEL, AKI, "scharfe-schoten", 3)
    for table in (waiting, elsewhere):
        await house.posts.found(table.id, "lobby", CHANNEL, table.id)
    assert await house.tables.open_in(GUILD) == [waiting, running]
    assert await house.tables.open_in(GUILD, BEN.id) == [running]
    assert await house.tables.open_in(GUILD + 1, AKI.id) == [elsewhere]


async def test_tables_of_a_game_that_there_is_no_more_are_left_out(
    house: House, second: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone, there = await started(house, "saizen"), await started(house)
    monkeypatch.delitem(Game.games, "saizen")
    assert [table.id for table in await second.tables.open_in(GUILD)] == [there.id]
    with refused("no-such-table"):
        await second.lobby.join(gone.id, BEN)
    await second.resume()


async def test_the_tables_of_a_channel_are_those_with_a_post_there(house: House) -> None:
    waiting, running = await lobby(house), await started(house)
    await house.posts.intend(running.id, "table:1", 70)
    assert await house.tables.here(CHANNEL) == [waiting.id, running.id]
    assert await house.tables.here(70) == [running.id]


async def test_after_a_restart_an_end_is_to_be_shown_until_its_posts_show_it(
    house: House, second: House, store: Store
) -> None:
    table = await started(house)
    await store.add_post(table.id, Post("n", "table:1", 70, 700, "a running game"))
    table = await play_out(house, table, Random(1))
    told: list[int] = []
    second.tables.changed = told.append
    await second.resume()
    assert told == [table.id]
    (post,) = await second.posts.of(table.id)
    assert post.fingerprint is None
    second.posts.note(post, "the end", await second.tables.get(table.id))
    await second.posts.close()
    await second.resume()
    assert told == [table.id]


async def test_one_server_can_be_taken_up_again_by_itself(house: House) -> None:
    here = await started(house)
    there = await house.lobby.open(GUILD + 1, 1, AKI, "scharfe-schoten", 3)
    told: list[int] = []
    house.tables.changed = told.append
    await house.resume(GUILD + 1)
    assert told == [there.id]
    await house.resume()
    assert told == [there.id, here.id, there.id]


async def test_between_two_tables_that_are_taken_up_others_get_their_turn(house: House) -> None:
    tables = [await lobby(house) for _ in range(5)]
    events: list[int] = []
    house.tables.changed = events.append
    taking_up = asyncio.create_task(house.resume())
    while not taking_up.done():
        if events[-1:] != [0]:
            events.append(0)
        await asyncio.sleep(0)
    assert [event for event in events if event] == [table.id for table in tables]
    assert events.count(0) >= len(tables)


async def test_tables_are_taken_up_although_the_database_cannot_be_read_at_first(
    house: House, second: House, store: Store, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    table, told, asked = await lobby(house), list[int](), list[int | None]()
    second.tables.changed = told.append
    read = store.tables_to_show

    async def fails_once(guild_id: int | None = None) -> list[int]:
        asked.append(guild_id)
        if len(asked) == 1:
            raise StoreError("somebody has locked it")
        return await read(guild_id)

    monkeypatch.setattr(store, "tables_to_show", fails_once)
    monkeypatch.setattr("host.house.RETRY_SECONDS", 0)
    await second.resume(GUILD)
    assert (told, asked) == ([table.id], [GUILD, GUILD])
    assert "somebody has locked it" in caplog.text
