"""Makes, changes and removes messages; permissions are the callers' part."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any

from local_discord.actions import announce, components, mentions
from local_discord.checks import errors
from local_discord.checks.form import Form
from local_discord.checks.messages import Draft, check_draft
from local_discord.core import LocalDiscord
from local_discord.world import ids
from local_discord.world.files import Upload
from local_discord.world.interactions import COMMAND, COMPONENT, Interaction
from local_discord.world.model import (
    COMPONENTS_V2,
    EPHEMERAL,
    LOADING,
    SUPPRESS_EMBEDS,
    SUPPRESS_NOTIFICATIONS,
    Channel,
    Json,
    Message,
    User,
)

_BOT_FLAGS = COMPONENTS_V2 | SUPPRESS_EMBEDS | SUPPRESS_NOTIFICATIONS
DEFAULT, REPLY, COMMAND_REPLY = 0, 19, 20
_Planned = list[tuple[Json, Upload | None]]


def create(
    discord: LocalDiscord,
    channel: Channel,
    author: User,
    body: Json,
    uploads: Mapping[int, Upload],
    *,
    interaction: Interaction | None = None,
    ephemeral: bool = False,
) -> Message:
    """A new message from a request's body.

    Raises:
        DiscordError: what Discord refuses.
    """
    form = Form()
    planned = _plan_attachments(discord, form, body, uploads, [])
    flags = _number(body.get("flags")) & _BOT_FLAGS
    draft = Draft(_text(body.get("content")), _list(body, "embeds"), _list(body, "components"), flags=flags)
    draft.attachments = [described for described, _ in planned]
    form.raise_if_bad()
    check_draft(draft, body, discord.world.emojis)
    replied = _replied_to(discord, channel, body)
    data = blank(discord, channel, author, interaction)
    data["flags"] = flags | (EPHEMERAL if ephemeral else 0)
    if body.get("nonce") is not None:
        data["nonce"] = body["nonce"]
    if replied is not None:
        data["type"] = REPLY
        data["message_reference"] = _reference(replied)
        data["referenced_message"] = {key: one for key, one in replied.data.items() if key != "referenced_message"}
    owner = interaction.user_id if interaction is not None and ephemeral else None
    message = Message(data, owner, interaction.token if interaction is not None else None)
    _fill(discord, message, draft, planned)
    answered = None if replied is None else discord.world.users.get(replied.author_id)
    found = _set_mentions(discord, message, channel, author, body, answered)
    message.pings = mentions.notified(discord.world, channel, found, message.flags, owner)
    publish(discord, message)
    return message


def edit(discord: LocalDiscord, message: Message, body: Json, uploads: Mapping[int, Upload]) -> Message:
    """Change a message as a request's body says; what it does not name stays.

    Raises:
        DiscordError: what Discord refuses; then nothing has changed.
    """
    data = message.data
    form = Form()
    planned = _plan_attachments(discord, form, body, uploads, data["attachments"])
    form.raise_if_bad()
    flags = int(data["flags"])
    if "flags" in body:
        wanted = _number(body["flags"])
        flags = (flags & ~SUPPRESS_EMBEDS) | (wanted & (SUPPRESS_EMBEDS | COMPONENTS_V2))
    draft = Draft(
        _text(body["content"]) if "content" in body else data["content"],
        _list(body, "embeds") if "embeds" in body else data["embeds"],
        _list(body, "components") if "components" in body else data["components"],
        [described for described, _ in planned],
        flags,
    )
    check_draft(draft, body, discord.world.emojis)
    was_loading = bool(flags & LOADING)
    data["flags"] = flags & ~LOADING
    _fill(discord, message, draft, planned)
    channel = discord.world.channels[message.channel_id]
    author = discord.world.users.get(message.author_id, discord.world.bot)
    found = _set_mentions(discord, message, channel, author, body, None)
    if was_loading:
        message.pings = mentions.notified(discord.world, channel, found, message.flags, message.owner)
    else:
        data["edited_timestamp"] = ids.timestamp()
    announce.message(discord, "MESSAGE_UPDATE", message)
    discord.interactions.message_changed(message)
    return message


def delete(discord: LocalDiscord, message: Message) -> None:
    """Take a message away and say so."""
    announce.message_deleted(discord, message)
    discord.world.remove_message(message)
    discord.interactions.message_changed(message)


def publish(discord: LocalDiscord, message: Message) -> None:
    """Put a finished message into its channel and say so."""
    discord.world.add_message(message)
    channel = discord.world.channels[message.channel_id]
    if channel.is_thread and message.owner is None:
        channel.members.update(one["id"] for one in message.data["mentions"])
        channel.members.add(message.author_id)
    announce.message(discord, "MESSAGE_CREATE", message)


def blank(discord: LocalDiscord, channel: Channel, author: User, interaction: Interaction | None = None) -> Json:
    """Discord's message object with nothing said yet."""
    data: Json = {
        "id": ids.snowflake(),
        "type": DEFAULT,
        "channel_id": channel.id,
        "author": author.payload(),
        "content": "",
        "timestamp": ids.timestamp(),
        "edited_timestamp": None,
        "tts": False,
        "mention_everyone": False,
        "mentions": [],
        "mention_roles": [],
        "attachments": [],
        "embeds": [],
        "components": [],
        "pinned": False,
        "flags": 0,
    }
    if interaction is None:
        return data
    user = discord.world.users[interaction.user_id].payload()
    data["application_id"] = ids.APPLICATION_ID
    data["webhook_id"] = ids.APPLICATION_ID
    data["interaction_metadata"] = {
        "id": interaction.id,
        "type": interaction.type,
        "user": user,
        "authorizing_integration_owners": {"0": ids.GUILD_ID},
    }
    if interaction.type == COMMAND:
        data["type"] = COMMAND_REPLY
        data["interaction"] = {"id": interaction.id, "type": COMMAND, "name": interaction.command_name, "user": user}
    elif interaction.type == COMPONENT and interaction.source is not None:
        data["type"] = REPLY
        data["message_reference"] = _reference(interaction.source)
    return data


