"""The package: its files, and the installed command `ichiza`, which runs without the repository."""

import asyncio
import contextlib
import re
import signal
import subprocess
import sys
import sysconfig
import tarfile
import zipfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from random import Random
from urllib.request import urlopen

import pytest
from packaging.version import Version
from playwright.async_api import Browser, Page
from playwright.async_api import Error as PageError

from engine.fairness.verify import Code
from operations.policies import NAMES
from tests.driver import Driver, buttons, selects
from tests.e2e.browser import DESKTOP, click, open_page, open_thread, run_command
from tests.e2e.playing import Seats, finished_table, online, open_table, start_table, table_number
from tests.e2e.processes import ENVIRONMENT
from tests.printed import without_progress
from tests.source_tree import ROOMS, ROOT

pytestmark = pytest.mark.slow

OFFERED = ", ".join(
    f'.ephemeral .btn.{style}[data-custom-id^="{action}:"]'
    for style in ("primary", "success")
    for action in ("choose", "hand")
)
"""Buttons of a panel: what may be chosen now, and the way to the next round."""
SETTINGS = {"ICHIZA_PAUSE": "0", "ICHIZA_SETTLE": "0.01", "ICHIZA_PLAYOUTS": "4"}
CLEAN = {
    name: value
    for name, value in ENVIRONMENT.items()
    if not name.startswith(("ICHIZA_", "DISCORD_", "DATABASE_URL", "PYTHON"))
}
"""An environment without settings, and without the path to the repository."""


def build(folder: Path, *arguments: str) -> None:
    """Build archives of the repository into a folder, with the tools that are installed here."""
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder), *arguments, str(ROOT)]
    subprocess.run(command, check=True, capture_output=True, text=True, timeout=300)


def content(wheel: Path) -> dict[str, bytes]:
    """Return the files of a wheel by name, without those that describe the wheel."""
    with zipfile.ZipFile(wheel) as archive:
        return {name: archive.read(name) for name in archive.namelist() if ".dist-info/" not in name}


