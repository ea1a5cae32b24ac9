"""The database holds seeds, and with them every hand: it is for its owner alone."""

import asyncio
import logging
import os
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest

from storage import Store, StoreError
from storage.sqlite.database_files import LOCK, beside
from tests.storage.store_support import Clock, playing_table

pytestmark = pytest.mark.skipif(os.name != "posix", reason="there are no such rights")


@pytest.fixture(params=[0o000, 0o022, 0o077, 0o777], ids=oct)
def umask(request: pytest.FixtureRequest) -> Iterator[None]:
    before = os.umask(request.param)
    yield
    os.umask(before)


def rights(folder: Path) -> dict[str, int]:
    return {file.name: stat.S_IMODE(file.stat().st_mode) for file in folder.iterdir()}


def play(path: Path, clock: Clock) -> dict[str, int]:
    """Who may do what with a database and what is beside it, while it is open."""

    async def run() -> dict[str, int]:
        async with await Store.open(path, now=clock) as store:
            await playing_table(store)
            return rights(path.parent)

    return asyncio.run(run())


@pytest.mark.usefixtures("umask")
def test_a_new_database_and_all_beside_it_is_its_owners_whatever_the_umask(path: Path, clock: Clock) -> None:
    names = [beside(path, suffix).name for suffix in ("", "-wal", "-shm", LOCK)]
    assert play(path, clock) == dict.fromkeys(names, 0o600)
    assert rights(path.parent) == dict.fromkeys((path.name, path.name + LOCK), 0o600)


def test_one_that_others_could_read_becomes_its_owners_as_it_is_opened(path: Path, clock: Clock) -> None:
    play(path, clock)
    for file in path.parent.iterdir():
        file.chmod(0o664)
    beside(path, "-shm").touch(0o666)
    assert set(play(path, clock).values()) == {0o600}


def test_one_that_is_refused_keeps_its_rights(path: Path, clock: Clock) -> None:
    path.write_bytes(b"a diary" * 99)
    path.chmod(0o664)
    with pytest.raises(StoreError):
        play(path, clock)
    assert rights(path.parent) == {path.name: 0o664}


def test_where_rights_cannot_be_taken_that_is_logged_and_the_bot_starts(
    path: Path, clock: Clock, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    play(path, clock)
    path.chmod(0o644)

    def chmod(_self: Path, _mode: int) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(Path, "chmod", chmod)
    with caplog.at_level(logging.WARNING):
        play(path, clock)
    assert [record.getMessage() for record in caplog.records] == [
        f"others on this computer may read {path}, and that cannot be changed: [Errno 1] Operation not permitted"
    ]
