"""Finds what a bot's request names, and refuses what the bot may not do there."""

from __future__ import annotations

from collections.abc import Mapping

from local_discord.actions import threads
from local_discord.checks import errors
from local_discord.core import LocalDiscord
from local_discord.rest.requests import Call
from local_discord.world import ids
from local_discord.world.files import Upload
from local_discord.world.model import PRIVATE_THREAD, Channel, Json, Message


def channel(call: Call) -> Channel:
    """The channel of the path.

    Raises:
        DiscordError: 10003, or 50001 if the bot does not see it.
    """
    found = call.discord.world.channels.get(call.params["channel_id"])
    if found is None:
        raise errors.unknown_channel()
    if not call.discord.world.sees(call.discord.world.bot, found):
        raise errors.missing_access()
    return found


def message(call: Call) -> Message:
    """The message of the path; ephemeral ones are not to be had this way.

    Raises:
        DiscordError: 10003, 50001, 10008.
    """
    place = channel(call)
    found = call.discord.world.messages.get(call.params["message_id"])
    if found is None or found.channel_id != place.id or found.owner is not None:
        raise errors.unknown_message()
    return found


def require(discord: LocalDiscord, place: Channel, *names: str) -> None:
    """Refuse if the bot lacks one of these permissions.

    Raises:
        DiscordError: 50013.
    """
    if not discord.world.may(discord.world.bot, place, *names):
        raise errors.missing_permissions()


def require_sending(discord: LocalDiscord, place: Channel, body: Json, uploads: Mapping[int, Upload]) -> None:
    """Refuse a message the bot may not send here; open an archived thread that is not locked.

    Raises:
        DiscordError: 50013, 50083.
    """
    require(discord, place, "send_messages_in_threads" if place.is_thread else "send_messages")
    if uploads:
        require(discord, place, "attach_files")
    if body.get("embeds"):
        require(discord, place, "embed_links")
    if body.get("message_reference"):
        require(discord, place, "read_message_history")
    if place.is_thread and place.archived:
        if place.locked:
            raise errors.thread_archived()
        threads.unarchive(discord, place)


def require_thread_start(call: Call, place: Channel, *, private: bool = False) -> None:
    """Refuse a thread the bot may not start.

    Raises:
        DiscordError: 50013.
    """
    require(call.discord, place, "create_private_threads" if private else "create_public_threads")


def require_thread_change(call: Call, thread: Channel, body: Json) -> None:
    """Refuse a change of a thread the bot may not make: its owner may make some, managers all, members may unarchive.

    Raises:
        DiscordError: 50013.
    """
    world = call.discord.world
    if world.may(world.bot, thread, "manage_threads"):
        return
    only_unarchive = set(body) == {"archived"} and body["archived"] is False
    if only_unarchive and not thread.locked and world.may(world.bot, thread, "send_messages_in_threads"):
        return
    owner_may = (
        {"name", "archived", "auto_archive_duration", "invitable"}
        if thread.type == PRIVATE_THREAD
        else {
            "name",
            "archived",
            "auto_archive_duration",
        }
    )
    if thread.owner_id != world.bot.id or not set(body) <= owner_may or thread.locked:
        raise errors.missing_permissions()


def guild(call: Call) -> None:
    """Refuse another guild's id, and the guild's own once the bot has been put out.

    Raises:
        DiscordError: 10004.
    """
    if call.params["guild_id"] != ids.GUILD_ID or not call.discord.world.bot.present:
        raise errors.unknown_guild()


def application(call: Call) -> None:
    """Refuse another application's id.

    Raises:
        DiscordError: 10002.
    """
    if call.params["application_id"] != ids.APPLICATION_ID:
        raise errors.unknown_application()
