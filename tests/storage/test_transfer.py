"""`python -m storage copy` from a file to PostgreSQL and back, and backups of PostgreSQL to files."""

import asyncio
import json
import sqlite3
from contextlib import closing
from pathlib import Path

import psycopg
import pytest

from storage import MoveRow, Notice, Occupant, Post, PromiseRow, Rated, RatingRow, ResultRow, Store, Turn
from storage.__main__ import main
from storage.owners import table_owner
from storage.queries.nights.nights import NightParts
from storage.queries.nights.rows import Finish, NewTable, NightPerson, NightRow, WeeklyEvent
from storage.rows import AnswerRow, CommitmentMessage, DailyMessage, DayRow, PublicMessage, ReviewRow, ScheduledLobby
from tests.postgres import PASSWORD
from tests.storage.store_support import (
    ANNE,
    BOB,
    GUILD,
    SEATS,
    moves,
    names_in,
    new_table,
    playing_table,
    rewrite,
    seen,
    stored,
)

Rows = dict[str, list[tuple[object, ...]]]
ODD = "Änne 札 '\"\\ \t\r\n \\N \\. \U0001f0a1"
"""A name with characters that could be misread in a text form of rows."""


@pytest.fixture
def home(path: Path) -> Path:
    """Return the path of the source database, which is an SQLite file."""
    return path


@pytest.fixture
async def lived(store: Store) -> Store:
    """Return the store, filled with rows in every database table: with NULLs, large and negative numbers, odd texts."""
    people = (Occupant(ANNE, name=ODD), Occupant(BOB, name="Ben"), Occupant(computer="hard", left_by=7))
    gone = await new_table(store)
    first = await playing_table(store, game="other")
    now = await seen(store, first)
    results = [
        ResultRow(0, ANNE, -5, 2, won=False, own_share=1 / 3, badges=("chain",)),
        ResultRow(1, BOB, 9, 1, won=True),
        ResultRow(2, None, 1, 3, won=False, computer="hard"),
    ]
    secret = PromiseRow(f"{first}/rematch", 1, "5ec2e7", ("cut 1",))
    await store.tables.finish(now, moves(0, 3), results, lambda *_: [rated(ANNE), rated(BOB)], rematch=secret)
    second = await store.tables.start_rematch(
        await seen(store, first),
        nonce="thread",
        seed="5eed",
        rules=1,
        seats=people,
        turns={0: Turn(3, 5, 35, nudged=True)},
    )
    await store.tables.add_moves(
        await seen(store, second), [MoveRow(0, 2, ODD, 1, "hard")], turns={1: Turn(4, 9, due=99)}, seats=people
    )
    await store.lost_tables.set_lost(await seen(store, second), {1: Turn(4, 9, due=99)}, 7)
    await store.message_records.add(table_owner(second), Post("n1", "table", 10, 1 << 62, "shown"))
    await store.message_records.add(table_owner(second), Post("n2", f"turn:{ANNE}:1", 10))
    await store.notifications.set_subscriptions(GUILD, ANNE, [Notice("sample", opens=True, missing=False, locale="ja")])
    await store.notifications.mark_sent(GUILD, second, [ANNE], 5)
    await store.scheduled_lobbies.add(
        ScheduledLobby(1 << 62, GUILD, 10, ANNE, ODD, "sample", 3, "live", 99, 5, 1 << 61, "late")
    )
    await store.leaderboard_messages.add(PublicMessage(GUILD, 10, 1 << 62), 1)
    await store.lessons.offer(1 << 62, "saizen")
    await store.lessons.finish(ANNE, "tezuma-abilities")
    await store.reviews.add(first, ANNE, ReviewRow(0, 1, 12, 1 / 3, json.dumps([ODD], ensure_ascii=False)))
    await store.daily.plan(DayRow(20_000, bytes(range(16)), ODD, "sample", json.dumps({ODD: 1})))
    await store.daily.prepare(20_000, json.dumps([{"deal": ODD}]))
    await store.daily.begin(20_000, ANNE, 3, GUILD)
    await rewrite(store, "INSERT INTO deleted_tries (day, mark) VALUES (20000, ?)", (ODD,))
    await store.daily_messages.add(DailyMessage(20_000, GUILD, 10, ODD, 1 << 62, ODD, final=True))
    told = (("sample", ODD),)
    await store.commitment_messages.add(CommitmentMessage(GUILD, 1, 10, ODD, 20_001, told, replaces=True))
    await store.commitment_messages.confirm(ODD, 1 << 62)
    await store.reminders.ask(ANNE, "ja", 1 << 40)
    await store.settings.set(ANNE, "puzzles", "on")
    await store.settings.set(BOB, "puzzles", "on")
    await store.settings.set(7, "puzzles", "on")
    await store.puzzles.add(20_000, 1, json.dumps({"right": [ODD]}), first)
    await store.puzzles.add_answer(20_000, ANNE, AnswerRow(ODD, solved=True))
    await live_a_night(store)
    await store.settings.set(GUILD, ODD, "")
    await store.settings.add_coached([(ANNE, ODD)])
    await store.privacy.mark_guilds_gone([77])
    await store.leases.take(["application"], ODD, 15.0)
    await rewrite(store, "DELETE FROM tables WHERE id = ?", (gone,))
    barring = await new_table(store, seats=SEATS)
    await store.tables.save_lobby(await seen(store, barring), {}, SEATS, bar=BOB)
    last = await new_table(store, seats=SEATS)
    await rewrite(store, "DELETE FROM tables WHERE id = ?", (last,))
    return store


