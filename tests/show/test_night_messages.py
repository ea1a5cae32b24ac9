"""Messages of league nights: posted again when they are lost, edited when a night or its tables have changed."""

import shutil
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, cast

import pytest

from host.nights.night import Night
from host.nights.nights import IDLE_SECONDS, Setup
from host.place import Place
from host.services import Services
from host.tables.message_records import LOBBY_SLOT
from host.tables.table import Person
from locales import Translation
from show.discord_port import Done, Forbidden, Gone, Later, Outcome, Refused, StaleToken
from show.messages.night_messages import LOST_SECONDS, REST_SECONDS, NightMessages
from show.pages.nights.night import night_page, promise_page
from storage import Store
from storage.owners import table_owner
from tests.clock import TwoClocks
from tests.host.test_clock import JUMPS
from tests.show.test_public_answers import MESSAGE, StubPort
from tests.tables import AKI, BEN, CHANNEL, GUILD, SCHOTEN, refused

SERVER = Place.server(GUILD)
BOSS = Person(900, manages_server=lambda: True)
JA = Translation("ja")
PROMISE = 79
"""The message with the deal commitments of a night."""


@pytest.fixture
def clock() -> TwoClocks:
    return TwoClocks()


@pytest.fixture
async def services(tmp_path: Path, empty_database: Path, clock: TwoClocks) -> AsyncIterator[Services]:
    async with await Store.open(
        Path(shutil.copy(empty_database, tmp_path)), now=clock.seconds, record_write=None
    ) as store:
        services = Services(store, pause=60, clock=clock.compared)
        yield services
        await services.close()


@pytest.fixture
def port() -> StubPort:
    return StubPort()


@pytest.fixture
def messages(services: Services, port: StubPort, monkeypatch: pytest.MonkeyPatch) -> NightMessages:
    """Return the messages of league nights; their pauses after failures follow the services' clock."""
    monkeypatch.setattr("show.messages.night_messages.now", services.now)
    return NightMessages(services, cast("Any", port))


async def announced(services: Services, message: int | None = MESSAGE) -> Night:
    """Return a night that Aki and Ben have joined. `message` is the id of its message; None: it has no message."""
    night = await services.nights.announce(SERVER, CHANNEL, BOSS, Setup(SCHOTEN, stages=1))
    for person in (AKI, BEN):
        await services.nights.join(SERVER, person, night.id)
    if message is not None:
        await services.nights.set_message(night.id, message)
    return await services.nights.get(night.id)


async def begun(services: Services) -> Night:
    """Return a night whose first stage has begun; its message does not say so yet."""
    night = await announced(services)
    await services.nights.set_promise(night.id, PROMISE)
    return await services.nights.start(SERVER, BOSS, night.id)


async def test_message_is_edited_once_for_a_change_and_the_promise_is_posted_once(
    services: Services, messages: NightMessages, port: StubPort
) -> None:
    night = await announced(services)
    for _ in range(3):
        await messages.poll()
    assert port.calls == [
        ("edit", CHANNEL, MESSAGE, night_page(night, JA)),
        ("send", CHANNEL, promise_page(night, JA), f"night-{night.id}-promise"),
    ]
    night = await services.nights.leave(SERVER, AKI, night.id)
    await messages.poll()
    assert port.calls[2:] == [("edit", CHANNEL, MESSAGE, night_page(night, JA))]


async def test_lost_message_is_posted_after_a_minute(
    services: Services, messages: NightMessages, port: StubPort, clock: TwoClocks
) -> None:
    night = await announced(services, None)
    await messages.poll()
    assert port.calls == []
    clock.now += LOST_SECONDS
    await messages.poll()
    assert port.calls[0] == ("send", CHANNEL, night_page(night, JA), f"night-{night.id}-{night.row.version}")
    assert (await services.nights.get(night.id)).row.message_id == MESSAGE


