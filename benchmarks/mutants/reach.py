"""Plugin of pytest, `-p benchmarks.mutants.reach`, that writes which functions of this project each test enters.

Each test process writes its own file in `FOLDER`. The file has a line of JSON for each test that passes: the test's id,
its duration in seconds, and the functions that it enters, each as `FILE:LINE` of the function's first line.

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
    """Stop the calls of `enter`."""
    MONITORING.set_events(MONITORING.COVERAGE_ID, 0)


def pytest_runtest_setup() -> None:
    """Forget the functions that the previous test entered."""
    MONITORING.restart_events()
    ENTERED.clear()


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Write the functions that a passed test has entered."""
    if report.when == "call" and report.passed and "PYTEST_XDIST_WORKER" in os.environ:
        ours = sorted(one.removeprefix(HERE) for one in {*ENTERED} if one.startswith(HERE))
        with (FOLDER / str(os.getpid())).open("a", encoding="utf-8") as out:
            print(json.dumps([report.nodeid, report.duration, ours]), file=out)
