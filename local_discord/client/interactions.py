"""Interactions made from people's actions: commands, clicks, choices, autocomplete, modals."""

import asyncio
import contextlib
import math

from local_discord.actions import threads
from local_discord.checks import components as kinds
from local_discord.checks.commands import CHAT_INPUT, MESSAGE
from local_discord.checks.errors import ClientError
from local_discord.client.options import FilledOptions
from local_discord.client.values import selected, submitted
from local_discord.core import LocalDiscord
from local_discord.wire import Json
from local_discord.world import ids, installations, payloads
from local_discord.world.interactions import (
    AUTOCOMPLETE,
    COMMAND,
    COMPONENT,
    DEFER_REPLY,
    DEFER_UPDATE,
    MODAL,
    Interaction,
)
from local_discord.world.model import Channel, User

_SILENCE = "The application did not respond in time."


def start(discord: LocalDiscord, body: Json) -> Interaction:
    """Make an interaction from the body of POST /client/interactions and send it to the bot.

    Raises:
        ClientError: Discord's client would refuse the action; the sentence says why.
    """
    world = discord.world
    user = world.find_user(body.get("user"))
    channel = world.find_channel(body.get("channel_id"))
    if not world.sees(user, channel):
        raise ClientError(
            f"{user.global_name} does not see this channel.", f"{user.global_name} さんにはこのチャンネルが見えません。"
        )
    if channel.guild_id in discord.hub.outages:
        raise ClientError("This server is unavailable at the moment.", "このサーバーは今、利用できません。")
    kind, nonce = body.get("type"), body.get("nonce")
    if not isinstance(kind, int) or kind not in _MAKERS:
        raise ClientError(
            "The type of an interaction is 2, 3, 4 or 5.", "インタラクションの種類は2、3、4、5のどれかです。"
        )
    if not world.may_act(user, channel):
        raise ClientError(
            f"{user.global_name} is timed out and cannot interact here.",
            f"{user.global_name} さんはタイムアウト中で、ここでは操作できません。",
        )
    if discord.settings.slow_mode_blocks_clicks and kind in {COMMAND, COMPONENT}:
        wait_out_slow_mode(discord, user, channel)
    if channel.archived and kind != AUTOCOMPLETE:
        _open(discord, user, channel)
    interaction = Interaction(kind, user.id, channel.id, None if nonce is None else str(nonce))
    data = _MAKERS[kind](discord, interaction, user, channel, body)
    interaction.private = installations.must_be_private(world, user, channel, interaction.owners)
    if installations.only_for_user(channel, interaction.owners):
        interaction.follow_ups_left = installations.MAX_FOLLOW_UPS
    discord.interactions.add(interaction)
    deadline = discord.settings.ack_seconds
    interaction.timer = asyncio.get_running_loop().call_later(deadline, _give_up, discord, interaction)
    discord.hub.to_bot("INTERACTION_CREATE", _payload(discord, interaction, user, channel, data))
    return interaction


def wait_out_slow_mode(discord: LocalDiscord, user: User, channel: Channel) -> None:
    """Let a person act in a channel; raises `ClientError` if slow mode forbids it still."""
    if left := discord.world.enter_slow_mode(user, channel):
        raise ClientError(
            f"Slow mode is on: {user.global_name} must wait {math.ceil(left)} s.",
            f"低速モードです。{user.global_name} さんはあと{math.ceil(left)}秒お待ちください。",
        )


def _open(discord: LocalDiscord, user: User, thread: Channel) -> None:
    """Unarchive a thread, as Discord's client does before every action in an archived thread."""
    if not discord.world.may_write(user, thread) or discord.world.is_locked_for(user, thread):
        raise ClientError(
            f"{user.global_name} may not open this archived thread again.",
            f"{user.global_name} さんは、このアーカイブ済みのスレッドを再開できません。",
        )
    threads.unarchive(discord, thread)


def _give_up(discord: LocalDiscord, interaction: Interaction) -> None:
    interaction.failure = _SILENCE
    interaction.notify()
    data = {"id": interaction.id, "nonce": interaction.nonce, "reason": _SILENCE}
    discord.hub.to_person(interaction.user_id, "INTERACTION_FAILURE", data)


def _payload(discord: LocalDiscord, interaction: Interaction, user: User, channel: Channel, data: Json) -> Json:
    world = discord.world
    payload: Json = {
        "id": interaction.id,
        "application_id": ids.APPLICATION_ID,
        "type": interaction.type,
        "token": interaction.token,
        "version": 1,
        "data": data,
        "channel_id": channel.id,
        "channel": payloads.interaction_channel(world, channel, user),
        "locale": user.locale,
        "app_permissions": str(installations.app_permissions(world, channel)),
        "entitlements": [],
        "authorizing_integration_owners": interaction.owners,
        "context": installations.context(channel),
        "attachment_size_limit": discord.settings.attachment_size_limit,
    }
    if channel.guild_id is None:
        payload["user"] = user.payload()
    else:
        locale = world.guilds[channel.guild_id].preferred_locale
        payload |= {
            "guild_id": channel.guild_id,
            "guild": {"id": channel.guild_id, "locale": locale, "features": []},
            "guild_locale": locale,
            "member": {**user.member(), "permissions": str(world.permissions(user, channel))},
        }
        if users := data.get("resolved", {}).get("users"):
            data["resolved"]["members"] = payloads.members(world, channel.guild_id, users)
    if interaction.source is not None:
        payload["message"] = interaction.source.data
    return payload


