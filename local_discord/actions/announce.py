"""Tells the bot and the pages what has happened, each in their own shape."""

from __future__ import annotations

from local_discord.checks import permissions
from local_discord.core import LocalDiscord
from local_discord.gateway import hub as hubs
from local_discord.world import ids, payloads
from local_discord.world.model import Channel, Json, Message, User

_CONTENT: Json = {"content": "", "embeds": [], "attachments": [], "components": []}


def message(discord: LocalDiscord, event: str, subject: Message) -> None:
    """MESSAGE_CREATE or MESSAGE_UPDATE."""
    world = discord.world
    discord.hub.to_people(event, subject.public(), lambda user: world.sees_message(user, subject))
    channel = world.channels.get(subject.channel_id)
    if subject.owner is not None or channel is None or not world.sees(world.bot, channel):
        return
    author = world.users.get(subject.author_id, world.bot)
    data = {**subject.data, "guild_id": ids.GUILD_ID, "member": author.member()}
    mine = author.bot or any(one["id"] == world.bot.id for one in subject.data["mentions"])
    if not mine:
        _to_bot_without_content(discord, event, data)
    else:
        discord.hub.to_bot(event, data, hubs.GUILD_MESSAGES)


def _to_bot_without_content(discord: LocalDiscord, event: str, data: Json) -> None:
    """Others' messages: their content only for sessions with the message content intent."""
    for session in discord.hub.sessions.values():
        if session.intents & hubs.GUILD_MESSAGES:
            whole = session.intents & hubs.MESSAGE_CONTENT
            session.dispatch(event, hubs.dumps(data if whole else {**data, **_CONTENT}))


def message_deleted(discord: LocalDiscord, subject: Message) -> None:
    """MESSAGE_DELETE; call it while the channel is still there."""
    world = discord.world
    data = {"id": subject.id, "channel_id": subject.channel_id}
    discord.hub.to_people("MESSAGE_DELETE", data, lambda user: world.sees_message(user, subject))
    channel = world.channels.get(subject.channel_id)
    if subject.owner is None and channel is not None and world.sees(world.bot, channel):
        discord.hub.to_bot("MESSAGE_DELETE", {**data, "guild_id": ids.GUILD_ID}, hubs.GUILD_MESSAGES)


def channel(discord: LocalDiscord, event: str, subject: Channel) -> None:
    """CHANNEL_CREATE/UPDATE/DELETE, or the THREAD_ event of the same ending for a thread."""
    world = discord.world
    name = event.replace("CHANNEL", "THREAD") if subject.is_thread else event
    discord.hub.to_people(name, subject.public(), lambda user: world.sees(user, subject))
    if name.endswith("DELETE") and subject.is_thread:
        keys = ("id", "type", "guild_id", "parent_id")
        data = {key: value for key, value in subject.payload().items() if key in keys}
    else:
        data = payloads.thread_for_bot(subject, world.bot) if subject.is_thread else subject.payload()
        if name == "THREAD_CREATE":
            data["newly_created"] = True
    if world.sees(world.bot, subject) or not subject.is_thread:
        discord.hub.to_bot(name, data, hubs.GUILDS)


def commands(discord: LocalDiscord) -> None:
    """COMMANDS_UPDATE, to each page what its user may use."""
    for watcher in discord.hub.watchers:
        data = {"t": "COMMANDS_UPDATE", "d": offered(discord, watcher.user)}
        watcher.outbox.send(hubs.dumps(data))


def offered(discord: LocalDiscord, user: User) -> list[Json]:
    """The commands a user sees in the picker."""
    return [one for one in discord.commands.offered() if may_use(discord, user, one)]


def may_use(discord: LocalDiscord, user: User, command: Json) -> bool:
    """Whether the command's default permissions let this member use it."""
    needed = command.get("default_member_permissions")
    if needed is None:
        return True
    owned = discord.world.permissions(user)
    wanted = int(needed) or permissions.BITS["administrator"]
    return owned & wanted == wanted


def emojis(discord: LocalDiscord) -> None:
    """EMOJIS_UPDATE."""
    discord.hub.to_people("EMOJIS_UPDATE", emoji_list(discord))


def emoji_list(discord: LocalDiscord) -> list[Json]:
    """The application's emojis, as the client API shows them."""
    return [
        {"id": one.id, "name": one.name, "url": discord.files.emoji_url(one), "animated": one.animated}
        for one in discord.world.emojis.values()
    ]


def member(discord: LocalDiscord, event: str, user: User) -> None:
    """GUILD_MEMBER_ADD, _UPDATE or _REMOVE; the bot itself comes or goes with GUILD_CREATE or GUILD_DELETE."""
    if user.bot and event != "GUILD_MEMBER_UPDATE":
        whole = payloads.guild_create(discord.world, all_members=False)
        del whole["unavailable"]  # it comes with guilds that the bot was on already
        joined = event == "GUILD_MEMBER_ADD"
        discord.hub.to_bot("GUILD_CREATE" if joined else "GUILD_DELETE", whole if joined else {"id": ids.GUILD_ID})
        return
    data: Json = {"guild_id": ids.GUILD_ID, "user": user.payload()}
    if event != "GUILD_MEMBER_REMOVE":
        data |= user.member()
    intent = 0 if user.bot else hubs.GUILD_MEMBERS
    discord.hub.to_bot(event, data, intent)
    discord.hub.to_people("USER_UPDATE", user.public())


def guild(discord: LocalDiscord) -> None:
    """GUILD_UPDATE."""
    discord.hub.to_bot("GUILD_UPDATE", payloads.guild(discord.world), hubs.GUILDS)
    discord.hub.to_people("GUILD_UPDATE", public_guild(discord))


def public_guild(discord: LocalDiscord) -> Json:
    """The guild of the client API."""
    world = discord.world
    return {"id": ids.GUILD_ID, "name": world.guild_name, "preferred_locale": world.preferred_locale}
