"""Leaderboards, ratings and settings."""

from storage import Leader, Store
from tests.storage.store_support import (
    ANNE,
    BOB,
    CHIE,
    GUILD,
    Clock,
    Outcome,
    one_more,
    playing_table,
    rating,
    ratings_of,
    seen,
    unrated,
)

DAN, EMI = 400, 500


async def finish(
    store: Store, points: dict[int | None, int], *winners: int | None, guild_id: int = GUILD, game: str = "sample"
) -> None:
    table_id = await playing_table(store, guild_id=guild_id, game=game)
    await store.finish_table(await seen(store, table_id), [], Outcome(points, set(winners)).rows(), unrated)


async def test_an_empty_leaderboard_is_empty(store: Store) -> None:
    assert await store.leaders(GUILD, ANNE, None, 10) == []


async def test_wins_then_points_rank_and_equals_share_a_place(store: Store) -> None:
    await finish(store, {ANNE: 5, BOB: 5, CHIE: 9}, ANNE, BOB)
    await finish(store, {DAN: 5, EMI: 5}, DAN, EMI)
    await finish(store, {BOB: 0, EMI: -1})
    assert await store.leaders(GUILD, ANNE, "sample", 10) == [
        Leader(1, DAN, 1, 1, 5),
        Leader(1, ANNE, 1, 1, 5),
        Leader(1, BOB, 2, 1, 5),
        Leader(4, EMI, 2, 1, 4),
        Leader(5, CHIE, 1, 0, 9),
    ]


async def test_points_of_different_games_are_not_added(store: Store) -> None:
    await finish(store, {ANNE: 50, BOB: 2}, BOB, game="first")
    await finish(store, {ANNE: 90, BOB: 2, CHIE: 1}, BOB, CHIE, game="second")
    assert await store.leaders(GUILD, ANNE, None, 10) == [
        Leader(1, BOB, 2, 2, None),
        Leader(2, CHIE, 1, 1, None),
        Leader(3, ANNE, 2, 0, None),
    ]


async def test_only_games_that_ended_since_then_count(store: Store, clock: Clock) -> None:
    await finish(store, {ANNE: 9}, ANNE)
    clock.time += 100
    await finish(store, {ANNE: 1, BOB: 2}, BOB)
    assert await store.leaders(GUILD, ANNE, "sample", 10, since=clock.time) == [
        Leader(1, BOB, 1, 1, 2),
        Leader(2, ANNE, 1, 0, 1),
    ]
    assert await store.leaders(GUILD, ANNE, "sample", 10, since=clock.time + 1) == []


async def test_computers_are_no_leaders(store: Store) -> None:
    await finish(store, {ANNE: 1, None: 50}, None)
    assert await store.leaders(GUILD, ANNE, "sample", 10) == [Leader(1, ANNE, 1, 0, 1)]


async def test_a_leaderboard_ends_where_it_is_asked_to(store: Store) -> None:
    await finish(store, {user_id: -user_id for user_id in range(1, 8)}, 1)
    assert [row.rank for row in await store.leaders(GUILD, 1, "sample", 3)] == [1, 2, 3]


async def test_the_own_place_is_the_one_on_the_whole_leaderboard(store: Store) -> None:
    await finish(store, {ANNE: 9, BOB: 9, CHIE: 1, EMI: 0}, ANNE, BOB)
    best = Leader(1, BOB, 1, 1, 9)
    assert await store.leaders(GUILD, BOB, "sample", 1) == [best]
    assert await store.leaders(GUILD, CHIE, "sample", 1) == [best, Leader(3, CHIE, 1, 0, 1)]
    assert await store.leaders(GUILD, DAN, "sample", 1) == [best]


async def test_a_leaderboard_is_of_one_guild(store: Store) -> None:
    await finish(store, {ANNE: 9}, ANNE, guild_id=77)
    await finish(store, {BOB: 1})
    assert [row.user_id for row in await store.leaders(GUILD, ANNE, None, 10)] == [BOB]


async def test_a_leaderboard_can_be_of_one_game(store: Store) -> None:
    await finish(store, {ANNE: 9, BOB: 2}, ANNE, game="first")
    await finish(store, {ANNE: 9, BOB: 2}, BOB, game="second")
    assert await store.leaders(GUILD, ANNE, "second", 10) == [
        Leader(1, BOB, 1, 1, 2),
        Leader(2, ANNE, 1, 0, 9),
    ]
    assert (await store.leaders(GUILD, ANNE, "first", 10))[0] == Leader(1, ANNE, 1, 1, 9)


async def test_a_finished_game_is_remembered_by_person_guild_and_game(store: Store) -> None:
    await finish(store, {ANNE: 9, BOB: 2}, ANNE)
    assert await store.has_finished(GUILD, BOB, "sample")
    assert not await store.has_finished(GUILD, BOB, "other")
    assert not await store.has_finished(77, BOB, "sample")
    assert not await store.has_finished(GUILD, CHIE, "sample")


async def test_ratings_are_of_one_guild_and_game(store: Store) -> None:
    for guild_id, game in ((GUILD, "first"), (GUILD, "second"), (77, "first"), (GUILD, "first")):
        table_id = await playing_table(store, guild_id=guild_id, game=game)
        await store.finish_table(await seen(store, table_id), [], Outcome({ANNE: 1}).rows(), one_more)
    assert await ratings_of(store, GUILD, "first") == {ANNE: rating(ANNE, 2, 2.0)}
    assert await ratings_of(store, GUILD, "second") == {ANNE: rating(ANNE, 1, 1.0)}
    assert await ratings_of(store, 77, "first") == {ANNE: rating(ANNE, 1, 1.0)}


async def test_a_setting_is_kept_and_changed(store: Store) -> None:
    assert await store.setting(1, "language") is None
    await store.set_setting(1, "language", "en")
    await store.set_setting(1, "language", "日本語")
    await store.set_setting(2, "language", "en")
    assert await store.setting(1, "language") == "日本語"
    assert await store.setting(1, "pace") is None
    assert await store.setting(2, "language") == "en"
