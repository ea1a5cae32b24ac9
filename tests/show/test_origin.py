"""The origin of a task: work begins with a new origin, created tasks inherit it, other tasks have an unknown origin."""

import asyncio

from show.messages.work_queue import WorkQueue
from show.origin import Origin, add_origin, begin_origin, current_origin
from tests.virtual_time import in_virtual_time


async def test_added_ids_are_known_in_the_task_and_its_children_only() -> None:
    async def work() -> tuple[Origin, Origin]:
        begin_origin(server=1, channel=2)
        add_origin(table=3)
        return current_origin(), await asyncio.create_task(child())

    async def child() -> Origin:
        add_origin(channel=4)
        return current_origin()

    assert await asyncio.create_task(work()) == (Origin(1, 2, 3), Origin(1, 4, 3))
    assert current_origin() == Origin()


async def test_unknown_id_replaces_no_known_one() -> None:
    async def work() -> Origin:
        begin_origin(server=1, channel=2)
        add_origin(server=0, channel=4)
        return current_origin()

    assert await asyncio.create_task(work()) == Origin(1, 4)


@in_virtual_time
async def test_work_queue_knows_its_table_and_not_where_the_work_was_scheduled() -> None:
    found = list[Origin]()

    async def work(_table_id: int) -> None:
        found.append(current_origin())

    queue = WorkQueue("showing", work, most=1)
    begin_origin(server=1, channel=2, table=3)
    queue.schedule(7)
    await asyncio.sleep(1)
    assert found == [Origin(table=7)]
