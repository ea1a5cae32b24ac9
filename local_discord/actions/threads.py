"""Creation, changes and deletion of threads and channels; the callers check permissions.

Source: Discord's documentation, "Threads" and "Channels Resource".
"""

from local_discord.actions import announce, messages
from local_discord.checks import errors
from local_discord.checks.form import Form
from local_discord.core import LocalDiscord
from local_discord.wire import Json
from local_discord.world import ids
from local_discord.world.model import (
    ANNOUNCEMENT,
    HAS_THREAD,
    NEWS_THREAD,
    PRIVATE_THREAD,
    PUBLIC_THREAD,
    TEXT,
    Channel,
    Message,
    User,
)

RECIPIENT_ADDED, THREAD_CREATED, THREAD_STARTER = 1, 18, 21
_ARCHIVE_MINUTES = (None, 60, 1440, 4320, 10080)


def _check(body: Json, *, new: bool) -> None:
    with Form() as form:
        if new or "name" in body:
            form.text(("name",), body.get("name"), 1, 100)
        form.choice(("auto_archive_duration",), body.get("auto_archive_duration"), _ARCHIVE_MINUTES)
        for name in ("rate_limit_per_user", "default_thread_rate_limit_per_user"):
            form.number((name,), body.get(name), 0, 21600)


def start(discord: LocalDiscord, parent: Channel, body: Json, source: Message | None = None) -> Channel:
    """Create a thread that the bot owns, from a message or without a message.

    Raises:
        DiscordError: the name is bad, the parent is a thread itself, or the message already has a thread.
    """
    if parent.type not in {TEXT, ANNOUNCEMENT}:
        raise errors.wrong_channel_type()
    _check(body, new=True)
    if source is not None and source.id in discord.world.channels:
        raise errors.thread_exists()
    bot = discord.world.bot
    news = parent.type == ANNOUNCEMENT
    public = source is not None or news or body.get("type") == PUBLIC_THREAD
    thread = Channel(
        source.id if source is not None else ids.snowflake(),
        str(body["name"]),
        NEWS_THREAD if news else PUBLIC_THREAD if public else PRIVATE_THREAD,
        parent.guild_id,
        parent.id,
        owner_id=bot.id,
        auto_archive=int(body.get("auto_archive_duration") or 1440),
        slow_mode=_slow_mode(parent, body),
        members={bot.id},
    )
    discord.world.channels[thread.id] = thread
    announce.channel(discord, "CHANNEL_CREATE", thread)
    if source is not None:
        source.data["thread"] = thread.payload()
        source.data["flags"] |= HAS_THREAD
        announce.message(discord, "MESSAGE_UPDATE", source)
        where = messages.reference(parent, message_id=source.id)
        about = {"message_reference": where, "referenced_message": source.data}
        _system_message(discord, thread, THREAD_STARTER, about)
    elif public:
        _system_message(
            discord, parent, THREAD_CREATED, {"message_reference": messages.reference(thread), "content": thread.name}
        )
    return thread


def _slow_mode(parent: Channel, body: Json) -> int:
    """Return the slow mode of a new thread: its channel's default for threads unless the request names one."""
    named = body.get("rate_limit_per_user")
    return parent.thread_slow_mode if named is None else int(named)


def post(discord: LocalDiscord, forum: Channel, author: User, content: str) -> Message:
    """Create a person's post in a forum or a media channel, named by the first line of its message; return the message.

    The message has the id of the post.
    """
    thread = Channel(
        ids.snowflake(),
        content.strip().splitlines()[0][:100],
        PUBLIC_THREAD,
        forum.guild_id,
        forum.id,
        owner_id=author.id,
        slow_mode=forum.thread_slow_mode,
        members={author.id},
    )
    discord.world.channels[thread.id] = thread
    forum.last_message_id = thread.id
    announce.channel(discord, "CHANNEL_CREATE", thread)
    return messages.create(discord, thread, author, {"content": content}, {}, message_id=thread.id)


def _system_message(discord: LocalDiscord, channel: Channel, kind: int, about: Json) -> None:
    data = messages.blank(discord, channel, discord.world.bot)
    messages.publish(discord, Message({**data, "type": kind, **about}))


def add(discord: LocalDiscord, thread: Channel, user: User) -> None:
    """Add a user to a thread and post the system message about it; do nothing if the user is in the thread already.

    Raises:
        DiscordError: 50083 if the thread is archived, 50001 if the user does not see the thread's channel.
    """
    if thread.archived:
        raise errors.thread_archived()
    if user.id in thread.members:
        return
    if not discord.world.sees(user, discord.world.permission_holder(thread)):
        raise errors.missing_access()
    thread.members.add(user.id)
    announce.added_to_thread(discord, thread, [user.id])
    _system_message(discord, thread, RECIPIENT_ADDED, {"mentions": [user.payload()]})


def change(discord: LocalDiscord, channel: Channel, body: Json) -> Channel:
    """Change a channel's name or slow mode, or a thread's archiving or lock, and announce the change.

    Raises:
        DiscordError: 400/50035; 50083 when an archived thread is changed without being unarchived.
    """
    _check(body, new=False)
    if channel.is_thread:
        if channel.archived and body.get("archived") is not False and set(body) - {"archived", "locked"}:
            raise errors.thread_archived()
        if "archived" in body:
            channel.set_archived(archived=bool(body["archived"]))
        channel.locked = bool(body.get("locked", channel.locked))
        channel.auto_archive = int(body.get("auto_archive_duration") or channel.auto_archive)
    channel.name = str(body.get("name") or channel.name)
    channel.slow_mode = int(body.get("rate_limit_per_user", channel.slow_mode) or 0)
    channel.thread_slow_mode = int(body.get("default_thread_rate_limit_per_user", channel.thread_slow_mode) or 0)
    announce.channel(discord, "CHANNEL_UPDATE", channel)
    return channel


def pass_idle_time(discord: LocalDiscord, thread: Channel, minutes: int) -> None:
    """Archive a thread as if `minutes` had passed without a new message, unless its auto-archive time is longer."""
    if not thread.archived and thread.auto_archive <= minutes:
        thread.set_archived(archived=True)
        announce.channel(discord, "CHANNEL_UPDATE", thread)


def unarchive(discord: LocalDiscord, thread: Channel) -> None:
    """Unarchive a thread and announce the change."""
    thread.set_archived(archived=False)
    announce.channel(discord, "CHANNEL_UPDATE", thread)


def remove(discord: LocalDiscord, channel: Channel) -> None:
    """Delete a channel or thread with its messages and threads, and announce each deletion."""
    for one in discord.world.threads_and_channel(channel):
        announce.channel(discord, "CHANNEL_DELETE", one)
    discord.world.remove_channel(channel)
