"""Installations of the application on servers and for people, and what they permit people and the bot to do.

Source: Discord's documentation, "Application Commands" (Contexts), and "Receiving and Responding" (Interaction Object).
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
    """Return the installations through which a person may use a command in a channel.

    The result is empty if the person may not use the command there.
    """
    if context(channel) not in (command["contexts"] or CONTEXTS):
        return {}
    found = owners(world, user, channel)
    return {kind: owner for kind, owner in found.items() if int(kind) in command["integration_types"]}


def of_message(world: World, user: User, channel: Channel, message: Message) -> dict[str, str]:
    """Return Discord's `authorizing_integration_owners` for a click on a message.

    If the message answers an interaction, return the owners of that interaction. Otherwise the bot has sent the message
    itself, and people may click even without an installation.
    """
    answered = message.data.get("interaction_metadata")
    if answered is not None:
        return dict(answered["authorizing_integration_owners"])
    return owners(world, user, channel) or {str(FOR_GUILDS): channel.guild_id or "0"}


def only_for_user(channel: Channel, found: dict[str, str]) -> bool:
    """Return whether an interaction is possible only because a person has added the application to their account.

    Always false in direct messages with the bot.
    """
    return str(FOR_GUILDS) not in found and context(channel) != IN_DM


def must_be_private(world: World, user: User, channel: Channel, found: dict[str, str]) -> bool:
    """Return whether Discord makes every answer to an interaction ephemeral.

    It does so on a server where only the person has installed the application, and the person lacks the permission Use
    External Apps.
    """
    if channel.guild_id is None or not only_for_user(channel, found):
        return False
    return not world.may(user, channel, "use_external_apps")


def app_permissions(world: World, channel: Channel) -> int:
    """Return the application's permissions in a channel, as Discord sends them with an interaction.

    In direct messages the application has few permissions. Send Messages is not among them, although the bot may write
    in its own direct messages. Discord's documentation does not say which permissions an application has on a server
    where it is not installed: here it has those of @everyone.
    """
    if channel.guild_id is None:
        return _IN_DM if context(channel) == IN_DM else _IN_PRIVATE
    member = world.bot if world.guilds[channel.guild_id].has_app else _STRANGER
    return world.permissions(member, channel)
