"""Plugin of pytest, `-p benchmarks.mutants.reach`, that writes which functions of this project each test enters.

Each test process writes its own file in `FOLDER`. It writes the file only when all its tests have ended, because some
tests switch to another user, who may not write in that folder. The file has a line of JSON for each
test that passes: the test's id, its duration in seconds, and the functions that it enters, each as `FILE:LINE` of the
function's first line.

The plugin needs Python 3.12.
"""

import json
import os
import sys
from pathlib import Path
from types import CodeType
from typing import Any

import pytest

FOLDER = Path(".reach").absolute()
HERE = f"{Path.cwd()}/"
ENTERED: set[str] = set()
LINES: list[str] = []
MONITORING: Any = getattr(sys, "monitoring", None)
"""The module that reports when a function is entered; Python 3.11 has none."""


def enter(code: CodeType, _offset: int) -> object:
    """Record that a function was entered, at most once per test."""
    ENTERED.add(f"{code.co_filename}:{code.co_firstlineno}")
    return MONITORING.DISABLE


def pytest_configure() -> None:
    """Have `enter` called when a function is entered."""
    FOLDER.mkdir(exist_ok=True)
    MONITORING.use_tool_id(MONITORING.COVERAGE_ID, "reach")
    MONITORING.register_callback(MONITORING.COVERAGE_ID, MONITORING.events.PY_START, enter)
    MONITORING.set_events(MONITORING.COVERAGE_ID, MONITORING.events.PY_START)


def pytest_unconfigure() -> None:
    """Stop the calls to `enter`, and write the lines of all passed tests to this process's file."""
    MONITORING.set_events(MONITORING.COVERAGE_ID, 0)
    if "PYTEST_XDIST_WORKER" in os.environ:
        (FOLDER / str(os.getpid())).write_text("\n".join(LINES), encoding="utf-8")


def pytest_runtest_setup() -> None:
    """Forget the functions that the previous test entered."""
    MONITORING.restart_events()
    ENTERED.clear()


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Add the line of a passed test."""
    if report.when == "call" and report.passed:
        ours = sorted(one.removeprefix(HERE) for one in {*ENTERED} if one.startswith(HERE))
        LINES.append(json.dumps([report.nodeid, report.duration, ours]))
