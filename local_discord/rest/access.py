"""Look-ups of the objects in a request's path, and checks of the bot's permissions there."""

from local_discord.actions import threads
from local_discord.checks import errors
from local_discord.rest.requests import Call
from local_discord.wire import Json
from local_discord.world import ids
from local_discord.world.model import Channel, Guild, Message


def channel(call: Call) -> Channel:
    """Return the channel of the path.

    Raises:
        DiscordError: 10003 if there is no such channel; 50001 if the bot does not see it, or if it is a voice or stage
            channel to which the bot may not connect.
    """
    world, found = call.discord.world, call.discord.world.channels.get(call.params["channel_id"])
    if found is None:
        raise errors.unknown_channel()
    if not world.sees(world.bot, found) or not world.may_read(world.bot, found):
        raise errors.missing_access()
    return found


def message(call: Call) -> tuple[Channel, Message]:
    """Return the message of the path and its channel; ephemeral messages are not found here.

    Raises:
        DiscordError: 10008 if there is no such message; 10003 and 50001 as in `channel`.
    """
    place = channel(call)
    found = call.discord.world.messages.get(call.params["message_id"])
    if found is None or found.channel_id != place.id or found.owner is not None:
        raise errors.unknown_message()
    return place, found


def require(call: Call, place: Channel, *names: str) -> None:
    """Check that the bot has all of these permissions in a channel.

    Raises:
        DiscordError: 50013 if one of them is missing.
    """
    if not call.discord.world.may(call.discord.world.bot, place, *names):
        raise errors.missing_permissions()


def require_unlocked(call: Call, place: Channel) -> None:
    """Check that a thread is not locked, or that the bot may manage threads.

    Raises:
        DiscordError: 160005 if the thread is locked, and the bot may not manage threads.
    """
    if call.discord.world.is_locked_for(call.discord.world.bot, place):
        raise errors.thread_locked()


def require_sending(call: Call, place: Channel) -> None:
    """Check that the bot may send the request's message; unarchive an archived thread that is not locked.

    Raises:
        DiscordError: 50007 if the person takes no direct messages, 50013 if a permission is missing, 50083 if the
            thread is archived and locked, 160005 if it is only locked.
    """
    world, body = call.discord.world, call.body
    needed = {
        "attach_files": call.uploads,
        "embed_links": body.get("embeds"),
        "read_message_history": body.get("message_reference"),
    }
    if place.guild_id is None and not world.takes_direct_messages(place):
        raise errors.cannot_message()
    if not world.may_write(world.bot, place):
        raise errors.missing_permissions()
    require(call, place, *(name for name, wanted in needed.items() if wanted))
    if place.archived and place.locked:
        raise errors.thread_archived()
    require_unlocked(call, place)
    if place.archived:
        threads.unarchive(call.discord, place)


def require_thread_change(call: Call, thread: Channel, body: Json) -> None:
    """Check that the bot may change a thread.

    Managers of threads may change everything, and the thread's owner may change some fields. Everybody who may write in
    the thread may unarchive it.

    Raises:
        DiscordError: 50013 if the bot may not make this change.
    """
    world = call.discord.world
    if world.may(world.bot, thread, "manage_threads"):
        return
    unarchives = set(body) == {"archived"} and body["archived"] is False and world.may_write(world.bot, thread)
    owns = thread.owner_id == world.bot.id and set(body) <= {"name", "archived", "auto_archive_duration"}
    if thread.locked or not (unarchives or owns):
        raise errors.missing_permissions()


def guild(call: Call) -> Guild:
    """Return the server of the path.

    Raises:
        DiscordError: 10004, also if the bot is not on the server.
    """
    found = call.discord.world.guilds.get(call.params["guild_id"])
    if found is None or found.id in call.discord.world.bot.absent:
        raise errors.unknown_guild()
    return found


def application(call: Call) -> None:
    """Check that the path has this application's id.

    Raises:
        DiscordError: 10002 if the path has another id.
    """
    if call.params["application_id"] != ids.APPLICATION_ID:
        raise errors.unknown_application()
