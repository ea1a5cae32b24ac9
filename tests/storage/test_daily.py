"""The day's deal in the store: one secret a day, one scored attempt a person, and queries that stay fast for years."""

import asyncio
import json
from pathlib import Path
from time import perf_counter

import pytest

from storage import Conflict, ResultRow, Store, StoreError
from storage.queries.daily import deals as daily
from storage.rows import DayRow, Played, PlayRow
from tests.storage.store_support import ANNE, BOB, CHIE, Clock, plan, playing_table, rewrite, seen

DAY = 20_000
ROW = DayRow(DAY, bytes(range(16)), "commitment", "saizen", "{}")
RESULTS = [ResultRow(0, ANNE, 0, 1, won=True), ResultRow(1, BOB, 0, 2, won=False)]


def deals(*names: str) -> str:
    """Return deals without references, as JSON without spaces."""
    return json.dumps([{"deal": {"seed": name}, "reference": []} for name in names], separators=(",", ":"))


async def play(store: Store, user_id: int, points: int | None, *, deal: int = 0, day: int = DAY) -> PlayRow:
    """Play a whole attempt in one move."""
    row = await store.daily.begin(day, user_id, deal)
    over = row._replace(moves='[[0,"1"]]', points=points, ended_at=row.begun_at + 5)
    await store.daily.move(over, row.moves)
    return over


async def test_first_secret_of_a_day_counts(store: Store) -> None:
    other = ROW._replace(secret=bytes(16), commitment="another", game="tezuma")
    stored = await asyncio.gather(store.daily.plan(ROW), store.daily.plan(other))
    assert stored[0] == stored[1] == await store.daily.day(DAY)
    assert stored[0] in (ROW, other)
    assert await store.daily.plan(other) == stored[0]
    assert await store.daily.day(DAY + 1) is None


async def test_first_deals_of_a_day_count_and_get_their_reference(store: Store) -> None:
    assert not await store.daily.prepare(DAY, deals("a"))
    await store.daily.plan(ROW)
    assert await store.daily.prepare(DAY, deals("a", "b"))
    assert not await store.daily.prepare(DAY, deals("c", "d"))
    with_reference = json.dumps({"deal": {"seed": "b"}, "reference": [1, 2]})
    assert not await store.daily.complete(DAY, 0, with_reference), "it is the other deal's"
    assert not await store.daily.complete(DAY, 2, with_reference)
    assert not await store.daily.complete(DAY + 1, 1, with_reference)
    assert await store.daily.complete(DAY, 1, with_reference)
    row = await store.daily.day(DAY)
    assert row is not None
    assert [one["reference"] for one in json.loads(row.deals or "")] == [[], [1, 2]]
    assert await store.daily.planned(DAY - 3, DAY + 3) == [ROW], "deals are left out, as lists of days are public"


async def test_person_has_one_try_a_day(store: Store, clock: Clock) -> None:
    first = await store.daily.begin(DAY, ANNE, 2)
    assert first == PlayRow(DAY, ANNE, 2, begun_at=clock())
    clock.time += 9
    assert await store.daily.begin(DAY, ANNE, 3) == first
    assert await store.daily.attempt(DAY, ANNE) == first
    assert await store.daily.attempt(DAY, BOB) is None
    assert await store.daily.attempt(DAY + 1, ANNE) is None


async def test_only_one_of_two_moves_after_the_same_position_is_stored(store: Store) -> None:
    row = await store.daily.begin(DAY, ANNE, 0)
    one, two = (row._replace(moves=json.dumps([[0, move]])) for move in "12")
    stored = await asyncio.gather(*(store.daily.move(new, row.moves) for new in (one, two)), return_exceptions=True)
    assert [type(answer) for answer in stored].count(Conflict) == 1
    assert await store.daily.attempt(DAY, ANNE) in (one, two)


async def test_nothing_is_stored_for_a_try_that_is_over_or_was_never_begun(store: Store) -> None:
    over = await play(store, ANNE, 5)
    better = over._replace(points=50)
    for row in (better, better._replace(user_id=BOB), better._replace(day=DAY + 1)):
        with pytest.raises(Conflict):
            await store.daily.move(row, over.moves)
    assert await store.daily.attempt(DAY, ANNE) == over


async def test_points_belong_to_ended_tries(store: Store) -> None:
    row = await store.daily.begin(DAY, ANNE, 0)
    with pytest.raises(StoreError):
        await store.daily.move(row._replace(points=5), row.moves)
    with pytest.raises(StoreError):
        await store.daily.move(row._replace(moves="no json"), row.moves)


