"""Completion of checked components as on Discord: components get ids, and media get the fields of their attachments."""

import copy
from collections.abc import Iterator
from typing import Any

from local_discord.checks.components import FILE, GALLERY, walk
from local_discord.wire import Json


def complete(components: list[Any], named: dict[str, Json]) -> list[Any]:
    """Return a copy of components in the form in which Discord returns them.

    Every component has a numeric id, media have the fields of their attachments, and ids of emojis and of default
    values are strings.

    Args:
        components: components that have passed the checks.
        named: the message's attachments by `attachment://` reference and by URL.
    """
    done: list[Any] = copy.deepcopy(components)
    _number(done)
    for component in walk(done):
        _resolve_media(component, named)
        for holder in (component, *(component.get("options") or [])):
            _ids_as_text(holder.get("emoji"))
        for value in component.get("default_values") or []:
            _ids_as_text(value)
    return done


def _ids_as_text(holder: object) -> None:
    """Convert the `id` of an object to a string.

    Bots may send ids as numbers, but a browser loses the last digits of a large JSON number.
    """
    if isinstance(holder, dict) and holder.get("id") is not None:
        holder["id"] = str(holder["id"])


def _number(components: list[Any]) -> None:
    """Give every component without an id the lowest number that is not the id of another component."""
    everything = list(walk(components))
    taken = {one["id"] for one in everything if one.get("id")}
    free = (number for number in range(1, 2 * len(everything) + 1) if number not in taken)
    for component in everything:
        if not component.get("id"):
            component["id"] = next(free)


def _resolve_media(component: Json, named: dict[str, Json]) -> None:
    for media in _media_of(component):
        stored = named.get(str(media.get("url")))
        if stored is None:
            media.setdefault("proxy_url", media.get("url"))
            continue
        fields = ("url", "proxy_url", "content_type", "width", "height")
        media.update({key: stored[key] for key in fields if key in stored}, attachment_id=stored["id"])
        if component.get("type") == FILE:
            component["name"], component["size"] = stored["filename"], stored["size"]


def _media_of(component: Json) -> Iterator[Json]:
    """Yield the media objects of one component."""
    for holder in component["items"] if component["type"] == GALLERY else [component]:
        for key in ("media", "file"):
            if isinstance(holder.get(key), dict):
                yield holder[key]
