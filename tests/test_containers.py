"""Dockerfile, .dockerignore and compose.yaml agree with the package, the settings and each other."""

import asyncio
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import PurePosixPath
from typing import Any

import pytest
import yaml

from bot import SECRETS, Settings
from ichiza.__main__ import COMMANDS
from operations.shutdown import LAST_SECONDS
from tests.dockerfile import let_in, stages
from tests.e2e.playing import online
from tests.empty_root import Image, build
from tests.installed import SETTINGS as FAST
from tests.installed import Installed, play_back_up_and_restore
from tests.source_tree import ROOT

COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text("utf-8"))
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
BOTS = {name: service for name, service in SERVICES.items() if service["image"] == "ichiza"}
UNIT = (ROOT / "docs" / "ichiza.service").read_text("utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
DIGEST = re.compile(r"[a-z]+:[\w.-]+@sha256:[0-9a-f]{64}")
EVERY_SERVICE = pytest.mark.parametrize("name", SERVICES)
EVERY_BOT = pytest.mark.parametrize("name", BOTS)


def unit(setting: str) -> str:
    """Return a setting of the systemd unit."""
    [value] = re.findall(rf"^{setting}=(.*)$", UNIT, re.MULTILINE)
    return str(value)


# --- The image


def test_base_image_is_named_by_digest_once() -> None:
    first, *others = stages()
    assert DIGEST.fullmatch(first.base)
    assert {stage.base for stage in others} == {first.name}


def test_python_of_the_image_is_one_that_is_tested() -> None:
    [version] = re.findall(r"^python:(\d+\.\d+)-", stages()[0].base)
    assert f"Programming Language :: Python :: {version}" in PROJECT["project"]["classifiers"]


def test_every_package_of_the_image_is_pinned_by_hash_or_the_wheel_itself() -> None:
    commands = [command for stage in stages() for text in stage.texts("RUN") for command in text.split("&&")]
    installs = [command for command in commands if " pip " in command]
    assert len(installs) == 4
    for install in installs:
        assert " --require-hashes -r " in install or " --no-deps " in install
    for file in re.findall(r"-r (\S+)", " ".join(installs)):
        assert file in let_in()


def test_build_gets_what_the_wheel_is_made_of_and_nothing_else() -> None:
    sources = PROJECT["tool"]["hatch"]["build"]["targets"]["sdist"]["only-include"]
    described = ["pyproject.toml", PROJECT["project"]["readme"], *PROJECT["project"]["license-files"]]
    pinned = [
        word for stage in stages() for text in stage.texts("COPY") for word in text.split() if "requirements" in word
    ]
    assert sorted(let_in()) == sorted([*sources, *described, *pinned])
    assert [path for path in let_in() if not (ROOT / path).exists()] == []


def test_image_runs_as_nobody_else_and_writes_its_volume() -> None:
    image = stages()[-1]
    order = [one.name for one in image.instructions]
    assert image.last("USER").text == "ichiza"
    assert "RUN" not in order[order.index("USER") :]
    assert image.last("WORKDIR").text == image.last("VOLUME").text == "/data"
    assert image.last("ENTRYPOINT").command == list(PROJECT["project"]["scripts"])


# --- The services of compose.yaml


def test_service_belongs_to_one_database_so_that_no_two_bots_answer() -> None:
    assert {name: service["profiles"] for name, service in SERVICES.items()} == {
        "bot": ["sqlite"],
        "bot-1": ["postgres"],
        "bot-2": ["postgres"],
        "postgres": ["postgres"],
    }


@EVERY_SERVICE
def test_service_has_an_init_and_may_do_no_more_than_it_must(name: str) -> None:
    service = SERVICES[name]
    assert service["read_only"]
    assert service["init"], "process 1 would lose a SIGTERM that comes before its handlers"
    assert service["cap_drop"] == ["ALL"]
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert "/tmp" in service["tmpfs"]  # noqa: S108  a folder of the container
    assert not {"ports", "privileged", "cap_add", "network_mode"} & set(service)


@EVERY_SERVICE
def test_service_starts_again_and_its_log_ends(name: str) -> None:
    service = SERVICES[name]
    assert service["restart"] == "unless-stopped"
    assert set(service["logging"]["options"]) == {"max-size", "max-file"}


@EVERY_SERVICE
def test_images_that_are_not_built_here_are_named_by_digest(name: str) -> None:
    service = SERVICES[name]
    assert ("build" in service) == (name in BOTS)
    assert "build" in service or DIGEST.fullmatch(service["image"])


@EVERY_SERVICE
def test_every_secret_is_a_file_that_exists_in_the_container(name: str) -> None:
    service = SERVICES[name]
    files = {value for key, value in service["environment"].items() if key.endswith("_FILE")}
    assert files == {f"/run/secrets/{secret}" for secret in service["secrets"]}
    assert set(service["secrets"]) <= set(COMPOSE["secrets"])


def test_secrets_are_kept_out_of_git_and_of_the_image() -> None:
    folders = {PurePosixPath(secret["file"]).parts[0] for secret in COMPOSE["secrets"].values()}
    assert folders == {"secrets"}
    assert "/secrets/" in (ROOT / ".gitignore").read_text("utf-8").splitlines()
    assert not folders & {PurePosixPath(path).parts[0] for path in let_in()}


@EVERY_SERVICE
def test_every_volume_is_declared(name: str) -> None:
    assert {volume.partition(":")[0] for volume in SERVICES[name]["volumes"]} <= set(COMPOSE["volumes"])


@EVERY_BOT
def test_bot_runs_a_command_that_exists(name: str) -> None:
    command = BOTS[name].get("command", ["run"])
    assert command[0] in {"run", *COMMANDS}


@EVERY_BOT
def test_settings_of_the_bot_are_settings(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    environment = BOTS[name]["environment"]
    example = re.findall(r"^(\w+)=", (ROOT / ".env.example").read_text("utf-8"), re.MULTILINE)
    assert set(environment) <= set(example)
    assert not set(environment) & set(SECRETS)
    for key, value in environment.items():
        assert isinstance(value, str), "YAML would write it in its own way"
        if not key.endswith("_FILE"):
            monkeypatch.setenv(key, value)
    Settings(_env_file=None)


@EVERY_BOT
def test_bot_writes_its_database_on_the_volume(name: str) -> None:
    service = BOTS[name]
    folder = PurePosixPath(service["environment"]["ICHIZA_DATABASE"]).parent
    assert f"data:{folder}" in service["volumes"]
    assert stages()[-1].last("VOLUME").text == str(folder)


@EVERY_BOT
def test_bot_has_the_health_port_that_the_image_asks(name: str) -> None:
    port = BOTS[name]["environment"]["ICHIZA_HEALTH_PORT"]
    assert f"http://127.0.0.1:{port}/health" in stages()[-1].last("HEALTHCHECK").text
    assert f"ICHIZA_HEALTH_PORT={port}" in stages()[-1].last("ENV").words


@EVERY_BOT
def test_bot_has_the_limits_of_the_systemd_unit(name: str) -> None:
    service = BOTS[name]
    assert service["stop_grace_period"] == f"{unit('TimeoutStopSec')}s"
    assert float(unit("TimeoutStopSec")) > LAST_SECONDS
    assert service["mem_limit"] == unit("MemoryMax").lower()
    assert str(service["pids_limit"]) == unit("TasksMax")


def test_two_bots_share_shards_and_database() -> None:
    pair = [service for service in BOTS.values() if service["profiles"] == ["postgres"]]
    assert len(pair) == 2
    assert pair[0] == pair[1]
    assert int(pair[0]["environment"]["ICHIZA_SHARDS"]) > 0
    assert "database_url" in pair[0]["secrets"]
    assert pair[0]["depends_on"] == {"postgres": {"condition": "service_healthy"}}


# --- The Dockerfile's steps, run in an empty folder


@pytest.fixture(scope="module")
def image(tmp_path_factory: pytest.TempPathFactory) -> Image:
    """Return the image that the Dockerfile's steps make in an empty folder."""
    if sys.platform != "linux" or os.geteuid() != 0 or shutil.which("unshare") is None:
        pytest.skip("only root on Linux may mount")
    return build(tmp_path_factory.mktemp("image"), VERSION="9.8.7")


@pytest.fixture
def container(image: Image) -> Installed:
    """Return the image's installed bot: the command that starts it, and the folder of the image's volume."""
    last, settings = stages()[-1], {"ICHIZA_DATABASE": "ichiza.sqlite3", **FAST}
    ichiza = image.command(*last.last("ENTRYPOINT").command, user="ichiza", volume="/data", **settings)
    return Installed(ichiza, image.at("/data"))


@pytest.mark.soak
def test_image_has_the_version_that_it_was_built_with(container: Installed) -> None:
    assert container.run("--version").stdout == "ichiza 9.8.7\n"


@pytest.mark.soak
async def test_image_plays_a_game_and_its_database_is_backed_up_and_restored(container: Installed) -> None:
    await play_back_up_and_restore(container)


@pytest.mark.soak
async def test_health_check_of_the_image_succeeds_only_while_the_bot_runs(image: Image, container: Installed) -> None:
    check = image.command(*stages()[-1].last("HEALTHCHECK").command, user="ichiza", volume="/data")
    async with container.local() as url, online(url):
        assert (await asyncio.to_thread(subprocess.run, check, capture_output=True)).returncode == 0
    assert (await asyncio.to_thread(subprocess.run, check, capture_output=True)).returncode != 0


@pytest.mark.soak
def test_container_can_write_nowhere_else(image: Image) -> None:
    touch = (
        'for one in /opt/ichiza/x /etc/x /x /usr/x; do if touch "$one" 2>/dev/null; then echo "$one"; fi; done; id -u'
    )
    command = image.command("/bin/sh", "-c", f"touch /data/x /tmp/x; {touch}", user="ichiza", volume="/data")
    assert subprocess.run(command, check=True, capture_output=True, text=True).stdout == "10001\n"
