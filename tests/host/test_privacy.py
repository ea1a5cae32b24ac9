"""A person can export their data, and it is gone when they delete it; other people's data does not change."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from host.cluster.shards import WHOLE, Shard
from host.people.privacy import GONE_SECONDS
from host.people.ratings import work_out_anew
from host.people.standings import Period
from host.services import Services
from host.settings import PersonSettings, ServerSettings
from host.tables.table import Person, Table
from storage import Conflict, Post, Store
from tests.host.conftest import CHANNEL, GUILD
from tests.host.seating import play_out, refused
from tests.storage.store_support import Clock, rewrite, set_clock, tables_of

ME, BEN, CHIE = (Person(7_000_000_000_000_000_000 + n, name=name) for n, name in enumerate(("Xylo", "Ben", "Chie")))
MANAGER = Person(900, manages_server=lambda: True)
GAME = "scharfe-schoten"


async def begun(services: Services, *people: Person, guild: int = GUILD, game: str = GAME, seats: int = 3) -> Table:
    table = await services.lobby.open(guild, CHANNEL, people[0], game, seats)
    for person in people[1:]:
        await services.lobby.join(table.id, person)
    return await services.lobby.start(table.id, people[0])


async def cells(store: Store) -> Iterator[tuple[str, str, object]]:
    """Yield every value of the database with its table and column."""
    found = []
    for table in await tables_of(store):
        for row in await store._database.read(f'SELECT * FROM "{table}"'):  # noqa: S608  of the schema's own names
            found += [(table, column, row[column]) for column in row.keys()]  # noqa: SIM118  a Row is iterated by value
    return iter(found)


async def naming(store: Store, person: Person) -> set[str]:
    """Return the database tables that contain a person's id or name."""
    return {
        table
        for table, _, value in await cells(store)
        if value == person.id or (isinstance(value, str) and (str(person.id) in value or person.name in value))
    }


async def finished(services: Services, table: Table) -> None:
    """Play the table's game to its end at once."""
    async with services.tables.locked(table.id) as running:
        await services.moves.finish(running)


@pytest.fixture
async def lived(services: Services, store: Store) -> Services:
    """Return services at which somebody has done everything that leaves a trace."""
    await finished(services, await begun(services, ME, BEN, CHIE))
    await finished(services, await begun(services, ME))
    left = await begun(services, BEN, ME, CHIE)
    await services.participation.leave(left.id, ME, sure=True)
    await finished(services, left)
    running = await begun(services, CHIE, ME, BEN)
    await services.participation.leave(running.id, ME, sure=True)
    await begun(services, ME, BEN, guild=GUILD + 1)
    await services.lobby.open(GUILD, CHANNEL, ME, GAME, 4)
    barring = await services.lobby.open(GUILD, CHANNEL, BEN, GAME, 4)
    await services.lobby.bar(barring.id, BEN, ME.id)
    post = Post("nonce", f"turn:{ME.id}:0", CHANNEL, 5, "as it is")
    await store.message_records.add(running.id, post)
    await store.message_records.add(left.id, Post("another", f"old:turn:{ME.id}:0:x", CHANNEL, 6))
    await services.settings.set_person(ME.id, "hints", ["off"])
    await services.notifications.set(GUILD, ME.id, "games", (GAME,), "ja")
    await store.notifications.mark_sent(GUILD, left.id, [ME.id], 5)
    await rewrite(store, "INSERT INTO badges VALUES (?, ?, 'chain', 1, 1, 5) ON CONFLICT DO NOTHING", (GUILD, ME.id))
    return services


