"""A table's life in the store, from the lobby to its end."""

from dataclasses import replace

import pytest

from storage import Conflict, MentionRow, MoveRow, SeatRow, StaleRating, State, Store, StoreError, TableRow
from tests.storage.store_support import ANNE, BOB, CHIE, GUILD, NEW, SEATS, Clock, Outcome, moves, playing_table, rating

RESULTS = Outcome({ANNE: 30, BOB: -5, None: 12}, {ANNE}).rows()


async def state_of(store: Store, table_id: int) -> str:
    row = await store.table(table_id)
    assert row
    return row.state


async def test_a_new_table_is_a_lobby_with_everything_it_was_given(store: Store, clock: Clock) -> None:
    table_id = await store.create_table(NEW)
    assert await store.table(table_id) == TableRow(
        id=table_id,
        guild_id=GUILD,
        channel_id=10,
        thread_id=None,
        message_id=None,
        game="sample",
        rules=1,
        seat_count=3,
        options={"札": "♠", "rounds": [1, 2]},
        seed=None,
        state="lobby",
        opener_id=ANNE,
        created_at=clock.time,
        started_at=None,
        ended_at=None,
    )
    assert await store.seats(table_id) == list(SEATS)


async def test_what_does_not_exist_reads_as_none_or_empty(store: Store) -> None:
    assert await store.table(1) is None
    assert await store.table_by_message(1) is None
    assert await store.seats(1) == []
    assert await store.moves(1) == []
    assert await store.results(1) == []


async def test_a_lobby_is_saved_whole(store: Store) -> None:
    table_id = await store.create_table(NEW)
    seats = [SeatRow(0, CHIE), SeatRow(3, computer="weak")]
    await store.save_lobby(table_id, seat_count=4, options={"rounds": 3}, seats=seats)
    row = await store.table(table_id)
    assert row
    assert (row.seat_count, row.options) == (4, {"rounds": 3})
    assert await store.seats(table_id) == seats


@pytest.mark.parametrize(
    "seats",
    [
        [SeatRow(0, CHIE), SeatRow(1, CHIE)],
        [SeatRow(0, CHIE), SeatRow(0, BOB)],
        [SeatRow(0, CHIE), SeatRow(1)],
        [SeatRow(0, CHIE), SeatRow(1, BOB, "weak")],
    ],
    ids=["a person twice", "a seat twice", "nobody", "a person and a computer"],
)
async def test_impossible_seats_conflict_and_leave_the_lobby_as_it_was(store: Store, seats: list[SeatRow]) -> None:
    table_id = await store.create_table(NEW)
    before = await store.table(table_id)
    with pytest.raises(Conflict):
        await store.save_lobby(table_id, seat_count=2, options={}, seats=seats)
    assert await store.table(table_id) == before
    assert await store.seats(table_id) == list(SEATS)


async def test_a_table_with_impossible_seats_is_not_created(store: Store) -> None:
    with pytest.raises(Conflict):
        await store.create_table(replace(NEW, seats=[SeatRow(0, ANNE), SeatRow(1, ANNE)]))
    assert await store.tables_in_state(["lobby"]) == []


async def test_options_that_are_not_json_write_nothing(store: Store) -> None:
    table_id = await store.create_table(NEW)
    with pytest.raises(TypeError):
        await store.save_lobby(table_id, seat_count=2, options={"a": object()}, seats=[])
    assert await store.seats(table_id) == list(SEATS)
    await store.place_table(table_id, 1, 2)


async def test_a_placed_table_is_found_by_its_last_message_only(store: Store) -> None:
    table_id = await store.create_table(NEW)
    await store.place_table(table_id, 70, 700)
    await store.place_table(table_id, None, 701)
    row = await store.table_by_message(701)
    assert row
    assert (row.id, row.thread_id, row.message_id) == (table_id, None, 701)
    assert await store.table_by_message(700) is None


