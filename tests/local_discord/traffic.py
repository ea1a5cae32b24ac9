"""Checks of recorded requests for faults that Discord accepts without an error.

For instance, a file is never displayed if no component shows it, and a message without `allowed_mentions` notifies
everybody whom it mentions.
"""

from collections.abc import Iterable, Iterator
from typing import Any

from local_discord.checks.components import walk

Json = dict[str, Any]
COMPONENTS_V2 = 1 << 15
REPLY, UPDATE = 4, 7
WRITING = {"message create", "message edit", "follow-up", "follow-up edit", "original edit"}
"""Kinds of requests whose body is a message; a callback has the message in `data`."""
_HERE = "attachment://"


def faults(requests: Iterable[Json]) -> list[str]:
    """Return one sentence for each fault in recorded requests (from GET /control/requests)."""
    return [
        f"{request['kind']} (request {request['n']}): {fault}"
        for request in requests
        if (message := written(request)) is not None
        for fault in _faults(message, request["filenames"])
    ]


def written(request: Json) -> Json | None:
    """Return the message that a request writes, or None."""
    body = request["body"]
    if not isinstance(body, dict):
        return None
    if request["kind"] == "callback":
        return (body.get("data") or {}) if body.get("type") in {REPLY, UPDATE} else None
    return body if request["kind"] in WRITING else None


def _faults(message: Json, uploaded: list[str]) -> Iterator[str]:
    if "allowed_mentions" not in message:
        yield "it says not who may be mentioned"
    shown = {url.removeprefix(_HERE) for url in _urls(message.get("components")) if url.startswith(_HERE)}
    attached = [one.get("filename") for one in message.get("attachments") or []]
    if set(uploaded) - set(attached):
        yield f"it describes not all of {uploaded}"
    if "components" in message and int(message.get("flags") or 0) & COMPONENTS_V2:
        for name in {*attached, *uploaded} - shown - {None}:
            yield f"no component shows {name}"
        # Of files that the message keeps, a request has only the ids, so their number is compared, and not their names.
        # A component with a wrong name needs no check here, because Discord refuses it.
        if (kept := attached.count(None)) > len(shown - set(attached)):
            yield f"of {kept} files that it keeps not all are shown"
    if "attachments" in message and None not in attached:  # None is a kept file: its name is unknown
        yield from (f"there is no {name} to be shown" for name in shown - set(attached))


def _urls(components: object) -> Iterator[str]:
    """Yield the addresses of all media in components."""
    for component in walk(components):
        for holder in (component, *(component.get("items") or [])):
            for media in (holder.get("media"), holder.get("file")):
                if isinstance(media, dict):
                    yield str(media.get("url"))
