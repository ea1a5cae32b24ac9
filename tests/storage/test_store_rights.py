"""File permissions: only the owner may read the database, which contains seeds and so every hand."""

import asyncio
import logging
import os
import stat
from pathlib import Path

import pytest

from storage import Store, StoreError
from storage.sqlite.database_files import LOCK, beside
from tests.storage.store_support import Clock, playing_table

pytestmark = pytest.mark.skipif(os.name != "posix", reason="there are no such rights")


def rights(folder: Path) -> dict[str, int]:
    return {file.name: stat.S_IMODE(file.stat().st_mode) for file in folder.iterdir()}


def play(path: Path, clock: Clock) -> dict[str, int]:
    """Begin a game in a database, and return the permissions of its files by name while it is open."""

    async def run() -> dict[str, int]:
        async with await Store.open(path, now=clock, record_write=None) as store:
            await playing_table(store)
            return rights(path.parent)

    return asyncio.run(run())


@pytest.mark.drawn(1)
@pytest.mark.usefixtures("umask")
def test_new_database_is_readable_by_its_owner_only_whatever_the_umask(path: Path, clock: Clock) -> None:
    names = [beside(path, suffix).name for suffix in ("", "-wal", "-shm", LOCK)]
    assert play(path, clock) == dict.fromkeys(names, 0o600)
    assert rights(path.parent) == dict.fromkeys((path.name, path.name + LOCK), 0o600)


def test_opening_removes_other_users_permissions(path: Path, clock: Clock) -> None:
    play(path, clock)
    for file in path.parent.iterdir():
        file.chmod(0o664)
    beside(path, "-shm").touch(0o666)
    assert set(play(path, clock).values()) == {0o600}


def test_refused_database_keeps_its_permissions(path: Path, clock: Clock) -> None:
    path.write_bytes(b"a diary" * 99)
    path.chmod(0o664)
    with pytest.raises(StoreError):
        play(path, clock)
    assert rights(path.parent) == {path.name: 0o664}


def test_failure_to_change_permissions_is_logged_and_the_bot_starts(
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
