"""Complaint files: whole, one for each complaint, limited in number, and readable by their owner only."""

import asyncio
import os
import stat
from pathlib import Path

import pytest

from storage import Store, StoreError
from storage.sqlite.database_files import beside
from tests.storage.store_support import Clock

MOST = 3


@pytest.fixture
def folder(path: Path) -> Path:
    """Return the folder of the complaint files."""
    return beside(path, "-silly")


def kept(folder: Path) -> dict[str, str]:
    return {file.name: file.read_text() for file in folder.iterdir()}


def part(folder: Path) -> None:
    """Give the files different modification times, but keep their order: files written quickly may share a time."""
    for age, file in enumerate(sorted(folder.iterdir(), key=lambda one: one.stat().st_mtime_ns)):
        os.utime(file, ns=(age, age))


async def test_complaint_is_kept_as_it_was_filed_first(store: Store, folder: Path) -> None:
    await asyncio.gather(*(store.complaints.file("1-7", "札", MOST) for _ in range(9)))
    await store.complaints.file("1-7", "another", MOST)
    await store.complaints.file("1-8", "b", MOST)
    assert kept(folder) == {"1-7.json": "札", "1-8.json": "b"}


async def test_last_complaints_are_kept(store: Store, folder: Path) -> None:
    for number in (9, 10, 2, 1, 11):
        await store.complaints.file(f"1-{number}", "x", MOST)
        part(folder)
    assert kept(folder).keys() == {"1-2.json", "1-1.json", "1-11.json"}


@pytest.mark.drawn(1)
@pytest.mark.skipif(os.name != "posix", reason="there are no such rights")
@pytest.mark.usefixtures("umask")
@pytest.mark.parametrize("there", [False, True])
def test_complaints_are_readable_by_their_owner_only_and_a_folder_that_was_there_stays_as_it_was(
    path: Path, folder: Path, clock: Clock, *, there: bool
) -> None:
    if there:
        folder.mkdir()
        folder.chmod(0o777)

    async def file() -> None:
        async with await Store.open(path, now=clock, record_write=None) as store:
            await store.complaints.file("1-7", "secret", MOST)

    asyncio.run(file())
    assert stat.S_IMODE(folder.stat().st_mode) == (0o777 if there else 0o700)
    assert [stat.S_IMODE(file.stat().st_mode) for file in folder.iterdir()] == [0o600]


async def test_failed_write_is_reported_and_leaves_no_file(
    store: Store, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(Path, "write_text", full)
        with pytest.raises(StoreError, match="make room"):
            await store.complaints.file("1-7", "x", MOST)
    assert kept(folder) == {}
    await store.complaints.file("1-7", "x", MOST)
    assert kept(folder) == {"1-7.json": "x"}


async def test_complaints_are_beside_the_target_of_a_link(path: Path, folder: Path, tmp_path: Path) -> None:
    link = tmp_path / "link.sqlite3"
    link.symlink_to(path)
    async with await Store.open(link, record_write=None) as store:
        await store.complaints.file("1-7", "x", MOST)
    assert kept(folder) == {"1-7.json": "x"}
