"""SIGTERM while the bot still imports, also as process 1 of a container."""

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.source_tree import ROOT

LIBRARY = """
import pathlib, time
pathlib.Path({marker!r}).touch()
time.sleep(60)
"""
"""A module that takes a minute to import, in place of discord.py."""
AS_PROCESS_1 = ["unshare", "--pid", "--fork", "--kill-child"]
CAN_UNSHARE = sys.platform == "linux" and os.geteuid() == 0 and shutil.which("unshare") is not None


def started(folder: Path, *command: str) -> subprocess.Popen[bytes]:
    """Start a command, and return it once it imports discord.py."""
    marker = folder / "imports"
    (folder / "discord.py").write_text(LIBRARY.format(marker=str(marker)))
    process = subprocess.Popen(command, cwd=ROOT, env={**os.environ, "PYTHONPATH": str(folder)})
    deadline = time.monotonic() + 30
    while not marker.exists() and process.poll() is None and time.monotonic() < deadline:
        time.sleep(0.01)
    assert marker.exists()
    return process


@pytest.mark.parametrize("arguments", [["bot.py"], ["-m", "ichiza"]], ids=["bot.py", "ichiza"])
def test_sigterm_during_the_imports_ends_the_bot_at_once(tmp_path: Path, arguments: list[str]) -> None:
    process = started(tmp_path, sys.executable, *arguments)
    process.terminate()
    assert process.wait(10) == 0


@pytest.mark.skipif(not CAN_UNSHARE, reason="only root on Linux may make a process 1")
def test_process_1_hears_a_sigterm_during_the_imports(tmp_path: Path) -> None:
    outer = started(tmp_path, *AS_PROCESS_1, sys.executable, "bot.py")
    children = Path(f"/proc/{outer.pid}/task/{outer.pid}/children").read_text().split()
    try:
        os.kill(int(children[0]), signal.SIGTERM)
        assert outer.wait(10) == 0
    finally:
        outer.kill()
        outer.wait()