async def live_a_night(store: Store) -> None:
    """Store a league night whose first stage is over."""
    night = await store.nights.create(
        guild_id=GUILD,
        channel_id=10,
        manager_id=ANNE,
        game="sample",
        rules=1,
        seat_count=1,
        options={ODD: 1},
        time_control="live",
        level="easy",
        secrets=["5ec2e7", "5ec2e8"],
        starts_at=99,
    )

    async def now() -> NightRow:
        return (await parts_of(store, night)).row

    await store.nights.join(await now(), NightPerson(ANNE, 1 << 62, name=ODD))
    await store.nights.start(await now(), 1, [ANNE], [f"join {1 << 62}"])
    (table,) = await store.nights.begin_stage(await now(), "5eed", [NewTable((Occupant(ANNE),), {}, acting=False)])
    await store.tables.end(await seen(store, table), "closed", "ended")
    assert await store.nights.finish_stage(await now(), Finish({(table, 0): -7}, 5)) == [table]
    await store.nights.leave(await now(), ANNE)
    await store.nights.set_event(night, 1 << 62, weekly=True)
    await store.nights.add_weekly_event(WeeklyEvent(1 << 62, 1 << 62, "Asia/Kathmandu", 1_800_000_000))
    assert [(one.points, one.user_id) for one in (await parts_of(store, night)).seats] == [(-7, ANNE)]


async def parts_of(store: Store, night: int) -> NightParts:
    parts = await store.nights.load(night)
    assert parts is not None
    return parts


def rated(user_id: int) -> RatingRow:
    return RatingRow(Rated(user_id), 25 + 1 / 3, 8.1 + 1e-15, 1)


def run(capsys: pytest.CaptureFixture[str], *arguments: object, code: int = 0) -> str:
    """Run `python -m storage` and return its output."""
    assert main([str(argument) for argument in arguments]) == code
    out, wrong = capsys.readouterr()
    said = out if code == 0 else wrong
    assert PASSWORD not in out + wrong
    return said.strip()


