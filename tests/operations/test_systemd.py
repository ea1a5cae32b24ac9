"""Notifications to systemd over its socket: ready, watchdog and stopping."""

import asyncio
import os
import re
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from operations.systemd import notify, systemd_notifications, watchdog_seconds
from tests.source_tree import ROOT

LONG = 60.0
"""Timeout in seconds, which is reached only if something is broken."""


class Systemd:
    """A stand-in for systemd: it listens on the socket to which the bot sends its notifications."""

    def __init__(self, listener: socket.socket) -> None:
        self._listener = listener

    async def hears(self) -> str:
        """Return the next notification."""
        async with asyncio.timeout(LONG):
            return (await asyncio.get_running_loop().sock_recv(self._listener, 4096)).decode()


@pytest.fixture(params=["file", "abstract"])
def systemd(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Systemd]:
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listener:
        listener.bind(str(tmp_path / "notify") if request.param == "file" else f"\0ichiza-{os.getpid()}")
        listener.settimeout(0)
        name = listener.getsockname()
        monkeypatch.setenv("NOTIFY_SOCKET", name if isinstance(name, str) else f"@{name[1:].decode()}")
        monkeypatch.delenv("WATCHDOG_USEC", raising=False)
        monkeypatch.delenv("WATCHDOG_PID", raising=False)
        yield Systemd(listener)


async def test_notification_arrives_at_either_kind_of_address(systemd: Systemd) -> None:
    notify("STOPPING=1")
    assert await systemd.hears() == "STOPPING=1"


async def test_ready_is_sent_once_the_bot_is_ready_and_not_before(
    systemd: Systemd, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("operations.systemd.READY_CHECK_SECONDS", 0)
    looks: list[bool] = []

    def ready() -> bool:
        looks.append(len(looks) == 3)
        return looks[-1]

    async with systemd_notifications(ready):
        assert await systemd.hears() == "READY=1"
    assert looks == [False, False, False, True]


async def test_event_loop_notifies_the_watchdog_again_and_again(
    systemd: Systemd, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WATCHDOG_USEC", "2000")
    async with systemd_notifications(lambda: False):
        assert [await systemd.hears() for _ in range(3)] == ["WATCHDOG=1"] * 3


@pytest.mark.parametrize(
    ("microseconds", "pid", "seconds"),
    [
        ("60000000", None, 30.0),
        ("60000000", "ours", 30.0),
        ("60000000", "1", None),
        (None, None, None),
        ("", None, None),
        ("0", None, None),
        ("soon", None, None),
    ],
)
def test_watchdog_interval_is_half_the_timeout_and_none_for_other_processes(
    monkeypatch: pytest.MonkeyPatch, microseconds: str | None, pid: str | None, seconds: float | None
) -> None:
    for name, value in {"WATCHDOG_USEC": microseconds, "WATCHDOG_PID": pid}.items():
        monkeypatch.delenv(name, raising=False)
        if value is not None:
            monkeypatch.setenv(name, str(os.getpid()) if value == "ours" else value)
    assert watchdog_seconds() == seconds


async def test_nothing_is_sent_without_systemd(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NOTIFY_SOCKET", raising=False)
    monkeypatch.delenv("WATCHDOG_USEC", raising=False)
    async with systemd_notifications(lambda: pytest.fail("it is looked whether it is ready")):
        await asyncio.sleep(0)
    notify("READY=1")


def test_unreachable_systemd_is_only_logged(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("NOTIFY_SOCKET", str(tmp_path / "nothing"))
    notify("READY=1")
    assert "systemd could not be told READY=1" in caplog.text


def test_unit_waits_for_the_time_and_these_notifications_and_provides_the_needed_files() -> None:
    unit = (ROOT / "docs" / "ichiza.service").read_text(encoding="utf-8")
    said = dict(re.findall(r"^(After|Type|WatchdogSec|TimeoutStartSec|LimitNOFILE)=(.+)$", unit, re.MULTILINE))
    assert said.pop("After").split() == ["network-online.target", "time-sync.target"]
    assert said == {"Type": "notify", "WatchdogSec": "60", "TimeoutStartSec": "infinity", "LimitNOFILE": "65536"}
