"""Shutdown of a separate process by real signals."""

import signal
import subprocess
import sys
import time

from tests.source_tree import ROOT

SLOW_TO_STOP = """
import asyncio
from operations.shutdown import exit_process, run_until_stopped

async def work():
    print("ready", flush=True)
    try:
        await asyncio.sleep(60)
    except asyncio.CancelledError:
        print("stopping", flush=True)
        await asyncio.sleep(1)

run_until_stopped(work())
exit_process(0)
"""
"""A process that takes a second to stop."""


def test_further_signals_change_nothing_and_print_nothing() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", SLOW_TO_STOP],
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        process.send_signal(signal.SIGTERM)
        assert process.stdout.readline() == "stopping\n"
        for _ in range(3):
            time.sleep(0.1)  # without a pause the kernel merges the signals
            process.send_signal(signal.SIGTERM)
        assert process.communicate(timeout=10) == ("", "")
        assert process.returncode == 0
