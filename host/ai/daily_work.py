"""Preparation of a day's deals and puzzles, called by worker processes and threads."""

from collections.abc import Callable, Mapping
from typing import Any

from engine import record
from engine.daily import choice, puzzles
from engine.daily.confirmation import confirm
from engine.daily.deal import DailyDeal


def prepared(request: Mapping[str, Any], on: Callable[[int, int], None]) -> Any:  # noqa: ANN401  any value of JSON
    """Do the one piece of work that a request describes, and return its result.

    Args:
        request: the work; its keys tell the kind.
            - `puzzle`, a seed: make a puzzle from the finished game in `record`, and confirm it; the result is None if
              its answer does not hold. Without `record`, make it from rounds of `game` with `options` that AI players
              play. `several` tells whether the puzzle must have several right moves.
            - `deal`: have AI players of each level play this deal many times. Their results are the deal's reference,
              with which people's results are compared.
            - None of these keys: choose the deals of a day from its `secret` in hex, its number `day`, its `game` and
              its `options`.
        on: called after each round or game, with the number done so far and the number in all.
    """
    if "puzzle" in request:
        seed, several = request["puzzle"], request["several"]
        if "record" in request:
            candidate = puzzles.puzzle_in(record.read(request["record"]).replay(), seed, several=several, on=on)
        else:
            candidate = puzzles.made(request["game"], request["options"], seed, several=several, on=on)
        return candidate and confirm(candidate, on).puzzle
    if "deal" not in request:
        secret = bytes.fromhex(request["secret"])
        return choice.choose_deals(secret, request["day"], request["game"], request["options"], on=on)
    return choice.reference(DailyDeal.from_data(request["deal"]), on=on)
