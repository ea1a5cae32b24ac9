"""The work of preparing a day's deals and puzzles, as a worker process or thread does it."""

from collections.abc import Callable, Mapping
from typing import Any

from engine import record
from engine.daily import choice, puzzles
from engine.daily.deal import DailyDeal


def prepared(request: Mapping[str, Any], on: Callable[[int, int], None]) -> Any:  # noqa: ANN401  any value of JSON
    """Choose a day's deals; play the reference of one, if the request has a `deal`; or make a puzzle.

    Args:
        request: the day's `secret` in hex, its number as `day`, `game` and `options`, and perhaps one `deal`. For a
            puzzle it has the seed as `puzzle`, and whether it is to have `several` right moves; and either the `record`
            of a finished game, or `game` and `options` of rounds that computers play.
        on: called after each round or decision, with their number so far and their number in all.
    """
    if "puzzle" in request:
        seed, several = request["puzzle"], request["several"]
        if "record" in request:
            return puzzles.puzzle_in(record.read(request["record"]).replay(), seed, several=several, on=on)
        return puzzles.made(request["game"], request["options"], seed, several=several, on=on)
    if "deal" not in request:
        secret = bytes.fromhex(request["secret"])
        return choice.choose_deals(secret, request["day"], request["game"], request["options"], on=on)
    return choice.reference(DailyDeal.from_data(request["deal"]), on=on)
