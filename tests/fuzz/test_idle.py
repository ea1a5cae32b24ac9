"""Rows are read only when the bot is idle: whatever would still change them has happened before."""

from tests.fuzz.conftest import AKI, BEN, ROOM
from tests.fuzz.offline import Offline


async def test_rows_contain_the_fingerprints_that_are_flushed_only_now_and_then(world: Offline) -> None:
    await world.open_table(AKI, BEN, where=ROOM)
    before = await world.rows()
    await world.services.message_records.close()  # flushes what is left
    assert await world.rows() == before


async def test_rows_wait_for_work_that_pauses_before_its_next_run(world: Offline) -> None:
    table, queue = await world.open_table(AKI, BEN, where=ROOM), world.bot.presenter.queues.messages
    pauses, runs = [0.3], list[int]()

    async def work(table_id: int) -> float | None:
        runs.append(table_id)
        return pauses.pop() if pauses else None

    queue._work = work
    queue.schedule(table)
    await world.rows()
    assert runs == [table, table]


async def test_rows_do_not_contain_that_the_bot_is_alive(world: Offline) -> None:
    before = await world.rows()
    await world.store.settings.set(0, "alive", "1")
    assert await world.rows() == before