async def test_export_contains_all_that_is_stored_of_a_person(lived: Services, store: Store) -> None:
    told = json.loads(await lived.privacy.export(ME.id))
    kinds = {
        "people": "names",
        "settings": "settings",
        "tables": "opened",
        "seats": "seats",
        "results": "results",
        "ratings": "ratings",
        "badges": "badges",
        "posts": "mentions",
        "notices": "notices",
        "notices_sent": "notices_sent",
        "barred": "barred",
    }
    assert await naming(store, ME) == set(kinds), "a new table that names people is to be told and forgotten too"
    for kind in kinds.values():
        assert told[kind], kind
    assert len(told["results"]) == 3
    assert len(told["mentions"]) == 2, "also one that is to be taken away"
    assert {row["left"] for row in told["results"]} == {0, 1}
    own = await store._database.read("SELECT COUNT(*) FROM moves WHERE computer IS NULL AND table_id = 1 AND seat = 0")
    assert [row["table_id"] for row in told["moves"]].count(1) == own[0][0]


async def test_export_contains_no_secrets_and_nothing_of_others(lived: Services, store: Store) -> None:
    text = await lived.privacy.export(ME.id)
    assert str(BEN.id) not in text
    assert str(CHIE.id) not in text
    for table, column, value in await cells(store):
        if column in {"seed", "secret"}:
            assert str(value) not in text, table
    assert json.loads(await lived.privacy.export(1)) == {kind: [] for kind in json.loads(text)}


async def board_of_others(services: Services) -> list[Any]:
    lines: list[Any] = []
    periods: tuple[Period, ...] = ("rating", "all", "month")
    for period in periods:
        board = await services.standings.board(GUILD, BEN.id, GAME, period)
        lines.append([line for line in board.lines if line.user_id in {BEN.id, CHIE.id}])
        lines.append(board.own)
    return lines


async def test_deletion_removes_the_person_and_nobody_else_notices(lived: Services, store: Store) -> None:
    before = await board_of_others(lived)
    await lived.privacy.forget(ME.id)
    assert await naming(store, ME) == set()
    assert await lived.settings.person(ME.id) == PersonSettings()
    assert await naming(store, BEN) >= {"results", "ratings", "people", "seats"}
    assert await board_of_others(lived) == before
    await work_out_anew(store)
    assert await board_of_others(lived) == before, "also when all is worked out anew"
    assert await store.privacy.open_tables_of(ME.id) == []


async def test_running_game_that_a_deleted_person_had_left_goes_on(lived: Services, store: Store) -> None:
    (running,) = [one for one in await lived.tables.open_in(GUILD) if one.state == "playing"]
    await lived.privacy.forget(ME.id)
    await play_out(lived, await lived.tables.get(running.id), Random(9))
    assert await naming(store, ME) == set(), "nothing that was in memory is written back"
    rows = await store._database.read(
        "SELECT left_by FROM results WHERE table_id = ? AND user_id IS NULL", (running.id,)
    )
    assert [row[0] < 0 for row in rows] == [True], "and they are still rated, as nobody"


async def test_deleted_person_has_one_pseudonym_in_a_game_and_another_elsewhere(lived: Services, store: Store) -> None:
    await play_out(lived, await begun(lived, ME, BEN, game="saizen"), Random(1))
    await lived.privacy.forget(ME.id)
    sql = "SELECT DISTINCT game, COALESCE(user_id, left_by) FROM results WHERE COALESCE(user_id, left_by) < 0"
    found = await store._database.read(sql)
    assert sorted(row[0] for row in found) == ["saizen", GAME]
    assert len({row[1] for row in found}) == 2
    rated = await store._database.read("SELECT DISTINCT game, user_id FROM ratings WHERE user_id < 0")
    assert sorted(map(tuple, rated)) == sorted(map(tuple, found))


@pytest.mark.usefixtures("lived")
async def test_person_at_an_open_table_cannot_be_deleted(store: Store) -> None:
    with pytest.raises(Conflict):
        await store.privacy.delete_person(ME.id)
    assert await naming(store, ME), "nothing is forgotten by halves"


