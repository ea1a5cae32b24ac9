"""Puzzles of days, their answers, and the games from which they may be made."""

import asyncio
import json
from collections.abc import Mapping, Sequence

import pytest

from storage import ResultRow, Store, StoreError
from storage.queries.people import puzzles
from storage.rows import AnswerRow, DayRow, PuzzleRow
from tests.storage.store_support import ANNE, BOB, new_table, plan, playing_table, rewrite, seen

DAY = 20_000
VERSION = 3
RESULTS = [ResultRow(0, ANNE, 0, 1, won=True), ResultRow(1, BOB, 0, 2, won=False)]
CONTENT = json.dumps({"right": ["play R9"]})


async def finish(store: Store) -> int:
    """Play a game of Anne and Bob to its end."""
    table_id = await playing_table(store)
    await store.tables.finish(await seen(store, table_id), [], RESULTS, lambda *_: [])
    return table_id


async def allow(store: Store, *people: int, value: str = "on") -> None:
    for user_id in people:
        await store.settings.set(user_id, "puzzles", value)


async def sources(store: Store, game: str = "sample") -> list[int]:
    return [*await store.puzzles.sources(game, 0, 1 << 40, 9)]


async def test_first_stored_puzzle_of_a_day_counts(store: Store) -> None:
    stored = await asyncio.gather(*(store.puzzles.add(DAY, VERSION, json.dumps([one]), None) for one in "ab"))
    assert sorted(stored) == [False, True]
    row = await store.puzzles.puzzle(DAY, DAY, VERSION)
    assert row == PuzzleRow(DAY, json.dumps(["a" if stored[0] else "b"]))
    assert await store.puzzles.puzzle(DAY + 1, DAY, VERSION) is None
    assert await store.puzzles.days(DAY - 9, DAY + 9) == [DAY]


async def test_puzzles_of_lower_versions_are_hidden_and_replaced(store: Store) -> None:
    await store.puzzles.add(DAY, VERSION, CONTENT, None)
    for version in (VERSION - 1, VERSION + 1):
        assert await store.puzzles.puzzle(DAY, DAY, version) is None
    await store.puzzles.drop_old(DAY, VERSION - 1)
    assert await store.puzzles.puzzle(DAY, DAY, VERSION) is not None, "an old process deletes nothing of a newer one"
    await store.puzzles.drop_old(DAY, VERSION + 1)
    assert await store.puzzles.add(DAY, VERSION + 1, CONTENT, None)


async def test_puzzle_of_a_lower_version_that_somebody_has_answered_stays(store: Store) -> None:
    await store.puzzles.add(DAY, VERSION, CONTENT, None)
    await store.puzzles.add_answer(DAY, ANNE, AnswerRow("a", solved=True))
    await store.puzzles.drop_old(DAY, VERSION + 1)
    row = await store.puzzles.puzzle(DAY, DAY, VERSION + 1)
    assert row is not None
    assert (row.answers, row.solved) == (1, 1)
    assert await store.puzzles.puzzle(DAY, DAY, VERSION - 1) is None, "an old process does not show a newer one"
    await store.puzzles.drop_old(DAY + 2, VERSION + 1)
    assert await store.puzzles.puzzle(DAY, DAY, VERSION + 1) is None


async def test_candidates_of_each_planned_day_are_counted(store: Store) -> None:
    for day in (DAY, DAY + 1):
        await store.daily.plan(DayRow(day, b"secret", "commitment", "sample", "{}"))
    for day in (DAY + 1, DAY + 1, DAY + 2):
        await store.puzzles.begin_try(day)
    assert await store.puzzles.tries(DAY - 9, DAY + 9) == {DAY: 0, DAY + 1: 2}
    assert await store.puzzles.tries(DAY, DAY) == {DAY: 0}


async def test_content_that_is_no_json_is_refused(store: Store) -> None:
    with pytest.raises(StoreError):
        await store.puzzles.add(DAY, VERSION, "no json", None)


