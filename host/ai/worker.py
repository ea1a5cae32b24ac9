"""A computer player's process, `python -m host.ai.worker`: requests come in, answers go out, a line each.

A request is a JSON object: a seat's `view`, the player's `level`, a `seed`, and what its effort may be, `playouts` and
`seconds`. The answer has the `move`; or, as `failed`, what the player has failed with. Of the bot it knows the engine
alone. It gives way to everybody who wants the processor, but for a tenth. It ends with its parent, also in the
midst of a thought.
"""

import json
import os
import signal
import sys
from collections.abc import Iterable
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread
from traceback import format_tb

import engine.games  # noqa: F401  fills Game.games
from engine import players
from engine.players import ThinkingBudget

NICENESS = 10
"""Niceness of this process: beside others that want the whole processor it has a tenth, at 19 a hundredth."""


def main() -> None:
    """Answer until the input ends."""
    for number in (signal.SIGINT, signal.SIGTERM):  # they are for the parent, which says when this one ends
        signal.signal(number, signal.SIG_IGN)
    _give_way()
    requests: SimpleQueue[bytes] = SimpleQueue()
    Thread(target=_read, args=(sys.stdin.buffer, requests), daemon=True).start()
    while True:
        print(json.dumps(answered(requests.get())), flush=True)


def answered(request: bytes) -> dict[str, str]:
    """The answer to a request."""
    try:
        asked = json.loads(request)
        effort = ThinkingBudget(asked["playouts"], asked["seconds"])
        return {"move": players.choose(asked["view"], asked["level"], asked["seed"], effort)}
    except Exception as error:  # noqa: BLE001  whatever a player may do
        return {"failed": without_words(error)}


def without_words(error: Exception) -> str:
    """The type of an error, and where it was raised; not what it says, which may hold cards."""
    return f"{type(error).__name__}\n{''.join(format_tb(error.__traceback__))}"


def _give_way() -> None:
    """Take a tenth of the processor where others want it: with less, no move would come in time on a busy machine."""
    with suppress(AttributeError, OSError):
        os.setpriority(os.PRIO_PROCESS, 0, NICENESS)


def _read(lines: Iterable[bytes], requests: SimpleQueue[bytes]) -> None:
    """Pass requests on, and end the process with the input, whatever it is thinking about."""
    for line in lines:
        requests.put(line)
    os._exit(0)


if __name__ == "__main__":
    main()
