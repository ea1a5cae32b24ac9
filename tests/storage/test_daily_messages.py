"""Servers' messages of the day and reminders in the store."""

import asyncio
from dataclasses import replace

import pytest

from storage import Conflict, Store
from storage.queries.daily import deals, messages, reminders
from storage.rows import DailyMessage, Finish, PlayRow, Reminder
from storage.sqlite.sqlite import Sqlite
from tests.storage.store_support import ANNE, BOB, CHIE, GUILD, Clock, plan

DAY, OTHER, DORA = 20_000, GUILD + 1, CHIE + 1
MESSAGE = DailyMessage(DAY, GUILD, 10, "nonce", fingerprint="?")


async def play(store: Store, user_id: int, points: int | None, guild_id: int | None, name: str = "") -> PlayRow:
    """Play a whole attempt in one move."""
    row = await store.daily.begin(DAY, user_id, 0, guild_id, name)
    over = row._replace(moves='[[0,"1"]]', points=points, ended_at=row.begun_at + 5)
    await store.daily.move(over, row.moves)
    return over


async def one(store: Store, day: int = DAY) -> DailyMessage:
    """Return the only message that `daily_messages.open` finds."""
    [found] = await store.daily_messages.open(day, 9)
    return found


async def test_attempt_counts_for_the_first_server_on_which_it_is_opened_before_its_first_move(store: Store) -> None:
    assert (await store.daily.begin(DAY, ANNE, 0)).guild_id is None
    assert (await store.daily.begin(DAY, ANNE, 0, GUILD, "Anne")).guild_id == GUILD
    assert (await store.daily.begin(DAY, ANNE, 0, OTHER, "Anne")).guild_id == GUILD
    begun = await store.daily.begin(DAY, BOB, 0)
    await store.daily.move(begun._replace(moves='[[0,"1"]]'), begun.moves)
    assert (await store.daily.begin(DAY, BOB, 0, GUILD, "Bob")).guild_id is None


async def test_finishes_have_the_names_of_their_server_and_the_wish_to_be_named(store: Store, clock: Clock) -> None:
    await play(store, ANNE, 3, GUILD, "Anne")
    clock.time += 1
    await play(store, BOB, 2, OTHER, "Bob")
    await store.settings.set(BOB, "named", "off")
    clock.time += 1
    await play(store, CHIE, 1, None)
    await play(store, CHIE + 1, None, GUILD, "late")
    anne, bob, chie = await store.daily.finishes(DAY)
    begun = clock.time - 2
    assert anne == Finish(ANNE, GUILD, 0, 3, begun, "Anne", named=True)
    assert bob == Finish(BOB, OTHER, 0, 2, begun + 1, "Bob", named=False)
    assert chie == Finish(CHIE, None, 0, 1, begun + 2, None, named=True)
    await store.privacy.mark_guilds_gone([GUILD])
    assert [finish.guild_id for finish in await store.daily.finishes(DAY)] == [None, OTHER, None]
    assert await store.daily.finishes(DAY + 1) == []


async def test_person_who_opened_the_deal_before_the_message_was_turned_on_is_not_named(
    store: Store, clock: Clock
) -> None:
    await play(store, ANNE, 3, GUILD, "Anne")
    opened = await store.daily.begin(DAY, DORA, 0, GUILD, "Dora")
    clock.time += 1
    await store.settings.set_to_now(GUILD, "server:daily_since")
    over = opened._replace(moves='[[0,"1"]]', points=4, begun_at=clock.time + 1, ended_at=clock.time + 5)
    await store.daily.move(over, opened.moves)
    await play(store, BOB, 2, GUILD, "Bob")
    await play(store, CHIE, 1, OTHER, "Chie")
    named = {one.user_id: one.named for one in await store.daily.finishes(DAY)}
    assert named == {ANNE: False, DORA: False, BOB: True, CHIE: True}
    await store.settings.set(GUILD, "server:daily_since", str((DAY + 1) * 86_400))
    assert all(one.named for one in await store.daily.finishes(DAY)), "the message of a closed day keeps its names"