async def test_of_two_tables_at_one_message_the_newer_is_found(store: Store) -> None:
    for table_id in (await store.create_table(NEW), newer := await store.create_table(NEW)):
        await store.place_table(table_id, None, 700)
    row = await store.table_by_message(700)
    assert row
    assert row.id == newer


async def test_the_start_keeps_what_the_record_needs(store: Store, clock: Clock) -> None:
    table_id = await store.create_table(NEW)
    clock.time += 60
    seats = [SeatRow(0, BOB), SeatRow(1, ANNE)]
    await store.start_table(table_id, seed="abc", rules=2, seat_count=2, options={"x": True}, seats=seats)
    row = await store.table(table_id)
    assert row
    assert (row.state, row.seed, row.rules, row.seat_count) == ("playing", "abc", 2, 2)
    assert (row.options, row.started_at, row.ended_at) == ({"x": True}, clock.time, None)
    assert await store.seats(table_id) == seats


async def test_a_table_starts_once(store: Store) -> None:
    table_id = await playing_table(store)
    with pytest.raises(Conflict, match="playing, not lobby"):
        await store.start_table(table_id, seed="other", rules=1, seat_count=2, options={}, seats=[])
    row = await store.table(table_id)
    assert row
    assert row.seed == "5eed"
    assert await store.seats(table_id) == list(SEATS)


async def test_a_running_table_is_no_lobby_any_more(store: Store) -> None:
    table_id = await playing_table(store)
    with pytest.raises(Conflict):
        await store.save_lobby(table_id, seat_count=2, options={}, seats=[])


async def test_moves_come_back_as_they_were_made(store: Store) -> None:
    table_id = await playing_table(store)
    made = [MoveRow(0, 2, "pass", 5), MoveRow(1, 0, "賽 B7", 6, by_computer=True), MoveRow(2, 1, "x", 6)]
    await store.add_moves(table_id, made[:2])
    await store.add_moves(table_id, made[2:])
    assert await store.moves(table_id) == made


@pytest.mark.parametrize("first", [0, 2, 4], ids=["taken", "partly taken", "leaving a gap"])
async def test_moves_that_do_not_follow_on_conflict_and_none_is_written(store: Store, first: int) -> None:
    table_id = await playing_table(store)
    await store.add_moves(table_id, moves(0, 3))
    with pytest.raises(Conflict, match="number 3"):
        await store.add_moves(table_id, moves(first, 3, "other"))
    assert await store.moves(table_id) == moves(0, 3)


async def test_moves_are_for_tables_that_are_played(store: Store) -> None:
    lobby = await store.create_table(NEW)
    with pytest.raises(Conflict, match="lobby, not playing"):
        await store.add_moves(lobby, moves(0))
    with pytest.raises(Conflict, match="no table 99"):
        await store.add_moves(99, moves(0))
    assert await store.moves(lobby) == []


async def test_the_end_writes_moves_results_and_ratings(store: Store, clock: Clock) -> None:
    table_id = await playing_table(store)
    await store.add_moves(table_id, moves(0, 2))
    clock.time += 600
    await store.finish_table(table_id, moves(2), RESULTS, [rating(ANNE, 1), rating(BOB, 1, 24.5)])
    row = await store.table(table_id)
    assert row
    assert (row.state, row.ended_at) == ("over", clock.time)
    assert await store.moves(table_id) == moves(0, 3)
    assert await store.results(table_id) == RESULTS
    ratings = await store.ratings(GUILD, "sample", [ANNE, BOB, CHIE])
    assert ratings == {ANNE: rating(ANNE, 1), BOB: rating(BOB, 1, 24.5)}


