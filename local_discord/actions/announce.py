"""Announcements of changes to the bot (gateway events) and to the pages (events of the client API)."""

from collections.abc import Iterable

from local_discord.checks.commands import FOR_USERS
from local_discord.core import LocalDiscord
from local_discord.gateway import hub as hubs
from local_discord.wire import Json
from local_discord.world import ids, installations, payloads
from local_discord.world import scheduled_events as events
from local_discord.world.model import PRIVATE_THREAD, Channel, Guild, Message, Role, User

_CONTENT: Json = {"content": "", "embeds": [], "attachments": [], "components": []}


def message(discord: LocalDiscord, event: str, subject: Message) -> None:
    """Announce a new or edited message.

    On servers, a session without the message content intent gets other people's messages without their content, unless
    they mention the bot. Direct messages always have their content, and need the intent for direct messages.
    """
    world, hub = discord.world, discord.hub
    hub.to_people(event, subject.public(), lambda user: world.sees_message(user, subject))
    channel = world.channels.get(subject.channel_id)
    if subject.owner is not None or channel is None or not world.sees(world.bot, channel):
        return
    if channel.guild_id is None:
        hub.to_bot(event, subject.data, hubs.DIRECT_MESSAGES)
        return
    author = world.users.get(subject.author_id, world.bot)
    data = {**subject.data, **_on_server(channel), "member": author.membership()}
    if not author.bot and all(one["id"] != world.bot.id for one in subject.data["mentions"]):
        hub.to_bot(event, {**data, **_CONTENT}, hubs.GUILD_MESSAGES, without=hubs.MESSAGE_CONTENT)
        hub.to_bot(event, data, hubs.GUILD_MESSAGES | hubs.MESSAGE_CONTENT)
    else:
        hub.to_bot(event, data, hubs.GUILD_MESSAGES)


def message_deleted(discord: LocalDiscord, subject: Message) -> None:
    """Announce MESSAGE_DELETE; call this before the channel is removed."""
    world = discord.world
    data = {"id": subject.id, "channel_id": subject.channel_id}
    discord.hub.to_people("MESSAGE_DELETE", data, lambda user: world.sees_message(user, subject))
    channel = world.channels.get(subject.channel_id)
    if subject.owner is None and channel is not None and world.sees(world.bot, channel):
        intent = hubs.DIRECT_MESSAGES if channel.guild_id is None else hubs.GUILD_MESSAGES
        discord.hub.to_bot("MESSAGE_DELETE", {**data, **_on_server(channel)}, intent)


def _on_server(channel: Channel) -> Json:
    return {} if channel.guild_id is None else {"guild_id": channel.guild_id}


def channel(discord: LocalDiscord, event: str, subject: Channel) -> None:
    """Announce CHANNEL_CREATE, _UPDATE or _DELETE; for a thread, announce THREAD_CREATE, _UPDATE or _DELETE."""
    world = discord.world
    name = event.replace("CHANNEL", "THREAD") if subject.is_thread else event
    discord.hub.to_people(name, subject.public(), lambda user: world.sees(user, subject))
    data = payloads.gateway_channel(world, subject)
    if name == "THREAD_DELETE":
        data = {key: data[key] for key in ("id", "type", "guild_id", "parent_id")}
    elif name == "THREAD_CREATE":
        data["newly_created"] = True
    if world.sees(world.bot, subject) or not subject.is_thread:
        discord.hub.to_bot(name, data, hubs.GUILDS)


def seen_by_bot(discord: LocalDiscord) -> set[str]:
    """Return the ids of the channels that the bot sees, without threads."""
    world = discord.world
    return {one.id for one in world.guild_channels() if world.sees(world.bot, one)}


def sight_changes(discord: LocalDiscord, before: set[str]) -> set[str]:
    """Announce the channels that the bot has begun or ceased to see, and return their ids.

    A channel that the bot has begun to see is followed by its threads.

    Args:
        discord: the state after the change.
        before: the result of `seen_by_bot` before the change.
    """
    now = seen_by_bot(discord)
    changed = [one for one in discord.world.guild_channels() if one.id in before ^ now]
    for subject in changed:
        channel(discord, "CHANNEL_UPDATE", subject)
        if subject.id in now:
            _threads_of(discord, subject)
    return {one.id for one in changed}


def _threads_of(discord: LocalDiscord, parent: Channel) -> None:
    """Announce THREAD_LIST_SYNC for a channel: its threads that the bot sees and that are not archived."""
    world = discord.world
    *threads, _ = world.threads_and_channel(parent)
    shown = [one.payload() for one in threads if world.sees(world.bot, one) and not one.archived]
    members = [one["member"] for one in shown if "member" in one]
    about = {"guild_id": parent.guild_id, "channel_ids": [parent.id], "threads": shown, "members": members}
    discord.hub.to_bot("THREAD_LIST_SYNC", about, hubs.GUILDS)


