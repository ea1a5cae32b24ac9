"""A process that has imported the bot and the local Discord, and forks once for each line of its input.

A line is a JSON object: `number` of the fork, `arguments` (a script or module with its arguments), `environment`,
the working `folder`, `output` and `errors` (paths; null: this process's standard error). For each fork this process
prints two lines that begin with that number: first the process id, later the exit code (negative: the signal).
"""

import gc
import json
import os
import runpy
import signal
import sys
from typing import Any

import bot  # noqa: F401  imported once for all forks
import local_discord.server  # noqa: F401  imported once for all forks
from tests.without_sync import skip_syncs


def run_fork(request: dict[str, Any]) -> None:
    """In a newly forked process, run the requested bot or local Discord."""
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    for stream, path in ((1, request["output"]), (2, request["errors"])):
        if path is not None:
            os.dup2(os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT), stream)
    os.environ.clear()
    os.environ.update(request["environment"])
    os.chdir(request["folder"])
    sys.argv = request["arguments"]
    if sys.argv[0].endswith(".py"):
        runpy.run_path(sys.argv[0], run_name="__main__")
    else:
        runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)


def report_end(number: int, pid: int) -> None:
    """Print the process id of a fork, and its exit code once it has ended."""
    print(number, pid, flush=True)
    _, status = os.waitpid(pid, 0)
    print(number, os.waitstatus_to_exitcode(status), flush=True)
    os._exit(0)


def main() -> None:
    """For each line fork a process, which forks a second one.

    The second process runs the request, and the first one reports the end of the second. Meanwhile the main process
    goes on with the next line, so several requests run at the same time.
    """
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # leave no zombies: this process waits for none of its forks
    skip_syncs()
    gc.freeze()
    for line in sys.stdin:
        request = json.loads(line)
        if os.fork():
            continue
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        if pid := os.fork():
            report_end(request["number"], pid)
        run_fork(request)
        return


if __name__ == "__main__":
    main()
