"""Message records: written before sending, and their fingerprints flushed later."""

import asyncio
from collections.abc import Mapping
from dataclasses import replace

import pytest

from host.refusals import Overtaken
from host.services import Services
from host.tables import message_records
from host.tables.message_records import MessageRecords, Post, intended_at
from host.tables.table import Table
from storage import State, Store, StoreError
from storage.owners import table_owner
from tests.clock import Clock
from tests.patches import fail, run_after
from tests.tables import AKI, BEN, finish, lobby, started

Notes = dict[str, tuple[str | None, State, int]]


async def confirmed_record(services: Services, table: Table, slot: str = "lobby") -> Post:
    post = await services.message_records.write_ahead(table_owner(table.id), slot, 70)
    return await services.message_records.confirm(post, 71, 700)


async def fingerprints(records: MessageRecords | Store, table: Table) -> list[str | None]:
    """Return the fingerprints of a table's records, from the service or from the store."""
    reader = records.message_records if isinstance(records, Store) else records
    return [one.fingerprint for one in await reader.of(table_owner(table.id))]


async def test_record_is_stored_before_sending_with_its_own_nonce(services: Services, store: Store) -> None:
    table = await lobby(services)
    one, two = [
        await services.message_records.write_ahead(table_owner(table.id), slot, 70) for slot in ("lobby", "turn")
    ]
    assert await store.message_records.of(table_owner(table.id)) == [one, two]
    assert (one.slot, one.channel_id, one.message_id, one.fingerprint) == ("lobby", 70, None, None)
    assert one.nonce != two.nonce
    assert len(one.nonce) == 25, "Discord takes no more"


async def test_nonce_contains_the_time_of_sending(services: Services, clock: Clock) -> None:
    clock.now = 1_800_000_000.9
    post = await services.message_records.write_ahead(table_owner((await lobby(services)).id), "lobby", 70)
    assert intended_at(post) == 1_800_000_000
    assert intended_at(replace(post, nonce="6b02e2c35f5f189f75c3ffae")) is None, "one of an earlier version"


async def test_confirmed_record_has_its_channel_and_message(services: Services, second: Services) -> None:
    table = await lobby(services)
    post = await confirmed_record(services, table)
    assert (post.channel_id, post.message_id) == (71, 700)
    assert await second.message_records.of(table_owner(table.id)) == [post]


async def test_record_deleted_while_its_message_is_sent_is_no_error(services: Services) -> None:
    """Delete a mention's record while the mention is being sent. Another work queue does this when a thread is lost."""
    post = await services.message_records.write_ahead(table_owner((await lobby(services)).id), "turn:1:0", 70)
    await services.message_records.remove(post)
    with pytest.raises(Overtaken):
        await services.message_records.confirm(post, 70, 700)


async def test_retired_record_makes_room_in_its_slot(services: Services, second: Services) -> None:
    table = await lobby(services)
    post = await confirmed_record(services, table)
    services.message_records.note_fingerprint(post, "shown", table)
    retired = await services.message_records.retire(post)
    assert retired == Post(post.nonce, f"old:{post.slot}:{post.nonce}", 71, 700, None)
    fresh = await services.message_records.write_ahead(table_owner(table.id), "lobby", 70)
    for one in (services, second):
        assert await one.message_records.of(table_owner(table.id)) == [fresh, retired]


async def test_records_can_be_deleted(services: Services, second: Services) -> None:
    table = await started(services)
    first, other, last = [await services.message_records.write_ahead(table_owner(table.id), slot, 70) for slot in "abc"]
    services.message_records.note_fingerprint(other, "shown", table)
    await services.message_records.remove(first, other)
    await services.message_records.remove()
    for one in (services, second):
        assert await one.message_records.of(table_owner(table.id)) == [last]
    await services.message_records.close()


async def test_fingerprint_is_known_at_once_and_written_later(
    services: Services, second: Services, store: Store
) -> None:
    table = await lobby(services)
    post = await confirmed_record(services, table)
    services.message_records.note_fingerprint(post, "shown", table)
    assert await fingerprints(services.message_records, table) == ["shown"]
    assert await fingerprints(store, table) == [None]
    await services.close()
    assert await fingerprints(second.message_records, table) == ["shown"]


