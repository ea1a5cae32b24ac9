"""Starts, changes and ends threads and channels; permissions are the callers' part.

Source: Discord's documentation, "Threads" and "Channels Resource".
"""

from __future__ import annotations

from local_discord.actions import announce, messages
from local_discord.checks import errors
from local_discord.checks.form import Form
from local_discord.core import LocalDiscord
from local_discord.world import ids
from local_discord.world.model import HAS_THREAD, PRIVATE_THREAD, PUBLIC_THREAD, Channel, Json, Message, User

THREAD_CREATED, THREAD_STARTER = 18, 21
_ARCHIVE_MINUTES = (60, 1440, 4320, 10080)


def check(body: Json, *, new: bool) -> None:
    """Refuse what a thread cannot be.

    Raises:
        DiscordError: 400/50035.
    """
    form = Form()
    if new or "name" in body:
        form.text(("name",), body.get("name"), 1, 100)
    if body.get("auto_archive_duration") is not None:
        form.choice(("auto_archive_duration",), body["auto_archive_duration"], _ARCHIVE_MINUTES)
    form.number(("rate_limit_per_user",), body.get("rate_limit_per_user"), 0, 21600)
    form.raise_if_bad()


def start(discord: LocalDiscord, parent: Channel, owner: User, body: Json, source: Message | None = None) -> Channel:
    """A new thread, from a message or not.

    Raises:
        DiscordError: the name is bad, the parent is a thread itself, or the message has a thread.
    """
    if parent.is_thread:
        raise errors.wrong_channel_type()
    check(body, new=True)
    if source is not None and source.id in discord.world.channels:
        raise errors.thread_exists()
    kind = PUBLIC_THREAD if source is not None else int(body.get("type", PRIVATE_THREAD))
    thread = Channel(
        source.id if source is not None else ids.snowflake(),
        str(body["name"]),
        kind if kind == PUBLIC_THREAD else PRIVATE_THREAD,
        parent.id,
        owner_id=owner.id,
        auto_archive=int(body.get("auto_archive_duration") or 1440),
        slowmode=int(body.get("rate_limit_per_user") or 0),
        invitable=bool(body.get("invitable", True)),
        members={owner.id},
    )
    discord.world.channels[thread.id] = thread
    announce.channel(discord, "CHANNEL_CREATE", thread)
    if source is not None:
        source.data["thread"] = thread.payload()
        source.data["flags"] |= HAS_THREAD
        announce.message(discord, "MESSAGE_UPDATE", source)
        _system_message(discord, thread, owner, THREAD_STARTER, source)
    elif kind == PUBLIC_THREAD:
        _system_message(discord, parent, owner, THREAD_CREATED, thread)
    return thread


def _system_message(
    discord: LocalDiscord, channel: Channel, author: User, kind: int, subject: Message | Channel
) -> None:
    data = messages.blank(discord, channel, author)
    data["type"] = kind
    data["message_reference"] = {"type": 0, "channel_id": subject.id, "guild_id": ids.GUILD_ID}
    if isinstance(subject, Channel):
        data["content"] = subject.name
    else:
        data["message_reference"] |= {"channel_id": subject.channel_id, "message_id": subject.id}
        data["referenced_message"] = subject.data
    messages.publish(discord, Message(data))


def change(discord: LocalDiscord, channel: Channel, body: Json) -> Channel:
    """Change a channel's or thread's name, archiving, lock, topic or slow mode, and say so.

    Raises:
        DiscordError: 400/50035; 50083 when an archived thread is changed without being unarchived.
    """
    if channel.is_thread:
        check(body, new=False)
        if channel.archived and body.get("archived") is not False and set(body) - {"archived", "locked"}:
            raise errors.thread_archived()
        if "archived" in body:
            channel.set_archived(archived=bool(body["archived"]))
        channel.locked = bool(body.get("locked", channel.locked))
        channel.invitable = bool(body.get("invitable", channel.invitable))
        channel.auto_archive = int(body.get("auto_archive_duration") or channel.auto_archive)
    else:
        form = Form()
        if "name" in body:
            form.text(("name",), body.get("name"), 1, 100)
        form.text(("topic",), body.get("topic"), 0, 1024, optional=True)
        form.raise_if_bad()
        channel.topic = body.get("topic", channel.topic)
    channel.name = str(body.get("name") or channel.name)
    channel.slowmode = int(body.get("rate_limit_per_user") or 0) if "rate_limit_per_user" in body else channel.slowmode
    announce.channel(discord, "CHANNEL_UPDATE", channel)
    return channel


def unarchive(discord: LocalDiscord, thread: Channel) -> None:
    """Open an archived thread again and say so."""
    thread.set_archived(archived=False)
    announce.channel(discord, "CHANNEL_UPDATE", thread)


def remove(discord: LocalDiscord, channel: Channel) -> None:
    """End a channel or thread, with its messages and threads, and say so."""
    doomed = [one for one in discord.world.channels.values() if one.parent_id == channel.id]
    for one in [*doomed, channel]:
        announce.channel(discord, "CHANNEL_DELETE", one)
    discord.world.remove_channel(channel)