def _reference(message: Message) -> Json:
    return {"type": 0, "message_id": message.id, "channel_id": message.channel_id, "guild_id": ids.GUILD_ID}


def _replied_to(discord: LocalDiscord, channel: Channel, body: Json) -> Message | None:
    reference = body.get("message_reference")
    if not isinstance(reference, dict):
        return None
    message = discord.world.messages.get(str(reference.get("message_id")))
    if message is not None and message.channel_id == channel.id and message.owner is None:
        return message
    if reference.get("fail_if_not_exists", True):
        form = Form()
        form.add(("message_reference",), "REPLIES_UNKNOWN_MESSAGE", "Unknown message")
        form.raise_if_bad()
    return None


def _plan_attachments(
    discord: LocalDiscord, form: Form, body: Json, uploads: Mapping[int, Upload], existing: list[Json]
) -> _Planned:
    """What the message's attachments will be: old ones that stay, then new ones with their upload.

    An edit without `attachments` keeps all; with it, those it lists.
    """
    limit = discord.settings.attachment_size_limit
    if any(len(upload.data) > limit for upload in uploads.values()):
        raise errors.file_too_large()
    described = body.get("attachments")
    by_id = {str(one["id"]): one for one in existing}
    planned: _Planned = []
    new: dict[int, Json] = {index: {} for index in uploads}
    if described is None:
        planned = [(one, None) for one in existing]
    for path, one in form.objects(("attachments",), described, 0, 10, optional=True):
        old = by_id.get(str(one.get("id")))
        number = _number(one.get("id"), -1)
        if old is not None:
            planned.append(({**old, **({"description": one["description"]} if one.get("description") else {})}, None))
        elif number in new:
            new[number] = one
        else:
            form.add(
                (*path, "id"), "ATTACHMENT_NOT_FOUND", f"Attachment {one.get('id')} was neither sent nor there before"
            )
    for index, entry in new.items():
        name = str(entry.get("filename") or uploads[index].filename)
        planned.append(({**entry, "filename": name}, uploads[index]))
    return planned


def _fill(discord: LocalDiscord, message: Message, draft: Draft, planned: _Planned) -> None:
    """Write a checked draft into the message: store files, resolve references, number components."""
    data = message.data
    ephemeral = message.owner is not None
    attachments: list[Json] = []
    named: dict[str, Json] = {}
    for described, upload in planned:
        stored = described
        if upload is not None:
            stored = discord.files.store(message.channel_id, upload, described, ephemeral=ephemeral)
        attachments.append(stored)
        named[f"attachment://{described['filename']}"] = named[f"attachment://{stored['filename']}"] = stored
        named[stored["url"]] = stored
    data["content"] = draft.content
    data["attachments"] = attachments
    data["embeds"] = [_embed(one, named) for one in copy.deepcopy(draft.embeds)]
    data["components"] = components.finished(draft.components, named)


def _embed(embed: Json, named: dict[str, Json]) -> Json:
    embed.setdefault("type", "rich")
    for key in ("image", "thumbnail"):
        part = embed.get(key)
        if isinstance(part, dict) and (stored := named.get(str(part.get("url")))) is not None:
            part["url"], part["proxy_url"] = stored["url"], stored["proxy_url"]
            part.update({size: stored[size] for size in ("width", "height") if size in stored})
    return embed


def _set_mentions(
    discord: LocalDiscord, message: Message, channel: Channel, author: User, body: Json, replied: User | None
) -> mentions.Mentions:
    data = message.data
    found = mentions.find(discord.world, author, channel, mentions.text_of(data), body, replied)
    data["mentions"] = [user.payload() for user in found.users]
    data["mention_roles"] = found.roles
    data["mention_everyone"] = found.everyone
    return found


def _text(value: object) -> str:
    if value is not None and not isinstance(value, (str, int, float)):
        form = Form()
        form.text(("content",), value, 0, 2000)
        form.raise_if_bad()
    return "" if value is None else str(value)


def _list(body: Json, name: str) -> list[Any]:
    form = Form()
    found = form.listing((name,), body.get(name), 0, 1000, optional=True)
    form.raise_if_bad()
    return found


def _number(value: object, fallback: int = 0) -> int:
    text = str(value)
    return int(text) if text.isdecimal() else fallback
