"""Leaderboards, and the data of profiles."""

from storage import Listing, Store
from storage.rows import BadgeRow, Board, Leader, Rated, RatingRow, ResultRow
from tests.storage.store_support import (
    ANNE,
    BOB,
    CHIE,
    GUILD,
    Clock,
    Outcome,
    finish,
    playing_table,
    ratings_of,
    rewrite,
    seen,
    unrated,
)

DAN, EMI = 400, 500
WINS = Listing("wins", 0, 10)
RATING = Listing("rating", 0, 10, least=5, settled=5.0, sure=3.0)


async def rate(
    store: Store, *rows: tuple[int, float, float, int], game: str = "sample", practice: bool = False
) -> None:
    """Finish a game after which people have these ratings: mu, sigma and games."""
    table_id = await playing_table(store, game=game)
    ratings = [RatingRow(Rated(user, practice), mu, sigma, games) for user, mu, sigma, games in rows]
    people: dict[int | None, int] = dict.fromkeys([user for user, *_ in rows] + ([] if practice else [999]), 0)
    await store.tables.finish(await seen(store, table_id), [], Outcome(people).rows(), lambda *_: ratings)


async def by_wins(store: Store, asker: int = 0, listing: Listing = WINS) -> Board:
    return await store.standings.leaderboard(GUILD, "sample", asker, listing)


def ids(board: Board) -> list[int]:
    return [line.user_id for line in board.lines]


async def test_leaderboard_without_games_is_empty(store: Store) -> None:
    for listing in (WINS, RATING):
        assert await by_wins(store, ANNE, listing) == Board((), None, 0)


async def test_rank_is_by_wins_then_mean_place_and_equals_share_it(store: Store) -> None:
    await finish(store, {ANNE: 5, BOB: 5, CHIE: 9}, ANNE, BOB)
    await finish(store, {DAN: 5, EMI: 5}, DAN, EMI)
    await finish(store, {BOB: 0, EMI: -1})
    assert (await by_wins(store)).lines == (
        Leader(1, DAN, 1, 1, 1.0),
        Leader(1, ANNE, 1, 1, 1.0),
        Leader(3, BOB, 2, 1, 1.5),
        Leader(3, EMI, 2, 1, 1.5),
        Leader(5, CHIE, 1, 0, 2.0),
    )


async def test_win_counts_with_half_of_the_moves(store: Store) -> None:
    for own in (0.4, 0.5):
        table_id = await playing_table(store)
        results = [ResultRow(0, ANNE, 5, 1, won=True, own_share=own), ResultRow(1, BOB, 0, 2, won=False)]
        await store.tables.finish(await seen(store, table_id), [], results, unrated)
    assert (await by_wins(store)).lines[0] == Leader(1, ANNE, 2, 1, 1.0)


async def test_practice_does_not_count(store: Store) -> None:
    await finish(store, {ANNE: 9, None: 1}, ANNE)
    assert (await by_wins(store, ANNE)).own is None
    (row,) = await store.standings.played_games(GUILD, ANNE, 5)
    assert row.practice
    await rate(store, (ANNE, 50.0, 1.0, 9), practice=True)
    assert (await by_wins(store, ANNE, RATING)).own is None


async def test_only_games_of_the_period_count(store: Store, clock: Clock) -> None:
    await finish(store, {ANNE: 9, BOB: 1}, ANNE)
    clock.time += 100
    await finish(store, {ANNE: 1, BOB: 2}, BOB)
    assert (await by_wins(store, listing=WINS._replace(since=clock.time))).lines == (
        Leader(1, BOB, 1, 1, 1.0),
        Leader(2, ANNE, 1, 0, 2.0),
    )
    assert (await by_wins(store, listing=WINS._replace(since=clock.time + 1))).count == 0


async def test_leaderboard_is_of_one_guild_and_game(store: Store) -> None:
    await finish(store, {ANNE: 9, BOB: 1}, ANNE, place_id=77)
    await finish(store, {CHIE: 9, DAN: 1}, CHIE, game="other")
    await finish(store, {BOB: 1, EMI: 0})
    assert sorted(ids(await by_wins(store))) == [BOB, EMI]


async def test_pages_follow_each_other_and_count_all_lines(store: Store) -> None:
    await finish(store, dict.fromkeys(range(1, 8), 0))
    pages = [await by_wins(store, listing=Listing("wins", first, 3)) for first in (0, 3, 6, 9)]
    assert [ids(page) for page in pages] == [[1, 2, 3], [4, 5, 6], [7], []]
    assert {page.count for page in pages} == {7}, "also of a page that is not there"


async def test_own_line_is_returned_on_every_page(store: Store) -> None:
    await finish(store, {ANNE: 9, BOB: 9, CHIE: 1}, ANNE, BOB)
    own = Leader(3, CHIE, 1, 0, 2.0)
    for first in (0, 1, 2, 9):
        board = await by_wins(store, CHIE, Listing("wins", first, 1))
        assert board.own == own
        assert (own in board.lines) == (first == 2)
    assert (await by_wins(store, EMI)).own is None


