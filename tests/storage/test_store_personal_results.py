"""Effects of finished games: the ratings before and after, new badges, and scores against computer players."""

from collections.abc import Sequence
from dataclasses import replace

from storage import Rated, RatingRow, ResultRow, Store
from storage.rows import PersonalResultRow, Score
from tests.storage.store_support import ANNE, BOB, GUILD, playing_table, seen

MATSU = 2


def against(own: int, other: int, level: str = "hard", name: int | None = MATSU) -> list[ResultRow]:
    """Return the results of a game in which Anne has the place `own`, and a computer player the place `other`."""
    return [
        ResultRow(0, ANNE, 0, own, own == 1),
        ResultRow(1, None, 0, other, other == 1, level, computer_name=name),
    ]


async def finish(
    store: Store, results: Sequence[ResultRow], mu: float = 25.0, place_id: int = GUILD, game: str = "sample"
) -> int:
    """Finish a game after which all its people have a rating of `mu`; return the id of its table."""
    table_id = await playing_table(store, place_id=place_id, game=game)
    practice = sum(row.user_id is not None for row in results) == 1
    rows = [RatingRow(Rated(row.user_id, practice), mu, 1.0, 1) for row in results if row.user_id]
    await store.tables.finish(await seen(store, table_id), [], results, lambda *_: rows)
    return table_id


async def result(store: Store, table_id: int, user_id: int = ANNE) -> PersonalResultRow:
    found = await store.personal_results.of(table_id, user_id)
    assert found is not None
    return found


async def test_game_without_a_result_of_the_person_has_no_personal_result(store: Store) -> None:
    table_id = await finish(store, against(1, 2))
    assert await store.personal_results.of(table_id, BOB) is None
    assert await store.personal_results.of(table_id + 1, ANNE) is None


async def test_course_has_the_rating_after_this_game_and_the_one_before(store: Store) -> None:
    both = [ResultRow(0, ANNE, 0, 1, won=True), ResultRow(1, BOB, 0, 2, won=False)]
    tables = [await finish(store, both, mu) for mu in (20.0, 21.0, 22.0)]
    await finish(store, both, 50.0, place_id=1)
    await finish(store, both, 60.0, game="another")
    await finish(store, against(1, 2), 70.0)
    assert [(await result(store, one)).course for one in tables] == [
        ((20.0, 1.0),),
        ((21.0, 1.0), (20.0, 1.0)),
        ((22.0, 1.0), (21.0, 1.0)),
    ]


async def test_practice_has_no_course(store: Store) -> None:
    assert (await result(store, await finish(store, against(1, 2)))).course == ()


async def test_badge_belongs_to_the_game_in_which_it_was_earned_first(store: Store) -> None:
    def earning(*names: str) -> list[ResultRow]:
        return [replace(row, badges=names) if row.user_id else row for row in against(1, 2)]

    first = await finish(store, earning("sand"))
    second = await finish(store, earning("sand", "chain", "alone"))
    assert (await result(store, first)).badges == ("sand",)
    assert (await result(store, second)).badges == ("alone", "chain")


async def test_scores_count_earlier_games_by_name_and_level(store: Store) -> None:
    for own, other in ((1, 2), (2, 1), (2, 1), (1, 1)):
        await finish(store, against(own, other))
    await finish(store, against(1, 2, level="easy"))
    table_id = await finish(store, against(1, 2, name=3))
    await finish(store, against(1, 2))
    assert (await result(store, table_id)).scores == {
        (MATSU, "hard"): Score(2, 1),
        (MATSU, "easy"): Score(0, 1),
        (3, "hard"): Score(0, 1),
    }


async def test_scores_are_of_one_guild_game_and_person(store: Store) -> None:
    await finish(store, against(1, 2), place_id=1)
    await finish(store, against(1, 2), game="another")
    await finish(store, [replace(row, user_id=BOB) if row.user_id else row for row in against(1, 2)])
    table_id = await finish(store, against(2, 1))
    assert (await result(store, table_id)).scores == {(MATSU, "hard"): Score(1, 0)}


async def test_game_does_not_count_if_a_computer_player_made_most_moves_for_the_person(store: Store) -> None:
    await finish(store, [replace(row, own_share=0.4) if row.user_id else row for row in against(2, 1)])
    table_id = await finish(store, [replace(row, own_share=0.5) if row.user_id else row for row in against(1, 2)])
    assert (await result(store, table_id)).scores == {(MATSU, "hard"): Score(0, 1)}


async def test_computer_player_without_a_name_has_no_score(store: Store) -> None:
    assert (await result(store, await finish(store, against(1, 2, name=None)))).scores == {}
