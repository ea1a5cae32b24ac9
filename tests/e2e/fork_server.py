"""A process that has imported the bot and the local Discord, and forks once for each line of its input.

A line is a JSON object: `number` of the fork, `arguments` (a script or module with its arguments), `environment`,
the working `folder`, `output` and `errors` (paths; null: this process's standard error). For each fork it prints
two lines that begin with that number: first the process id, later the exit code (negative: the signal).
"""

from __future__ import annotations

import gc
import json
import os
import runpy
import signal
import sys
from typing import Any

import bot  # noqa: F401  so that no life has to
import local_discord.server  # noqa: F401  the same


def live(life: dict[str, Any]) -> None:
    """Run as a bot or a Discord in a newly forked process."""
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    for stream, path in ((1, life["output"]), (2, life["errors"])):
        if path is not None:
            os.dup2(os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT), stream)
    os.environ.clear()
    os.environ.update(life["environment"])
    os.chdir(life["folder"])
    sys.argv = life["arguments"]
    if sys.argv[0].endswith(".py"):
        runpy.run_path(sys.argv[0], run_name="__main__")
    else:
        runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)


def keep(number: int, pid: int) -> None:
    """Print the process id of a fork, and its exit code once it has ended."""
    print(number, pid, flush=True)
    _, status = os.waitpid(pid, 0)
    print(number, os.waitstatus_to_exitcode(status), flush=True)
    os._exit(0)


def main() -> None:
    """Fork twice for each line: the first fork waits for the second, so that several can run at once."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for the first forks
    gc.freeze()
    for line in sys.stdin:
        life = json.loads(line)
        if os.fork():
            continue
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        if pid := os.fork():
            keep(life["number"], pid)
        live(life)
        return


if __name__ == "__main__":
    main()