@pytest.mark.parametrize("jump", JUMPS)
async def test_message_is_not_posted_twice_by_a_wrong_clock(
    services: Services, messages: NightMessages, port: StubPort, clock: TwoClocks, jump: float
) -> None:
    await announced(services, None)
    for passed in (1, LOST_SECONDS):
        clock.now, clock.wrong = clock.now + passed, jump
        await messages.poll()
        clock.wrong = 0.0
        assert port.calls == []
    await messages.poll()
    assert port.calls[0][0] == "send"


async def test_message_shows_which_tables_are_done(services: Services, messages: NightMessages, port: StubPort) -> None:
    night = await begun(services)
    await messages.poll()
    await messages.poll()
    assert len(port.calls) == 1
    async with services.tables.locked(night.tables[0]) as table:
        await services.moves.finish(table)
    await messages.poll()
    assert [kind for kind, *_ in port.calls] == ["edit", "edit"]
    assert "✓" in port.calls[1][3].text


async def test_message_links_to_the_tables_once_their_messages_are_posted(
    services: Services, messages: NightMessages, port: StubPort
) -> None:
    night = await begun(services)
    await messages.poll()
    await services.message_records.adopt(table_owner(night.tables[0]), LOBBY_SLOT, CHANNEL, 4711)
    await messages.poll()
    await messages.poll()
    first, second = (page.text for _, _, _, page in port.calls)
    assert "4711" not in first
    assert f"](https://discord.com/channels/{GUILD}/{CHANNEL}/4711)" in second


@pytest.mark.parametrize("outcome", [Later(), Forbidden()])
async def test_night_cannot_start_until_its_promise_is_posted(
    services: Services, messages: NightMessages, port: StubPort, clock: TwoClocks, outcome: Outcome
) -> None:
    night = await announced(services)
    port.outcomes["send"] = [outcome, Done(PROMISE)]
    await messages.poll()
    with refused("night-unpromised"):
        await services.nights.start(SERVER, BOSS, night.id)
    clock.now += REST_SECONDS
    await messages.poll()
    night = await services.nights.start(SERVER, BOSS, night.id)
    assert (night.row.promise_id, night.row.stage) == (PROMISE, 1)


@pytest.mark.parametrize("outcome", [Later(), Forbidden()])
async def test_failed_edit_is_tried_again_after_a_rest_and_the_promise_does_not_wait_for_it(
    services: Services, messages: NightMessages, port: StubPort, clock: TwoClocks, outcome: Outcome
) -> None:
    await announced(services)
    port.outcomes["edit"] = [outcome, Done(MESSAGE)]
    await messages.poll()
    await messages.poll()
    assert [kind for kind, *_ in port.calls] == ["edit", "send"]
    clock.now += REST_SECONDS
    await messages.poll()
    assert [kind for kind, *_ in port.calls] == ["edit", "send", "edit"]


@pytest.mark.drawn(1)
@pytest.mark.parametrize("outcome", [Forbidden(), Refused(), StaleToken(), Gone(), Gone(channel=True)])
async def test_last_edit_of_a_night_that_is_over_is_not_tried_again_after_a_final_refusal(
    services: Services, messages: NightMessages, port: StubPort, clock: TwoClocks, outcome: Outcome
) -> None:
    night = await announced(services)
    await services.nights.call_off(SERVER, BOSS, night.id, stage=0)
    port.outcomes["edit"] = [Later(), outcome]
    for _ in range(5):
        await messages.poll()
        clock.now += REST_SECONDS
    assert [kind for kind, *_ in port.calls] == ["edit", "edit"]
    assert await services.nights.outdated() == []


async def test_deleted_message_is_posted_anew(
    services: Services, messages: NightMessages, port: StubPort, clock: TwoClocks
) -> None:
    await announced(services)
    port.outcomes["edit"] = [Gone()]
    await messages.poll()
    clock.now += max(REST_SECONDS, LOST_SECONDS)
    await messages.poll()
    assert [kind for kind, *_ in port.calls] == ["edit", "send", "send"]


