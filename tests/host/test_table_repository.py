"""The table repository: loading, caching and evicting tables, and finding work left by an earlier run."""

import asyncio
import gc

import pytest

from engine.game import Game
from host.place import Place
from host.refusals import Overtaken
from host.services import Services
from host.tables.table import Table
from storage import Conflict, InDoubt, Post, Store, StoreError
from storage.owners import table_owner
from tests.patches import fail, record, run_after
from tests.storage.store_support import rewrite
from tests.tables import AKI, BEN, CHANNEL, GUILD, finish, lobby, refused, started


async def test_recently_used_tables_are_cached_and_others_reloaded(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("limits.TABLES", 2)
    first, second = await lobby(services), await lobby(services)
    await services.tables.get(first.id)
    await lobby(services)
    assert await services.tables.get(first.id) is first
    again = await services.tables.get(second.id)
    assert again is not second
    assert (again.occupants, again.state) == (second.occupants, second.state)


async def test_change_during_the_load_of_an_older_position_is_kept(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await lobby(services)
    changed = await services.lobby.join(table.id, BEN)

    async def cache_change() -> None:
        services.tables._loaded[table.id] = changed

    services.tables._loaded.clear()
    run_after(monkeypatch, services.tables.store.tables, "load_with_moves", cache_change)
    assert await services.tables.get(table.id) is changed


async def test_table_requested_concurrently_is_loaded_once(services: Services, second: Services) -> None:
    table = await started(services)
    found = await asyncio.gather(*(second.tables.get(table.id) for _ in range(10)))
    assert len(set(map(id, found))) == 1


@pytest.mark.parametrize("kept", [1, 2])
async def test_held_lock_is_the_one_that_others_wait_for(
    services: Services, monkeypatch: pytest.MonkeyPatch, kept: int
) -> None:
    monkeypatch.setattr("limits.TABLES", kept)
    table, other = await lobby(services), await lobby(services)
    async with services.tables.locked(table.id):
        async with services.tables.locked(other.id):
            pass
        gc.collect()
        others = asyncio.create_task(lock_and_release(services, table.id))
        for _ in range(20):
            await asyncio.sleep(0)
        assert not others.done()
    await others


async def lock_and_release(services: Services, table_id: int) -> None:
    """Acquire a table's lock without loading it, and release it."""
    async with services.tables.all_locked([table_id]):
        pass


async def test_open_tables_are_found_by_server_and_person(services: Services) -> None:
    waiting, running, ended = await lobby(services), await started(services), await lobby(services)
    await services.lobby.cancel(ended.id, AKI)
    elsewhere = await lobby(services, guild=GUILD + 1)
    for table in (waiting, elsewhere):
        await services.message_records.adopt(table_owner(table.id), "lobby", CHANNEL, table.id)
    assert await services.tables.open_in(Place.server(GUILD)) == [waiting, running]
    assert await services.tables.open_in(Place.server(GUILD), BEN.id) == [running]
    assert await services.tables.open_in(Place.server(GUILD + 1), AKI.id) == [elsewhere]


async def test_tables_of_a_removed_game_are_left_out(
    services: Services, second: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    gone, there = await started(services, "saizen"), await started(services)
    monkeypatch.delitem(Game.games, "saizen")
    assert [table.id for table in await second.tables.open_in(Place.server(GUILD))] == [there.id]
    with refused("no-such-table"):
        await second.lobby.join(gone.id, BEN)
    await second.resume()


async def test_tables_of_a_channel_are_those_with_a_message_in_it(services: Services) -> None:
    waiting, running = await lobby(services), await started(services)
    await services.message_records.write_ahead(table_owner(running.id), "table:1", 70)
    assert await services.tables.in_channel(CHANNEL) == [waiting.id, running.id]
    assert await services.tables.in_channel(70) == [running.id]


async def behind(services: Services) -> list[int]:
    """Return the numbers of the tables whose messages may be out of date, without loading the tables."""
    return [number async for few in services.tables.batches(services.message_records.outdated, 2) for number in few]


async def test_end_stays_due_after_a_restart_until_its_messages_show_it(
    services: Services, second: Services, store: Store
) -> None:
    table = await started(services)
    await store.message_records.add(table_owner(table.id), Post("n", "table:1", 70, 700, "a running game"))
    table = await finish(services, table)
    assert await behind(second) == [table.id]
    (post,) = await second.message_records.of(table_owner(table.id))
    assert post.fingerprint is None
    second.message_records.note_fingerprint(post, "the end", table)
    second.message_records.note_displayed(table, surely=True)
    await second.message_records.close()
    assert await behind(second) == []


async def test_table_is_out_of_date_until_everything_is_shown(services: Services, second: Services) -> None:
    table = await started(services)
    before = await lobby(services)
    services.message_records.note_displayed(before, surely=True)
    after = await services.lobby.join(before.id, BEN)
    services.message_records.note_displayed(before, surely=True)
    services.message_records.note_displayed(table, surely=False)
    await services.message_records.close()
    assert await behind(second) == [table.id, before.id]
    second.message_records.note_displayed(after, surely=True)
    second.message_records.note_displayed(table, surely=True)
    await second.message_records.close()
    assert await behind(second) == []


async def test_due_work_is_found_in_batches_and_only_where_this_process_may_act(
    services: Services,
) -> None:
    here = [(await lobby(services, people=[one])).id for one in (AKI, BEN, AKI, BEN, AKI)]
    there = await lobby(services, guild=GUILD + 1)
    few = [few async for few in services.tables.batches(services.message_records.outdated, 2)]
    assert few == [here[:2], here[2:4], [here[4], there.id]]
    services.tables.ours = lambda place: place == Place.server(GUILD + 1)
    assert await behind(services) == [there.id]


async def test_due_work_is_found_although_the_database_fails_at_first(
    services: Services, store: Store, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    table = await lobby(services)
    fail(monkeypatch, store.due_work, "outdated", StoreError("somebody has locked it"))
    asked = record(monkeypatch, store.due_work, "outdated")
    monkeypatch.setattr("host.tables.table_repository.RETRY_SECONDS", 0)
    assert await behind(services) == [table.id]
    assert [after for after, _ in asked] == [0, 0, table.id]
    assert "somebody has locked it" in caplog.text


async def test_idle_table_is_evicted_and_a_used_one_is_not(services: Services) -> None:
    used, idle = await lobby(services), await lobby(services)
    services.tables.evict_idle()
    assert await services.tables.get(used.id) is used
    services.tables.evict_idle()
    assert services.tables.cached(used.id) is used
    assert services.tables.cached(idle.id) is None
    services.tables.evict_idle()
    assert services.tables.cached(used.id) is None
    assert (await services.tables.get(idle.id)).occupants == idle.occupants


async def test_table_that_changes_in_the_store_during_a_read_is_read_again(
    services: Services, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await lobby(services)
    services.tables.invalidate([table.id])

    async def change() -> None:
        await rewrite(store, "UPDATE tables SET version = 7 WHERE id = ?", (table.id,))
        services.tables.invalidate([table.id])

    run_after(monkeypatch, store.tables, "load_with_moves", change)
    assert (await services.tables.get(table.id)).version == 7


@pytest.mark.parametrize("error", [InDoubt("the connection is lost"), Conflict("another process was faster")])
async def test_load_that_began_before_a_doubtful_write_is_not_cached(
    services: Services, store: Store, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    table = await lobby(services)
    services.tables.invalidate([table.id])
    writes: list[asyncio.Task[Table]] = []
    failing = asyncio.Event()

    async def write() -> None:
        await rewrite(store, "UPDATE tables SET version = 7 WHERE id = ?", (table.id,))
        failing.set()
        raise error

    async def begin_write() -> None:
        writes.append(asyncio.create_task(services.tables.commit(table, write())))
        await failing.wait()
        await asyncio.sleep(0)

    run_after(monkeypatch, store.tables, "load_with_moves", begin_write)
    await services.tables.get(table.id)
    with pytest.raises(Overtaken):
        await writes[0]
    assert (await services.tables.get(table.id)).version == 7
