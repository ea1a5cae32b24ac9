"""`python -m host check`: replays every game of a database or a backup."""

import asyncio
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from engine import record
from engine.game import Game
from host.__main__ import check, main
from host.people.ratings import work_out_anew
from host.services import Services
from host.tables.table import Table
from host.tables.table_repository import TableRepository
from storage import Store, backup, restore
from storage.tools.transfer import copy
from tests.postgres import Cluster
from tests.printed import without_progress
from tests.source_tree import ROOT
from tests.storage.store_support import rewrite
from tests.tables import finish, game_of, play_one, started


async def test_backup_made_during_play_replays_every_game(
    services: Services,
    home: Path | str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Check that a backup has every commit from before its start, and no commit in part."""
    for limit in ("OPENED_AN_HOUR", "JOINED_AN_HOUR"):
        monkeypatch.setattr(f"limits.{limit}", 10_000)  # many games begin during the backup
    copy, restored, random = tmp_path / "copy.sqlite3", tmp_path / "restored.sqlite3", Random(7)
    ended = await finish(services, await started(services))
    tables = [await started(services, kind) for kind in Game.games]
    done = asyncio.Event()

    async def play(table: Table) -> None:
        while not done.is_set():
            table = await play_one(services, table, random)
            if table.state != "playing":
                table = await started(services, table.kind.id)

    playing = [asyncio.create_task(play(table)) for table in tables]
    command = [sys.executable, "-m", "storage", "backup", str(home), str(copy)]
    backed_up = await asyncio.to_thread(subprocess.run, command, cwd=ROOT, capture_output=True, check=False)
    done.set()
    await asyncio.gather(*playing)
    assert (backed_up.returncode, without_progress(backed_up.stderr.decode())) == (0, "")

    assert await asyncio.to_thread(main, ["check", str(copy)]) == 0
    assert int(capsys.readouterr().out.split()[0]) >= len(tables) + 1

    await asyncio.to_thread(restore, copy, restored)
    async with await Store.open(restored, record_write=None) as store:
        again = await TableRepository(store).get(ended.id)
        assert (again.state, record.write(game_of(again))) == ("over", record.write(game_of(ended)))
        later = 0
        for table in tables:
            moves, all_moves = await store.tables.moves(table.id), await services.tables.store.tables.moves(table.id)
            assert moves == all_moves[: len(moves)]
            later += len(all_moves) - len(moves)
        assert later, "they went on playing"


@pytest.mark.slow
@pytest.mark.parametrize("home", ["sqlite"], indirect=True)
async def test_database_transferred_there_and_back_replays_every_game(
    services: Services, store: Store, home: Path, tmp_path: Path, cluster: Cluster, capsys: pytest.CaptureFixture[str]
) -> None:
    back, random = tmp_path / "back.sqlite3", Random(7)
    records = {}
    for kind in Game.games:
        table = await started(services, kind)
        for _ in range(5):
            table = await play_one(services, table, random)
        records[table.id] = record.write(game_of(table))
    over = await finish(services, await started(services))
    records[over.id] = record.write(game_of(over))
    await services.close()
    await store.close()
    with cluster.database() as url:
        for source, target in ((str(home), url), (url, str(back))):
            await asyncio.to_thread(copy, source, target)
            assert await asyncio.to_thread(main, ["check", target]) == 0
            assert f"{len(records)} games replay" in capsys.readouterr().out
            async with await Store.open(target, record_write=None) as moved:
                tables = TableRepository(moved)
                assert {number: record.write(game_of(await tables.get(number))) for number in records} == records


async def test_check_and_ratings_report_their_progress(
    services: Services, store: Store, home: Path | str, tmp_path: Path
) -> None:
    copied, reports = tmp_path / "copy.sqlite3", list[str]()
    await finish(services, await started(services))
    await started(services)
    await asyncio.to_thread(backup, home, copied, reports.append)
    await check(copied, reports.append)
    await work_out_anew(store, reports.append)
    assert reports[-3:] == ["game 1 of 2", "game 2 of 2", "game 1"]
    assert len(reports) > 3, "the backup reports too"


async def test_game_that_does_not_replay_is_named(
    services: Services, store: Store, home: Path | str, capsys: pytest.CaptureFixture[str]
) -> None:
    table, other = await started(services), await started(services)
    table = await play_one(services, table, Random(1))
    await rewrite(store, "UPDATE moves SET move = 'nonsense' WHERE table_id = ?", (table.id,))
    assert await asyncio.to_thread(main, ["check", str(home)]) == 1
    assert capsys.readouterr() == ("1 games replay.\n", f"These tables cannot be replayed: {table.id}.\n")
    assert (await store.tables.open_in_place(other.place.id)) == [table.id, other.id], "only its copy is frozen"


async def test_game_of_older_rules_is_counted_and_no_failure(
    services: Services, store: Store, home: Path | str, capsys: pytest.CaptureFixture[str]
) -> None:
    await started(services)
    await rewrite(store, "UPDATE tables SET rules = 0")
    assert await asyncio.to_thread(main, ["check", str(home)]) == 0
    assert "1 follow older rules" in capsys.readouterr().out


def test_file_that_is_no_database_is_reported_in_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", str(tmp_path / "nothing")]) == 1
    out, sentence = capsys.readouterr()
    assert (out, sentence.count("\n")) == ("", 1)
