"""Checks of messages: lengths, embeds, Components V2 rules, mentions, files.

A check looks at the message as the request would leave it, so new messages and edits have the same check.
"""

import dataclasses
from collections.abc import Collection
from typing import Any

from local_discord.checks import errors
from local_discord.checks.components import ComponentCheck
from local_discord.checks.form import Form, Path
from local_discord.wire import Json

MAX_CONTENT = 2000
MAX_EMBED_TEXT = 6000
MAX_FILES = 10


@dataclasses.dataclass(slots=True)
class Draft:
    """A message as it would be after a request; `v2` means that it has the Components V2 flag.

    Attributes:
        names: file names that `attachment://` references may use.
    """

    content: str
    embeds: list[Any]
    components: list[Any]
    attachments: list[Json]
    names: set[str]
    v2: bool


def check_draft(draft: Draft, body: Json, emojis: Collection[str]) -> None:
    """Check a message as Discord does.

    Args:
        draft: the message after the request.
        body: the request, for its `allowed_mentions`.
        emojis: ids of the application emojis that exist.

    Raises:
        DiscordError: 400/50035 with every finding, or 50006 for an empty message.
    """
    with Form() as form:
        form.text(("content",), draft.content, 0, MAX_CONTENT)
        if draft.v2:
            _no_legacy_fields(form, draft)
        _check_embeds(form, draft.embeds)
        form.listing(("attachments",), draft.attachments, 0, MAX_FILES)
        ComponentCheck(form, emojis, draft.names).message(draft.components, v2=draft.v2)
        _check_mentions(form, body.get("allowed_mentions"))
    said = draft.content.strip() or draft.embeds or draft.attachments
    if not (draft.components or (said and not draft.v2)):
        raise errors.empty_message()


def _no_legacy_fields(form: Form, draft: Draft) -> None:
    for name, value in (("content", draft.content), ("embeds", draft.embeds)):
        if value:
            message = f"The '{name}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2"
            form.add((name,), "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", message)


def _check_embeds(form: Form, embeds: list[Any]) -> None:
    total = sum(_check_embed(form, path, embed) for path, embed in form.objects(("embeds",), embeds, 0, 10))
    if total > MAX_EMBED_TEXT:
        message = f"Embed size exceeds maximum size of {MAX_EMBED_TEXT}"
        form.add(("embeds",), "MAX_EMBED_SIZE_EXCEEDED", message)


def _check_embed(form: Form, path: Path, embed: Json) -> int:
    """Check one embed, and return the number of characters that count towards the limit."""
    total = form.texts(path, embed, {"title": (0, 256), "description": (0, 4096)})
    for name, limits in (("footer", {"text": (1, 2048)}), ("author", {"name": (1, 256)})):
        if isinstance(embed.get(name), dict):
            total += form.texts((*path, name), embed[name], limits)
    for where, field in form.objects((*path, "fields"), embed.get("fields"), 0, 25):
        total += form.texts(where, field, {"name": (1, 256), "value": (1, 1024)})
    return total


def _check_mentions(form: Form, allowed: object) -> None:
    if not isinstance(allowed, dict):
        return
    path: Path = ("allowed_mentions",)
    parse = form.listing((*path, "parse"), allowed.get("parse"), 0, 3)
    for index, kind in enumerate(parse):
        form.choice((*path, "parse", index), kind, ("users", "roles", "everyone"))
    for name in ("users", "roles"):
        listed = form.listing((*path, name), allowed.get(name), 0, 100)
        if listed and name in parse:
            message = f'parse:["{name}"] and {name}: [ids...] are mutually exclusive.'
            form.add(path, "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE", message)
