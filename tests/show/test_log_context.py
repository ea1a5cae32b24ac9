"""The log context of a task: work begins with a new one, created tasks inherit it, other tasks have an empty one."""

import asyncio

from show.log_context import LogContext, begin_log_context, current_log_context, extend_log_context
from show.messages.work_queue import WorkQueue
from tests.virtual_time import in_virtual_time


async def test_added_ids_are_known_in_the_task_and_its_children_only() -> None:
    async def work() -> tuple[LogContext, LogContext]:
        begin_log_context(server=1, channel=2)
        extend_log_context(table=3)
        return current_log_context(), await asyncio.create_task(child())

    async def child() -> LogContext:
        extend_log_context(channel=4)
        return current_log_context()

    assert await asyncio.create_task(work()) == (LogContext(1, 2, 3), LogContext(1, 4, 3))
    assert current_log_context() == LogContext()


async def test_unknown_id_replaces_no_known_one() -> None:
    async def work() -> LogContext:
        begin_log_context(server=1, channel=2)
        extend_log_context(server=0, channel=4)
        return current_log_context()

    assert await asyncio.create_task(work()) == LogContext(1, 4)


@in_virtual_time
async def test_work_queue_knows_its_table_and_not_where_the_work_was_scheduled() -> None:
    found = list[LogContext]()

    async def work(_table_id: int) -> None:
        found.append(current_log_context())

    queue = WorkQueue("showing", work, most=1)
    begin_log_context(server=1, channel=2, table=3)
    queue.schedule(7)
    await asyncio.sleep(1)
    assert found == [LogContext(table=7)]
