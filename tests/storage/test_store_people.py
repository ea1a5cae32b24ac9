"""Data about people: finished games, ratings, settings."""

from storage import Store
from tests.storage.store_support import (
    ANNE,
    BOB,
    CHIE,
    GUILD,
    Outcome,
    finish,
    one_more,
    playing_table,
    rating,
    ratings_of,
    seen,
)


async def test_finished_game_is_found_by_person_guild_and_game(store: Store) -> None:
    await finish(store, {ANNE: 9, BOB: 2}, ANNE)
    assert await store.people.has_finished(GUILD, BOB, "sample")
    assert not await store.people.has_finished(GUILD, BOB, "other")
    assert not await store.people.has_finished(77, BOB, "sample")
    assert not await store.people.has_finished(GUILD, CHIE, "sample")


async def test_ratings_are_separate_for_each_guild_and_game(store: Store) -> None:
    for place_id, game in ((GUILD, "first"), (GUILD, "second"), (77, "first"), (GUILD, "first")):
        table_id = await playing_table(store, place_id=place_id, game=game)
        await store.tables.finish(await seen(store, table_id), [], Outcome({ANNE: 1}).rows(), one_more)
    assert await ratings_of(store, GUILD, "first") == {ANNE: rating(ANNE, 2, 2.0)}
    assert await ratings_of(store, GUILD, "second") == {ANNE: rating(ANNE, 1, 1.0)}
    assert await ratings_of(store, 77, "first") == {ANNE: rating(ANNE, 1, 1.0)}


async def test_settings_of_an_owner_are_stored_changed_and_read_together(store: Store) -> None:
    assert await store.settings.get(1, "language") is None
    await store.settings.set(1, "language", "en")
    await store.settings.set(1, "language", "日本語")
    await store.settings.set(2, "language", "en")
    assert await store.settings.get(1, "language") == "日本語"
    await store.settings.set(1, "pace", "live")
    assert await store.settings.all(1) == {"language": "日本語", "pace": "live"}
    assert await store.settings.all(2) == {"language": "en"}
    assert await store.settings.all(3) == {}
