"""Worker process of an AI player, `python -m host.ai.worker`: reads requests and writes answers, one per line.

A request is a JSON object with a seat's `view`, the player's `level`, a `seed`, and the budget as `playouts` and
`seconds`. An answer is a JSON object with the `move`, or with the error as `failed`. The process imports the engine
only, runs at a low priority, and ends with its parent, even during its work.
"""

import json
import os
import signal
import sys
from collections.abc import Iterable, Mapping
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread
from traceback import format_tb

import engine.games  # noqa: F401  fills Game.games
from engine import players
from engine.players import ThinkingBudget

NICENESS = 10
"""Niceness of this process, which gives it about a tenth of a busy processor; 19 would give it a hundredth."""


def main() -> None:
    """Answer requests until the input ends."""
    requests = lines_of_parent()
    give_way()
    while True:
        say(answered(requests.get()))


def lines_of_parent() -> SimpleQueue[bytes]:
    """Return a queue of the lines that the parent writes.

    From now on the process ignores interrupts, and ends when the parent's lines end.
    """
    for number in (signal.SIGINT, signal.SIGTERM):  # the parent process handles interrupts, and ends this process
        signal.signal(number, signal.SIG_IGN)
    requests: SimpleQueue[bytes] = SimpleQueue()
    Thread(target=_read, args=(sys.stdin.buffer, requests), daemon=True).start()
    return requests


def say(answer: Mapping[str, object]) -> None:
    """Write a line for the parent."""
    print(json.dumps(answer), flush=True)


def answered(request: bytes) -> dict[str, str]:
    """Return the answer to a request."""
    try:
        asked = json.loads(request)
        budget = ThinkingBudget(asked["playouts"], asked["seconds"])
        return {"move": players.choose(asked["view"], asked["level"], asked["seed"], budget)}
    except Exception as error:  # noqa: BLE001  a player may raise anything
        return {"failed": without_text(error)}


def without_text(error: Exception) -> str:
    """Return the type and traceback of an error, without its text, which may hold cards."""
    return f"{type(error).__name__}\n{''.join(format_tb(error.__traceback__))}"


def give_way() -> None:
    """Lower the process's priority, but not so far that its work ends too late on a busy machine."""
    with suppress(AttributeError, OSError):
        os.setpriority(os.PRIO_PROCESS, 0, NICENESS)


def _read(lines: Iterable[bytes], requests: SimpleQueue[bytes]) -> None:
    """Queue requests, and end the process when the input ends."""
    for line in lines:
        requests.put(line)
    os._exit(0)


if __name__ == "__main__":
    main()
