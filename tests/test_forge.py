"""The files for GitHub: jobs call only make targets that exist, and name only existing versions and paths."""

import re
import shlex
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

import engine.games  # noqa: F401  registers the games
from engine.game import Game
from engine.players import LEVELS
from tests.source_tree import ROOT

FORGE = ROOT / ".github"
WORKFLOWS = sorted((FORGE / "workflows").glob("*.yml"))
FORMS = sorted(set((FORGE / "ISSUE_TEMPLATE").glob("*.yml")) - {FORGE / "ISSUE_TEMPLATE" / "config.yml"})
TARGETS = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))


def read(file: Path) -> Any:
    return yaml.safe_load(file.read_text("utf-8"))


def jobs(*files: Path) -> dict[str, dict[str, Any]]:
    return {f"{file.stem} {name}": job for file in files or WORKFLOWS for name, job in read(file)["jobs"].items()}


def commands(job: dict[str, Any]) -> list[str]:
    return [line for step in job.get("steps", ()) for line in step.get("run", "").splitlines()]


def made(line: str) -> Iterator[str]:
    """Yield the targets that a command line makes, without the variables that it sets."""
    for command in re.split(r"&&|;", line):
        words = shlex.split(command)
        if words[:1] == ["make"]:
            yield from (word for word in words[1:] if "=" not in word)


def first_change() -> str:
    """Return the part of CONTRIBUTING.md that leads to a first change."""
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    return text.split("## Your first change in ten minutes\n")[1].split("\n## ")[0]


def named_commands() -> dict[str, list[str]]:
    """Return the command lines that call make, by the job or file that contains them."""
    hooks = [
        hook["entry"] for repository in read(ROOT / ".pre-commit-config.yaml")["repos"] for hook in repository["hooks"]
    ]
    container = read(ROOT / ".devcontainer" / "devcontainer.json")
    return {
        **{name: commands(job) for name, job in jobs().items()},
        "pre-commit": hooks,
        "devcontainer": [container["postCreateCommand"]],
        "CONTRIBUTING": re.findall(r"^ {4}(make .*?)(?: {2,}#.*)?$", first_change(), re.MULTILINE),
    }


def test_every_file_of_the_forge_is_read() -> None:
    files = [file for file in FORGE.rglob("*") if file.suffix in {".yml", ".yaml"}]
    assert len(files) >= 8
    assert all(isinstance(read(file), dict) for file in files)


def test_every_target_that_is_called_exists() -> None:
    called = {place: {target for line in lines for target in made(line)} for place, lines in named_commands().items()}
    assert {place: targets - TARGETS for place, targets in called.items() if targets - TARGETS} == {}
    for place in ("pre-commit", "devcontainer", "CONTRIBUTING"):
        assert called[place], f"{place} calls no target"


@pytest.mark.parametrize("name", jobs(FORGE / "workflows" / "ci.yml"))
def test_every_job_of_the_checks_calls_make(name: str) -> None:
    assert any(target for line in commands(jobs()[name]) for target in made(line))


def test_tests_run_on_every_python_that_the_project_names() -> None:
    tested = jobs()["ci tests"]["strategy"]["matrix"]["python"]
    named = [one.rpartition(" ")[2] for one in PROJECT["project"]["classifiers"] if "Python :: 3." in one]
    assert tested == named
    assert PROJECT["project"]["requires-python"] == f">={named[0]}"
    used = {
        step["with"]["python-version"]
        for job in jobs().values()
        for step in job.get("steps", ())
        if "setup-python" in step.get("uses", "")
    }
    assert used - {"${{ matrix.python }}"} <= set(named)


def test_marks_that_jobs_choose_tests_by_exist() -> None:
    marks = {one.split(":")[0] for one in PROJECT["tool"]["pytest"]["ini_options"]["markers"]}
    chosen = [
        word
        for name in jobs()
        for one in re.findall(r'ONLY="?([^"\n]*)', "\n".join(commands(jobs()[name])))
        for word in one.split()
    ]
    assert chosen
    assert set(chosen) - {"not", "and", "or"} <= marks


@pytest.mark.parametrize("name", jobs())
def test_job_ends_and_writes_no_more_than_it_must(name: str) -> None:
    job = jobs()[name]
    assert "uses" in job or 0 < job["timeout-minutes"] <= 30
    writes = {scope for scope, right in job.get("permissions", {}).items() if right == "write"}
    assert writes <= {
        "release package": {"id-token", "attestations"},
        "release image": {"id-token", "attestations", "packages"},
        "release release": {"contents"},
    }.get(name, set())


def test_nothing_is_published_before_the_checks_and_the_comparison_of_the_version() -> None:
    release = jobs(FORGE / "workflows" / "release.yml")

    def before(name: str) -> set[str]:
        needs = release[f"release {name}"].get("needs", [])
        direct = {needs} if isinstance(needs, str) else {*needs}
        return direct.union(*map(before, direct))

    assert any("GITHUB_REF_NAME" in line and "tar.gz" in line for line in commands(release["release package"]))
    assert before("package") == {"checks"}
    assert before("image") == {"checks", "package"}
    assert before("release") == {"checks", "package", "image"}


def test_only_a_newer_push_to_a_pull_request_ends_running_checks() -> None:
    for file in WORKFLOWS:
        ends = read(file)["concurrency"]["cancel-in-progress"]
        assert ends in {False, "${{ github.event_name == 'pull_request' }}"}, file.name


@pytest.mark.parametrize("file", WORKFLOWS, ids=lambda file: file.stem)
def test_workflow_may_only_read_and_names_its_actions_by_commit(file: Path) -> None:
    assert read(file)["permissions"] == {"contents": "read"}
    actions = re.findall(r"^ +- uses: (\S+)(.*)$", file.read_text("utf-8"), re.MULTILINE)
    assert actions
    for action, version in actions:
        assert re.search(r"@[0-9a-f]{40}$", action), action
        assert re.fullmatch(r" # v\d+\.\d+\.\d+", version), action


@pytest.mark.parametrize("file", FORMS, ids=lambda file: file.stem)
def test_form_asks_each_question_once(file: Path) -> None:
    ids = [part["id"] for part in read(file)["body"] if part["type"] != "markdown"]
    assert len(ids) == len(set(ids))


def test_forms_name_the_games_and_the_levels() -> None:
    choices = {
        (file.stem, part["id"]): part["attributes"]["options"]
        for file in FORMS
        for part in read(file)["body"]
        if part["type"] == "dropdown"
    }
    titles = {str(kind.title) for kind in Game.games.values()}
    assert set(choices["silly-move", "game"]) == set(choices["rules-question", "game"]) == titles
    assert choices["silly-move", "level"][:-1] == list(LEVELS)


def test_first_change_names_what_is_there() -> None:
    text = first_change()
    for path in re.findall(r"\b(?:tests|locales)/[\w./]*\w", text):
        assert (ROOT / path).exists(), path
    [(key, sentence)] = re.findall(r"`([a-z-]+) = (.+?)`", text)
    assert f"\n{key} = {sentence}\n" in (ROOT / "locales/en/bot.ftl").read_text("utf-8")
    assert f'"{sentence}"' in (ROOT / "tests/show/pages/test_replay.py").read_text("utf-8")