def added_to_thread(discord: LocalDiscord, thread: Channel, user_ids: Iterable[str]) -> None:
    """Announce a private thread to the pages of its new members."""
    if thread.type == PRIVATE_THREAD:
        for user_id in user_ids:
            discord.hub.to_person(user_id, "THREAD_CREATE", thread.public())


def commands(discord: LocalDiscord) -> None:
    """Announce COMMANDS_UPDATE: every page gets the commands that its user may use."""
    for watcher in discord.hub.watchers:
        watcher.outbox.send({"t": "COMMANDS_UPDATE", "d": discord.world.usable_commands(watcher.user)})


def scheduled_events(discord: LocalDiscord) -> None:
    """Announce SCHEDULED_EVENTS_UPDATE: every page gets the events of its user's servers.

    The bot is not told, because it does not use the intent for scheduled events.
    """
    for watcher in discord.hub.watchers:
        watcher.outbox.send({"t": "SCHEDULED_EVENTS_UPDATE", "d": event_list(discord, watcher.user)})


def event_list(discord: LocalDiscord, user: User) -> list[Json]:
    """Return the scheduled events of a person's servers that have not ended."""
    world = discord.world
    here = [one for one in world.guilds if one not in user.absent]
    return [event for one in here for event in events.of_guild(world.scheduled_events.values(), one)]


def application(discord: LocalDiscord) -> None:
    """Announce APPLICATION_UPDATE: whether people may add the application to their accounts."""
    discord.hub.to_people("APPLICATION_UPDATE", {"installable": FOR_USERS in installations.supported(discord.world)})


def emojis(discord: LocalDiscord) -> None:
    """Announce EMOJIS_UPDATE."""
    discord.hub.to_people("EMOJIS_UPDATE", emoji_list(discord))


def emoji_list(discord: LocalDiscord) -> list[Json]:
    """Return the application's emojis in the form of the client API."""
    return [
        {"id": one.id, "name": one.name, "url": discord.files.emoji_url(one), "animated": one.animated}
        for one in discord.world.emojis.values()
    ]


def member(discord: LocalDiscord, event: str, user: User, guild: Guild) -> None:
    """Announce GUILD_MEMBER_ADD, _UPDATE or _REMOVE; for the bot itself GUILD_CREATE or GUILD_DELETE."""
    if user.bot and event == "GUILD_MEMBER_ADD":
        whole = payloads.guild_create(discord.world, guild, all_members=False)
        del whole["unavailable"]  # Discord does not send this field for a guild that the bot has just joined
        discord.hub.to_bot("GUILD_CREATE", whole)
    elif user.bot and event == "GUILD_MEMBER_REMOVE":
        discord.hub.to_bot("GUILD_DELETE", {"id": guild.id})
    else:
        member = {"user": user.payload()} if event == "GUILD_MEMBER_REMOVE" else user.member()
        intent = 0 if user.bot else hubs.GUILD_MEMBERS
        discord.hub.to_bot(event, {**member, "guild_id": guild.id}, intent)
        discord.hub.to_people("USER_UPDATE", user.public())


def outage(discord: LocalDiscord, subject: Guild, *, unavailable: bool) -> None:
    """Announce that a server has become unavailable (GUILD_DELETE) or available again (GUILD_CREATE)."""
    outages, absent = discord.hub.outages, subject.id in discord.world.bot.absent
    if absent or unavailable == (subject.id in outages):
        return
    if unavailable:
        discord.hub.to_bot("GUILD_DELETE", {"id": subject.id, "unavailable": True})
        outages.add(subject.id)
    else:
        outages.discard(subject.id)
        discord.hub.to_bot("GUILD_CREATE", payloads.guild_create(discord.world, subject, all_members=False))


def role(discord: LocalDiscord, event: str, subject: Role) -> None:
    """Announce GUILD_ROLE_CREATE, _UPDATE or _DELETE on every server; the id of @everyone is the server's id."""
    for guild in discord.world.guilds.values():
        number = guild.id if subject.id == ids.GUILD_ID else subject.id
        about: Json = (
            {"role_id": number} if event == "GUILD_ROLE_DELETE" else {"role": {**subject.payload(), "id": number}}
        )
        if guild.id not in discord.world.bot.absent:
            discord.hub.to_bot(event, {"guild_id": guild.id, **about}, hubs.GUILDS)


def guild(discord: LocalDiscord, subject: Guild) -> None:
    """Announce GUILD_UPDATE."""
    discord.hub.to_bot("GUILD_UPDATE", payloads.guild(discord.world, subject), hubs.GUILDS)
    discord.hub.to_people("GUILD_UPDATE", subject.public())
