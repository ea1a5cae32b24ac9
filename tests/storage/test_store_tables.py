"""A table in the store, from the lobby to its end."""

from collections.abc import Mapping, Sequence

import pytest

from storage import Conflict, Store, StoreError
from storage.owners import table_owner
from storage.rows import MoveRow, Occupant, Post, Rated, RatingRow, ResultRow, Seats, SetUp, TablePlace, TableRow
from tests.storage.store_support import (
    ANNE,
    BOB,
    CHIE,
    GUILD,
    OPTIONS,
    SEATS,
    Clock,
    Outcome,
    in_state,
    moves,
    new_table,
    one_more,
    playing_table,
    rating,
    ratings_of,
    record_at,
    results_of,
    rewrite,
    seen,
    stored,
)

RESULTS = Outcome({ANNE: 30, BOB: -5, None: 12}, {ANNE}).rows()


async def test_new_table_is_a_lobby_with_all_given_values(store: Store) -> None:
    table_id = await new_table(store)
    assert await store.tables.load(table_id) == TableRow(
        id=table_id,
        place_id=GUILD,
        channel_id=10,
        game="sample",
        rules=1,
        options={},
        seats=SEATS,
        seed=None,
        state="lobby",
        opener_id=ANNE,
        started_at=None,
        ended_at=None,
        version=0,
        time_control="none",
        close_reason=None,
        next_id=None,
        turns={},
    )


async def test_last_started_table_of_a_channel_is_found(store: Store, clock: Clock) -> None:
    assert await store.tables.last_setup(10, "sample") is None
    first, second = await playing_table(store), await new_table(store)
    assert await store.tables.last_setup(10, "sample") == SetUp(len(SEATS), {}, "none", ANNE)
    await store.tables.save_lobby(await seen(store, second), OPTIONS, SEATS[:2], "live")
    assert first < second
    assert await store.tables.last_setup(10, "sample") == SetUp(len(SEATS), {}, "none", ANNE), "it has not been started"
    clock.time += 1
    await store.tables.start(await seen(store, second), seed="5eed", rules=2, options=OPTIONS, seats=SEATS[:2])
    assert await store.tables.last_setup(10, "sample") == SetUp(2, OPTIONS, "live", ANNE)
    assert await store.tables.last_setup(11, "sample") is await store.tables.last_setup(10, "other") is None


async def test_missing_table_reads_as_none_or_empty(store: Store) -> None:
    assert await store.tables.load(1) is None
    assert await store.message_records.of(table_owner(1)) == []
    assert await store.tables.moves(1) == []
    assert await results_of(store, 1) == []


async def test_lobby_is_saved_whole(store: Store) -> None:
    table_id = await new_table(store)
    seats = (Occupant(CHIE), None, None, Occupant(computer="weak"))
    await store.tables.save_lobby(await seen(store, table_id), OPTIONS, seats)
    row = await stored(store, table_id)
    assert (row.seats, row.options) == (seats, OPTIONS)


@pytest.mark.parametrize(
    "seats",
    [
        [Occupant(CHIE), Occupant(CHIE)],
        [Occupant(CHIE), Occupant()],
        [Occupant(CHIE), Occupant(BOB, "weak")],
    ],
    ids=["a person twice", "nobody", "a person and a computer"],
)
async def test_impossible_seats_conflict_and_leave_the_lobby_unchanged(store: Store, seats: Seats) -> None:
    table_id = await new_table(store)
    before = await store.tables.load(table_id)
    with pytest.raises(Conflict):
        await store.tables.save_lobby(await seen(store, table_id), OPTIONS, seats)
    assert await store.tables.load(table_id) == before


async def test_table_with_impossible_seats_is_not_created(store: Store) -> None:
    with pytest.raises(Conflict):
        await new_table(store, seats=[Occupant(ANNE), Occupant(ANNE)])
    assert await in_state(store, "lobby") == []


async def test_options_that_are_not_json_write_nothing(store: Store) -> None:
    table_id = await new_table(store)
    before = await store.tables.load(table_id)
    with pytest.raises(TypeError):
        await store.tables.save_lobby(await seen(store, table_id), {"a": object()}, [])
    assert await store.tables.load(table_id) == before
    await store.tables.save_lobby(await seen(store, table_id), {}, SEATS)


async def test_start_stores_the_data_of_the_record(store: Store, clock: Clock) -> None:
    table_id = await new_table(store)
    clock.time += 60
    seats = (Occupant(BOB), Occupant(ANNE))
    await store.tables.start(await seen(store, table_id), seed="abc", rules=2, options={"x": True}, seats=seats)
    row = await stored(store, table_id)
    assert (row.state, row.seed, row.rules, row.seats) == ("playing", "abc", 2, seats)
    assert (row.options, row.started_at, row.ended_at) == ({"x": True}, clock.time, None)


async def test_moves_are_read_as_they_were_written(store: Store) -> None:
    table_id = await playing_table(store)
    made = [MoveRow(0, 2, "pass", 5), MoveRow(1, 0, "賽 B7", 6, computer="strong"), MoveRow(2, 1, "x", 6)]
    await store.tables.add_moves(await seen(store, table_id), made[:2])
    await store.tables.add_moves(await seen(store, table_id), made[2:])
    assert await store.tables.moves(table_id) == made


@pytest.mark.parametrize("first", [0, 2, 4], ids=["taken", "partly taken", "leaving a gap"])
async def test_moves_with_wrong_numbers_conflict_and_write_nothing(store: Store, first: int) -> None:
    table_id = await playing_table(store)
    await store.tables.add_moves(await seen(store, table_id), moves(0, 3))
    with pytest.raises(Conflict, match="number 3"):
        await store.tables.add_moves(await seen(store, table_id), moves(first, 3, "other"))
    assert await store.tables.moves(table_id) == moves(0, 3)