async def test_settled_ratings_rank_by_cautious_value_before_unsettled_ones(store: Store) -> None:
    await rate(store, (ANNE, 30.0, 4.0, 9), (BOB, 28.0, 2.0, 9), (CHIE, 40.0, 6.0, 9), (DAN, 99.0, 1.0, 4))
    board = await by_wins(store, listing=RATING)
    assert [(line.rank, line.user_id) for line in board.lines] == [(1, BOB), (2, ANNE), (None, CHIE)]
    assert board.count == 3
    assert (board.lines[0].mu, board.lines[0].sigma) == (28.0, 2.0)


async def test_person_with_too_few_games_sees_only_their_own_uncounted_line(store: Store) -> None:
    await rate(store, (ANNE, 30.0, 4.0, 9), (DAN, 99.0, 1.0, 4))
    board = await by_wins(store, DAN, RATING)
    assert (ids(board), board.count) == ([ANNE], 1)
    assert board.own is not None
    assert (board.own.rank, board.own.mu) == (None, 99.0)


async def test_equal_ratings_share_a_rank(store: Store) -> None:
    await rate(store, (ANNE, 30.0, 4.0, 9), (BOB, 30.0, 4.0, 9), (CHIE, 20.0, 4.0, 9))
    assert [line.rank for line in (await by_wins(store, listing=RATING)).lines] == [1, 1, 3]


async def test_names_are_from_the_guild(store: Store) -> None:
    await finish(store, {ANNE: 9, BOB: 1}, ANNE)
    await rewrite(store, "INSERT INTO people VALUES (?, ?, 'Anne'), (77, ?, 'Robert')", (GUILD, ANNE, BOB))
    assert [line.name for line in (await by_wins(store)).lines] == ["Anne", ""]
    assert await store.standings.names(GUILD, [ANNE, BOB]) == {ANNE: "Anne"}


async def test_played_games_are_listed_the_most_played_first_however_many_people_played(store: Store) -> None:
    assert await store.standings.most_played(GUILD) == []
    await finish(store, {ANNE: 9, BOB: 2, CHIE: 1, DAN: 0, 5: 3}, game="first")
    for _ in range(2):
        await finish(store, {ANNE: 9, BOB: 2}, game="second")
    assert await store.standings.most_played(GUILD) == ["second", "first"]


async def test_played_games_come_newest_first_with_all_seats(store: Store, clock: Clock) -> None:
    await rate(store, (ANNE, 26.0, 8.0, 1))
    clock.time += 10
    table_id = await playing_table(store, game="other")
    left = [
        ResultRow(0, None, 5, 1, won=True, left_by=ANNE, own_share=0.0),
        ResultRow(1, BOB, 0, 2, won=False),
        ResultRow(2, CHIE, 0, 2, won=False),
    ]
    await store.tables.finish(await seen(store, table_id), [], left, unrated)
    last, first = await store.standings.played_games(GUILD, ANNE, 9)
    assert (last.game, last.left, last.mu) == ("other", True, None)
    assert last.seats == ((None, 1), (BOB, 2), (CHIE, 2))
    assert (first.left, first.mu, first.sigma, first.seat) == (False, 26.0, 8.0, 0)
    assert await store.standings.played_games(GUILD, ANNE, 1) == [last]
    assert await store.standings.played_games(77, ANNE, 9) == []


async def test_badges_are_counted_and_keep_their_first_time(store: Store, clock: Clock) -> None:
    tables = []
    for _ in range(2):
        tables.append(await playing_table(store))
        results = [
            ResultRow(0, ANNE, 5, 1, won=True, badges=("chain",)),
            ResultRow(1, None, 0, 2, won=False, computer="strong", badges=("chain",)),
        ]
        await store.tables.finish(await seen(store, tables[-1]), [], results, unrated)
        clock.time += 10
    assert await store.standings.badges(GUILD, ANNE) == [BadgeRow("chain", 2)]
    rows = await store._database.read("SELECT table_id, earned_at FROM badges WHERE user_id = ?", (ANNE,))
    assert rows == [(tables[0], clock.time - 20)]
    assert await store.standings.badges(77, ANNE) == []


async def test_ratings_are_returned_by_game_and_practice(store: Store) -> None:
    await rate(store, (ANNE, 30.0, 4.0, 9))
    await rate(store, (ANNE, 20.0, 5.0, 2), practice=True, game="other")
    found = await store.standings.ratings(GUILD, ANNE)
    assert {key: (row.mu, row.games) for key, row in found.items()} == {
        ("sample", False): (30.0, 9),
        ("other", True): (20.0, 2),
    }
    assert (await ratings_of(store))[ANNE] == found["sample", False]