async def test_points_of_a_deal_are_of_others_and_within_the_day(store: Store) -> None:
    for number, points in enumerate((3, 1, None, 2)):
        await play(store, ANNE + number, points)
    await play(store, ANNE + 9, 7, deal=1)
    await store.daily.begin(DAY, ANNE + 10, 0)
    assert sorted(await store.daily.points(DAY, 0, ANNE)) == [1, 2]
    finishes = await store.daily.finishes(DAY)
    assert sorted((one.deal, one.points) for one in finishes) == [(0, 1), (0, 2), (0, 3), (1, 7)]


async def test_best_moves_are_of_the_earliest_best_try(store: Store, clock: Clock) -> None:
    assert await store.daily.best_moves(DAY, 0) is None
    for user_id, points, move in ((ANNE, 5, "a"), (BOB, 5, "b"), (CHIE, 4, "c")):
        row = await store.daily.begin(DAY, user_id, 0)
        clock.time += 1
        await store.daily.move(row._replace(moves=f'["{move}"]', points=points, ended_at=clock()), row.moves)
    assert await store.daily.best_moves(DAY, 0) == '["a"]'


async def test_finished_tries_of_a_person_are_in_order(store: Store, clock: Clock) -> None:
    for day, points in ((DAY + 1, 4), (DAY, None)):
        await play(store, ANNE, points, day=day)
    await store.daily.begin(DAY + 2, ANNE, 0)
    await play(store, BOB, 1)
    assert await store.daily.played(ANNE) == [Played(DAY, clock()), Played(DAY + 1, clock())]


async def test_game_was_played_by_whoever_finished_it_on_an_earlier_day(store: Store) -> None:
    await store.daily.plan(ROW)
    await play(store, ANNE, None)
    await store.daily.begin(DAY, BOB, 0)
    assert await store.daily.has_played(ANNE, "saizen", DAY + 1)
    assert not await store.daily.has_played(ANNE, "saizen", DAY)
    assert not await store.daily.has_played(ANNE, "sample", DAY + 1)
    assert not await store.daily.has_played(BOB, "saizen", DAY + 1)


async def test_undisturbed_days_had_deals_and_hardly_an_outage(store: Store) -> None:
    for number in range(4):
        await store.daily.plan(ROW._replace(day=DAY + number))
        if number:
            await store.daily.prepare(DAY + number, deals("a"))
    await store.daily.add_outage(DAY + 1, DAY + 2, 500)
    await store.daily.add_outage(DAY + 2, DAY + 9, 500)
    assert await store.daily.undisturbed(DAY, DAY + 9, 600) == {DAY + 1, DAY + 3}


async def test_moves_of_old_days_are_dropped_and_points_stay(store: Store) -> None:
    old, new = await play(store, ANNE, 5), await play(store, ANNE, 6, day=DAY + 1)
    await store.daily.drop_moves(DAY - 5, DAY)
    assert await store.daily.attempt(DAY, ANNE) == old._replace(moves="[]")
    assert await store.daily.attempt(DAY + 1, ANNE) == new


async def test_played_games_are_counted_once_each(store: Store, clock: Clock) -> None:
    for game in ("early", "sample", "other", "sample"):
        table_id = await playing_table(store, game=game)
        await store.tables.finish(await seen(store, table_id), [], RESULTS, lambda *_: [])
        clock.time += 10 if game == "early" else 0
    assert await store.daily.played_games(clock()) == {"sample": 2, "other": 1}


async def test_person_takes_their_tries_along_or_away(store: Store) -> None:
    for user_id in (ANNE, BOB):
        await play(store, user_id, 5)
    [told] = (await store.privacy.export_person(ANNE))["attempts"]
    assert (told["day"], told["deal"], told["points"]) == (DAY, 0, 5)
    await store.privacy.delete_person(ANNE)
    assert await store.daily.attempt(DAY, ANNE) is None
    assert await store.daily.attempt(DAY, BOB) is not None