async def test_first_answer_of_a_person_counts_once(store: Store) -> None:
    assert not await store.puzzles.add_answer(DAY, ANNE, AnswerRow("a", solved=True)), "there is no puzzle"
    await store.puzzles.add(DAY, VERSION, CONTENT, None)
    given = [AnswerRow("a", solved=True), AnswerRow("b", solved=False)]
    stored = await asyncio.gather(*(store.puzzles.add_answer(DAY, ANNE, one) for one in given))
    assert sorted(stored) == [False, True]
    assert await store.puzzles.answer(DAY, ANNE) == given[stored.index(True)]
    assert await store.puzzles.answer(DAY, BOB) is None
    await store.puzzles.add_answer(DAY, BOB, AnswerRow("b", solved=False))
    row = await store.puzzles.puzzle(DAY, DAY, VERSION)
    assert row is not None
    assert (row.answers, row.solved) == (2, int(given[stored.index(True)].solved))


async def test_deleted_answer_is_marked_and_not_given_again_while_the_puzzle_is_open(store: Store) -> None:
    given = AnswerRow("a", solved=True)
    await store.puzzles.add(DAY, VERSION, CONTENT, None)
    for user_id in (ANNE, BOB):
        await store.puzzles.add_answer(DAY, user_id, given, mark=str(user_id))
    await store.privacy.delete_person(ANNE, answers={DAY: "mark", DAY + 1: "another"})
    assert await store.puzzles.is_deleted(DAY, "mark")
    assert not await store.puzzles.is_deleted(DAY + 1, "another"), "there was no answer"
    await store.daily.drop_deleted(DAY + 1)
    assert not await store.puzzles.add_answer(DAY, ANNE, given, mark="mark")
    assert await store.puzzles.answer(DAY, ANNE) is None
    await store.daily.drop_deleted(DAY + 2)
    assert await store.puzzles.add_answer(DAY, ANNE, given, mark="mark")


async def test_game_is_a_source_only_with_the_leave_of_all_its_people(store: Store) -> None:
    table_id = await finish(store)
    assert await sources(store) == []
    await allow(store, ANNE)
    assert await sources(store) == []
    await allow(store, BOB)
    assert await sources(store) == [table_id]
    assert await sources(store, "other") == []
    assert [*await store.puzzles.sources("sample", 1 << 40, 1 << 41, 9)] == []
    await allow(store, BOB, value="off")
    assert await sources(store) == []


async def test_person_who_left_their_seat_is_asked_too(store: Store) -> None:
    table_id = await finish(store)
    await allow(store, ANNE)
    await rewrite(
        store, "UPDATE seats SET left_by = user_id, user_id = NULL, computer = 'hard' WHERE user_id = ?", (BOB,)
    )
    assert await sources(store) == []
    await allow(store, BOB)
    assert await sources(store) == [table_id]


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE tables SET seed = '5eed' WHERE id = ?",
        "UPDATE tables SET origin_id = 1, origin_moves = 0 WHERE id = ?",
    ],
)
async def test_deal_that_is_still_being_played_is_no_source(store: Store, change: str) -> None:
    assert await finish(store) == 1
    await allow(store, ANNE, BOB)
    other = await playing_table(store)
    await rewrite(store, "UPDATE tables SET seed = 'other' WHERE id = ?", (other,))
    assert await sources(store) == [1]
    await rewrite(store, change, (other,))
    assert await sources(store) == []


async def test_running_game_lobby_and_continued_game_are_no_sources(store: Store) -> None:
    await allow(store, ANNE, BOB)
    await playing_table(store)
    await new_table(store)
    continued = await finish(store)
    await rewrite(
        store, "UPDATE tables SET seed = 'other', origin_id = 77, origin_moves = 0 WHERE id = ?", (continued,)
    )
    assert await sources(store) == []


async def test_game_makes_one_puzzle(store: Store) -> None:
    table_id = await finish(store)
    await allow(store, ANNE, BOB)
    assert await store.puzzles.add(DAY, VERSION, CONTENT, table_id)
    assert await sources(store) == []


