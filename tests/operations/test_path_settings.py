"""Settings that name a path: only plain files are opened, and nothing that was there before gets other permissions."""

import asyncio
import logging
import os
import socket
import stat
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from bot import CannotStart, Settings, read_settings, set_up_log
from operations import logs
from storage import Store, StoreError

pytestmark = pytest.mark.skipif(os.name != "posix", reason="devices and permissions are otherwise there")

SOMEBODY = 12345
"""The id of another user."""
SECRET = "postgresql://ichiza@db/ichiza"
"""A value that is both a token and an address for the bot."""


def use(setting: str, path: Path, patch: pytest.MonkeyPatch) -> None:
    """Start as far as the setting is used."""
    patch.setenv(setting, str(path))
    settings = read_settings()
    if setting == "ICHIZA_LOG_FILE":
        set_up_log(settings)
        logging.getLogger("cogs").warning("a line")
        logging.getLogger().handlers[-1].flush()
    elif setting == "ICHIZA_DATABASE":
        asyncio.run(open_and_close(settings))


async def open_and_close(settings: Settings) -> None:
    async with await Store.open(settings.database, record_write=None):
        pass


@pytest.fixture(autouse=True)
def _as_before(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """Begin in an empty folder without settings, and restore the logging configuration afterwards."""
    monkeypatch.chdir(tmp_path)
    for name in ("DISCORD_TOKEN", "DATABASE_URL", *SETTINGS):
        monkeypatch.delenv(name, raising=False)
    root, levels = logging.getLogger(), {name: logging.getLogger(name).level for name in logs.OWN_LOGGERS}
    handlers, level = list(root.handlers), root.level
    root.handlers.clear()
    yield
    for handler in root.handlers:
        handler.close()
    root.handlers[:] = handlers
    root.setLevel(level)
    for name, before in levels.items():
        logging.getLogger(name).setLevel(before)


SETTINGS = ("DISCORD_TOKEN_FILE", "DATABASE_URL_FILE", "ICHIZA_LOG_FILE", "ICHIZA_DATABASE")


def device(path: Path) -> None:
    """Make a device that reads without end, as /dev/zero."""
    try:
        os.mknod(path, stat.S_IFCHR | 0o666, os.makedev(1, 5))
    except PermissionError:
        pytest.skip("only root may make a device")
    path.chmod(0o666)


def pipe(path: Path) -> None:
    os.mkfifo(path)
    path.chmod(0o666)


def listening_socket(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(path))


def folder(path: Path) -> None:
    path.mkdir()
    path.chmod(0o755)


def file(path: Path) -> None:
    path.write_text(SECRET)
    path.chmod(0o644)


def somebodys_file(path: Path) -> None:
    file(path)
    if os.geteuid() != 0:
        pytest.skip("only root may give a file to somebody")
    os.chown(path, SOMEBODY, SOMEBODY)


def link_to(make: Callable[[Path], None]) -> Callable[[Path], None]:
    def link(path: Path) -> None:
        make(path.with_name("target"))
        path.symlink_to("target")

    link.__name__ = f"link to {make.__name__}"
    return link


def absent(_path: Path) -> None:
    """Make nothing."""


REFUSED = (folder, device, pipe, listening_socket, link_to(folder), link_to(device), link_to(pipe))
ACCEPTED = (file, link_to(file), somebodys_file)
name_of = staticmethod(lambda one: one.__name__ if callable(one) else None)


def looks(path: Path) -> dict[str, tuple[object, ...]]:
    """Return kind, permissions and owner of everything in a folder, by name; of plain files also the content."""
    found: dict[str, tuple[object, ...]] = {}
    for one in path.iterdir():
        status = one.lstat()
        content = one.read_text() if stat.S_ISREG(status.st_mode) else ""
        found[one.name] = (oct(status.st_mode), status.st_uid, status.st_gid, content)
    return found


def refusal(setting: str, path: Path, patch: pytest.MonkeyPatch) -> str:
    """Return the sentence that refuses a path; check that nothing in the path's folder has changed."""
    before = looks(path.parent) if path.parent.exists() else None
    with pytest.raises((CannotStart, StoreError)) as refused:
        use(setting, path, patch)
    assert (looks(path.parent) if path.parent.exists() else None) == before
    sentence = str(refused.value)
    assert "\n" not in sentence
    assert sentence.endswith(".")
    return sentence


@pytest.mark.parametrize("setting", SETTINGS)
@pytest.mark.parametrize("make", REFUSED, ids=name_of)
def test_anything_but_a_plain_file_is_refused_and_left_unchanged(
    setting: str, make: Callable[[Path], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "named" / "thing"
    path.parent.mkdir()
    make(path)
    assert "file" in refusal(setting, path, monkeypatch)


@pytest.mark.parametrize("setting", SETTINGS)
def test_missing_parent_is_refused_and_not_made(setting: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "missing" / "thing"
    sentence = refusal(setting, path, monkeypatch)
    assert "No such file" in sentence or "does not exist" in sentence


@pytest.mark.parametrize("setting", SETTINGS[:3])
@pytest.mark.parametrize("make", ACCEPTED, ids=name_of)
def test_plain_file_is_used_and_keeps_its_owner_and_permissions(
    setting: str, make: Callable[[Path], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "named" / "thing"
    path.parent.mkdir()
    make(path)
    before = looks(path.parent)
    use(setting, path, monkeypatch)
    for name, (*rights, content) in looks(path.parent).items():
        *earlier, text = before[name]
        assert rights == earlier
        assert str(content).startswith(str(text))
        assert (content != text) == (setting == "ICHIZA_LOG_FILE" and bool(text))


@pytest.mark.parametrize("make", ACCEPTED, ids=name_of)
def test_file_of_another_program_is_no_database_and_left_unchanged(
    make: Callable[[Path], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "named" / "thing"
    path.parent.mkdir()
    make(path)
    assert "not an Ichiza database" in refusal("ICHIZA_DATABASE", path, monkeypatch)


@pytest.mark.parametrize("suffix", ["-wal", "-shm", "-journal", "-lock"])
@pytest.mark.parametrize("make", REFUSED[:3], ids=name_of)
def test_database_beside_anything_but_plain_files_is_refused(
    suffix: str, make: Callable[[Path], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "named" / "thing"
    path.parent.mkdir()
    make(path.with_name(f"thing{suffix}"))
    assert f"thing{suffix} is not a file" in refusal("ICHIZA_DATABASE", path, monkeypatch)


@pytest.mark.parametrize("setting", ["ICHIZA_LOG_FILE", "ICHIZA_DATABASE"])
def test_file_that_the_bot_makes_is_readable_by_its_owner_only_also_behind_a_link(
    setting: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "named" / "thing"
    path.parent.mkdir()
    path.symlink_to("target")
    use(setting, path, monkeypatch)
    assert path.is_symlink()
    assert stat.S_IMODE((path.parent / "target").stat().st_mode) == 0o600
