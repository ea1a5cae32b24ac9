"""The package: its files, and the installed command `ichiza`, which runs without the repository."""

import asyncio
import contextlib
import re
import subprocess
import sys
import sysconfig
import tarfile
import zipfile
from pathlib import Path

import pytest
from packaging.version import Version
from playwright.async_api import Browser, Page
from playwright.async_api import Error as PageError

from engine.fairness.verify import Code
from operations.policies import NAMES
from tests.e2e.browser import DESKTOP, click, open_page, open_thread, run_command
from tests.e2e.playing import online
from tests.installed import Installed, play_back_up_and_restore
from tests.source_tree import ROOMS, ROOT

pytestmark = pytest.mark.slow

OFFERED = ", ".join(
    f'.ephemeral .btn.{style}[data-custom-id^="{action}:"]'
    for style in ("primary", "success")
    for action in ("choose", "hand")
)
"""A CSS selector of a panel's buttons: the choices that are allowed now, and the button to the next round."""


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


@pytest.fixture(scope="module")
def environment(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a virtual environment with the wheel; it uses this interpreter's installed dependencies."""
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
    return Installed((str(environment / "bin" / "ichiza"),), tmp_path)


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


@pytest.mark.slow
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


@pytest.mark.slow
def test_installed_commands_work_on_records(installed: Installed) -> None:
    played = installed.run("random", "saizen", "--seats", "4", "--seed", "01")
    record = installed.home / "record.json"
    record.write_text(played.stdout, encoding="utf-8")
    assert installed.run("replay", record).returncode == 0
    assert installed.run("verify", record).returncode == Code.NO
    match = installed.run("arena", "saizen", "--seats", "easy,flat/4", "--deals", "2", "--jobs", "2")
    assert (match.returncode, '"deals": 2' in match.stdout) == (0, True), match.stderr


@pytest.mark.slow
async def test_installed_bot_plays_a_game_and_its_database_is_backed_up_and_restored(installed: Installed) -> None:
    await play_back_up_and_restore(installed)


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
    """Click Aki's choices until the table's message names the winner. The page may redraw the panel during a click."""
    async with asyncio.timeout(240):
        while not await page.locator("[data-message-id]:not(.ephemeral)", has_text="🏆").count():
            if not await page.locator(OFFERED).count():
                await asyncio.sleep(0.05)
                continue
            with contextlib.suppress(PageError):
                await page.locator(OFFERED).first.click(timeout=1_000)
            await page.wait_for_function("!document.querySelector('[aria-busy=\"true\"]')")
