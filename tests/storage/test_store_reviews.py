"""Reviews: a person has one for each game, which a newer review replaces. They are deleted with the table or person."""

import pytest

from storage import ResultRow, Store, StoreError
from storage.rows import Losses, ReviewRow
from tests.storage.store_support import ANNE, BOB, CHIE, GUILD, playing_table, rewrite, seen

REVIEW = ReviewRow(0, 1, 12, 1.5, '{"counted": 12}')
RESULTS = [ResultRow(0, ANNE, 0, 1, won=True), ResultRow(1, BOB, 0, 2, won=False)]


async def finish(store: Store, *, game: str = "sample", place_id: int = GUILD) -> int:
    """Play a game of Anne and Bob to its end."""
    table_id = await playing_table(store, place_id=place_id, game=game)
    await store.tables.finish(await seen(store, table_id), [], RESULTS, lambda *_: [])
    return table_id


async def test_review_is_stored_for_one_person_and_game(store: Store) -> None:
    first, second = await finish(store), await finish(store)
    assert await store.reviews.of(first, ANNE) is None
    assert await store.reviews.add(first, ANNE, REVIEW)
    assert await store.reviews.of(first, ANNE) == REVIEW
    assert await store.reviews.of(first, BOB) is None
    assert await store.reviews.of(second, ANNE) is None


async def test_newer_review_replaces_the_earlier_one(store: Store) -> None:
    table_id = await finish(store)
    await store.reviews.add(table_id, ANNE, REVIEW)
    newer = ReviewRow(0, 2, 13, 0.25, "[]")
    assert await store.reviews.add(table_id, ANNE, newer)
    assert await store.reviews.of(table_id, ANNE) == newer


async def test_nothing_is_stored_for_whoever_does_not_have_the_seat(store: Store) -> None:
    table_id = await finish(store)
    assert not await store.reviews.add(table_id, CHIE, REVIEW)
    assert not await store.reviews.add(table_id, BOB, REVIEW), "his seat is another one"
    assert not await store.reviews.add(table_id + 1, ANNE, REVIEW), "there is no such table"
    assert await store.reviews.of(table_id, CHIE) is None


async def test_content_must_be_json(store: Store) -> None:
    table_id = await finish(store)
    with pytest.raises(StoreError):
        await store.reviews.add(table_id, ANNE, REVIEW._replace(content="no json"))


async def test_review_goes_with_its_table(store: Store) -> None:
    table_id = await finish(store)
    await store.reviews.add(table_id, ANNE, REVIEW)
    await rewrite(store, "DELETE FROM tables WHERE id = ?", (table_id,))
    assert await store._database.read("SELECT * FROM reviews") == []


async def test_forgotten_person_has_no_review_and_gets_none_any_more(store: Store) -> None:
    table_id = await finish(store)
    for person, seat in ((ANNE, 0), (BOB, 1)):
        await store.reviews.add(table_id, person, REVIEW._replace(seat=seat))
    [exported] = (await store.privacy.export_person(ANNE))["reviews"]
    assert (exported["table_id"], exported["loss"], exported["content"]) == (table_id, REVIEW.loss, REVIEW.content)
    await store.privacy.delete_person(ANNE)
    assert await store.reviews.of(table_id, ANNE) is None
    assert await store.reviews.of(table_id, BOB) is not None
    assert not await store.reviews.add(table_id, ANNE, REVIEW), "a review that was under way meanwhile"


async def test_reviews_of_a_server_go_with_it(store: Store) -> None:
    here, there = await finish(store), await finish(store, place_id=GUILD + 1)
    for table_id in (here, there):
        await store.reviews.add(table_id, ANNE, REVIEW)
    await store.privacy.mark_guilds_gone([GUILD])
    await store.privacy.delete_guild(GUILD)
    assert await store.reviews.of(here, ANNE) is None
    assert await store.reviews.of(there, ANNE) == REVIEW


async def test_losses_are_of_the_latest_games_by_kind_place_person_and_version(store: Store) -> None:
    for number in range(4):
        await store.reviews.add(await finish(store), ANNE, REVIEW._replace(counted=10**number, loss=number / 4))
    await store.reviews.add(await finish(store, game="other"), ANNE, REVIEW)
    await store.reviews.add(await finish(store, place_id=GUILD + 1), ANNE, REVIEW)
    await store.reviews.add(await finish(store), ANNE, REVIEW._replace(version=2))
    await store.reviews.add(await finish(store), BOB, REVIEW._replace(seat=1))
    assert await store.reviews.losses(GUILD, ANNE, 1, 3) == {"sample": Losses(1110, 1.5), "other": Losses(12, 1.5)}
    assert await store.reviews.losses(GUILD, CHIE, 1, 3) == {}