class Writes:
    """A hold on the writes of fingerprints: the store writes its batches only while `allowed` is set."""

    def __init__(self, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
        self.batches: list[Notes] = []
        self.begun = asyncio.Event()
        self.allowed = asyncio.Event()
        self._write = store.message_records.save_fingerprints
        monkeypatch.setattr(store.message_records, "save_fingerprints", self._wait)

    async def _wait(self, notes: Notes, versions: Mapping[int, int]) -> None:
        self.begun.set()
        await self.allowed.wait()
        await self._write(notes, versions)
        self.batches.append(notes)


@pytest.fixture
def writes(store: Store, monkeypatch: pytest.MonkeyPatch) -> Writes:
    return Writes(store, monkeypatch)


async def outdated_tables(services: Services) -> list[int]:
    """Return the tables whose messages may be out of date."""
    return [number for number, _ in await services.message_records.outdated(0, 100)]


async def idle(services: Services) -> None:
    """Wait until nothing is left to be written."""
    while services.message_records._flush_task is not None:
        await asyncio.wait([services.message_records._flush_task])


async def test_many_waiting_fingerprints_are_written_together_at_once(
    services: Services, writes: Writes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("limits.FINGERPRINTS", 10)
    monkeypatch.setattr(message_records, "FLUSH_SECONDS", 3600)
    writes.allowed.set()
    table = await lobby(services)
    for number in range(10):
        assert writes.batches == []
        services.message_records.note_fingerprint(
            await services.message_records.write_ahead(table_owner(table.id), f"{number}", 70), f"F{number}", table
        )
    await idle(services)
    assert [len(batch) for batch in writes.batches] == [10]


async def test_a_few_fingerprints_are_written_after_a_while_and_then_nothing_runs(
    services: Services, writes: Writes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(message_records, "FLUSH_SECONDS", 0)
    writes.allowed.set()
    table = await lobby(services)
    services.message_records.note_fingerprint(await confirmed_record(services, table), "shown", table)
    await idle(services)
    assert len(writes.batches) == 1


async def test_fingerprint_noted_during_a_write_is_written_with_the_next(
    services: Services, store: Store, writes: Writes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(message_records, "FLUSH_SECONDS", 0)
    table = await lobby(services)
    post = await confirmed_record(services, table)
    services.message_records.note_fingerprint(post, "one", table)
    await writes.begun.wait()
    services.message_records.note_fingerprint(post, "two", table)
    writes.allowed.set()
    await idle(services)
    assert [list(batch.values()) for batch in writes.batches] == [[("one", "lobby", 0)], [("two", "lobby", 0)]]
    assert await fingerprints(store, table) == ["two"]


async def test_read_at_the_end_of_a_write_sees_the_noted_fingerprint(
    services: Services, store: Store, writes: Writes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Check a race: rows that were read just before a flush must not hide the fingerprints that the flush wrote."""
    monkeypatch.setattr(message_records, "FLUSH_SECONDS", 0)
    table = await lobby(services)
    services.message_records.note_fingerprint(await confirmed_record(services, table), "shown", table)

    async def write_now() -> None:
        writes.allowed.set()
        await idle(services)

    run_after(monkeypatch, store.message_records, "of", write_now)
    assert await fingerprints(services.message_records, table) == ["shown"]


async def test_failed_write_is_retried(services: Services, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(message_records, "FLUSH_SECONDS", 0)
    fail(monkeypatch, store.message_records, "save_fingerprints", *[StoreError("the disk is full")] * 3)
    table = await lobby(services)
    services.message_records.note_fingerprint(await confirmed_record(services, table), "shown", table)
    await idle(services)
    assert await fingerprints(store, table) == ["shown"]


async def test_page_drawn_before_the_end_does_not_count_as_the_end_after_a_kill(
    services: Services, second: Services
) -> None:
    """Kill the bot after a game's end, but before the game's message shows the end.

    Just before the kill, the bot flushes the fingerprint of an older page, which shows the running game.
    """
    table = await started(services)
    post = await confirmed_record(services, table, "table:1")
    ended = await finish(services, table)
    services.message_records.note_fingerprint(post, "a running game", table)
    await services.message_records.close()
    assert await outdated_tables(second) == [ended.id]


async def test_lobby_that_changed_back_does_not_count_as_up_to_date_after_a_kill(
    services: Services, second: Services
) -> None:
    """Let Ben join a lobby and leave it again, so that the lobby's content is the same as before he joined.

    The message may still show Ben: the edit that showed him is noted in memory only, and a kill loses this note.
    """
    table = await lobby(services)
    post = await confirmed_record(services, table)
    services.message_records.note_fingerprint(post, "Aki", table)
    await services.message_records._flush()
    table = await services.lobby.join(table.id, BEN)
    services.message_records.note_fingerprint(post, None, table)
    table = await services.lobby.leave(table.id, BEN)
    assert table.people() == [AKI.id]
    assert await fingerprints(second.message_records, table) == [None]


async def test_closed_services_note_nothing_more(services: Services, store: Store) -> None:
    table = await lobby(services)
    post = await confirmed_record(services, table)
    await services.close()
    services.message_records.note_fingerprint(post, "shown", table)
    assert services.message_records._flush_task is None
    assert await fingerprints(store, table) == [None]
