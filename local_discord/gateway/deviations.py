"""Payloads of another shape than Discord documents: one value of a payload is left out or is something else.

A deviation is drawn with a seed, or given by the place and what happens there. It is applied to the payload that would
have been sent, and only there: what the local Discord itself knows stays as it is.
"""

from __future__ import annotations

import copy
import dataclasses
from random import Random
from typing import Any

from local_discord.checks.errors import ClientError
from local_discord.wire import Json

HUGE = 10**30
WAYS = ("missing", "null", "type", "empty", "extra", "huge", "word")
"""What may happen to a value: it is left out, null, of another type, empty, has an unknown field, is a number beyond
every id, is a word."""
KEPT = 100_000
"""Deviations that are remembered."""
Place = tuple[str | int, ...]


def drawn(payload: object, random: Random) -> tuple[Place, str]:
    """A random deviation that changes something: fields near the top of a payload are likelier than those far down."""
    while True:
        place, way = _place(payload, random), random.choice(WAYS)
        if deviating(payload, place, way) != payload:
            return place, way


def _place(payload: Any, random: Random) -> Place:  # noqa: ANN401  anything that JSON can say
    place: Place = ()
    while isinstance(payload, dict | list) and payload and random.random() < (0.6 if place else 0.98):
        key = random.choice(list(payload) if isinstance(payload, dict) else range(len(payload)))
        place, payload = (*place, key), payload[key]
    return place


def deviating(payload: object, place: Place, way: str) -> Any:  # noqa: ANN401  anything that JSON can say
    """A payload with a deviation; itself where that place cannot deviate so.

    Raises:
        ClientError: it has no such place, or there is no such way.
    """
    if way not in WAYS:
        raise ClientError(f"Nothing deviates by {way!r}; there are {', '.join(WAYS)}.")
    whole = copy.deepcopy(payload)
    if not place:
        return whole if way == "missing" else _other(whole, way)
    holder: Any = whole
    try:
        for key in place[:-1]:
            holder = holder[key]
        value = holder[place[-1]]
    except (LookupError, TypeError):
        raise ClientError(f"The payload has nothing at {place}.") from None
    if way == "missing":
        del holder[place[-1]]
    else:
        holder[place[-1]] = _other(value, way)
    return whole


def _other(value: Any, way: str) -> Any:  # noqa: ANN401  anything that JSON can say, before and after
    always = {"null": None, "huge": HUGE, "word": "odd"}
    if way in always:
        return always[way]
    if way == "empty" and isinstance(value, dict | list | str):
        return type(value)()
    if way == "extra" and isinstance(value, dict):
        return {**value, "odd": {"odd": [1]}}
    if way == "extra" and isinstance(value, list):
        return [*value, None]
    return _of_another_type(value) if way == "type" else value


def _of_another_type(value: Any) -> Any:  # noqa: ANN401  as above
    match value:
        case bool() | None:
            return "odd"
        case str():
            return int(value) if value.isdecimal() else [value]
        case int() | float():
            return str(value)
        case list():
            return {str(number): one for number, one in enumerate(value)}
        case dict():
            return list(value.values())


@dataclasses.dataclass(slots=True)
class Planned:
    """A deviation of the next event of a type; drawn by a seed where no place is given."""

    event: str
    seed: int = 0
    place: Place | None = None
    way: str = "null"


class Deviations:
    """Those in waiting, and those that have been sent."""

    def __init__(self) -> None:
        self.waiting: list[Planned] = []
        self.sent: list[Json] = []

    def plan(self, wanted: Json) -> None:
        """Let the next events of a type deviate, one for each seed, or one at a place.

        Raises:
            ClientError: nothing says how.
        """
        event = str(wanted.get("event"))
        if "place" in wanted:
            self.waiting.append(Planned(event, 0, tuple(wanted["place"]), str(wanted.get("way"))))
        elif seeds := wanted.get("seeds"):
            self.waiting += [Planned(event, int(seed)) for seed in seeds]
        else:
            raise ClientError("A deviation needs `seeds`, or a `place` and a `way`.")

    def applied(self, event: str, payload: Json) -> Any:  # noqa: ANN401  anything that JSON can say
        """An event's payload as it is to be sent."""
        planned = next((one for one in self.waiting if one.event == event), None)
        if planned is None:
            return payload
        self.waiting.remove(planned)
        place, way = planned.place, planned.way
        if place is None:
            place, way = drawn(payload, Random(planned.seed))
        deviates = deviating(payload, place, way)
        self.sent = self.sent[-KEPT:]
        self.sent.append(
            {"event": event, "seed": planned.seed, "place": list(place), "way": way, "id": payload.get("id")}
        )
        return deviates

    def clear(self) -> None:
        """Take back those in waiting, and forget those that were sent."""
        self.waiting.clear()
        self.sent.clear()
