"""Guilds' messages with the commitments of coming days in the store."""

from dataclasses import replace

import pytest

from storage import Conflict, Store
from storage.queries.daily import commitments
from storage.rows import CommitmentMessage, DailyMessage
from storage.sqlite.sqlite import Sqlite
from tests.storage.store_support import GUILD, plan

DAY, OTHER = 20_000, GUILD + 1
MESSAGE = CommitmentMessage(GUILD, 1, 10, "nonce", DAY + 1, (("saizen", "aa"), ("tezuma-trick", "bb")))
SECOND = replace(MESSAGE, number=2, nonce="second", first_day=DAY + 6, replaces=True)


async def post_daily(store: Store, day: int = DAY, guild_id: int = GUILD) -> None:
    """Record a sent message of the day."""
    nonce = f"{guild_id} {day}"
    await store.daily_messages.add(DailyMessage(day, guild_id, 10, nonce))
    await store.daily_messages.confirm(nonce, day)


async def test_latest_message_is_found_of_guilds_with_a_recent_message_of_the_day(store: Store) -> None:
    assert await store.commitment_messages.latest(DAY, DAY + 1) == {}
    await store.daily_messages.add(DailyMessage(DAY, OTHER, 10, "not sent"))
    await post_daily(store)
    await post_daily(store, DAY + 1)
    assert await store.commitment_messages.latest(DAY, DAY + 1) == {GUILD: None}
    for message in (MESSAGE, SECOND):
        await store.commitment_messages.add(message)
        assert await store.commitment_messages.latest(DAY, DAY + 1) == {GUILD: message}
    assert await store.commitment_messages.latest(DAY + 2, DAY + 9) == {}


async def test_guild_has_one_message_of_a_number(store: Store) -> None:
    await store.commitment_messages.add(MESSAGE)
    with pytest.raises(Conflict):
        await store.commitment_messages.add(replace(MESSAGE, nonce="another"))
    await store.commitment_messages.add(replace(MESSAGE, guild_id=OTHER, nonce="another"))
    await store.commitment_messages.remove("nonce")
    await store.commitment_messages.add(replace(MESSAGE, nonce="third"))


async def test_only_sent_messages_of_the_guild_with_late_enough_days_are_returned(store: Store) -> None:
    for message in (MESSAGE, SECOND, replace(MESSAGE, guild_id=OTHER, nonce="other")):
        await store.commitment_messages.add(message)
    await store.commitment_messages.confirm("second", 78)
    assert await store.commitment_messages.of_guild(GUILD, DAY) == [replace(SECOND, message_id=78)]
    await store.commitment_messages.confirm("nonce", 77)
    assert [one.number for one in await store.commitment_messages.of_guild(GUILD, DAY + 1)] == [1, 2]
    assert [one.number for one in await store.commitment_messages.of_guild(GUILD, DAY + 2)] == [2]
    assert await store.commitment_messages.of_guild(0, DAY) == []


async def test_search_for_a_lost_post_knows_the_messages(store: Store) -> None:
    await store.commitment_messages.add(MESSAGE)
    assert [(post.nonce, post.slot) for post in await store.message_records.candidates(10, [])] == [
        ("nonce", "commitments")
    ]
    await store.commitment_messages.confirm("nonce", 77)
    assert [post.message_id for post in await store.message_records.candidates(10, [76, 77])] == [77]
    assert await store.message_records.candidates(10, [76]) == []
    assert await store.message_records.candidates(11, [77]) == []


async def test_deleted_server_leaves_no_message_behind(store: Store) -> None:
    await store.commitment_messages.add(MESSAGE)
    await store.commitment_messages.confirm("nonce", 77)
    assert GUILD in await store.privacy.guilds()
    await store.privacy.mark_guilds_gone([GUILD])
    await store.privacy.delete_guild(GUILD)
    assert GUILD not in await store.privacy.guilds()
    assert await store.commitment_messages.of_guild(GUILD, DAY) == []


@pytest.mark.parametrize(
    ("sql", "values"), [(commitments.LATEST, (DAY, DAY + 7)), (commitments.OF_GUILD, (GUILD, DAY))]
)
async def test_no_query_scans_a_table(store: Store, sql: str, values: tuple[object, ...]) -> None:
    found = await plan(store, sql, values)
    if isinstance(store._database, Sqlite):
        walked = [step for step in found.walks() if "active" not in step]
        assert not walked, found
