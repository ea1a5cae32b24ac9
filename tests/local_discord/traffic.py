"""Checks recorded requests for what Discord's description cannot say, and takes without a word.

A file that no component shows is never seen; a message without `allowed_mentions` mentions whomever it names.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from local_discord.checks.components import walk

Json = dict[str, Any]
COMPONENTS_V2 = 1 << 15
REPLY, UPDATE = 4, 7
WRITING = {"message create", "message edit", "follow-up", "follow-up edit", "original edit"}
"""Kinds of requests whose body is a message; a callback has one in `data`."""
_HERE = "attachment://"


def faults(requests: Iterable[Json]) -> list[str]:
    """What is wrong with recorded requests (of GET /control/requests), a sentence each."""
    return [
        f"{request['kind']} (request {request['n']}): {fault}"
        for request in requests
        if (message := written(request)) is not None
        for fault in _faults(message, request["filenames"])
    ]


def written(request: Json) -> Json | None:
    """The message that a request writes; None: it writes none."""
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
        if (kept := attached.count(None)) > len(shown - set(attached)):  # a wrong name is refused: the number decides
            yield f"of {kept} files that it keeps not all are shown"
    if "attachments" in message and None not in attached:  # one that is kept may be named by its id alone
        yield from (f"there is no {name} to be shown" for name in shown - set(attached))


def _urls(components: object) -> Iterator[str]:
    """The addresses of all media that components show."""
    for component in walk(components):
        for holder in (component, *(component.get("items") or [])):
            for media in (holder.get("media"), holder.get("file")):
                if isinstance(media, dict):
                    yield str(media.get("url"))