async def test_an_end_that_conflicts_writes_nothing(store: Store) -> None:
    table_id = await playing_table(store)
    await store.add_moves(table_id, moves(0, 2))
    with pytest.raises(Conflict):
        await store.finish_table(table_id, moves(1), RESULTS, [rating(ANNE, 1)])
    with pytest.raises(Conflict):
        await store.finish_table(table_id, moves(2), [*RESULTS, RESULTS[0]], [rating(ANNE, 1)])
    assert await state_of(store, table_id) == "playing"
    assert await store.moves(table_id) == moves(0, 2)
    assert await store.results(table_id) == []
    assert await store.ratings(GUILD, "sample", [ANNE]) == {}


async def test_a_rating_changed_by_another_table_is_noticed(store: Store) -> None:
    first, second = await playing_table(store), await playing_table(store)
    await store.finish_table(first, [], RESULTS, [rating(ANNE, 1, 27.0)])
    with pytest.raises(StaleRating):
        await store.finish_table(second, moves(0), RESULTS, [rating(ANNE, 1, 26.0)])
    assert await state_of(store, second) == "playing"
    assert await store.moves(second) == []
    await store.finish_table(second, moves(0), RESULTS, [rating(ANNE, 2, 28.0)])
    assert await store.ratings(GUILD, "sample", [ANNE]) == {ANNE: rating(ANNE, 2, 28.0)}


async def test_a_finished_table_is_finished(store: Store) -> None:
    table_id = await playing_table(store)
    await store.finish_table(table_id, moves(0), RESULTS, [])
    with pytest.raises(Conflict):
        await store.finish_table(table_id, moves(1), RESULTS, [])
    with pytest.raises(Conflict):
        await store.end_table(table_id, "closed")
    with pytest.raises(Conflict):
        await store.reseat(table_id, 0, None, "weak")


async def test_a_table_is_closed_once(store: Store, clock: Clock) -> None:
    table_id = await store.create_table(NEW)
    clock.time += 5
    await store.end_table(table_id, "closed")
    row = await store.table(table_id)
    assert row
    assert (row.state, row.ended_at) == ("closed", clock.time)
    with pytest.raises(Conflict):
        await store.end_table(table_id, "closed")


async def test_a_frozen_table_takes_no_moves_but_can_be_closed(store: Store, clock: Clock) -> None:
    table_id = await playing_table(store)
    await store.end_table(table_id, "frozen")
    frozen_at, clock.time = clock.time, clock.time + 5
    with pytest.raises(Conflict):
        await store.add_moves(table_id, moves(0))
    await store.end_table(table_id, "closed")
    row = await store.table(table_id)
    assert row
    assert (row.state, row.ended_at) == ("closed", frozen_at)


async def test_a_seat_changes_hands_while_playing(store: Store) -> None:
    table_id = await playing_table(store)
    await store.reseat(table_id, 0, None, "strong")
    await store.reseat(table_id, 2, ANNE, None)
    assert await store.seats(table_id) == [SeatRow(0, computer="strong"), SeatRow(1, BOB), SeatRow(2, ANNE)]


@pytest.mark.parametrize(
    ("seat", "user_id", "computer"),
    [(3, CHIE, None), (0, BOB, None), (0, None, None), (0, CHIE, "weak")],
    ids=["no such seat", "sits already", "nobody", "both"],
)
async def test_an_impossible_change_of_seats_conflicts(
    store: Store, seat: int, user_id: int | None, computer: str | None
) -> None:
    table_id = await playing_table(store)
    with pytest.raises(Conflict):
        await store.reseat(table_id, seat, user_id, computer)
    assert await store.seats(table_id) == list(SEATS)


async def test_every_change_of_a_table_that_does_not_exist_conflicts(store: Store) -> None:
    with pytest.raises(Conflict):
        await store.place_table(5, None, None)
    with pytest.raises(Conflict):
        await store.end_table(5, "closed")
    with pytest.raises(Conflict):
        await store.reseat(5, 0, ANNE, None)


