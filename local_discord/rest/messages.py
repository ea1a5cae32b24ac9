"""REST: messages of channels, reactions, typing."""

from __future__ import annotations

import time

from local_discord.actions import announce, messages
from local_discord.checks import errors
from local_discord.checks.errors import DiscordError
from local_discord.checks.form import Form
from local_discord.core import LocalDiscord
from local_discord.rest import access
from local_discord.rest.requests import Call, Route
from local_discord.world.model import Json, Message

_HOUR = 3600.0


def _create(call: Call) -> object:
    discord, body = call.discord, call.body
    place = access.channel(call)
    access.require_sending(discord, place, body, call.uploads)
    if body.get("enforce_nonce") and (known := _same_nonce(discord, place.id, body.get("nonce"))) is not None:
        return known.data
    return messages.create(discord, place, discord.world.bot, body, call.uploads).data


def _same_nonce(discord: LocalDiscord, channel_id: str, nonce: object) -> Message | None:
    """The message sent with this nonce in the last few minutes: a repeated request makes no second one."""
    for message in reversed(discord.world.channel_messages(channel_id)[-50:]):
        if nonce is not None and message.data.get("nonce") == nonce and time.time() - message.born < 300:
            return message
    return None


def _get(call: Call) -> object:
    access.require(call.discord, access.channel(call), "read_message_history")
    return access.message(call).data


def _list(call: Call) -> object:
    place = access.channel(call)
    world = call.discord.world
    if not world.may(world.bot, place, "read_message_history"):
        return []
    found = [message for message in world.channel_messages(place.id) if message.owner is None]
    limit = _limit(call)
    before, after, around = (int(call.query.get(name, 0)) for name in ("before", "after", "around"))
    if before:
        found = [message for message in found if int(message.id) < before]
    if after:
        found = [message for message in found if int(message.id) > after][:limit]
    if around:
        found = sorted(found, key=lambda message: abs(int(message.id) - around))[:limit]
        found.sort(key=lambda message: int(message.id))
    return [message.data for message in reversed(found[-limit:])]


def _limit(call: Call) -> int:
    form = Form()
    text = call.query.get("limit", "50")
    limit = form.number(("limit",), int(text) if text.isdecimal() else text, 1, 100)
    form.raise_if_bad()
    return limit or 50


def _edit(call: Call) -> object:
    discord = call.discord
    message = access.message(call)
    if message.author_id != discord.world.bot.id:
        raise errors.not_the_author()
    place = discord.world.channels[message.channel_id]
    if place.archived:
        raise errors.thread_archived()
    _limit_old_edits(discord, message)
    return messages.edit(discord, message, call.body, call.uploads).data


def _limit_old_edits(discord: LocalDiscord, message: Message) -> None:
    """Refuse too many edits of messages over an hour old, if a test has set a limit.

    Raises:
        DiscordError: 429/30046.
    """
    allowed = discord.settings.old_edits_per_minute
    if allowed is None or time.time() - message.born < _HOUR:
        return
    now = time.monotonic()
    recent = discord.old_edits
    while recent and recent[0] <= now - 60:
        recent.popleft()
    if len(recent) >= allowed:
        raise DiscordError(
            429,
            30046,
            "Maximum number of edits to messages older than 1 hour reached. Try again later.",
            retry_after=round(recent[0] + 60 - now, 3) if recent else 60.0,
        )
    recent.append(now)


def _delete(call: Call) -> None:
    message = access.message(call)
    discord = call.discord
    if message.author_id != discord.world.bot.id:
        access.require(discord, discord.world.channels[message.channel_id], "manage_messages")
    messages.delete(discord, message)


def _bulk_delete(call: Call) -> None:
    place = access.channel(call)
    access.require(call.discord, place, "manage_messages")
    form = Form()
    wanted = form.listing(("messages",), call.body.get("messages"), 2, 100)
    form.raise_if_bad()
    for message_id in wanted:
        message = call.discord.world.messages.get(str(message_id))
        if message is not None and message.channel_id == place.id and message.owner is None:
            messages.delete(call.discord, message)


def _typing(call: Call) -> None:
    discord, place = call.discord, access.channel(call)
    access.require(discord, place, "send_messages_in_threads" if place.is_thread else "send_messages")
    data = {"channel_id": place.id, "user_id": discord.world.bot.id}
    discord.hub.to_people("TYPING_START", data, lambda user: discord.world.sees(user, place))


def _react(call: Call) -> None:
    message = access.message(call)
    place = call.discord.world.channels[message.channel_id]
    access.require(call.discord, place, "add_reactions", "read_message_history")
    if place.archived:
        raise errors.thread_archived()
    reactions: list[Json] = message.data.setdefault("reactions", [])
    emoji = _emoji(call)
    if any(one["emoji"] == emoji for one in reactions):
        return
    counts = {"burst": 0, "normal": 1}
    reaction = {"emoji": emoji, "count": 1, "me": True, "me_burst": False, "count_details": counts, "burst_colors": []}
    reactions.append(reaction)
    announce.message(call.discord, "MESSAGE_UPDATE", message)


def _unreact(call: Call) -> None:
    message = access.message(call)
    emoji = _emoji(call)
    kept = [one for one in message.data.get("reactions", []) if one["emoji"] != emoji]
    message.data["reactions"] = kept
    announce.message(call.discord, "MESSAGE_UPDATE", message)


def _emoji(call: Call) -> Json:
    name, _, emoji_id = call.params["emoji_name"].partition(":")
    if not emoji_id:
        return {"id": None, "name": name}
    if emoji_id not in call.discord.world.emojis:
        raise errors.unknown_emoji()
    return {"id": emoji_id, "name": name}


_MESSAGES = "/channels/{channel_id}/messages"
_MESSAGE = _MESSAGES + "/{message_id}"
_REACTION = _MESSAGE + "/reactions/{emoji_name}/@me"

ROUTES = [
    Route("POST", "/channels/{channel_id}/typing", "typing", _typing),
    Route("POST", _MESSAGES, "message create", _create),
    Route("GET", _MESSAGES, "messages list", _list),
    Route("POST", _MESSAGES + "/bulk-delete", "bulk delete", _bulk_delete),
    Route("GET", _MESSAGE, "message get", _get),
    Route("PATCH", _MESSAGE, "message edit", _edit),
    Route("DELETE", _MESSAGE, "message delete", _delete),
    Route("PUT", _REACTION, "reaction add", _react),
    Route("DELETE", _REACTION, "reaction delete", _unreact),
]
