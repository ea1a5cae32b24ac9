"""REST: channels and threads."""

from local_discord.actions import threads
from local_discord.checks import errors
from local_discord.rest import access
from local_discord.rest.requests import Call, Route
from local_discord.world.model import PRIVATE_THREAD, PUBLIC_THREAD


def _get(call: Call) -> object:
    return access.channel(call).payload()


def _edit(call: Call) -> object:
    place = access.channel(call)
    if place.is_thread:
        access.require_thread_change(call, place, call.body)
    else:
        access.require(call, place, "manage_channels")
    return threads.change(call.discord, place, call.body).payload()


def _start(call: Call) -> object:
    place = access.channel(call)
    private = call.body.get("type", PRIVATE_THREAD) != PUBLIC_THREAD
    access.require(call, place, "create_private_threads" if private else "create_public_threads")
    return threads.start(call.discord, place, call.body).payload()


def _start_from_message(call: Call) -> object:
    place, message = access.message(call)
    access.require(call, place, "create_public_threads", "read_message_history")
    return threads.start(call.discord, place, call.body, message).payload()


def _add_member(call: Call) -> None:
    thread = access.channel(call)
    if not thread.is_thread:
        raise errors.wrong_channel_type()
    access.require(call, thread, "send_messages_in_threads")
    user = call.discord.world.users.get(call.params["user_id"])
    if user is None:
        raise errors.unknown_user()
    threads.add(call.discord, thread, user)


_CHANNEL = "/channels/{channel_id}"

ROUTES = [
    Route("GET", _CHANNEL, "channel get", _get),
    Route("PATCH", _CHANNEL, "channel edit", _edit),
    Route("POST", _CHANNEL + "/threads", "thread create", _start, 201),
    Route("POST", _CHANNEL + "/messages/{message_id}/threads", "thread create", _start_from_message, 201),
    Route("PUT", _CHANNEL + "/thread-members/{user_id}", "thread member add", _add_member),
]
