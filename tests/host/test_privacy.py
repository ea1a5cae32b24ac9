"""A person can export and delete their data; other people's data does not change."""

import json
import struct
from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields
from pathlib import Path
from random import Random
from typing import Any

import pytest

import limits
from host.cluster.shards import WHOLE, Shard
from host.people.privacy import GONE_SECONDS
from host.people.ratings import work_out_anew
from host.people.standings import Period
from host.place import Place
from host.services import Services
from host.settings import PersonSettings, ServerSettings
from host.tables.table import Person
from storage import Conflict, Post, Store, StoreError
from storage.owners import table_owner
from storage.queries.nights.rows import WeeklyEvent
from storage.rows import AnswerRow, CommitmentMessage, DailyMessage, PublicMessage, ReviewRow, ScheduledLobby
from tests.clock import Clock
from tests.patches import Method, fail, wrap
from tests.storage.store_support import rewrite, tables_of
from tests.tables import CHANNEL, GUILD, MANAGER, SCHOTEN, finish, lobby, occupant, play_out, refused, started
from tests.whole_numbers import whole_numbers

ME, BEN, CHIE = (Person(7_000_000_000_000_000_000 + n, name=name) for n, name in enumerate(("Xylo", "Ben", "Chie")))


async def cells(store: Store) -> Iterator[tuple[str, str, object]]:
    """Yield every value of the database with its table and column."""
    found = []
    for table in await tables_of(store):
        for row in await store._database.snapshot(lambda reading: reading.run_named(f'SELECT * FROM "{table}"')):  # noqa: B023, S608
            found += [(table, column, value) for column, value in row.items()]
    return iter(found)


async def tables_naming(store: Store, person: Person) -> set[str]:
    """Return the database tables that contain a person's id or name."""
    return {
        table
        for table, _, value in await cells(store)
        if value == person.id or (isinstance(value, str) and (str(person.id) in value or person.name in value))
    }


@pytest.fixture
async def traced_services(services: Services, store: Store) -> Services:
    """Return services in which one person has done everything that leaves stored data."""
    await finish(services, await started(services, people=(ME, BEN, CHIE), seats=3))
    await finish(services, await started(services, people=[ME], seats=3))
    left = await started(services, people=(BEN, ME, CHIE), seats=3)
    await services.participation.leave(left.id, ME, sure=True)
    await finish(services, left)
    running = await started(services, people=(CHIE, ME, BEN), seats=3)
    await services.lost_tables.lose(running.id)
    await services.participation.leave(running.id, ME, sure=True)
    await started(services, people=(ME, BEN), seats=3, guild=GUILD + 1)
    await lobby(services, people=[ME])
    barring = await lobby(services, people=[BEN])
    await services.lobby.bar(barring.id, BEN, ME.id)
    post = Post("nonce", f"turn:{ME.id}:0", CHANNEL, 5, "as it is")
    await store.message_records.add(table_owner(running.id), post)
    await store.message_records.add(table_owner(left.id), Post("another", f"old:turn:{ME.id}:0:x", CHANNEL, 6))
    for nonce, slot in (("third", f"invite:{ME.id}"), ("fourth", f"old:invite:{ME.id}:x")):
        await store.message_records.add(table_owner(barring.id), Post(nonce, slot, CHANNEL, 7))
    await services.scheduled_lobbies.schedule(
        Place.server(GUILD), CHANNEL, ME, SCHOTEN, 3, None, services.tables.now() + 60
    )
    await services.settings.set_person(ME.id, "hints", ["off"])
    await services.people.note_conversation(ME.id, 77)
    await store.settings.add_coached([(ME.id, "saizen-coach-chip")])
    await services.notifications.set(Place.server(GUILD), ME.id, "games", (SCHOTEN,), "ja")
    await store.notifications.mark_sent(GUILD, left.id, [ME.id], 5)
    assert await services.lessons.offer(Place.server(GUILD + 9), ME.id, SCHOTEN)
    assert await store.reviews.add(1, ME.id, ReviewRow(0, 1, 12, 1.5))
    await store.daily.begin(services.daily.today, ME.id, 0, GUILD)
    await store.daily.begin(services.daily.today, BEN.id, 0, GUILD + 1)
    for guild_id in (GUILD, GUILD + 1):
        await store.daily_messages.add(DailyMessage(services.daily.today, guild_id, CHANNEL, str(guild_id)))
        await store.commitment_messages.add(CommitmentMessage(guild_id, 1, CHANNEL, str(guild_id), 1, ()))
        await store.nights.add_weekly_event(WeeklyEvent(guild_id, guild_id, "Asia/Kathmandu", 1_800_000_000))
    await services.reminders.ask(ME.id, "ja")
    await rewrite(
        store, "INSERT INTO puzzles (day, version, content, table_id) VALUES (?, 1, '{}', 1)", (services.daily.today,)
    )
    await rewrite(store, "INSERT INTO puzzle_sources VALUES (?, ?)", (services.daily.today, ME.id))
    await store.puzzles.add_answer(services.daily.today, ME.id, AnswerRow("pass", solved=False))
    await rewrite(store, "INSERT INTO badges VALUES (?, ?, 'chain', 1, 1, 5) ON CONFLICT DO NOTHING", (GUILD, ME.id))
    return services


