"""Clicks, choices and forms of any action, made of sample values."""

from typing import Any

from engine.game import Path
from show.actions.table_actions import PICKED, Action, Filled, Picks, Placed
from show.text.text_form import LINE, NONCE, WORDS, OwnCut, TypedLine
from tests.fuzz.offline import Offline, SentInteraction
from tests.fuzz.payloads import Channel, User

SAMPLES: dict[object, str] = {int: "0", bool: "0", Path: "R9", str: "saizen"}
"""A sample value of a field in a custom id, by the field's type."""
PICKS: dict[object, list[str] | dict[str, str]] = {
    str: ["R9"],
    int: ["0"],
    Placed: ["0.hard"],
    Picks: ["saizen"],
    Filled: {"seats": "3"},
    OwnCut: {NONCE: "0" * 32, WORDS: "words"},
    TypedLine: {LINE: "Tokyo"},
}
"""A sample of a picked value or a filled form, by the type of the field `PICKED`."""


def field_types(verb: str) -> dict[str, object]:
    """Return the types of an action's fields by name."""
    return Action.verbs[verb].fields


def send_action(world: Offline, who: User, where: Channel, verb: str, *said: Any) -> SentInteraction:
    """Send an action with the fields `said`; by default it is a click on a button.

    If the last argument is a list, it holds values picked in a select; if it is a mapping, the fields of a form.
    """
    *written, picked = said if said and isinstance(said[-1], list | dict) else (*said, None)
    custom_id = ":".join([verb, *map(str, written)])
    if isinstance(picked, dict):
        return world.submit(who, where, custom_id, picked)
    return world.click(who, where, custom_id, values=picked)


def send_sample(world: Offline, who: User, where: Channel, verb: str, **fixed: Any) -> SentInteraction:
    """Send a well-formed action; its fields that are not in `fixed` get sample values."""
    types = field_types(verb)
    written = [fixed.get(name, SAMPLES[kind]) for name, kind in types.items() if name != PICKED]
    return send_action(world, who, where, verb, *written, *([PICKS[types[PICKED]]] if PICKED in types else []))
