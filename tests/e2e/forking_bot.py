"""`bot.py` for those who kill it often: all is imported once, and each line of standard input begins a life as a fork.

A line is a JSON object of `arguments` and `log` (a path). Answered is the number of the process, and when that has
ended its exit code (below zero: the signal that has killed it), each on a line.
"""

from __future__ import annotations

import gc
import json
import os
import sys
from typing import Any

import bot
from operations.ending import leave


def live(life: dict[str, Any]) -> None:
    """Be the bot, in a process of its own that has just been forked."""
    log = os.open(life["log"], os.O_WRONLY | os.O_APPEND | os.O_CREAT)
    for stream, target in ((0, os.open(os.devnull, os.O_RDONLY)), (1, log), (2, log)):
        os.dup2(target, stream)
    leave(bot.main(life["arguments"]))


def main() -> None:
    """Begin a life for each line, one after another."""
    gc.freeze()
    for line in sys.stdin:
        life = json.loads(line)
        pid = os.fork()
        if pid == 0:
            live(life)
        print(pid, flush=True)
        _, status = os.waitpid(pid, 0)
        print(os.waitstatus_to_exitcode(status), flush=True)


if __name__ == "__main__":
    main()
