"""Worker process of reviews, `python -m host.ai.review_worker`: it has one task at a time.

Requests and answers are JSON objects, one per line. The keys of a request tell its kind:

- Review: the game's `record`, the `seat`, and `playouts`, the greatest number of playouts for a decision (0: the usual
  number). The last answer has the `review`.
- Suggestion: the seat's `view`, and the `playouts`. The answer has the `suggestion`.
- Preparation of a day's deals or puzzle: the key `prepare` has the work. The last answer has the result, as `prepared`.

If the work fails, the last answer has the error as `failed` instead. After each valued move of a review, and after each
round or decision of a preparation, the process writes how many are `done` so far, and waits for a line before it goes
on. A request for a review or a preparation may have `idle`: then the process works only while a processor is idle.
Otherwise it has the same low priority as a computer player's process. The process ends with its parent, even during its
work.
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
    """Let this thread run only while a processor is idle, if the system supports that.

    Without special rights the thread cannot leave this mode again. The thread that reads the parent's lines keeps its
    priority, because it must end the process in time.
    """
    with suppress(AttributeError, OSError):
        os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))


def _suggested(view: View, playouts: int) -> Suggestion:
    return Reviewer(capped(OWN, playouts)).suggest(view, capped(THOUGHT, playouts))


if __name__ == "__main__":
    main()
