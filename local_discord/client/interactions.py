"""Makes interactions out of what people do: commands, clicks, choices, typing, modals."""

from __future__ import annotations

import asyncio

from local_discord.actions import announce
from local_discord.checks import components as kinds
from local_discord.checks.commands import CHAT_INPUT, MESSAGE
from local_discord.checks.errors import ClientError
from local_discord.client.options import OptionFiller
from local_discord.client.values import selected, submitted
from local_discord.core import LocalDiscord
from local_discord.world import ids, payloads
from local_discord.world.interactions import (
    AUTOCOMPLETE,
    COMMAND,
    COMPONENT,
    DEFER_REPLY,
    DEFER_UPDATE,
    MODAL,
    Interaction,
)
from local_discord.world.model import Channel, Json, Message, User

_SILENCE = "The application did not respond in time."


def start(discord: LocalDiscord, body: Json) -> Interaction:
    """Make an interaction from the body of POST /client/interactions and hand it to the bot.

    Raises:
        ClientError: Discord's client would not let this happen; says why.
    """
    world = discord.world
    user = world.find_user(body.get("user"))
    channel = world.find_channel(body.get("channel_id"))
    if not world.sees(user, channel):
        raise ClientError(f"{user.global_name} does not see this channel.")
    nonce = body.get("nonce")
    kind = body.get("type")
    interaction = Interaction(
        int(str(kind)) if kind in _MAKERS else 0, user.id, channel.id, None if nonce is None else str(nonce)
    )
    if kind not in _MAKERS:
        raise ClientError("The type of an interaction is 2, 3, 4 or 5.")
    data = _MAKERS[int(str(kind))](discord, interaction, user, channel, body)
    discord.interactions.add(interaction)
    deadline = discord.settings.ack_seconds
    interaction.timer = asyncio.get_running_loop().call_later(deadline, _give_up, discord, interaction)
    discord.hub.to_bot("INTERACTION_CREATE", _payload(discord, interaction, user, channel, data))
    return interaction


def _give_up(discord: LocalDiscord, interaction: Interaction) -> None:
    interaction.failure = _SILENCE
    interaction.notify()
    data = {"id": interaction.id, "nonce": interaction.nonce, "reason": _SILENCE}
    discord.hub.to_people("INTERACTION_FAILURE", data, lambda user: user.id == interaction.user_id)


def _payload(discord: LocalDiscord, interaction: Interaction, user: User, channel: Channel, data: Json) -> Json:
    world = discord.world
    payload: Json = {
        "id": interaction.id,
        "application_id": ids.APPLICATION_ID,
        "type": interaction.type,
        "token": interaction.token,
        "version": 1,
        "data": data,
        "guild_id": ids.GUILD_ID,
        "guild": {"id": ids.GUILD_ID, "locale": world.preferred_locale, "features": []},
        "channel_id": channel.id,
        "channel": payloads.interaction_channel(world, channel, user),
        "member": {**payloads.full_member(user), "permissions": str(world.permissions(user, channel))},
        "locale": user.locale,
        "guild_locale": world.preferred_locale,
        "app_permissions": str(world.permissions(world.bot, channel)),
        "entitlements": [],
        "entitlement_sku_ids": [],
        "authorizing_integration_owners": {"0": ids.GUILD_ID},
        "context": 0,
        "attachment_size_limit": discord.settings.attachment_size_limit,
    }
    if interaction.source is not None:
        payload["message"] = interaction.source.data
    return payload


