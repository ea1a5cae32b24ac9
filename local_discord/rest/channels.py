"""REST: channels and threads."""

from __future__ import annotations

from local_discord.actions import threads
from local_discord.checks import errors
from local_discord.checks.errors import DiscordError
from local_discord.rest import access
from local_discord.rest.requests import Call, Route
from local_discord.world import payloads
from local_discord.world.model import PRIVATE_THREAD, PUBLIC_THREAD, Channel, Json


def _payload(call: Call, place: Channel) -> Json:
    return payloads.thread_for_bot(place, call.discord.world.bot) if place.is_thread else place.payload()


def _get(call: Call) -> object:
    return _payload(call, access.channel(call))


def _edit(call: Call) -> object:
    place = access.channel(call)
    if place.is_thread:
        access.require_thread_change(call, place, call.body)
    else:
        access.require(call.discord, place, "manage_channels")
    return _payload(call, threads.change(call.discord, place, call.body))


def _delete(call: Call) -> object:
    place = access.channel(call)
    access.require(call.discord, place, "manage_threads" if place.is_thread else "manage_channels")
    data = place.payload()
    threads.remove(call.discord, place)
    return data


def _start(call: Call) -> object:
    place = access.channel(call)
    access.require_thread_start(call, place, private=call.body.get("type", PRIVATE_THREAD) != PUBLIC_THREAD)
    return _payload(call, threads.start(call.discord, place, call.discord.world.bot, call.body))


def _start_from_message(call: Call) -> object:
    message = access.message(call)
    place = call.discord.world.channels[message.channel_id]
    access.require_thread_start(call, place)
    return _payload(call, threads.start(call.discord, place, call.discord.world.bot, call.body, message))


def _thread(call: Call) -> Channel:
    place = access.channel(call)
    if not place.is_thread:
        raise errors.wrong_channel_type()
    return place


def _members(call: Call) -> object:
    thread = _thread(call)
    return [thread.thread_member(user_id) for user_id in sorted(thread.members)]


def _member_id(call: Call) -> str:
    user_id = call.params.get("user_id", call.discord.world.bot.id)
    if call.discord.world.member(user_id) is None:
        raise errors.unknown_member()
    return user_id


def _member(call: Call) -> object:
    thread, user_id = _thread(call), _member_id(call)
    if user_id not in thread.members:
        raise errors.unknown_member()
    return thread.thread_member(user_id)


def _add_member(call: Call) -> None:
    thread, user_id = _thread(call), _member_id(call)
    if thread.archived:
        raise errors.thread_archived()
    thread.members.add(user_id)


def _remove_member(call: Call) -> None:
    thread, user_id = _thread(call), _member_id(call)
    if user_id != call.discord.world.bot.id:
        access.require(call.discord, thread, "manage_threads")
    thread.members.discard(user_id)


def _active(call: Call) -> object:
    access.guild(call)
    world = call.discord.world
    found = [one for one in world.threads() if not one.archived and world.sees(world.bot, one)]
    return _listing(call, found)


def _archived(call: Call) -> object:
    place = access.channel(call)
    if place.is_thread:
        raise errors.wrong_channel_type()
    found = [one for one in call.discord.world.threads() if one.archived and one.parent_id == place.id]
    return {**_listing(call, found), "has_more": False}


def _listing(call: Call, found: list[Channel]) -> Json:
    bot = call.discord.world.bot
    joined = [one for one in found if bot.id in one.members]
    return {
        "threads": [payloads.thread_for_bot(one, bot) for one in found],
        "members": [one.thread_member(bot.id) for one in joined],
    }


def _channels(call: Call) -> object:
    access.guild(call)
    return [channel.payload() for channel in call.discord.world.text_channels()]


def _overwrite(call: Call) -> None:
    place = access.channel(call)
    if not call.discord.world.may(call.discord.world.bot, place, "manage_roles"):
        raise errors.missing_permissions()
    raise DiscordError(400, 0, "The local Discord changes permissions through its control API only.")


_CHANNEL = "/channels/{channel_id}"
_MEMBERS = _CHANNEL + "/thread-members"

ROUTES = [
    Route("GET", _CHANNEL, "channel get", _get),
    Route("PATCH", _CHANNEL, "channel edit", _edit),
    Route("DELETE", _CHANNEL, "channel delete", _delete),
    Route("PUT", _CHANNEL + "/permissions/{overwrite_id}", "channel edit", _overwrite),
    Route("POST", _CHANNEL + "/threads", "thread create", _start, 201),
    Route("POST", _CHANNEL + "/messages/{message_id}/threads", "thread create", _start_from_message, 201),
    Route("GET", _CHANNEL + "/threads/archived/public", "threads list", _archived),
    Route("GET", _CHANNEL + "/threads/archived/private", "threads list", _archived),
    Route("GET", _MEMBERS, "thread member", _members),
    Route("PUT", _MEMBERS + "/@me", "thread member", _add_member),
    Route("DELETE", _MEMBERS + "/@me", "thread member", _remove_member),
    Route("GET", _MEMBERS + "/{user_id}", "thread member", _member),
    Route("PUT", _MEMBERS + "/{user_id}", "thread member", _add_member),
    Route("DELETE", _MEMBERS + "/{user_id}", "thread member", _remove_member),
    Route("GET", "/guilds/{guild_id}/threads/active", "threads list", _active),
    Route("GET", "/guilds/{guild_id}/channels", "channels list", _channels),
]
