"""Mentions in a message, and the people whom the message notifies.

Source: Discord's documentation, "Allowed Mentions Object".
"""

import re

from local_discord.checks.components import TEXT_DISPLAY, walk
from local_discord.wire import Json
from local_discord.world.model import SUPPRESS_NOTIFICATIONS, Message
from local_discord.world.world import World

_USER = re.compile(r"<@!?(\d+)>")
_ROLE = re.compile(r"<@&(\d+)>")
_EVERYONE = re.compile(r"@(everyone|here)\b")
_ALL: Json = {"parse": ["users", "roles", "everyone"], "replied_user": True}


def write(world: World, message: Message, body: Json, replied: Message | None) -> list[str]:
    """Find the mentions that the request's `allowed_mentions` permits, and write them into the message's data.

    Args:
        world: users, roles and permissions.
        message: a message with its content and components.
        body: the request.
        replied: the message that `message` replies to, or None.

    Returns:
        Ids of the people whom the message notifies. Discord notifies them only of a new message, not of an edit.
    """
    data, channel = message.data, world.channels[message.channel_id]
    author = world.users.get(message.author_id, world.bot)
    text = _text(data)
    allowed = body.get("allowed_mentions")
    rules: Json = allowed if isinstance(allowed, dict) else _ALL
    parse = rules.get("parse") or []

    def counted(kind: str, found: list[str]) -> list[str]:
        named = {str(one) for one in rules.get(kind) or []}
        return [one for one in dict.fromkeys(found) if kind in parse or one in named]

    users = [world.users[one] for one in counted("users", _USER.findall(text)) if one in world.users]
    answered = world.users.get(replied.author_id) if replied is not None and rules.get("replied_user") else None
    if answered is not None and answered not in users:
        users.append(answered)
    roles = [one for one in counted("roles", _ROLE.findall(text)) if one in world.roles]
    everyone = (
        "everyone" in parse and _EVERYONE.search(text) is not None and world.may(author, channel, "mention_everyone")
    )
    data["mentions"] = [user.payload() for user in users]
    data["mention_roles"] = roles
    data["mention_everyone"] = everyone
    if message.flags & SUPPRESS_NOTIFICATIONS:
        return []
    meant = [one for one in world.people if everyone or one in users or not set(roles).isdisjoint(one.roles)]
    return [one.id for one in meant if message.owner in {None, one.id} and world.sees(one, channel)]


def _text(data: Json) -> str:
    """Return the text that is searched for mentions: the content and the text displays, without embeds."""
    displays = [str(one.get("content", "")) for one in walk(data["components"]) if one.get("type") == TEXT_DISPLAY]
    return "\n".join([data["content"], *displays])