def everything(path: Path) -> Rows:
    """Return every row of every table of a file, and the last used table id."""
    with closing(sqlite3.connect(path)) as connection:
        names = [row[0] for row in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
        return {name: sorted(connection.execute(f"SELECT * FROM {name}").fetchall(), key=repr) for name in names}  # noqa: S608  names of tables


async def test_copy_there_and_back_keeps_every_row(
    lived: Store, home: Path, empty: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    await lived.close()
    before, back = everything(home), tmp_path / "back.sqlite3"
    assert all(before.values()), "every table has rows"
    there = run(capsys, "copy", home, empty)
    assert everything(home) == before
    counts = {name: int(count) for name, count in map(str.split, there.splitlines()[:-1])}
    assert counts == {name: len(rows) for name, rows in before.items() if not name.startswith("sqlite_")}
    assert there.splitlines()[-1].startswith(f"{sum(counts.values())} rows of {len(counts)} tables")
    assert run(capsys, "copy", empty, back) == there
    assert everything(back) == before
    assert names_in(tmp_path) == ["back.sqlite3", "data"]


@pytest.mark.slow
async def test_copy_keeps_the_last_used_table_id(
    lived: Store, home: Path, empty: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    [(last,)] = await lived._database.read("SELECT seq FROM sqlite_sequence WHERE name = 'tables'")
    [(most,)] = await lived._database.read("SELECT MAX(id) FROM tables")
    assert most < last, "or nothing is tested"
    await lived.close()
    back = tmp_path / "back.sqlite3"
    run(capsys, "copy", home, empty)
    async with await Store.open(empty, record_write=None) as store:
        assert await new_table(store) == last + 1
        await rewrite(store, "DELETE FROM tables WHERE id = ?", (last + 1,))
    run(capsys, "copy", empty, back)
    async with await Store.open(back, record_write=None) as store:
        assert await new_table(store) == last + 2


@pytest.mark.slow
async def test_copied_store_goes_on(lived: Store, home: Path, empty: str, capsys: pytest.CaptureFixture[str]) -> None:
    tables = await lived.tables.open_in_place(GUILD)
    rows = [await lived.tables.load(table_id) for table_id in tables]
    await lived.close()
    run(capsys, "copy", home, empty)
    async with await Store.open(empty, record_write=None) as store:
        assert [await store.tables.load(table_id) for table_id in await store.tables.open_in_place(GUILD)] == rows
        await store.tables.add_moves(await seen(store, tables[-1]), moves(1))


@pytest.mark.slow
async def test_empty_store_can_be_copied(
    home: Path, empty: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    await (await Store.open(home, record_write=None)).close()
    assert run(capsys, "copy", home, empty).splitlines()[-1].startswith("0 rows")
    run(capsys, "copy", empty, tmp_path / "back.sqlite3")
    async with await Store.open(tmp_path / "back.sqlite3", record_write=None) as store:
        assert await new_table(store) == 1


async def test_failed_copy_changes_nothing(
    lived: Store, home: Path, postgres_url: str, empty: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    target = tmp_path / "target.sqlite3"
    assert "is in use by another Ichiza" in run(capsys, "copy", home, postgres_url, code=1)
    await lived.close()
    with psycopg.connect(postgres_url) as connection:
        connection.execute("INSERT INTO settings VALUES (0, 'a', 'b')")
    assert "is not empty" in run(capsys, "copy", home, postgres_url, code=1)
    with psycopg.connect(postgres_url) as connection:
        assert connection.execute("SELECT COUNT(*) FROM tables").fetchall() == [(0,)], "nothing by halves"
    assert "is there already" in run(capsys, "copy", postgres_url, home, code=1)
    assert "is not Ichiza's" in run(capsys, "copy", empty, target, code=1)
    assert "There is no database" in run(capsys, "copy", target, postgres_url, code=1)
    assert "A backup is a file" in run(capsys, "backup", home, postgres_url, code=1)
    assert "A backup is a file" in run(capsys, "restore", postgres_url, home, code=1)
    assert names_in(tmp_path) == ["data"]


@pytest.mark.slow
async def test_backup_of_a_running_bots_database_is_restored_to_another_one(
    postgres_url: str, empty: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Check that the backup has every commit before its start, and each later commit whole or not at all."""
    copy, done = tmp_path / "backup.sqlite3", asyncio.Event()
    async with await Store.open(postgres_url, record_write=None) as store:
        tables = [await playing_table(store) for _ in range(3)]

        async def play(table_id: int) -> None:
            number = 0
            while not done.is_set():
                await store.tables.add_moves(await seen(store, table_id), moves(number, 2))
                number += 2

        playing = [asyncio.create_task(play(table_id)) for table_id in tables]
        while not all([await store.tables.moves(table_id) for table_id in tables]):
            await asyncio.sleep(0)
        before = [len(await store.tables.moves(table_id)) for table_id in tables]
        await asyncio.to_thread(run, capsys, "backup", postgres_url, copy)
        done.set()
        await asyncio.gather(*playing)
        after = [len(await store.tables.moves(table_id)) for table_id in tables]
    run(capsys, "restore", copy, empty)
    async with (
        await Store.open(empty, record_write=None) as restored,
        await Store.open(copy, record_write=None) as file,
    ):
        for table_id, least, most in zip(tables, before, after, strict=True):
            kept = await restored.tables.moves(table_id)
            assert kept == await file.tables.moves(table_id) == moves(0, len(kept))
            assert least <= len(kept) < most, "they went on playing"
            assert len(kept) % 2 == 0
            row = await stored(restored, table_id)
            assert row.version == 1 + len(kept) // 2