def _command(discord: LocalDiscord, interaction: Interaction, user: User, channel: Channel, body: Json) -> Json:
    name = body.get("name")
    command = discord.commands.find(name)
    if command is None:
        raise ClientError(f"There is no command {name!r}.", 404)
    if not announce.may_use(discord, user, command):
        raise ClientError(f"{user.global_name} may not use /{name}.")
    if not discord.world.may(user, channel, "use_application_commands"):
        raise ClientError(f"{user.global_name} may not use commands here.")
    interaction.command_name = str(name)
    data: Json = {"id": command["id"], "name": name, "type": command["type"]}
    if "guild_id" in command:
        data["guild_id"] = command["guild_id"]
    if command["type"] == CHAT_INPUT:
        focused = body.get("focused") if interaction.type == AUTOCOMPLETE else None
        if interaction.type == AUTOCOMPLETE and not isinstance(focused, str):
            raise ClientError("Autocomplete needs the name of the focused option.")
        filled = OptionFiller(discord.world, user, focused).fill(command, body.get("options"))
        if filled.focused is not None:
            interaction.option_type = filled.focused["type"]
        data["options"] = filled.options
        if filled.resolved:
            data["resolved"] = filled.resolved
        return data
    return data | _target(discord, user, command, body)


def _target(discord: LocalDiscord, user: User, command: Json, body: Json) -> Json:
    """What a context menu command is used on."""
    if command["type"] == MESSAGE:
        message = _visible_message(discord, user, body.get("target_id"))
        return {"target_id": message.id, "resolved": {"messages": {message.id: message.data}}}
    target = discord.world.find_user(body.get("target_id"))
    return {"target_id": target.id, "resolved": payloads.resolved(discord.world, [target], [], user, [])}


def _visible_message(discord: LocalDiscord, user: User, message_id: object) -> Message:
    message = discord.world.find_message(message_id)
    if not discord.world.sees_message(user, message):
        raise ClientError(f"{user.global_name} does not see this message.")
    return message


def _component(discord: LocalDiscord, interaction: Interaction, user: User, channel: Channel, body: Json) -> Json:
    message = _visible_message(discord, user, body.get("message_id"))
    if message.channel_id != channel.id:
        raise ClientError("This message stands in another channel.")
    custom_id = body.get("custom_id")
    for component in kinds.walk(message.data["components"]):
        if custom_id is not None and component.get("custom_id") == custom_id:
            break
    else:
        raise ClientError(f"The message has no component {custom_id!r}.")
    if component.get("disabled"):
        raise ClientError(f"The component {custom_id!r} is disabled.")
    interaction.source = message
    data: Json = {"custom_id": custom_id, "component_type": component["type"], "id": component["id"]}
    if component["type"] != kinds.BUTTON:
        data |= selected(discord.world, component, body.get("values"), user)
    return data


def _modal(discord: LocalDiscord, interaction: Interaction, user: User, _: Channel, body: Json) -> Json:
    custom_id = str(body.get("custom_id"))
    opener = discord.interactions.open_modals.get((user.id, custom_id))
    if opener is None or opener.modal is None:
        raise ClientError(f"No modal {custom_id!r} is open for {user.global_name}.")
    values = body.get("values")
    components, resolved = submitted(discord.world, opener.modal, values if isinstance(values, dict) else {}, user)
    del discord.interactions.open_modals[user.id, custom_id]
    interaction.source = opener.source
    data: Json = {"custom_id": custom_id, "components": components}
    if resolved:
        data["resolved"] = resolved
    return data


_MAKERS = {COMMAND: _command, COMPONENT: _component, AUTOCOMPLETE: _command, MODAL: _modal}


async def outcome(interaction: Interaction, deferred_seconds: float) -> Json:
    """Wait for the bot's answer to an interaction; see the README for what comes back."""
    await interaction.until(lambda: interaction.settled)
    if interaction.callback_type in {DEFER_REPLY, DEFER_UPDATE}:
        try:
            async with asyncio.timeout(deferred_seconds):
                await interaction.until(lambda: interaction.progress > 0)
        except TimeoutError:
            pass
    answered = interaction.callback_type is not None
    return {
        "id": interaction.id,
        "ok": answered,
        "callback_type": interaction.callback_type,
        "message": interaction.outcome.public() if interaction.outcome is not None else None,
        "choices": interaction.choices,
        "modal": interaction.modal,
        "error": interaction.failure,
        "elapsed_ms": interaction.elapsed_ms if answered else None,
    }