async def test_leave_taken_back_drops_all_puzzles_but_todays(store: Store) -> None:
    await allow(store, ANNE, BOB)
    for number in range(3):
        await store.puzzles.add(DAY - 1 + number, VERSION, CONTENT, await finish(store))
    await store.puzzles.add(DAY + 2, VERSION, CONTENT, None)
    await store.puzzles.withdraw(DAY)
    assert await store.puzzles.days(DAY - 9, DAY + 9) == [DAY - 1, DAY, DAY + 1, DAY + 2]
    await allow(store, BOB, value="off")
    await store.puzzles.withdraw(DAY)
    assert await store.puzzles.days(DAY - 9, DAY + 9) == [DAY, DAY + 2]
    assert await store.puzzles.puzzle(DAY, DAY, VERSION) is not None
    assert await store.puzzles.puzzle(DAY, DAY + 1, VERSION) is None, "the day is over"
    await allow(store, BOB)
    await store.puzzles.withdraw(DAY + 1)
    assert await store.puzzles.days(DAY - 9, DAY + 9) == [DAY + 2]


async def test_leave_taken_back_while_a_puzzle_is_made_prevents_it(store: Store) -> None:
    await allow(store, ANNE)
    assert not await store.puzzles.add(DAY, VERSION, CONTENT, await finish(store))
    assert await store.puzzles.puzzle(DAY, DAY, VERSION) is None


async def test_old_puzzles_are_deleted_with_their_answers(store: Store) -> None:
    for day in (DAY - 2, DAY - 1):
        await store.puzzles.add(day, VERSION, CONTENT, None)
        await store.puzzles.add_answer(day, ANNE, AnswerRow("a", solved=True))
    await store.puzzles.drop_old(DAY, VERSION)
    assert await store._database.read("SELECT day FROM puzzles") == [(DAY - 1,)]
    assert await store._database.read("SELECT day FROM puzzle_answers") == [(DAY - 1,)]


async def test_puzzle_goes_with_its_table(store: Store) -> None:
    await allow(store, ANNE, BOB)
    table_id = await finish(store)
    await store.puzzles.add(DAY, VERSION, CONTENT, table_id)
    await store.puzzles.add_answer(DAY, ANNE, AnswerRow("a", solved=True))
    await rewrite(store, "DELETE FROM tables WHERE id = ?", (table_id,))
    for sql in ("SELECT * FROM puzzles", "SELECT * FROM puzzle_sources", "SELECT * FROM puzzle_answers"):
        assert await store._database.read(sql) == []


async def test_person_takes_their_answers_and_games_along_or_away(store: Store) -> None:
    await allow(store, ANNE, BOB)
    table_id = await finish(store)
    await store.puzzles.add(DAY, VERSION, CONTENT, table_id)
    for user_id in (ANNE, BOB):
        await store.puzzles.add_answer(DAY, user_id, AnswerRow("a", solved=True))
    told = await store.privacy.export_person(ANNE)
    [answer] = told["puzzle_answers"]
    assert (answer["day"], answer["move"], answer["solved"]) == (DAY, "a", 1)
    assert told["puzzle_sources"] == [{"day": DAY, "table_id": table_id}]
    await store.privacy.delete_person(ANNE)
    assert await store.puzzles.answer(DAY, ANNE) is None
    assert await store.puzzles.answer(DAY, BOB) is not None
    assert await store._database.read("SELECT user_id FROM puzzle_sources") == [(BOB,)]
    assert await store.puzzles.puzzle(DAY, DAY, VERSION) is not None, "it names nobody"
    assert await store.puzzles.puzzle(DAY, DAY + 1, VERSION) is None


@pytest.mark.parametrize(
    ("sql", "values"),
    [
        (puzzles.PUZZLE, {"day": DAY, "today": DAY, "version": VERSION}),
        (puzzles.DAYS, (DAY, DAY)),
        (puzzles.TRIES, (DAY, DAY)),
        (puzzles.ANSWER, (DAY, ANNE)),
    ],
)
async def test_no_query_scans_a_table(store: Store, sql: str, values: Sequence[object] | Mapping[str, object]) -> None:
    assert not (await plan(store, sql, values)).walks()


@pytest.mark.parametrize("home", ["sqlite"], indirect=True)
async def test_search_for_games_walks_only_through_people_who_have_given_leave(store: Store) -> None:
    values = {"game": "sample", "since": 0, "until": 9, "most": 9}
    walked = (await plan(store, puzzles.SOURCES, values)).walks()
    assert [step for step in walked if "settings_puzzles" not in step] == []