async def test_end_writes_moves_results_and_ratings(store: Store, clock: Clock) -> None:
    table_id = await playing_table(store)
    await store.tables.add_moves(await seen(store, table_id), moves(0, 2))
    clock.time += 600
    await store.tables.finish(
        await seen(store, table_id), moves(2), RESULTS, lambda *_: [rating(ANNE, 1), rating(BOB, 1, 24.5)]
    )
    row = await stored(store, table_id)
    assert (row.state, row.ended_at) == ("over", clock.time)
    assert await store.tables.moves(table_id) == moves(0, 3)
    assert await results_of(store, table_id) == RESULTS
    assert await ratings_of(store) == {ANNE: rating(ANNE, 1), BOB: rating(BOB, 1, 24.5)}


async def test_conflicting_end_writes_nothing(store: Store) -> None:
    table_id = await playing_table(store)
    await store.tables.add_moves(await seen(store, table_id), moves(0, 2))
    with pytest.raises(Conflict):
        await store.tables.finish(await seen(store, table_id), moves(1), RESULTS, one_more)
    with pytest.raises(Conflict):
        await store.tables.finish(await seen(store, table_id), moves(2), [*RESULTS, RESULTS[0]], one_more)
    assert (await stored(store, table_id)).state == "playing"
    assert await store.tables.moves(table_id) == moves(0, 2)
    assert await results_of(store, table_id) == []
    assert await ratings_of(store) == {}


async def test_ratings_are_computed_from_the_current_ones(store: Store) -> None:
    first, second = await playing_table(store), await playing_table(store)
    rated = [rating(ANNE, 1, 27.0), rating(CHIE, 1)]
    await store.tables.finish(await seen(store, first), [], RESULTS, lambda *_: rated)
    known: list[object] = []

    def rate(game: str, results: Sequence[ResultRow], before: Mapping[Rated, RatingRow]) -> list[RatingRow]:
        known.append((game, results, before))
        return one_more(game, results, before)

    await store.tables.finish(await seen(store, second), moves(0), RESULTS, rate)
    assert known == [("sample", RESULTS, {Rated(ANNE): rating(ANNE, 1, 27.0)})], "Chie does not sit there"
    assert await ratings_of(store) == {ANNE: rating(ANNE, 2, 28.0), CHIE: rating(CHIE, 1)}


async def test_failing_rating_function_leaves_the_table_unchanged(store: Store) -> None:
    table_id = await playing_table(store)

    def rate(*_: object) -> list[RatingRow]:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        await store.tables.finish(await seen(store, table_id), moves(0), RESULTS, rate)
    assert (await stored(store, table_id)).state == "playing"
    await store.tables.add_moves(await seen(store, table_id), moves(0))


async def test_closed_table_has_the_time_of_its_end(store: Store, clock: Clock) -> None:
    table_id = await new_table(store)
    clock.time += 5
    await store.tables.end(await seen(store, table_id), "closed")
    row = await stored(store, table_id)
    assert (row.state, row.ended_at) == ("closed", clock.time)


async def test_open_tables_are_found_by_guild_and_person(store: Store) -> None:
    lobby = await new_table(store)
    played = await playing_table(store)
    elsewhere = await playing_table(store, place_id=77)
    without_bob = await new_table(store, seats=[Occupant(ANNE), None])
    closed = await new_table(store)
    await store.tables.end(await seen(store, closed), "closed")
    for message, table_id in enumerate((lobby, without_bob, closed), 700):
        await record_at(store, table_id, message)

    assert await store.tables.open_in_place(GUILD) == [lobby, played, without_bob]
    assert await store.tables.open_in_place(GUILD, BOB) == [lobby, played]
    assert await store.tables.open_in_place(77, BOB) == [elsewhere]
    assert await store.tables.open_in_place(GUILD, CHIE) == []


async def test_ids_of_tables_are_never_used_again(store: Store) -> None:
    first = await new_table(store)
    await rewrite(store, "DELETE FROM tables")
    assert await new_table(store) > first


async def test_closed_store_reports_that_it_is_closed(store: Store) -> None:
    await store.close()
    await store.close()
    with pytest.raises(StoreError, match="closed"):
        await new_table(store)
    with pytest.raises(StoreError, match="closed"):
        await store.tables.load(1)


async def test_lobby_without_a_message_record_is_not_listed(store: Store) -> None:
    unshown, shown, unnoted, played = [await new_table(store) for _ in range(3)] + [await playing_table(store)]
    await record_at(store, shown, 700)
    # The message is being sent and has no id yet.
    await store.message_records.add(table_owner(unnoted), Post("n", "lobby", 10))
    assert await store.tables.open_in_place(GUILD) == [shown, unnoted, played]
    await record_at(store, unshown, 701)
    assert await store.tables.open_in_place(GUILD) == [unshown, shown, unnoted, played]


async def test_places_of_open_tables_have_their_threads(store: Store) -> None:
    lobby, played = await new_table(store), await playing_table(store)
    await playing_table(store, place_id=77)
    closed = await new_table(store)
    await store.tables.end(await seen(store, closed), "closed")
    channel = (await stored(store, played)).channel_id
    await store.message_records.add(table_owner(played), Post("n", "thread", channel, 900))
    await store.message_records.add(table_owner(lobby), Post("m", "lobby", channel, 901))
    game = (await stored(store, played)).game
    assert await store.tables.places(GUILD) == [
        TablePlace(lobby, game, channel, None, None),
        TablePlace(played, game, channel, 900, None),
    ]
