"""REST: messages of channels."""

from local_discord.actions import messages
from local_discord.checks import errors
from local_discord.checks.form import Form
from local_discord.rest import access
from local_discord.rest.requests import Call, Route
from local_discord.wire import Json
from local_discord.world.model import Message


def _create(call: Call) -> object:
    discord, body = call.discord, call.body
    place = access.channel(call)
    access.require_sending(call, place)
    if (
        body.get("enforce_nonce")
        and (known := discord.world.message_with_nonce(place.id, body.get("nonce"))) is not None
    ):
        return known.data
    return messages.create(discord, place, discord.world.bot, body, call.uploads).data


def _get(call: Call) -> object:
    place, message = access.message(call)
    access.require(call, place, "read_message_history")
    return _without_nonce(message)


def _list(call: Call) -> object:
    place = access.channel(call)
    world = call.discord.world
    if not world.may(world.bot, place, "read_message_history"):
        return []
    text = call.query.get("limit", "50")
    with Form() as form:
        limit = form.number(("limit",), int(text) if text.isdecimal() else text, 1, 100) or 50
    found = [message for message in world.channel_messages(place.id) if message.owner is None]
    before, after = (int(call.query.get(name, 0)) for name in ("before", "after"))
    if before:
        found = [message for message in found if int(message.id) < before]
    if after:
        found = [message for message in found if int(message.id) > after][:limit]
    return [_without_nonce(message) for message in reversed(found[-limit:])]


def _without_nonce(message: Message) -> Json:
    """Return a message in the form that GET requests return: only MESSAGE_CREATE has the nonce."""
    return {key: value for key, value in message.data.items() if key != "nonce"}


def _edit(call: Call) -> object:
    discord = call.discord
    place, message = access.message(call)
    if message.author_id != discord.world.bot.id:
        raise errors.not_the_author()
    if place.archived:
        raise errors.thread_archived()
    access.require_unlocked(call, place)
    return messages.edit(discord, message, call.body, call.uploads).data


def _delete(call: Call) -> None:
    place, message = access.message(call)
    if message.author_id != call.discord.world.bot.id:
        access.require(call, place, "manage_messages")
    access.require_unlocked(call, place)
    messages.delete(call.discord, message)


def _bulk_delete(call: Call) -> None:
    place = access.channel(call)
    access.require(call, place, "manage_messages")
    with Form() as form:
        wanted = form.listing(("messages",), call.body.get("messages"), 2, 100)
    for message_id in wanted:
        message = call.discord.world.messages.get(str(message_id))
        if message is not None and message.channel_id == place.id and message.owner is None:
            messages.delete(call.discord, message)


_MESSAGES = "/channels/{channel_id}/messages"
_MESSAGE = _MESSAGES + "/{message_id}"

ROUTES = [
    Route("POST", _MESSAGES, "message create", _create),
    Route("GET", _MESSAGES, "messages list", _list),
    Route("POST", _MESSAGES + "/bulk-delete", "bulk delete", _bulk_delete),
    Route("GET", _MESSAGE, "message get", _get),
    Route("PATCH", _MESSAGE, "message edit", _edit),
    Route("DELETE", _MESSAGE, "message delete", _delete),
]
