"""The work of preparing a day's deals, as a worker process or thread does it."""

from collections.abc import Callable, Mapping
from typing import Any

from engine.daily import choice
from engine.daily.deal import DailyDeal


def prepared(request: Mapping[str, Any], on: Callable[[int, int], None]) -> Any:  # noqa: ANN401  any value of JSON
    """Choose a day's deals; or, if the request has a `deal`, play its reference.

    Args:
        request: the day's `secret` in hex, its number as `day`, `game` and `options`, and perhaps one `deal`.
        on: called after each round that was played, with the number of rounds so far and of all rounds.
    """
    if "deal" not in request:
        secret = bytes.fromhex(request["secret"])
        return choice.choose_deals(secret, request["day"], request["game"], request["options"], on=on)
    return choice.reference(DailyDeal.from_data(request["deal"]), on=on)