def _command(discord: LocalDiscord, interaction: Interaction, user: User, channel: Channel, body: Json) -> Json:
    world, name = discord.world, body.get("name")
    command = next((one for one in world.commands if one["name"] == name), None)
    if command is None:
        raise ClientError(f"There is no command {name!r}.", f"コマンド {name!r} はありません。", 404)
    if command not in world.usable_commands(user):
        raise ClientError(
            f"{user.global_name} may not use /{name}.", f"{user.global_name} さんは /{name} を使えません。"
        )
    interaction.owners = installations.of_command(world, user, channel, command)
    if not interaction.owners:
        raise ClientError(f"/{name} cannot be used here.", f"/{name} はここでは使えません。")
    if not world.may(user, channel, "use_application_commands"):
        raise ClientError(
            f"{user.global_name} may not use commands here.", f"{user.global_name} さんはここでコマンドを使えません。"
        )
    interaction.command_name = str(name)
    data: Json = {"id": command["id"], "name": name, "type": command["type"]}
    if command["type"] == MESSAGE:
        target = world.find_message(body.get("target_id"), user)
        if target.owner is not None:
            raise ClientError(
                "A message that only one person sees has no menu of apps.",
                "1人だけに見えるメッセージに、アプリのメニューはありません。",
            )
        return {**data, "target_id": target.id, "resolved": {"messages": {target.id: target.data}}}
    if command["type"] != CHAT_INPUT:
        raise ClientError(
            "The local Discord's client uses no commands on people.", "このページでは、人に対するコマンドは使えません。"
        )
    typed = body.get("focused") if interaction.type == AUTOCOMPLETE else None
    if interaction.type == AUTOCOMPLETE and not isinstance(typed, str):
        raise ClientError(
            "Autocomplete needs the name of the focused option.", "候補を出すには、入力中のオプションの名前が必要です。"
        )
    filled = FilledOptions(world, user, command, body.get("options"), typed)
    if filled.focused is not None:
        interaction.option_type = filled.focused["type"]
    return {**data, "options": filled.sent, "resolved": filled.resolved}


def _component(discord: LocalDiscord, interaction: Interaction, user: User, channel: Channel, body: Json) -> Json:
    message = discord.world.find_message(body.get("message_id"), user)
    if message.channel_id != channel.id:
        raise ClientError("This message stands in another channel.", "このメッセージは別のチャンネルにあります。")
    custom_id = body.get("custom_id")
    usable = {one.get("custom_id"): one for one in kinds.walk(message.data["components"]) if "custom_id" in one}
    component = usable.get(custom_id)
    if component is None:
        raise ClientError(
            f"The message has no component {custom_id!r}.", f"このメッセージに部品 {custom_id!r} はありません。"
        )
    if component.get("disabled"):
        raise ClientError(f"The component {custom_id!r} is disabled.", f"部品 {custom_id!r} は今、使えません。")
    interaction.source = message
    interaction.owners = installations.of_message(discord.world, user, channel, message)
    data: Json = {"custom_id": custom_id, "component_type": component["type"], "id": component["id"]}
    if component["type"] != kinds.BUTTON:
        data |= selected(discord.world, component, body.get("values"), user)
    return data


def _modal(discord: LocalDiscord, interaction: Interaction, user: User, _: Channel, body: Json) -> Json:
    key = user.id, str(body.get("custom_id"))
    opener = discord.interactions.open_modals.get(key)
    if opener is None or opener.modal is None:
        raise ClientError(
            f"No modal {key[1]!r} is open for {user.global_name}.",
            f"{user.global_name} さんのフォーム {key[1]!r} は開いていません。",
        )
    values = body.get("values")
    data = submitted(discord.world, opener.modal, values if isinstance(values, dict) else {}, user)
    del discord.interactions.open_modals[key]
    interaction.source = opener.source
    interaction.owners = opener.owners
    return data


_MAKERS = {COMMAND: _command, COMPONENT: _component, AUTOCOMPLETE: _command, MODAL: _modal}


async def outcome(interaction: Interaction, deferred_seconds: float) -> Json:
    """Wait for the bot's answer to an interaction, and return it in the form that the README describes."""
    await interaction.wait_until(lambda: interaction.settled)
    if interaction.callback_type in {DEFER_REPLY, DEFER_UPDATE}:
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(deferred_seconds):
                await interaction.wait_until(lambda: interaction.progress > 0)
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