async def test_message_deleted_while_it_is_up_to_date_is_posted_anew_once_somebody_announces_a_night_there(
    services: Services, messages: NightMessages, port: StubPort, clock: TwoClocks
) -> None:
    night = await announced(services)
    for _ in range(2):
        await messages.poll()
    clock.now += LOST_SECONDS
    del port.calls[:]
    with refused("night-here"):
        await services.nights.announce(SERVER, CHANNEL, BOSS, Setup(SCHOTEN))
    port.outcomes["edit"] = [Gone()]
    for _ in range(3):
        await messages.poll()
    page = night_page(night, JA)
    assert port.calls == [
        ("edit", CHANNEL, MESSAGE, page),
        ("send", CHANNEL, page, f"night-{night.id}-{night.row.version}"),
    ]
    assert (await services.nights.get(night.id)).row.message_id == MESSAGE


async def test_night_whose_channel_is_gone_is_called_off(
    services: Services, messages: NightMessages, port: StubPort, clock: TwoClocks
) -> None:
    night = await announced(services)
    port.outcomes["edit"] = [Gone(channel=True)]
    await messages.poll()
    assert (await services.nights.get(night.id)).row.state == "off"
    clock.now += REST_SECONDS
    await messages.poll()
    await messages.poll()
    assert [kind for kind, *_ in port.calls] == ["edit"]


async def test_event_of_a_night_that_is_called_off_is_deleted(
    services: Services, messages: NightMessages, port: StubPort
) -> None:
    night = await announced(services)
    assert await services.nights.set_event(night.id, 77)
    await services.nights.call_off(SERVER, BOSS, night.id, stage=0)
    assert not await services.nights.set_event(night.id, 78)
    for _ in range(2):
        await messages.poll()
    assert [kind for kind, *_ in port.calls] == ["delete_event", "edit"]
    assert port.calls[0] == ("delete_event", GUILD, 77)
    assert (await services.nights.get(night.id)).row.event_id is None


@pytest.mark.parametrize("delete_event", [False, True])
async def test_weekly_event_of_a_night_that_is_called_off_is_deleted_only_on_request(
    services: Services, messages: NightMessages, port: StubPort, *, delete_event: bool
) -> None:
    night = await announced(services)
    assert await services.nights.set_event(night.id, 77, weekly=True)
    await services.nights.call_off(SERVER, BOSS, night.id, stage=0, delete_event=delete_event)
    await messages.poll()
    assert [kind for kind, *_ in port.calls] == ["delete_event"] * delete_event + ["edit"]


async def test_weekly_event_of_a_night_that_nobody_has_started_stays(
    services: Services, messages: NightMessages, port: StubPort, clock: TwoClocks
) -> None:
    night = await announced(services)
    assert await services.nights.set_event(night.id, 77, weekly=True)
    clock.now += IDLE_SECONDS + 1
    await services.nights.advance(night.id)
    await messages.poll()
    assert [kind for kind, *_ in port.calls] == ["edit"]


async def test_name_of_a_person_who_is_deleted_leaves_the_message(
    services: Services, messages: NightMessages, port: StubPort
) -> None:
    night = await services.nights.announce(SERVER, CHANNEL, BOSS, Setup(SCHOTEN))
    await services.nights.set_message(night.id, MESSAGE)
    await services.nights.join(SERVER, Person(5, name="Remarkable"), night.id)
    await messages.poll()
    assert "Remarkable" in port.calls[0][3].text
    await services.privacy.forget(5)
    await messages.poll()
    assert "Remarkable" not in port.calls[-1][3].text


async def test_server_that_the_bot_is_not_on_is_left_alone(
    services: Services, messages: NightMessages, port: StubPort
) -> None:
    await announced(services)
    port.there = False
    await messages.poll()
    assert port.calls == []
