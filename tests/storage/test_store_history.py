"""Ended games, read in pages, and practice games that continue them."""

from dataclasses import replace
from typing import Literal

import pytest

from storage import Conflict, Occupant, Seats, Store, Turn
from tests.storage.store_support import (
    ANNE,
    BOB,
    CHIE,
    GUILD,
    SEATS,
    Clock,
    moves,
    new_table,
    seen,
    stored,
    unrated,
)

HERE, THERE = 10, 20
ALONE: Seats = (Occupant(computer="normal"), Occupant(CHIE), Occupant(computer="normal"))


async def ended(
    store: Store,
    clock: Clock,
    *,
    place_id: int = GUILD,
    channel_id: int = HERE,
    seats: Seats = SEATS,
    state: Literal["over", "closed", "frozen"] = "over",
) -> int:
    """Let a minute pass; then start a game, make nine moves and end it; return the id of its table."""
    clock.time += 60
    table_id = await store.tables.create(
        place_id=place_id, channel_id=channel_id, game="sample", rules=1, opener_id=ANNE, seats=seats
    )
    await store.tables.start(await seen(store, table_id), seed="5eed", rules=2, options={"rounds": 2}, seats=seats)
    if state == "over":
        await store.tables.finish(await seen(store, table_id), moves(0, 9), [], unrated)
    else:
        await store.tables.add_moves(await seen(store, table_id), moves(0, 9))
        await store.tables.end(await seen(store, table_id), state)
    return table_id


async def ids(store: Store, *channels: int, user: int = BOB, first: int = 0, count: int = 9) -> list[int]:
    return [table_id for table_id, _ in await store.finished_games.in_channels(GUILD, user, channels, first, count)]


async def own(store: Store, user: int = BOB) -> list[int]:
    return [table_id for table_id, _ in await store.finished_games.of_person(GUILD, user, 0, 9)]


async def play_on(store: Store, origin: int, count: int, *, rules: int = 2, seats: Seats = ALONE) -> int:
    return await store.finished_games.start_practice(
        origin, count, channel_id=THERE, user_id=CHIE, rules=rules, seats=seats, turns={1: Turn(2, 7)}
    )


async def test_ended_games_come_in_pages_newest_first(store: Store, clock: Clock) -> None:
    games = [await ended(store, clock) for _ in range(5)]
    assert await ids(store, HERE, count=2) == games[:2:-1]
    assert await ids(store, HERE, first=2, count=2) == games[2:0:-1]
    assert await ids(store, HERE, first=4, count=2) == games[:1]
    assert await store.finished_games.in_channels(GUILD, BOB, [HERE], 0, 1) == [(games[-1], clock.time)]


async def test_only_dealt_and_ended_games_are_listed(store: Store, clock: Clock) -> None:
    lobby = await new_table(store)
    await store.tables.end(await seen(store, lobby), "closed", "idle")
    running = await new_table(store)
    await store.tables.start(await seen(store, running), seed="5eed", rules=2, options={}, seats=SEATS)
    await ended(store, clock, state="frozen")
    await ended(store, clock, place_id=GUILD + 1)
    whole, early = await ended(store, clock), await ended(store, clock, state="closed")
    assert await ids(store, HERE) == await own(store) == [early, whole]


async def test_only_own_games_are_listed_from_channels_that_a_person_cannot_see(store: Store, clock: Clock) -> None:
    theirs = await ended(store, clock, channel_id=THERE)
    others = await ended(store, clock, channel_id=THERE, seats=(Occupant(ANNE), Occupant(computer="normal")))
    seen_by_all = await ended(store, clock)
    assert sorted(await store.finished_games.channels(GUILD)) == [HERE, THERE]
    assert await ids(store, HERE) == [seen_by_all, theirs]
    assert await ids(store, HERE, THERE) == [seen_by_all, others, theirs]
    assert await own(store, ANNE) == [seen_by_all, others, theirs]
    assert await own(store, CHIE) == []


async def test_practice_game_starts_with_the_first_moves_of_another(store: Store, clock: Clock) -> None:
    origin = await ended(store, clock)
    table_id = await play_on(store, origin, 4)
    row, before = await stored(store, table_id), await stored(store, origin)
    assert (row.origin_id, row.origin_moves, row.state, row.channel_id) == (origin, 4, "playing", THERE)
    assert (row.seed, row.rules, row.options, row.time_control) == (before.seed, before.rules, before.options, "none")
    assert (row.seats, row.turns, row.opener_id) == (ALONE, {1: Turn(2, 7)}, CHIE)
    copied = [replace(one, computer="record") for one in moves(0, 4)]
    assert await store.tables.moves(table_id) == copied, "nobody's there"
    await store.tables.add_moves(await seen(store, table_id), moves(4))
    assert await store.tables.moves(origin) == moves(0, 9)
    assert await store.finished_games.practice_games(origin, 4, CHIE) == [table_id]
    assert await store.finished_games.practice_games(origin, 4, ANNE) == []
    assert await store.finished_games.practice_games(origin, 5, CHIE) == []


async def test_practice_game_is_listed_for_its_player_only(store: Store, clock: Clock) -> None:
    origin = await ended(store, clock)
    table_id = await play_on(store, origin, 4)
    clock.time += 60
    await store.tables.finish(await seen(store, table_id), moves(4), [], unrated)
    assert await own(store, CHIE) == [table_id]
    assert await ids(store, HERE, THERE, user=CHIE) == [origin]
    assert await store.finished_games.channels(GUILD) == [HERE]
    assert await store.finished_games.practice_games(origin, 4, CHIE) == [], "it runs no more"


@pytest.mark.parametrize(("count", "rules"), [(10, 2), (4, 3)], ids=["more moves than there are", "other rules"])
async def test_moves_that_cannot_be_copied_change_nothing(store: Store, clock: Clock, count: int, rules: int) -> None:
    origin = await ended(store, clock)
    with pytest.raises(Conflict):
        await play_on(store, origin, count, rules=rules)
    assert await store.tables.load(origin + 1) is None


@pytest.mark.parametrize("state", ["lobby", "playing", "frozen"])
async def test_practice_from_a_running_game_conflicts(store: Store, clock: Clock, state: str) -> None:
    origin = await ended(store, clock, state="frozen") if state == "frozen" else await new_table(store)
    if state == "playing":
        await store.tables.start(await seen(store, origin), seed="5eed", rules=2, options={}, seats=SEATS)
    with pytest.raises(Conflict):
        await play_on(store, origin, 0)


async def test_practice_game_stays_practice_after_its_origin_was_deleted(store: Store, clock: Clock) -> None:
    origin = await ended(store, clock)
    table_id = await play_on(store, origin, 4)
    await store.retention.delete_tables([origin])
    row = await stored(store, table_id)
    assert row.origin_id == origin
