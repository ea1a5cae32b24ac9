"""Readers of the buttons, menus and texts of a message, which is Discord's own JSON object."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

Json = dict[str, Any]
Predicate = Callable[[Json], bool]

BUTTON = 2
SELECTS = (3, 5, 6, 7, 8)
TEXT_DISPLAY = 10
EPHEMERAL, LOADING = 1 << 6, 1 << 7


def components(message: Json) -> Iterator[Json]:
    """Yield every component of a message in reading order, nested components included."""
    yield from _walk(message.get("components"))


def _walk(found: object) -> Iterator[Json]:
    for one in found if isinstance(found, list) else []:
        if isinstance(one, dict):
            yield one
            yield from _walk(one.get("components"))
            yield from _walk([one.get("accessory"), one.get("component")])


def buttons(message: Json) -> list[Json]:
    """Return the buttons of a message that send an interaction; link buttons do not."""
    return [one for one in components(message) if one["type"] == BUTTON and "custom_id" in one]


def links(message: Json) -> list[str]:
    """Return the addresses of a message's link buttons."""
    return [one["url"] for one in components(message) if one["type"] == BUTTON and "url" in one]


def selects(message: Json) -> list[Json]:
    return [one for one in components(message) if one["type"] in SELECTS]


def labels(message: Json) -> list[str]:
    """Return the labels of a message's buttons ("" for a button with only an emoji)."""
    return [one.get("label") or "" for one in buttons(message)]


def texts(message: Json) -> str:
    """Return all texts of a message, line by line: content, embeds and text displays."""
    lines = [message.get("content") or ""]
    for embed in message.get("embeds", []):
        lines += [embed.get("title") or "", embed.get("description") or ""]
        lines += [f"{field['name']}: {field['value']}" for field in embed.get("fields", [])]
    lines += [one.get("content", "") for one in components(message) if one["type"] == TEXT_DISPLAY]
    return "\n".join(line for line in lines if line)


def is_ephemeral(message: Json) -> bool:
    """Return whether only one person sees a message."""
    return bool(message["flags"] & EPHEMERAL)


def is_thinking(message: Json) -> bool:
    """Return whether a message only announces a later answer."""
    return bool(message["flags"] & LOADING)


def find_component(
    message: Json,
    *,
    label: str | None = None,
    custom_id: str | None = None,
    where: Predicate | None = None,
    kinds: Sequence[int] = (BUTTON, *SELECTS),
) -> Json:
    """Return the first usable component that fits all given criteria.

    Raises:
        LookupError: no component fits; the text lists the usable components.
    """
    usable = [one for one in components(message) if one["type"] in kinds and one.get("custom_id")]
    for one in usable:
        fits_label = label is None or one.get("label") == label
        if fits_label and custom_id in {None, one["custom_id"]} and (where is None or where(one)):
            return one
    available = [one.get("label") or one["custom_id"] for one in usable]
    raise LookupError(f"No component fits {label or custom_id or where}; there are {available}.")
