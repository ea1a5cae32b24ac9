"""Payloads that differ from Discord's documentation: one value is missing or has another form.

A deviation is one change to a payload. It has a place, which is the path to the changed value, and a way, which is one
of `WAYS`. A request gives both, or a seed from which both are drawn. The way `NULLS` changes many values at once, which
a seed determines. Only the sent payload changes; the local Discord's own state stays as it is.
"""

import copy
import dataclasses
from random import Random
from typing import Any

from local_discord.checks.errors import ClientError
from local_discord.wire import Json

HUGE = 10**30
WAYS = ("missing", "null", "type", "empty", "extra", "huge", "word")
"""Ways to change a value: leave it out, null, another type, empty, an unknown field, a huge number, a word."""
NULLS = "nulls"
"""The way that `with_nulls` describes."""
NULL_SHARE = 0.1
"""Share of the fields that `with_nulls` changes."""
MAX_SENT = 100_000
"""Greatest number of sent deviations that are kept, not counting the latest."""
Place = tuple[str | int, ...]


def draw(payload: object, random: Random) -> tuple[Place, str]:
    """Draw a random deviation that changes the payload; fields near the top are likelier than nested ones."""
    while True:
        place, way = _place(payload, random), random.choice(WAYS)
        if deviate(payload, place, way) != payload:
            return place, way


def _place(payload: Any, random: Random) -> Place:  # noqa: ANN401  anything that JSON can say
    place: Place = ()
    while isinstance(payload, dict | list) and payload and random.random() < (0.6 if place else 0.98):
        key = random.choice(list(payload) if isinstance(payload, dict) else range(len(payload)))
        place, payload = (*place, key), payload[key]
    return place


def deviate(payload: object, place: Place, way: str) -> Any:  # noqa: ANN401  anything that JSON can say
    """Return a payload with a deviation, or an equal payload if the value cannot be changed in this way.

    Raises:
        ClientError: the payload has no such place, or the way is unknown.
    """
    if way not in WAYS:
        raise ClientError(f"Nothing deviates by {way!r}; there are {', '.join(WAYS)}.")
    whole = copy.deepcopy(payload)
    if not place:
        return whole if way == "missing" else _changed_value(whole, way)
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
        holder[place[-1]] = _changed_value(value, way)
    return whole


def with_nulls(payload: Json, random: Random) -> Json:
    """Return a payload in which a tenth of all fields, nested ones included, are null or missing.

    The payload's own `id` and `guild_id` stay, so that the event still names its object.
    """
    changed: Json = _with_nulls(payload, random)
    return changed | {key: payload[key] for key in ("id", "guild_id") if key in payload}


def _with_nulls(value: Any, random: Random) -> Any:  # noqa: ANN401  anything that JSON can say
    if isinstance(value, list):
        return [_with_nulls(one, random) for one in value]
    if not isinstance(value, dict):
        return value
    kept = {}
    for key, one in value.items():
        chance = random.random()
        if chance >= NULL_SHARE:
            kept[key] = _with_nulls(one, random)
        elif chance < NULL_SHARE / 2:
            kept[key] = None
    return kept


def _changed_value(value: Any, way: str) -> Any:  # noqa: ANN401  anything that JSON can say, before and after
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
    """A deviation for the next event of the type `event`.

    `place` is the path to the value to change, and `way` is one of `WAYS`. Without a `place`, `seed` determines both,
    or with the way `NULLS` all changes.
    """

    event: str
    seed: int = 0
    place: Place | None = None
    way: str = "null"


class Deviations:
    """The planned deviations, and those that have been sent."""

    def __init__(self) -> None:
        self.planned: list[Planned] = []
        self.sent: list[Json] = []

    def plan(self, wanted: Json) -> None:
        """Plan deviations for the next events of a type: one for each of `seeds`, or a single one with a `place`.

        With `seeds`, the only possible `way` is `NULLS`; without it, the ways are drawn as well.

        Raises:
            ClientError: the request has neither `seeds` nor a `place`.
        """
        event = str(wanted.get("event"))
        if "place" in wanted:
            self.planned.append(Planned(event, 0, tuple(wanted["place"]), str(wanted.get("way"))))
        elif seeds := wanted.get("seeds"):
            self.planned += [Planned(event, int(seed), way=str(wanted.get("way", "null"))) for seed in seeds]
        else:
            raise ClientError("A deviation needs `seeds`, or a `place` and a `way`.")

    def apply(self, event: str, payload: Json) -> Any:  # noqa: ANN401  anything that JSON can say
        """Return an event's payload with the next planned deviation for that event, if there is one."""
        deviation = next((one for one in self.planned if one.event == event), None)
        if deviation is None:
            return payload
        self.planned.remove(deviation)
        place, way, random = deviation.place or (), deviation.way, Random(deviation.seed)
        if way == NULLS:
            deviates = with_nulls(payload, random)
        else:
            if deviation.place is None:
                place, way = draw(payload, random)
            deviates = deviate(payload, place, way)
        self.sent = self.sent[-MAX_SENT:]
        self.sent.append(
            {"event": event, "seed": deviation.seed, "place": list(place), "way": way, "id": payload.get("id")}
        )
        return deviates

    def clear(self) -> None:
        """Remove the planned deviations and the list of sent ones."""
        self.planned.clear()
        self.sent.clear()
