"""Who a message mentions, and whom it notifies.

Source: Discord's documentation, "Allowed Mentions Object".
"""

from __future__ import annotations

import dataclasses
import re

from local_discord.checks.components import TEXT_DISPLAY, walk
from local_discord.world.model import SUPPRESS_NOTIFICATIONS, Channel, Json, User
from local_discord.world.world import World

_USER = re.compile(r"<@!?(\d+)>")
_ROLE = re.compile(r"<@&(\d+)>")
_EVERYONE = re.compile(r"@(everyone|here)\b")


@dataclasses.dataclass(frozen=True, slots=True)
class Mentions:
    """What counts as mentioned."""

    users: list[User]
    roles: list[str]
    everyone: bool


def find(world: World, author: User, channel: Channel, text: str, body: Json, replied: User | None) -> Mentions:
    """Read the mentions of a text under the request's `allowed_mentions`.

    Args:
        world: who exists.
        author: whose permission counts for @everyone.
        channel: where it stands.
        text: everything the message says.
        body: the request.
        replied: the author of the message it replies to.
    """
    allowed = body.get("allowed_mentions")
    rules: Json = (
        allowed if isinstance(allowed, dict) else {"parse": ["users", "roles", "everyone"], "replied_user": True}
    )
    parse = rules.get("parse") or []
    named = {str(one) for one in rules.get("users") or []}
    users: dict[str, User] = {}
    for user_id in _USER.findall(text):
        user = world.users.get(user_id)
        if user is not None and ("users" in parse or user_id in named):
            users[user_id] = user
    if replied is not None and rules.get("replied_user"):
        users[replied.id] = replied
    known = {role["id"] for role in world.roles()}
    named_roles = {str(one) for one in rules.get("roles") or []}
    roles = [
        one for one in dict.fromkeys(_ROLE.findall(text)) if one in known and ("roles" in parse or one in named_roles)
    ]
    everyone = (
        "everyone" in parse and _EVERYONE.search(text) is not None and world.may(author, channel, "mention_everyone")
    )
    return Mentions(list(users.values()), roles, everyone)


def notified(world: World, channel: Channel, mentions: Mentions, flags: int, owner: str | None) -> list[str]:
    """Ids of the people whom a new message with these mentions notifies."""
    if flags & SUPPRESS_NOTIFICATIONS:
        return []
    reached = []
    for user in world.people:
        meant = mentions.everyone or user in mentions.users or any(role in user.roles for role in mentions.roles)
        if meant and owner in {None, user.id} and world.sees(user, channel):
            reached.append(user.id)
    return reached


def text_of(data: Json) -> str:
    """Everything a message says in which a mention counts: content and text displays, not embeds."""
    displays = [str(one.get("content", "")) for one in walk(data["components"]) if one.get("type") == TEXT_DISPLAY]
    return "\n".join([data["content"], *displays])
