"""Creation, editing and deletion of messages; the callers check permissions."""

from collections.abc import Mapping
from typing import Any

from local_discord.actions import announce, components, mentions
from local_discord.checks import errors
from local_discord.checks.form import Form, invalid
from local_discord.checks.messages import Draft, check_draft
from local_discord.core import LocalDiscord
from local_discord.wire import Json
from local_discord.world import ids
from local_discord.world.files import Upload
from local_discord.world.interactions import COMMAND, COMPONENT, Interaction
from local_discord.world.model import (
    COMPONENTS_V2,
    EPHEMERAL,
    FORUMS,
    LOADING,
    SUPPRESS_NOTIFICATIONS,
    Channel,
    Message,
    User,
)

DEFAULT, REPLY, COMMAND_REPLY = 0, 19, 20
_Planned = list[tuple[Json, Upload | None]]


def create(
    discord: LocalDiscord,
    channel: Channel,
    author: User,
    body: Json,
    uploads: Mapping[int, Upload],
    interaction: Interaction | None = None,
    *,
    message_id: str | None = None,
) -> Message:
    """Create a message from a request's body; the answer to an interaction may be ephemeral.

    Args:
        discord: the state.
        channel: channel or thread of the message.
        author: author of the message.
        body: body of the request.
        uploads: uploaded files by number.
        interaction: the interaction that the message answers; None for no answer.
        message_id: id of the message; None for a new one. The first message of a post has the id of the post.

    Raises:
        DiscordError: Discord refuses the message.
    """
    wanted = _number(body.get("flags"))
    check_place(channel, private=interaction is not None and bool(wanted & EPHEMERAL))
    blank_message = blank(discord, channel, author, interaction)
    blank_message["id"] = message_id or blank_message["id"]
    draft, planned = _draft(discord, body, uploads, blank_message, wanted)
    check_draft(draft, body, discord.world.emojis)
    replied = _replied_to(discord, channel, body)
    message = Message(blank_message)
    data = message.data
    data["flags"] = wanted & (COMPONENTS_V2 | SUPPRESS_NOTIFICATIONS)
    if interaction is not None and wanted & EPHEMERAL:
        data["flags"] |= EPHEMERAL
        message.owner = interaction.user_id
    if body.get("nonce") is not None:
        data["nonce"] = body["nonce"]
    if replied is not None:
        data["type"] = REPLY
        data["message_reference"] = reference(channel, message_id=replied.id)
        data["referenced_message"] = {key: one for key, one in replied.data.items() if key != "referenced_message"}
    _fill(discord, message, draft, planned)
    message.pings = mentions.write(discord.world, message, body, replied)
    publish(discord, message)
    return message


def check_place(channel: Channel, *, private: bool) -> None:
    """Check that a channel can have a new message. A forum only shows ephemeral ones; that it does so is a guess.

    Raises:
        DiscordError: 50008 if the channel has no messages of its own.
    """
    if channel.type in FORUMS and not private:
        raise errors.no_text_channel()


def edit(discord: LocalDiscord, message: Message, body: Json, uploads: Mapping[int, Upload]) -> Message:
    """Edit a message; fields that the body does not name stay as they are.

    Raises:
        DiscordError: Discord refuses the edit; the message has not changed.
    """
    data = message.data
    flags = message.flags | (_number(body.get("flags")) & COMPONENTS_V2)
    draft, planned = _draft(discord, body, uploads, data, flags)
    check_draft(draft, body, discord.world.emojis)
    data["flags"] = flags & ~LOADING
    _fill(discord, message, draft, planned)
    pings = mentions.write(discord.world, message, body, None)
    if flags & LOADING:
        message.pings = pings
    else:
        data["edited_timestamp"] = ids.timestamp()
    announce.message(discord, "MESSAGE_UPDATE", message)
    discord.interactions.message_changed(message)
    return message


def delete(discord: LocalDiscord, message: Message) -> None:
    """Delete a message and announce the deletion."""
    announce.message_deleted(discord, message)
    discord.world.remove_message(message)
    discord.interactions.message_deleted(message)


def publish(discord: LocalDiscord, message: Message) -> None:
    """Add a finished message to its channel and announce the message."""
    discord.world.add_message(message)
    channel = discord.world.channels[message.channel_id]
    if channel.is_thread and message.owner is None:
        new_members = {message.author_id, *(one["id"] for one in message.data["mentions"])} - channel.members
        channel.members |= new_members
        announce.added_to_thread(discord, channel, new_members)
    announce.message(discord, "MESSAGE_CREATE", message)