async def test_only_servers_whose_managers_agree_are_named(store: Store) -> None:
    for guild_id, compared in ((GUILD, "on"), (OTHER, "off")):
        await store.settings.set(guild_id, "server:name", "Club")
        await store.settings.set(guild_id, "server:compared", compared)
    assert await store.daily.compared_names([GUILD, OTHER, 9]) == {GUILD: "Club"}
    assert await store.daily.compared_names([OTHER]) == {}


async def test_server_has_one_message_a_day(store: Store) -> None:
    second = replace(MESSAGE, nonce="second")
    added = await asyncio.gather(
        store.daily_messages.add(MESSAGE), store.daily_messages.add(second), return_exceptions=True
    )
    assert [type(answer) for answer in added].count(Conflict) == 1
    await store.daily_messages.add(replace(MESSAGE, day=DAY + 1, nonce="third"))
    await store.daily_messages.add(replace(MESSAGE, guild_id=OTHER, nonce="fourth"))


async def test_note_after_an_edit_counts_unless_somebody_was_forgotten_meanwhile(store: Store) -> None:
    await play(store, ANNE, 3, GUILD, "Anne")
    await store.daily_messages.add(MESSAGE)
    assert await store.daily_messages.confirm("nonce", 77)
    await store.daily_messages.note("nonce", "?", "page", final=False)
    assert await one(store) == replace(MESSAGE, message_id=77, fingerprint="page")
    await store.daily_messages.mark("nonce", "?1")
    await store.daily_messages.outdate(ANNE)
    await store.daily_messages.note("nonce", "?1", "page", final=True)
    assert await one(store, DAY + 1) == replace(MESSAGE, message_id=77, fingerprint=None)
    assert not await store.daily_messages.confirm("another", 78)


async def test_message_of_a_closed_day_is_open_until_its_last_page_or_while_it_is_out_of_date(store: Store) -> None:
    await play(store, ANNE, 3, GUILD, "Anne")
    await store.daily_messages.add(MESSAGE)
    assert await store.daily_messages.open(DAY + 1, 9) == [MESSAGE]
    await store.daily_messages.note("nonce", "?", "page", final=True)
    assert await store.daily_messages.open(DAY + 1, 9) == []
    assert len(await store.daily_messages.open(DAY, 9)) == 1, "today's messages are always known"
    await store.daily_messages.outdate(BOB)
    assert await store.daily_messages.open(DAY + 1, 9) == []
    await store.privacy.delete_person(ANNE)
    assert (await one(store, DAY + 1)).fingerprint is None
    await store.daily_messages.remove("nonce")
    assert await store.daily_messages.open(DAY, 9) == []


@pytest.mark.parametrize("deleted", [False, True])
async def test_messages_that_may_have_the_name_of_a_server_are_out_of_date_once_it_is_removed(
    store: Store, deleted: bool
) -> None:
    await play(store, ANNE, 3, GUILD, "Anne")
    await store.settings.set(GUILD, "server:name", "Club")
    for number, (day, guild, final) in enumerate(
        [(DAY, OTHER, True), (DAY, OTHER + 1, False), (DAY, GUILD, True), (DAY - 1, OTHER, True)]
    ):
        await store.daily_messages.add(DailyMessage(day, guild, 10, str(number), 70, "page", final))
    if deleted:
        await store.privacy.mark_guilds_gone([GUILD])
        await store.privacy.delete_guild(GUILD)
        await store.privacy.mark_guilds_gone([GUILD])
        await store.privacy.delete_guild(GUILD)  # finds no name any more, so it makes no message out of date
    else:
        await store.daily_messages.remove_name(GUILD)
        assert await store.settings.get(GUILD, "server:name") == ""
    found = await store.daily_messages.open(DAY + 1, 9)
    assert sorted((one.nonce, one.fingerprint) for one in found) == [("0", "page"), ("1", None)]
    for one in found:
        await store.daily_messages.note(one.nonce, "page", "page", final=True)
    await store.daily_messages.remove_name(GUILD)
    assert [one.nonce for one in await store.daily_messages.open(DAY + 1, 9)] == ["1"]


