"""The places where the application is installed, and the effect on a person's commands and interactions.

Source: Discord's documentation, "Application Commands", Contexts, and "Receiving and Responding", Interaction Object.
"""

from local_discord.checks import permissions
from local_discord.checks.commands import CONTEXTS, ELSEWHERE, FOR_GUILDS, FOR_USERS, IN_DM, IN_GUILD
from local_discord.wire import Json
from local_discord.world.model import DM, Channel, Message, User
from local_discord.world.world import World

MAX_FOLLOW_UPS = 5
"""Follow-ups that an interaction may have if only a person has installed the application."""
_IN_PRIVATE = permissions.bits(("attach_files", "embed_links", "mention_everyone"))
_IN_DM = _IN_PRIVATE | permissions.bits(("external_emojis",))
_STRANGER = User("0", "", 0)


def context(channel: Channel) -> int:
    """Return Discord's interaction context of a channel."""
    if channel.guild_id is not None:
        return IN_GUILD
    return IN_DM if channel.type == DM else ELSEWHERE


def supported(world: World) -> list[int]:
    """Return the kinds of installation that the application allows."""
    return sorted(int(kind) for kind in world.application["integration_types_config"] or {"0": {}})


def owners(world: World, user: User, channel: Channel) -> dict[str, str]:
    """Return Discord's `authorizing_integration_owners`: the installations that apply to a person in a channel."""
    found = {}
    where = context(channel)
    if where == IN_GUILD and world.guilds[str(channel.guild_id)].has_app:
        found[str(FOR_GUILDS)] = str(channel.guild_id)
    elif where == IN_DM and any(one.has_app for one in world.guilds.values() if one.id not in user.absent):
        found[str(FOR_GUILDS)] = "0"
    if user.installed:
        found[str(FOR_USERS)] = user.id
    return found


def of_command(world: World, user: User, channel: Channel, command: Json) -> dict[str, str]:
    """Return the installations through which a person may use a command in a channel; empty if they may not."""
    if context(channel) not in (command["contexts"] or CONTEXTS):
        return {}
    found = owners(world, user, channel)
    return {kind: owner for kind, owner in found.items() if int(kind) in command["integration_types"]}


def of_message(world: World, user: User, channel: Channel, message: Message) -> dict[str, str]:
    """Return the installations for a click on a message: those of the interaction that the message answers, if any.

    A message that the bot has sent itself needs no installation.
    """
    answered = message.data.get("interaction_metadata")
    if answered is not None:
        return dict(answered["authorizing_integration_owners"])
    return owners(world, user, channel) or {str(FOR_GUILDS): channel.guild_id or "0"}


def only_for_user(channel: Channel, found: dict[str, str]) -> bool:
    """Return whether an interaction comes from a place where only a person has installed the application."""
    return str(FOR_GUILDS) not in found and context(channel) != IN_DM


def must_be_private(world: World, user: User, channel: Channel, found: dict[str, str]) -> bool:
    """Return whether the server makes every answer to an interaction ephemeral.

    It does so if only a person has installed the application, and the person lacks the permission Use External Apps.
    """
    if channel.guild_id is None or not only_for_user(channel, found):
        return False
    return not world.may(user, channel, "use_external_apps")


def app_permissions(world: World, channel: Channel) -> int:
    """Return the application's permissions in a channel, as Discord sends them with an interaction.

    In direct messages there are few. Send Messages is not among them, although the bot may write in its own direct
    messages. On a server without the application they are assumed to be those of @everyone, because Discord's
    documentation does not say.
    """
    if channel.guild_id is None:
        return _IN_DM if context(channel) == IN_DM else _IN_PRIVATE
    member = world.bot if world.guilds[channel.guild_id].has_app else _STRANGER
    return world.permissions(member, channel)