@pytest.fixture(scope="module")
def archives(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the source archive, and the wheel that was built from it."""
    folder = tmp_path_factory.mktemp("dist")
    build(folder)
    return folder


@pytest.fixture(scope="module")
def wheel(archives: Path) -> Path:
    """Return the wheel."""
    (wheel,) = archives.glob("*.whl")
    return wheel


@dataclass(frozen=True)
class Installed:
    """The package in a virtual environment of its own, and an empty folder in which its commands run."""

    command: Path
    home: Path

    def run(self, *arguments: object) -> "subprocess.CompletedProcess[str]":
        """Run the command `ichiza` until it ends."""
        return subprocess.run(
            [self.command, *map(str, arguments)],
            cwd=self.home,
            env=CLEAN,
            capture_output=True,
            text=True,
            check=False,
            timeout=300,
        )

    @asynccontextmanager
    async def local(self) -> AsyncIterator[str]:
        """Run `ichiza --local` within the context; yield the address of its page.

        At the end the log must have no warning but that of a restored backup.
        """
        errors = self.home / "errors.log"
        with errors.open("wb") as log:
            process = await asyncio.create_subprocess_exec(
                self.command,
                "--local",
                cwd=self.home,
                env={**CLEAN, **SETTINGS},
                stdout=asyncio.subprocess.PIPE,
                stderr=log,
            )
        try:
            assert process.stdout is not None
            line = (await asyncio.wait_for(process.stdout.readline(), 120)).decode()
            assert line, errors.read_text(encoding="utf-8")
            yield next(word for word in line.split() if word.startswith("http://127.0.0.1:"))
        finally:
            process.send_signal(signal.SIGTERM)
            code = await asyncio.wait_for(process.wait(), 60)
        assert code == 0
        lines = errors.read_text(encoding="utf-8").splitlines()
        assert [one for one in lines if re.search("WARNING|ERROR", one) and "restored from a backup" not in one] == []


@pytest.fixture(scope="module")
def environment(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a virtual environment with the wheel. Its dependencies are those of this interpreter."""
    folder = tmp_path_factory.mktemp("environment") / "venv"
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", folder], check=True)
    python = folder / "bin" / "python"
    subprocess.run(
        [sys.executable, "-m", "pip", "--python", python, "install", "--quiet", "--no-deps", "--no-index", wheel],
        check=True,
        cwd=folder,
    )
    where = subprocess.run(
        [python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"],
        check=True,
        capture_output=True,
        text=True,
    ).stdout.strip()
    paths = dict.fromkeys(sysconfig.get_path(name) for name in ("purelib", "platlib"))
    Path(where, "dependencies.pth").write_text("\n".join(paths), encoding="utf-8")
    return folder


@pytest.fixture
def installed(environment: Path, tmp_path: Path) -> Installed:
    """Return the installed package, in an empty folder."""
    return Installed(environment / "bin" / "ichiza", tmp_path)


# --- The files


def test_wheel_holds_every_file_of_the_product_and_nothing_else(wheel: Path) -> None:
    places = [one for room in ROOMS for one in (ROOT / room, *(ROOT / room).rglob("*")) if one.is_file()]
    product = {
        file.relative_to(ROOT / "ichiza" if file.is_relative_to(ROOT / "ichiza") else ROOT).as_posix()
        for file in (*places, *(ROOT / "docs" / name for name in ("verify.html", *NAMES)))
        if "__pycache__" not in file.parts
    }
    assert {name.removeprefix("ichiza/") for name in content(wheel)} == product
    assert {"py.typed", "bot.py", "engine/games/saizen/game.py", "locales/ja/bot.ftl"} <= product
    assert [name for name in content(wheel) if not name.startswith("ichiza/")] == []


def test_wheel_of_the_repository_is_the_wheel_of_its_source_archive(wheel: Path, tmp_path: Path) -> None:
    build(tmp_path, "--wheel")
    (direct,) = tmp_path.glob("*.whl")
    assert content(direct) == content(wheel)


def test_source_archive_holds_licence_and_readme_and_no_settings(archives: Path) -> None:
    (source,) = archives.glob("*.tar.gz")
    with tarfile.open(source) as archive:
        names = {name.partition("/")[2].partition("/")[0] for name in archive.getnames()}
    described = {"LICENSE", "README.md", "pyproject.toml", "PKG-INFO", ".gitignore"}
    assert names == {*ROOMS, "docs", *described}


def test_metadata_names_licence_command_and_no_address(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        texts = {name.partition(".dist-info/")[2]: archive.read(name) for name in archive.namelist()}
    header = texts["METADATA"].decode().partition("\n\n")[0]
    assert "License-Expression: MIT" in header
    assert "://" not in header
    assert texts["licenses/LICENSE"] == (ROOT / "LICENSE").read_bytes()
    assert "ichiza = ichiza.__main__:main" in texts["entry_points.txt"].decode()


def test_version_without_git_is_above_the_last_release() -> None:
    (fallback,) = re.findall(
        r'^fallback-version = "(.+?)"', (ROOT / "pyproject.toml").read_text(encoding="utf-8"), re.MULTILINE
    )
    released = re.findall(r"^## \[(\d\S*)\]", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert Version(fallback) > max(map(Version, released))


# --- The installed command


def test_installed_command_has_help_and_a_version(installed: Installed, wheel: Path) -> None:
    helped, version = installed.run("--help"), installed.run("--version")
    assert (helped.returncode, helped.stderr) == (0, "")
    assert "verify" in helped.stdout
    assert version.stdout.split()[1] == wheel.name.split("-")[1]


def test_installed_command_without_a_token_says_what_to_do(installed: Installed) -> None:
    ended = installed.run()
    assert ended.returncode == 1
    assert ended.stderr.count("\n") == 1
    assert "DISCORD_TOKEN" in ended.stderr
    assert list(installed.home.iterdir()) == []


def test_installed_command_writes_the_policies(installed: Installed) -> None:
    (installed.home / ".env").write_text(
        "ICHIZA_OPERATOR=Aki\nICHIZA_CONTACT=aki@example.org\nICHIZA_DATA_PLACE=Kyoto\n", encoding="utf-8"
    )
    done = installed.run("--policies", "policies")
    assert (done.returncode, done.stderr) == (0, "")
    assert sorted(one.name for one in (installed.home / "policies").iterdir()) == sorted(NAMES)


def test_installed_commands_work_on_records(installed: Installed) -> None:
    played = installed.run("random", "saizen", "--seats", "4", "--seed", "01")
    record = installed.home / "record.json"
    record.write_text(played.stdout, encoding="utf-8")
    assert installed.run("replay", record).returncode == 0
    assert installed.run("verify", record).returncode == Code.NO
    match = installed.run("arena", "saizen", "--seats", "easy,flat/4", "--deals", "2", "--jobs", "2")
    assert (match.returncode, '"deals": 2' in match.stdout) == (0, True), match.stderr


async def test_installed_bot_plays_a_game_and_its_database_is_backed_up_and_restored(installed: Installed) -> None:
    database, copy = installed.home / "ichiza.sqlite3", installed.home / "backup.sqlite3"
    async with installed.local() as url:
        page = await asyncio.to_thread(lambda: urlopen(url, timeout=60).read())  # noqa: S310  our own server
        assert b"<!doctype html>" in page.lower()
        async with online(url) as world:
            number = await play(world)
            (installed.home / "record.json").write_bytes(await record_of(world, number))
            saved = await asyncio.to_thread(installed.run, "backup", database, copy)
    assert (saved.returncode, without_progress(saved.stderr)) == (0, "")
    assert installed.run("verify", "record.json").returncode == Code.UNCOMPARED
    checked = installed.run("check", copy)
    assert (checked.returncode, checked.stdout) == (0, "1 games replay.\n"), checked.stderr
    assert installed.run("ratings", database).returncode == 0
    restored = installed.run("restore", copy, database)
    assert (restored.returncode, "replaced-1" in restored.stdout) == (0, True), restored.stderr
    async with installed.local() as url, online(url) as world:
        games = (await world.user("Aki").command("card-room", "replay")).reply
        assert [one for one in buttons(games) if one["custom_id"].startswith(f"replay:{number}:")]


async def play(world: Driver) -> int:
    """Let Aki play a game against computer players; return the table's number."""
    lobby = await open_table(world, "scharfe-schoten", 3, ("Aki",))
    table = await start_table(world, lobby)
    seats = Seats(world, Random(7))
    await seats.open_hands(table, ("Aki",))
    await seats.play_out()
    number = table_number(lobby)
    await finished_table(world, number)
    return number


async def record_of(world: Driver, number: int) -> bytes:
    """Return the record of a game as its replay attaches it, beside the page that checks it."""
    aki = world.user("Aki")
    games = (await aki.command("card-room", "replay")).reply
    page = (await aki.click(games, where=lambda one: one["custom_id"].startswith(f"replay:{number}:"))).reply
    assert selects(page)
    files = (await aki.click(page, custom_id=f"record:{number}")).reply["attachments"]
    assert [one["filename"] for one in files] == [f"ichiza-{number}.json", "checking-page.html"]
    contents = []
    for file in files:
        async with world.session.get(file["url"]) as response:
            contents.append(await response.read())
    assert contents[1] == (ROOT / "docs" / "verify.html").read_bytes()
    return contents[0]


@pytest.mark.soak
@pytest.mark.browser
async def test_installed_bot_plays_a_game_in_a_browser(installed: Installed, browser: Browser) -> None:
    async with installed.local() as url:
        async with online(url):
            page = await open_page(browser, url, "Aki", DESKTOP)
        await run_command(page, "/play game:tezumashi seats:3")
        await page.wait_for_selector('[data-custom-id^="join:"]')
        await click(page, "start:")
        await page.wait_for_selector("text=The game has begun")
        await open_thread(page, "table 1")
        await click(page, "hand:")
        await play_to_the_end(page)


async def play_to_the_end(page: Page) -> None:
    """Click Aki's choices until the table's message names the winner. The page redraws the panel meanwhile."""
    async with asyncio.timeout(240):
        while not await page.locator("[data-message-id]:not(.ephemeral)", has_text="🏆").count():
            if not await page.locator(OFFERED).count():
                await asyncio.sleep(0.05)
                continue
            with contextlib.suppress(PageError):
                await page.locator(OFFERED).first.click(timeout=1_000)
            await page.wait_for_function("!document.querySelector('[aria-busy=\"true\"]')")
