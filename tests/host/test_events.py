"""Events, and background tasks."""

import asyncio

import pytest

from host.background import BackgroundTask, run_every
from host.events import Event, Events, check_subscribed
from storage import StoreError


def test_event_calls_its_subscribers_in_order() -> None:
    event, heard = Event[[int]](), list[tuple[str, int]]()
    event.subscribe(lambda number: heard.append(("first", number)))
    event.subscribe(lambda number: heard.append(("second", number)))
    event.emit(7)
    assert heard == [("first", 7), ("second", 7)]


def test_event_without_a_subscriber_is_an_error_at_the_start() -> None:
    events = Events()
    events.table_replaced.subscribe(lambda _table: None)
    events.messages_outdated.subscribe(lambda: None)
    with pytest.raises(RuntimeError, match="no subscriber of table_changed, lobby_news"):
        check_subscribed(events)
    events.table_changed.subscribe(lambda _table_id: None)
    events.lobby_news.subscribe(lambda _table_id, _news: None)
    check_subscribed(events)


@pytest.mark.parametrize("fault", [StoreError("The disk is full."), KeyError("a fault")])
async def test_periodic_work_goes_on_after_a_failure(fault: Exception, caplog: pytest.LogCaptureFixture) -> None:
    slept, results = list[float](), [fault, None]

    async def sleep(seconds: float) -> None:
        slept.append(seconds)
        if not results:
            await asyncio.Event().wait()

    async def work() -> None:
        if (result := results.pop(0)) is not None:
            raise result

    task = BackgroundTask("work")
    task.start(lambda: run_every(5.0, work, "it failed", sleep=sleep, first=2.0))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    await task.close()
    assert slept == [2.0, 5.0, 5.0]
    assert [record.getMessage() for record in caplog.records if record.levelname != "DEBUG"] == [
        "it failed: The disk is full." if isinstance(fault, StoreError) else "it failed"
    ]