async def test_only_final_records_with_the_fingerprint_are_pruned(store: Store) -> None:
    for number, (day, fingerprint, final) in enumerate(
        [
            (DAY, "gone", True),
            (DAY, "gone", False),
            (DAY, "page", True),
            (DAY - 1, "gone", True),
            (DAY + 1, "gone", True),
        ]
    ):
        await store.daily_messages.add(DailyMessage(day, GUILD + number, 10, str(number), 70, fingerprint, final))
    await store.daily_messages.prune(DAY, DAY, "gone")
    assert sorted(one.nonce for one in await store.daily_messages.open(DAY - 1, 9)) == ["1", "2", "3", "4"]


async def test_search_for_a_tables_lost_post_knows_the_messages_of_the_day(store: Store) -> None:
    await store.daily_messages.add(MESSAGE)
    assert [post.nonce for post in await store.message_records.candidates(10, [77])] == ["nonce"]
    await store.daily_messages.confirm("nonce", 77)
    assert [post.message_id for post in await store.message_records.candidates(10, [76, 77])] == [77]
    assert await store.message_records.candidates(10, [76]) == []
    assert await store.message_records.candidates(11, [77]) == []


async def test_deleted_server_leaves_no_message_and_no_attempt_behind(store: Store) -> None:
    await play(store, ANNE, 3, GUILD, "Anne")
    await store.daily_messages.add(MESSAGE)
    assert GUILD in await store.privacy.guilds()
    await store.privacy.mark_guilds_gone([GUILD])
    await store.privacy.delete_guild(GUILD)
    assert GUILD not in await store.privacy.guilds()
    assert await store.daily_messages.open(DAY, 9) == []
    row = await store.daily.attempt(DAY, ANNE)
    assert row is not None
    assert (row.guild_id, row.points) == (None, 3), "the attempt is the person's"


async def test_reminder_is_claimed_once(store: Store) -> None:
    await store.reminders.ask(ANNE, "ja", 50)
    await store.reminders.ask(BOB, "en-US", 60)
    assert await store.reminders.due(49, 9) == []
    [due] = await store.reminders.due(50, 9)
    assert due == Reminder(ANNE, "ja", 50, refused=False)
    assert sorted(await asyncio.gather(*(store.reminders.reschedule(ANNE, 50, 500) for _ in range(3)))) == [
        False,
        False,
        True,
    ]
    assert [one.user_id for one in await store.reminders.due(100, 9)] == [BOB]
    assert [one.user_id for one in await store.reminders.due(1000, 1)] == [BOB]


async def test_reminders_can_be_limited_to_people_whose_conversation_is_known(store: Store) -> None:
    for number, person in enumerate((ANNE, BOB)):
        await store.reminders.ask(person, "ja", 50 + number)
    await store.settings.set(BOB, "conversation", "7")
    await store.settings.set(ANNE, "hints", "off")
    assert [one.user_id for one in await store.reminders.due(100, 1, only_known=True)] == [BOB]
    assert [one.user_id for one in await store.reminders.due(100, 9)] == [ANNE, BOB]


async def test_refused_reminder_waits_until_it_is_asked_for_again(store: Store) -> None:
    await store.reminders.ask(ANNE, "ja", 50)
    await store.reminders.refuse(ANNE)
    assert await store.reminders.due(99, 9) == []
    assert await store.reminders.of(ANNE) == Reminder(ANNE, "ja", 50, refused=True)
    await store.reminders.ask(ANNE, "en-US", 60)
    assert await store.reminders.of(ANNE) == Reminder(ANNE, "en-US", 60, refused=False)
    await store.reminders.stop(ANNE)
    assert await store.reminders.of(ANNE) is None
    assert await store.reminders.of(BOB) is None


@pytest.mark.parametrize(
    ("sql", "values"),
    [
        (deals.FINISHES, (DAY,)),
        (deals.NAMES, ("[1]",)),
        (messages.OPEN, (DAY, DAY, 9)),
        (messages.OUTDATE, {"user": 1}),
        (messages.OUTDATE_NAMING, {"guild": 1}),
        (reminders.OF, (1,)),
        (reminders.DUE, {"now": 1, "most": 9, "known": 1}),
    ],
)
async def test_no_query_scans_a_table(store: Store, sql: str, values: object) -> None:
    found = await plan(store, sql, values)  # type: ignore[arg-type]
    if isinstance(store._database, Sqlite):
        walked = [step for step in found.walks() if "older" not in step]
        assert not walked, found