async def test_tables_are_found_by_guild_person_and_state(store: Store) -> None:
    lobby = await store.create_table(NEW)
    played = await playing_table(store)
    elsewhere = await playing_table(store, guild_id=77)
    without_bob = await store.create_table(replace(NEW, seats=[SeatRow(0, ANNE)]))
    active: tuple[State, State] = ("lobby", "playing")

    assert await store.tables_in_state(active) == [lobby, played, elsewhere, without_bob]
    assert await store.tables_in_state(["playing"]) == [played, elsewhere]
    assert await store.tables_in_state([]) == []
    assert [row.id for row in await store.tables_in(GUILD, active)] == [lobby, played, without_bob]
    assert [row.id for row in await store.tables_in(GUILD, {"lobby"})] == [lobby, without_bob]
    assert [row.id for row in await store.tables_of(BOB, active)] == [lobby, played, elsewhere]
    assert [row.id for row in await store.tables_of(BOB, active, 77)] == [elsewhere]
    assert [row.id for row in await store.tables_of(CHIE, active)] == []


async def test_ids_of_tables_are_never_used_again(store: Store) -> None:
    first = await store.create_table(NEW)
    async with store._database.transaction() as transaction:
        await transaction.run("DELETE FROM tables")
    assert await store.create_table(NEW) > first


async def test_a_closed_store_says_so(store: Store) -> None:
    await store.close()
    await store.close()
    with pytest.raises(StoreError, match="closed"):
        await store.create_table(NEW)
    with pytest.raises(StoreError, match="closed"):
        await store.table(1)


async def test_a_table_is_to_be_shown_until_its_end_has_been(store: Store) -> None:
    table_id = await store.create_table(NEW)
    with pytest.raises(Conflict):
        await store.note_end_shown(table_id)
    await store.end_table(table_id, "closed")
    assert await store.tables_to_show() == [table_id]
    await store.note_end_shown(table_id)
    assert await store.tables_to_show() == []


async def test_what_is_to_be_shown_can_be_asked_for_one_guild(store: Store) -> None:
    here, there = await store.create_table(NEW), await playing_table(store, guild_id=77)
    assert await store.tables_to_show() == [here, there]
    assert await store.tables_to_show(77) == [there]


async def test_a_game_is_fresh_from_its_start_until_the_table_is_placed(store: Store) -> None:
    table_id = await store.create_table(NEW)
    fresh = []
    for step in (
        store.place_table(table_id, None, 700),
        store.start_table(table_id, seed="5eed", rules=2, seat_count=3, options={}, seats=SEATS),
        store.place_table(table_id, 70, None),
    ):
        await step
        row = await store.table(table_id)
        assert row
        fresh.append(row.fresh)
    assert fresh == [False, True, False]


async def test_lobbies_that_were_never_shown_are_closed_for_good(store: Store) -> None:
    unshown, shown, played = await store.create_table(NEW), await store.create_table(NEW), await playing_table(store)
    await store.place_table(shown, None, 700)
    assert await store.close_unshown_lobbies() == [unshown]
    assert await store.close_unshown_lobbies() == []
    assert [await state_of(store, table_id) for table_id in (unshown, shown, played)] == ["closed", "lobby", "playing"]
    assert await store.tables_to_show() == [shown, played]


async def test_mentions_stand_until_they_are_removed(store: Store) -> None:
    table_id, other = await playing_table(store), await playing_table(store)
    both = MentionRow(10, 700, frozenset({(ANNE, 0), (BOB, 0)}))
    later = MentionRow(10, 701, frozenset({(ANNE, 1)}))
    for mention in (both, later, both):
        await store.add_mention(table_id, mention)
    await store.add_mention(other, MentionRow(10, 702, frozenset({(ANNE, 0)})))
    assert await store.mentions(table_id) == [both, later]
    await store.remove_mention(700)
    await store.remove_mention(700)
    assert await store.mentions(table_id) == [later]
    with pytest.raises(Conflict):
        await store.add_mention(99, both)