def blank(discord: LocalDiscord, channel: Channel, author: User, interaction: Interaction | None = None) -> Json:
    """Return Discord's message object without content."""
    data: Json = {
        "id": ids.snowflake(discord.settings.message_age),
        "type": DEFAULT,
        "channel_id": channel.id,
        "author": author.payload(),
        "content": "",
        "timestamp": ids.timestamp(),
        "edited_timestamp": None,
        "mention_everyone": False,
        "mentions": [],
        "mention_roles": [],
        "attachments": [],
        "embeds": [],
        "components": [],
        "flags": 0,
    }
    if interaction is None:
        return data
    user = discord.world.users[interaction.user_id].payload()
    data["application_id"] = data["webhook_id"] = ids.APPLICATION_ID
    data["interaction_metadata"] = {
        "id": interaction.id,
        "type": interaction.type,
        "user": user,
        "authorizing_integration_owners": interaction.owners,
    }
    if interaction.type == COMMAND:
        data["type"] = COMMAND_REPLY
        data["interaction"] = {"id": interaction.id, "type": COMMAND, "name": interaction.command_name, "user": user}
    elif interaction.type == COMPONENT and interaction.source is not None:
        data["type"] = REPLY
        data["message_reference"] = reference(channel, message_id=interaction.source.id)
    return data


def reference(channel: Channel, **more: str) -> Json:
    """Return a message reference to a channel or, with `message_id` in `more`, to a message in the channel."""
    where = {} if channel.guild_id is None else {"guild_id": channel.guild_id}
    return {"type": 0, "channel_id": channel.id, **where, **more}


def _replied_to(discord: LocalDiscord, channel: Channel, body: Json) -> Message | None:
    reference = body.get("message_reference")
    if not isinstance(reference, dict):
        return None
    message = discord.world.messages.get(str(reference.get("message_id")))
    if message is not None and message.channel_id == channel.id and message.owner is None:
        return message
    if reference.get("fail_if_not_exists", True):
        raise invalid(("message_reference",), "REPLIES_UNKNOWN_MESSAGE", "Unknown message")
    return None


def _draft(
    discord: LocalDiscord, body: Json, uploads: Mapping[int, Upload], before: Json, flags: int
) -> tuple[Draft, _Planned]:
    """Return the message as the request would leave it, and its attachments with their uploads.

    Raises:
        DiscordError: 40005 if a file is too large, 50035 for every other finding.
    """
    if any(len(upload.data) > discord.settings.attachment_size_limit for upload in uploads.values()):
        raise errors.file_too_large()
    with Form() as form:
        planned = _plan_attachments(form, body, uploads, before["attachments"])
        content = body.get("content", before["content"])
        if content is not None and not isinstance(content, int | float):
            content = form.text(("content",), content, 0, 100_000)
        embeds, parts = (_list(form, body, before, name) for name in ("embeds", "components"))
    text = "" if content is None else str(content)
    described = [one for one, _ in planned]
    retained = discord.settings.retained_media
    names = {str(one["filename"]) for one, upload in planned if retained or upload is not None}
    return Draft(text, embeds, parts, described, names, bool(flags & COMPONENTS_V2)), planned


def _list(form: Form, body: Json, before: Json, name: str) -> list[Any]:
    return form.listing((name,), body.get(name, before[name]), 0, 1000)


def _plan_attachments(form: Form, body: Json, uploads: Mapping[int, Upload], existing: list[Json]) -> _Planned:
    """Return the message's attachments after the request: retained ones, then new ones with their uploads.

    An edit without `attachments` retains all attachments; an edit with `attachments` retains only those in its list.
    """
    described = body.get("attachments")
    by_id = {str(one["id"]): one for one in existing}
    planned: _Planned = []
    new: dict[int, Json] = {index: {} for index in uploads}
    if described is None:
        planned = [(one, None) for one in existing]
    for path, one in form.objects(("attachments",), described, 0, 10):
        old = by_id.get(str(one.get("id")))
        number = _number(one.get("id"), -1)
        if old is not None:
            planned.append(({**old, **({"description": one["description"]} if one.get("description") else {})}, None))
        elif number in new:
            new[number] = one
        else:
            sentence = f"Attachment {one.get('id')} was neither sent nor there before"
            form.add((*path, "id"), "ATTACHMENT_NOT_FOUND", sentence)
    for index, entry in new.items():
        name = str(entry.get("filename") or uploads[index].filename)
        planned.append(({**entry, "filename": name}, uploads[index]))
    return planned


def _fill(discord: LocalDiscord, message: Message, draft: Draft, planned: _Planned) -> None:
    """Write a checked draft into the message: store its files, and complete its components."""
    data = message.data
    attachments: list[Json] = []
    named: dict[str, Json] = {}
    for described, upload in planned:
        stored = described
        if upload is not None:
            stored = discord.files.store(message.channel_id, upload, described)
        attachments.append(stored)
        named[f"attachment://{described['filename']}"] = named[f"attachment://{stored['filename']}"] = stored
        named[stored["url"]] = stored
    data["content"] = draft.content
    data["attachments"] = attachments
    data["embeds"] = [{"type": "rich", **one} for one in draft.embeds]
    data["components"] = components.complete(draft.components, named)


def _number(value: object, fallback: int = 0) -> int:
    text = str(value)
    return int(text) if text.isdecimal() else fallback