async def test_person_who_keeps_joining_is_told_to_try_again(lived: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    async def stay(*_: object, **__: object) -> None: ...

    monkeypatch.setattr(lived.privacy, "_leave", stay)
    with refused("try-again"):
        await lived.privacy.forget(ME.id)


async def test_deleted_person_who_returns_starts_afresh(lived: Services) -> None:
    await lived.privacy.forget(ME.id)
    assert (await lived.standings.profile(GUILD, ME.id)).played == ()
    table = await lived.lobby.open(GUILD, CHANNEL, ME, GAME, 4)
    assert table.occupants[0] is not None
    assert table.occupants[0].name == ME.name


# --- Servers


async def test_server_is_deleted_a_month_after_the_bot_was_removed(lived: Services, store: Store) -> None:
    clock = Clock()
    set_clock(store, clock)
    await lived.privacy.reconcile_servers(WHOLE, [GUILD, GUILD + 1])
    await lived.settings.set_server(GUILD, MANAGER, "pings", ["off"])
    await lived.privacy.left_server(GUILD)
    await lived.privacy.left_server(GUILD + 1)
    clock.time += GONE_SECONDS - 1
    await lived.privacy.left_server(GUILD)
    await lived.privacy.forget_servers()
    assert await store.privacy.guilds() == {GUILD, GUILD + 1}
    clock.time += 1
    await lived.privacy.joined_server(GUILD + 1)
    await lived.privacy.forget_servers()
    assert await store.privacy.guilds() == {GUILD + 1}
    assert {value for _, column, value in await cells(store) if column == "guild_id"} == {GUILD + 1}
    left = [value for table, column, value in await cells(store) if (table, column) == ("settings", "owner_id")]
    assert GUILD not in left
    assert await lived.settings.server(GUILD) == ServerSettings()
    with refused("no-such-table"):
        await lived.tables.get(1)


async def test_server_with_only_settings_is_known_too(services: Services, store: Store) -> None:
    await services.settings.set_server(GUILD + 2, MANAGER, "pings", ["off"])
    await services.settings.set_person(ME.id, "quiet", ["on"])
    await services.privacy.reconcile_servers(WHOLE, [GUILD])
    assert await store.privacy.guilds_gone() == {GUILD + 2}, "a person is no server"


async def test_removal_and_return_while_the_bot_was_offline_are_noticed(lived: Services, store: Store) -> None:
    await lived.privacy.reconcile_servers(Shard(1, 2), [])
    assert await store.privacy.guilds_gone() == set(), "of the servers of other shards nothing is known"
    await lived.privacy.reconcile_servers(WHOLE, [GUILD])
    assert await store.privacy.guilds_gone() == {GUILD + 1}
    await lived.privacy.reconcile_servers(WHOLE, [GUILD, GUILD + 1])
    assert await store.privacy.guilds_gone() == set()


async def test_no_server_is_deleted_before_the_bots_servers_are_known(lived: Services, store: Store) -> None:
    """The bot may have been added again while it was offline."""
    clock = Clock()
    set_clock(store, clock)
    await lived.privacy.left_server(GUILD)
    clock.time += GONE_SECONDS
    await lived.privacy.forget_servers()
    await lived.privacy.reconcile_servers(WHOLE, [GUILD, GUILD + 1])
    await lived.privacy.forget_servers()
    assert GUILD in await store.privacy.guilds()


async def test_deletion_of_a_server_stops_if_the_bot_returns(lived: Services, store: Store) -> None:
    assert await store.privacy.delete_guild(GUILD) == [], "it is not gone"
    assert GUILD in await lived.tables.store.privacy.guilds()


async def test_person_at_a_table_of_a_removed_game_can_be_deleted(lived: Services, store: Store) -> None:
    table = await begun(lived, ME, BEN)
    await rewrite(store, "UPDATE tables SET game = 'of-another-bot' WHERE id = ?", (table.id,))
    lived.tables.invalidate([table.id])
    await lived.privacy.forget(ME.id)
    assert await naming(store, ME) == set()


async def test_click_in_progress_does_not_restore_a_deleted_person(lived: Services, store: Store) -> None:
    over = await lived.tables.get(1)
    await lived.privacy.forget(ME.id)
    with pytest.raises(Conflict):
        await store.tables.save_seats(over.seen, over.occupants, {})
    assert await naming(store, ME) == set()