async def test_export_contains_all_that_is_stored_of_a_person(traced_services: Services, store: Store) -> None:
    told = json.loads(await traced_services.privacy.export(ME.id))
    kinds = {
        "people": "names",
        "settings": "settings",
        "tables": "opened",
        "seats": "seats",
        "results": "results",
        "ratings": "ratings",
        "reviews": "reviews",
        "attempts": "attempts",
        "puzzle_answers": "puzzle_answers",
        "puzzle_sources": "puzzle_sources",
        "reminders": "reminders",
        "coached": "coached",
        "badges": "badges",
        "lessons": "lessons",
        "posts": "mentions",
        "notices": "notices",
        "notices_sent": "notices_sent",
        "lost_notices": "lost_notices",
        "barred": "barred",
        "scheduled_lobbies": "scheduled_lobbies",
    }
    assert await tables_naming(store, ME) == set(kinds), "a new table that names people is to be told and forgotten too"
    for kind in kinds.values():
        assert told[kind], kind
    assert len(told["results"]) == 3
    assert len(told["mentions"]) == 4, "also those that are to be taken away"
    [scheduled] = told["scheduled_lobbies"]
    assert scheduled.keys() == {*(one.name for one in fields(ScheduledLobby))} - {"opener_id"}
    assert {row["left"] for row in told["results"]} == {0, 1}
    own = await store._database.read("SELECT COUNT(*) FROM moves WHERE computer IS NULL AND table_id = 1 AND seat = 0")
    assert [row["table_id"] for row in told["moves"]].count(1) == own[0][0]


async def test_export_contains_no_secrets_and_nothing_of_others(traced_services: Services, store: Store) -> None:
    text = await traced_services.privacy.export(ME.id)
    assert whole_numbers(text).isdisjoint({BEN.id, CHIE.id})
    for table, column, value in await cells(store):
        if column in {"seed", "secret"}:
            assert str(value) not in text, table
    assert json.loads(await traced_services.privacy.export(1)) == {kind: [] for kind in json.loads(text)}


async def test_public_leaderboards_of_the_persons_servers_are_withdrawn(
    traced_services: Services,
) -> None:
    await finish(traced_services, await started(traced_services, people=(BEN, CHIE), seats=3, guild=GUILD + 2))
    boards = [PublicMessage(GUILD + number, CHANNEL, 70 + number) for number in (0, 2)]
    for board in boards:
        await traced_services.standings.add_leaderboard(board)
    assert await traced_services.standings.withdrawn() == []
    await traced_services.privacy.forget(ME.id)
    assert await traced_services.standings.withdrawn() == boards[:1]
    await traced_services.standings.add_leaderboard(boards[0])
    assert await traced_services.standings.withdrawn() == boards[:1], "it cannot be put back"
    await traced_services.standings.remove_leaderboard(boards[0])
    assert await traced_services.standings.withdrawn() == []


async def test_oldest_leaderboards_of_a_server_are_withdrawn(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "LEADERBOARDS_A_SERVER", 2)
    boards = [PublicMessage(GUILD, CHANNEL, 70 + number) for number in range(4)]
    for board in [PublicMessage(GUILD + 1, CHANNEL, 1), *boards]:
        await services.standings.add_leaderboard(board)
    assert await services.standings.withdrawn() == boards[:2]


