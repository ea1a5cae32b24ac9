"""The command line `ichiza`: the commands of all packages under one name."""

import os
import re
import runpy
import shutil
import signal
import subprocess
import sys
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from types import TracebackType
from typing import Final

import pytest

import ichiza
from ichiza.__main__ import COMMANDS, EPILOG, main
from progress import INTERRUPTED, Progress
from tests.printed import without_progress
from tests.source_tree import ROOT

PACKAGES = sorted(set(COMMANDS.values()))


def help_of(package: str, *command: str, capsys: pytest.CaptureFixture[str]) -> str:
    """Return the help that `python -m PACKAGE` prints, on one line."""
    with pytest.raises(SystemExit) as ended:
        import_module(f"{package}.__main__").main([*command, "--help"])
    assert ended.value.code == 0
    return " ".join(capsys.readouterr().out.split())


def listed() -> dict[str, str]:
    """Return the commands that `ichiza --help` lists, each with its sentence."""
    return dict(re.findall(r"^  (\w+) +(.+)$", EPILOG, re.MULTILINE))


@pytest.mark.parametrize("package", PACKAGES)
def test_every_command_of_a_package_is_a_command_of_ichiza(package: str, capsys: pytest.CaptureFixture[str]) -> None:
    (names,) = set(re.findall(r"\{([a-z,]+)\}", help_of(package, capsys=capsys)))
    assert names.split(",") == [name for name, one in COMMANDS.items() if one == package]


@pytest.mark.parametrize("package", PACKAGES)
def test_help_lists_each_command_with_the_words_of_its_package(
    package: str, capsys: pytest.CaptureFixture[str]
) -> None:
    text = help_of(package, capsys=capsys)
    assert list(listed()) == ["run", *COMMANDS]
    wrong = {name: line for name, line in listed().items() if COMMANDS.get(name) == package and line not in text}
    assert wrong == {}


@pytest.mark.parametrize("name", COMMANDS)
def test_help_of_a_command_calls_it_by_its_new_name(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main([name, "--help"])
    assert ended.value.code == 0
    assert capsys.readouterr().out.startswith(f"usage: ichiza {name} ")


def test_help_names_every_command_and_option(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["--help"])
    assert ended.value.code == 0
    text = capsys.readouterr().out
    assert [name for name in ("--local", "--port", "--policies", "--version", *listed()) if name not in text] == []


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["bakcup"], "backup"),
        (["--port", "1", "check"], "check comes first"),
        (["--port", "x"], "'x' is no number from 0 to 65535"),
        (["--port", "65536"], "'65536' is no number from 0 to 65535"),
        (["--local", "run"], "'run' is no address such as http://127.0.0.1:8000"),
        (["--local", "127.0.0.1:8000"], "is no address such as"),
    ],
)
def test_wrong_command_line_is_refused(arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        main(arguments)
    assert ended.value.code == 2
    assert said in capsys.readouterr().err


def test_failed_command_has_the_exit_code_of_its_package(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", str(tmp_path / "none")]) == 1
    assert capsys.readouterr().err.count("\n") == 1
    assert main(["replay", str(tmp_path / "none")]) == 2
    assert capsys.readouterr().err.count("\n") == 1


@pytest.mark.slow
def test_long_commands_report_their_progress(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, empty_database: Path
) -> None:
    reports: dict[str, list[str]] = {}

    class Recorded(Progress):
        def __init__(self, command: str) -> None:
            super().__init__(command)
            self._reports = reports.setdefault(command, [])

        def __call__(self, doing: str) -> None:
            self._reports.append(doing)

    for package in PACKAGES:
        monkeypatch.setattr(f"{package}.__main__.Progress", Recorded)
    database, saved = tmp_path / "ichiza.sqlite3", tmp_path / "saved.sqlite3"
    shutil.copy(empty_database, database)
    for command in (
        ["backup", database, saved],
        ["restore", saved, database],
        ["copy", database, tmp_path / "copy.sqlite3"],
        ["check", database],
        ["ratings", database],
        ["arena", "saizen", "--seats", "flat/1,random", "--deals", "2", "--jobs", "1"],
    ):
        assert main(list(map(str, command))) == 0
    assert reports["backup"] == reports["restore"][:2] == reports["copy"][:2] == reports["check"]
    assert reports["backup"][1] == "checking the copy"
    assert reports["restore"][2] == "bringing the copy to the newest schema"
    assert "row 1 of the table settings" in reports["copy"]
    assert reports["arena"] == ["1 of 2 deals", "2 of 2 deals"]
    assert reports["ratings"] == []


def test_result_is_printed_when_the_line_of_progress_is_gone(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, empty_database: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before: list[str] = []

    class Recorded(Progress):
        def __exit__(
            self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
        ) -> None:
            before.append(capsys.readouterr().out)
            super().__exit__(kind, error, trace)

    for package in PACKAGES:
        monkeypatch.setattr(f"{package}.__main__.Progress", Recorded)
    database = tmp_path / "ichiza.sqlite3"
    shutil.copy(empty_database, database)
    for command in (
        ["backup", database, tmp_path / "saved.sqlite3"],
        ["check", database],
        ["ratings", database],
        ["arena", "saizen", "--seats", "flat/1,random", "--deals", "1", "--jobs", "1"],
    ):
        assert main(list(map(str, command))) == 0
        assert capsys.readouterr().out
    assert before == [""] * 4


@pytest.mark.parametrize("package", ["ichiza", *PACKAGES])
def test_interrupt_ends_every_command_line_with_its_exit_code(
    package: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    command = next(command for command, owner in COMMANDS.items() if package in {owner, "ichiza"})
    monkeypatch.setattr(sys, "argv", [package, command])
    monkeypatch.setattr("argparse.ArgumentParser.parse_args", interrupted)
    monkeypatch.delitem(sys.modules, f"{package}.__main__", raising=False)
    with pytest.raises(SystemExit) as ended:
        runpy.run_module(package, run_name="__main__")
    assert ended.value.code == INTERRUPTED
    assert capsys.readouterr() == ("", "")


START_WITH_CTRL_C: Final = """
import runpy, signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
runpy.run_module(sys.argv.pop(1), run_name="__main__")
"""
"""A program that runs a module and ends it at Ctrl+C, as in a terminal. A job in the background would ignore Ctrl+C."""


@pytest.mark.slow
@pytest.mark.parametrize("package", ["ichiza", "engine"])
def test_interrupt_ends_a_command_at_once_without_a_traceback(package: str) -> None:
    command = [
        sys.executable,
        "-c",
        START_WITH_CTRL_C,
        package,
        "arena",
        "saizen",
        "--seats",
        "hard,hard",
        "--deals",
        "99",
        "--jobs",
        "2",
    ]
    with subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as process:
        assert process.stderr is not None
        begun = process.stderr.readline()
        os.killpg(process.pid, signal.SIGINT)  # like Ctrl+C, which also reaches the processes of computer players
        try:
            printed, errors = process.communicate(timeout=60)
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
    assert begun.startswith("arena (")
    assert (process.returncode, printed, without_progress(errors)) == (INTERRUPTED, "", "")


def test_modules_of_the_bot_come_first_on_the_path(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", ["elsewhere", str(ROOT)])
    ichiza.add_modules()
    ichiza.add_modules()
    assert sys.path == [str(ROOT), "elsewhere", str(ROOT)]