async def test_deleted_try_is_marked_and_not_begun_again_on_its_day(store: Store) -> None:
    for user_id in (ANNE, BOB):
        await play(store, user_id, 5)
    await store.privacy.delete_person(ANNE, tries={DAY: "mark", DAY + 1: "another"})
    with pytest.raises(Conflict):
        await store.daily.begin(DAY, ANNE, 0, mark="mark")
    assert await store.daily.attempt(DAY, ANNE) is None
    await store.daily.begin(DAY, CHIE, 0, mark="another")
    await store.daily.begin(DAY + 1, ANNE, 0, mark="another")
    await store.daily.drop_deleted(DAY)
    with pytest.raises(Conflict):
        await store.daily.begin(DAY, ANNE, 0, mark="mark")
    await store.daily.drop_deleted(DAY + 1)
    await store.daily.begin(DAY, ANNE, 0, mark="mark")


async def test_shown_day_stays_so_and_its_marks_are_gone(store: Store) -> None:
    for day in (DAY, DAY + 1):
        await store.daily.plan(DayRow(day, bytes([day % 256] * 16), "promise", "saizen", "{}"))
        await rewrite(store, "INSERT INTO deleted_tries (day, mark) VALUES (?, 'mark')", (day,))
    for _ in range(2):
        await store.daily.show(DAY)
    rows = [await store.daily.day(day) for day in (DAY, DAY + 1)]
    assert [row is not None and row.shown for row in rows] == [True, False]
    assert [row.shown for row in await store.daily.planned(DAY, DAY + 1)] == [True, False]
    assert await store._database.read("SELECT day FROM deleted_tries") == [(DAY + 1,)]


@pytest.mark.parametrize(
    ("sql", "values"),
    [
        (daily.DAY, (DAY,)),
        (daily.PLANNED, (DAY, DAY)),
        (daily.UNDISTURBED, (DAY, DAY, 1)),
        (daily.PLAYED_GAMES, (1,)),
        (daily.ATTEMPT, (DAY, ANNE)),
        (daily.DELETED, (DAY, "mark")),
        (daily.POINTS, (DAY, 0, ANNE)),
        (daily.BEST, (DAY, 0)),
        (daily.PLAYED, (ANNE,)),
        (daily.PLAYED_GAME, (ANNE, DAY, "saizen")),
    ],
)
async def test_no_query_scans_a_table(store: Store, sql: str, values: tuple[object, ...]) -> None:
    assert not (await plan(store, sql, values)).walks()


@pytest.mark.parametrize(("days", "people"), [(20, 50), pytest.param(365, 1_000, marks=pytest.mark.soak)])
@pytest.mark.parametrize("home", ["sqlite"], indirect=True)
async def test_a_year_of_many_people_stays_small_and_fast(store: Store, path: Path, days: int, people: int) -> None:
    """Fill the tables as the bot would leave them, with moves of the last week only, and check the database's size.

    The test prints the size, and the median time of each query.
    """
    moves = json.dumps([[number % 4, "play R12"] for number in range(40)], separators=(",", ":"))
    reference = {"deal": {"seed": "0" * 32}, "reference": [7] * 300, "best": json.loads(moves)}
    for day in range(DAY, DAY + days):
        await store.daily.plan(ROW._replace(day=day))
        await store.daily.prepare(day, json.dumps([reference] * 4))
        rows = [
            (
                day,
                user,
                user % 4,
                moves if day >= DAY + days - 7 else "[]",
                user * day % 40,
                day * 86_400,
                day * 86_400,
                user % 40 or None,
                day * 86_400,
            )
            for user in range(people)
        ]
        sql = "INSERT INTO attempts VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
        await store._database.write(lambda writing: writing.run_each(sql, rows))  # noqa: B023  called at once
    last, seconds = DAY + days - 1, dict[str, float]()
    for name, query in {
        "day": lambda: store.daily.day(last),
        "attempt": lambda: store.daily.attempt(last, 7),
        "points": lambda: store.daily.points(last, 3, 7),
        "finishes": lambda: store.daily.finishes(last),
        "best moves": lambda: store.daily.best_moves(last, 3),
        "played": lambda: store.daily.played(7),
        "undisturbed": lambda: store.daily.undisturbed(DAY, last, 600),
        "begin": lambda: store.daily.begin(last + 1, 7, 3),
    }.items():
        times = []
        for _ in range(20):
            start = perf_counter()
            assert await query()  # type: ignore[no-untyped-call]
            times.append(perf_counter() - start)
        seconds[name] = sorted(times)[len(times) // 2]
    size = sum(one.stat().st_size for one in path.parent.iterdir())
    print({name: f"{1000 * one:.2f} ms" for name, one in seconds.items()}, f"{size / 1e6:.0f} MB")
    assert size < (200e6 if people == 1_000 else 20e6)
