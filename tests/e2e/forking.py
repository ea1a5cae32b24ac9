"""A process that has imported all that the bot and the local Discord do; each line of its input begins a fork of it.

A line is a JSON object: `number` of the life, `arguments` (a script or a module and what follows it), `environment`,
`folder` to be in, `output` and `errors` (paths; null: where this process has its own errors). Said of a life are, each
on a line behind its number, its process, and when that has ended its exit code (below zero: the signal that ended it).
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
    """Be a bot or a Discord, in a process of its own that has just been forked."""
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
    """Say of a life what there is to say, until it has ended."""
    print(number, pid, flush=True)
    _, status = os.waitpid(pid, 0)
    print(number, os.waitstatus_to_exitcode(status), flush=True)
    os._exit(0)


def main() -> None:
    """Begin a life for each line, and let each have a keeper: so there can be several at once."""
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for the keepers
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
