"""Worker process of reviews, `python -m host.ai.review_worker`: it has one task at a time.

A request for a review is a JSON object with the game's `record`, the `seat`, and the greatest number of `playouts` for
a decision (0: as many as the method takes); with `idle` the process works only while a processor is idle. For each
valued move it writes a JSON object with the number of moves `done` so far, and waits for a line before it goes on. The
last object has the `review`, or the error as `failed`. A request for a suggestion has the seat's `view` and the
`playouts`; the answer has the `suggestion`, or the error as `failed`. A request to prepare a day's deals or puzzle has
the work as `prepare`, and may have `idle`; the rounds or decisions `done` are written as for a review, and the last
object has what is `prepared`. Without `idle` the process has the same low priority as a
computer player's process. It ends with its parent, even during its work.
"""

import json
import os
from contextlib import suppress
from queue import SimpleQueue

import engine.games  # noqa: F401  fills Game.games
from engine import record
from engine.contract.view import View
from engine.review.review import OTHERS, OWN, THOUGHT, Reviewer, Suggestion, review
from host.ai.daily_work import prepared
from host.ai.scheduler import capped
from host.ai.worker import give_way, lines_of_parent, say, without_text


def main() -> None:
    """Answer requests until the input ends."""
    lines = lines_of_parent()
    give_way()
    while True:
        _answer(lines)


def _answer(lines: SimpleQueue[bytes]) -> None:
    def on(done: int, _of: int) -> None:
        say({"done": done})
        lines.get()

    try:
        asked = json.loads(lines.get())
        if "view" in asked:
            say({"suggestion": _suggested(asked["view"], asked["playouts"])})
            return
        if asked.get("idle"):
            _take_idle_time_only()
        if "prepare" in asked:
            say({"prepared": prepared(asked["prepare"], on)})
            return
        reviewer = Reviewer(capped(OWN, asked["playouts"]), capped(OTHERS, asked["playouts"]))
        say({"review": review(record.read(asked["record"]), asked["seat"], reviewer, on)})
    except Exception as error:  # noqa: BLE001  a player may raise anything
        say({"failed": without_text(error)})


def _take_idle_time_only() -> None:
    """Let this thread run only while a processor is idle, where the system can; without rights it cannot go back.

    The thread that reads the parent's lines keeps its priority, because it ends the process.
    """
    with suppress(AttributeError, OSError):
        os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))


def _suggested(view: View, playouts: int) -> Suggestion:
    return Reviewer(capped(OWN, playouts)).suggest(view, capped(THOUGHT, playouts))


if __name__ == "__main__":
    main()