async def test_files_of_the_database_do_not_contain_the_person_any_more(
    traced_services: Services, store: Store, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Check that deleted rows are overwritten: freed pages and old pages in the -wal file would keep them."""
    for limit in ("OPENED_AN_HOUR", "JOINED_AN_HOUR"):
        monkeypatch.setattr(limits, limit, 1_000)
    for _ in range(40):
        await finish(traced_services, await started(traced_services, people=(BEN, ME), seats=3))
    traces = (ME.name.encode(), struct.pack(">q", ME.id), str(ME.id).encode())
    if not store.shared:  # the test cannot read the files of a PostgreSQL server
        assert any(trace in content_of(database) for trace in traces)
    await traced_services.privacy.forget(ME.id)
    assert not [trace for trace in traces if trace in content_of(database)]


def content_of(database: Path) -> bytes:
    """Return the bytes of all files of a database."""
    return b"".join(file.read_bytes() for file in database.parent.glob(f"{database.name}*"))


async def test_person_is_forgotten_although_the_files_are_in_use(
    traced_services: Services, store: Store, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def in_use() -> bool:
        return False

    monkeypatch.setattr(store.privacy, "purge", in_use)
    caplog.set_level("INFO")
    await traced_services.privacy.forget(ME.id)
    fail(monkeypatch, store.privacy, "purge", StoreError("the disk is full"))
    await traced_services.privacy.purge()
    assert await tables_naming(store, ME) == set()
    assert "until tomorrow" in caplog.text
    assert "the disk is full" in caplog.text
    assert str(ME.id) not in caplog.text
    assert ME.name not in caplog.text


async def board_of_others(services: Services) -> list[Any]:
    lines: list[Any] = []
    periods: tuple[Period, ...] = ("rating", "all", "month")
    for period in periods:
        board = await services.standings.board(Place.server(GUILD), BEN.id, SCHOTEN, period)
        lines.append([line for line in board.lines if line.user_id in {BEN.id, CHIE.id}])
        lines.append(board.own)
    return lines


async def test_deletion_removes_the_person_and_nobody_else_notices(traced_services: Services, store: Store) -> None:
    before = await board_of_others(traced_services)
    await traced_services.privacy.forget(ME.id)
    assert await tables_naming(store, ME) == set()
    [scheduled] = await traced_services.scheduled_lobbies.unannounced()
    assert (scheduled.opener_id, scheduled.dropped) == (0, "called-off"), "its message says that it does not open"
    assert await traced_services.scheduled_lobbies.of_place(Place.server(GUILD)) == []
    assert await traced_services.settings.person(ME.id) == PersonSettings()
    assert await tables_naming(store, BEN) >= {"results", "ratings", "people", "seats"}
    assert await board_of_others(traced_services) == before
    await work_out_anew(store)
    assert await board_of_others(traced_services) == before, "also when all is worked out anew"
    assert await store.privacy.open_tables_of(ME.id) == []


async def test_running_game_that_a_deleted_person_had_left_goes_on(traced_services: Services, store: Store) -> None:
    (running,) = [one for one in await traced_services.tables.open_in(Place.server(GUILD)) if one.state == "playing"]
    await traced_services.privacy.forget(ME.id)
    await play_out(traced_services, await traced_services.tables.get(running.id), Random(9))
    assert await tables_naming(store, ME) == set(), "nothing that was in memory is written back"
    rows = await store._database.read(
        "SELECT left_by FROM results WHERE table_id = ? AND user_id IS NULL", (running.id,)
    )
    assert [row[0] < 0 for row in rows] == [True], "and they are still rated, as nobody"


async def test_deleted_person_has_one_pseudonym_in_a_game_and_another_elsewhere(
    traced_services: Services, store: Store
) -> None:
    await finish(traced_services, await started(traced_services, "saizen", (ME, BEN), 3))
    await traced_services.privacy.forget(ME.id)
    sql = "SELECT DISTINCT game, COALESCE(user_id, left_by) FROM results WHERE COALESCE(user_id, left_by) < 0"
    found = await store._database.read(sql)
    assert sorted(row[0] for row in found) == ["saizen", SCHOTEN]
    assert len({row[1] for row in found}) == 2
    rated = await store._database.read("SELECT DISTINCT game, user_id FROM ratings WHERE user_id < 0")
    assert sorted(map(tuple, rated)) == sorted(map(tuple, found))


@pytest.mark.usefixtures("traced_services")
async def test_person_at_an_open_table_cannot_be_deleted(store: Store) -> None:
    with pytest.raises(Conflict):
        await store.privacy.delete_person(ME.id)
    assert await tables_naming(store, ME), "nothing is forgotten by halves"


async def test_person_who_keeps_joining_is_told_to_try_again(
    traced_services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def stay(*_: object, **__: object) -> None: ...

    monkeypatch.setattr(traced_services.privacy, "_leave", stay)
    with refused("try-again"):
        await traced_services.privacy.forget(ME.id)


async def test_table_that_a_person_comes_to_meanwhile_is_locked_too(
    traced_services: Services, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    reads, locked = list[int](), list[list[int]]()

    async def late(method: Method, user_id: int) -> Any:
        reads.append(user_id)
        return [] if len(reads) == 1 else await method(user_id)

    def lock(method: Callable[..., Any], tables: Iterable[int]) -> Any:
        locked.append([*tables])
        return method(tables)

    wrap(monkeypatch, store.privacy, "tables_naming", late)
    wrap(monkeypatch, traced_services.tables, "all_locked", lock)
    await traced_services.privacy.forget(ME.id)
    assert [bool(tables) for tables in locked] == [False, True]
    assert await tables_naming(store, ME) == set()


async def test_deleted_person_who_returns_starts_afresh(traced_services: Services) -> None:
    await traced_services.privacy.forget(ME.id)
    assert (await traced_services.standings.profile(Place.server(GUILD), ME.id)).played == ()
    table = await lobby(traced_services, people=[ME])
    assert occupant(table, 0).name == ME.name


# --- Servers


async def test_server_is_deleted_a_month_after_the_bot_was_removed(
    traced_services: Services, store: Store, clock: Clock
) -> None:
    await traced_services.privacy.reconcile_servers(WHOLE, [GUILD, GUILD + 1])
    await traced_services.settings.set_server(Place.server(GUILD), MANAGER, "pings", ["off"])
    await traced_services.privacy.left_server(GUILD)
    await traced_services.privacy.left_server(GUILD + 1)
    clock.now += GONE_SECONDS - 1
    await traced_services.privacy.left_server(GUILD)
    await traced_services.privacy.forget_servers(clock.seconds())
    assert await store.privacy.guilds() == {GUILD, GUILD + 1}
    clock.now += 1
    await traced_services.privacy.joined_server(GUILD + 1)
    await traced_services.privacy.forget_servers(clock.seconds())
    assert await store.privacy.guilds() == {GUILD + 1}
    assert {value for _, column, value in await cells(store) if column in {"guild_id", "place_id"} and value} == {
        GUILD + 1
    }
    left = [value for table, column, value in await cells(store) if (table, column) == ("settings", "owner_id")]
    assert GUILD not in left
    assert await traced_services.settings.of(Place.server(GUILD)) == ServerSettings()
    with refused("no-such-table"):
        await traced_services.tables.get(1)


async def test_server_with_only_settings_is_known_too(services: Services, store: Store) -> None:
    await services.settings.set_server(Place.server(GUILD + 2), MANAGER, "pings", ["off"])
    await services.settings.set_person(ME.id, "quiet", ["on"])
    await services.privacy.reconcile_servers(WHOLE, [GUILD])
    assert await store.privacy.guilds_gone() == {GUILD + 2}, "a person is no server"


async def test_removal_and_return_while_the_bot_was_offline_are_noticed(
    traced_services: Services, store: Store
) -> None:
    await traced_services.privacy.reconcile_servers(Shard(1, 2), [])
    assert await store.privacy.guilds_gone() == set(), "of the servers of other shards nothing is known"
    await traced_services.privacy.reconcile_servers(WHOLE, [GUILD])
    assert await store.privacy.guilds_gone() == {GUILD + 1}
    await traced_services.privacy.reconcile_servers(WHOLE, [GUILD, GUILD + 1])
    assert await store.privacy.guilds_gone() == set()


async def test_no_server_is_deleted_before_the_bots_servers_are_known(
    traced_services: Services, store: Store, clock: Clock
) -> None:
    """Wait for Discord's list of servers: the bot may have been added again to a server while it was offline."""
    await traced_services.privacy.left_server(GUILD)
    clock.now += GONE_SECONDS
    await traced_services.privacy.forget_servers(clock.seconds())
    await traced_services.privacy.reconcile_servers(WHOLE, [GUILD, GUILD + 1])
    await traced_services.privacy.forget_servers(clock.seconds())
    assert GUILD in await store.privacy.guilds()


async def test_deletion_of_a_server_stops_if_the_bot_returns(traced_services: Services, store: Store) -> None:
    assert await store.privacy.delete_guild(GUILD) == [], "it is not gone"
    assert GUILD in await traced_services.tables.store.privacy.guilds()


async def test_person_at_a_table_of_a_removed_game_can_be_deleted(traced_services: Services, store: Store) -> None:
    table = await started(traced_services, people=(ME, BEN), seats=3)
    await rewrite(store, "UPDATE tables SET game = 'of-another-bot' WHERE id = ?", (table.id,))
    traced_services.tables.invalidate([table.id])
    await traced_services.privacy.forget(ME.id)
    assert await tables_naming(store, ME) == set()


async def test_click_in_progress_does_not_restore_a_deleted_person(traced_services: Services, store: Store) -> None:
    over = await traced_services.tables.get(1)
    await traced_services.privacy.forget(ME.id)
    with pytest.raises(Conflict):
        await store.tables.save_seats(over.seen, over.occupants, {})
    assert await tables_naming(store, ME) == set()
