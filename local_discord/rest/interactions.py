"""REST: callbacks of interactions, and what their tokens may do afterwards."""

from __future__ import annotations

from local_discord.actions import messages
from local_discord.checks import errors
from local_discord.checks.commands import check_choice
from local_discord.checks.components import ComponentCheck
from local_discord.checks.form import Form
from local_discord.rest.requests import Call, Route
from local_discord.world import ids
from local_discord.world.interactions import (
    AUTOCOMPLETE,
    CHOICES,
    COMMAND,
    DEFER_REPLY,
    DEFER_UPDATE,
    MODAL,
    OPEN_MODAL,
    REPLY,
    UPDATE,
    Interaction,
)
from local_discord.world.model import EPHEMERAL, LOADING, Channel, Json, Message


def _callback(call: Call) -> object:
    interaction = call.discord.interactions.for_callback(
        call.params["interaction_id"], call.params["interaction_token"]
    )
    kind = call.body.get("type")
    if kind not in _allowed(interaction):
        form = Form()
        sentence = f"Type {kind} does not answer an interaction of type {interaction.type}."
        form.add(("type",), "INTERACTION_CALLBACK_TYPE_INVALID", sentence)
        form.raise_if_bad()
    data = call.body.get("data")
    message = _CALLBACKS[int(str(kind))](call, interaction, data if isinstance(data, dict) else {})
    interaction.acknowledge(int(str(kind)))
    call.discord.hub.to_people(
        "INTERACTION_SUCCESS",
        {"id": interaction.id, "nonce": interaction.nonce},
        lambda user: user.id == interaction.user_id,
    )
    if call.query.get("with_response") not in {"1", "true", "True"}:
        return None
    return _response(interaction, int(str(kind)), message)


def _allowed(interaction: Interaction) -> set[int]:
    if interaction.type == AUTOCOMPLETE:
        return {CHOICES}
    allowed = {REPLY, DEFER_REPLY}
    if interaction.source is not None:
        allowed |= {DEFER_UPDATE, UPDATE}
    if interaction.type != MODAL:
        allowed.add(OPEN_MODAL)
    return allowed


def _response(interaction: Interaction, kind: int, message: Message | None) -> Json:
    about: Json = {"id": interaction.id, "type": interaction.type}
    resource: Json = {"type": kind}
    if message is not None:
        about["response_message_id"] = message.id
        about["response_message_loading"] = bool(message.flags & LOADING)
        about["response_message_ephemeral"] = bool(message.flags & EPHEMERAL)
        resource["message"] = message.data
    return {"interaction": about, "resource": resource}


def _channel(call: Call, interaction: Interaction) -> Channel:
    channel = call.discord.world.channels.get(interaction.channel_id)
    if channel is None:
        raise errors.unknown_channel()
    return channel


def _new_message(call: Call, interaction: Interaction, body: Json) -> Message:
    world = call.discord.world
    message = messages.create(
        call.discord,
        _channel(call, interaction),
        world.bot,
        body,
        call.uploads,
        interaction=interaction,
        ephemeral=bool(int(body.get("flags") or 0) & EPHEMERAL),
    )
    interaction.made.add(message.id)
    return message


def _reply(call: Call, interaction: Interaction, data: Json) -> Message:
    message = _new_message(call, interaction, data)
    interaction.original_id = message.id
    interaction.outcome = message
    return message


def _defer_reply(call: Call, interaction: Interaction, data: Json) -> Message:
    channel = _channel(call, interaction)
    world = call.discord.world
    ephemeral = bool(int(data.get("flags") or 0) & EPHEMERAL)
    loading = messages.blank(call.discord, channel, world.bot, interaction)
    loading["flags"] = LOADING | (EPHEMERAL if ephemeral else 0)
    message = Message(loading, interaction.user_id if ephemeral else None, interaction.token)
    messages.publish(call.discord, message)
    interaction.made.add(message.id)
    interaction.original_id = message.id
    interaction.outcome = message
    interaction.awaiting_first = True
    return message


def _source(call: Call, interaction: Interaction) -> Message:
    source = interaction.source
    if source is None or source.id not in call.discord.world.messages:
        raise errors.unknown_message()
    return source


def _defer_update(call: Call, interaction: Interaction, _: Json) -> Message:
    source = _source(call, interaction)
    interaction.original_id = source.id
    interaction.outcome = source
    call.discord.interactions.expect_update(interaction, source)
    return source


def _update(call: Call, interaction: Interaction, data: Json) -> Message:
    source = messages.edit(call.discord, _source(call, interaction), data, call.uploads)
    interaction.original_id = source.id
    interaction.outcome = source
    return source


def _choices(_: Call, interaction: Interaction, data: Json) -> None:
    form = Form()
    for path, choice in form.objects(("data", "choices"), data.get("choices"), 0, 25):
        check_choice(form, path, choice, interaction.option_type)
    form.raise_if_bad()
    interaction.choices = list(data["choices"])


def _open_modal(call: Call, interaction: Interaction, data: Json) -> None:
    form = Form()
    form.text(("custom_id",), data.get("custom_id"), 1, 100)
    form.text(("title",), data.get("title"), 1, 45)
    ComponentCheck(form, call.discord.world.emojis).modal(data.get("components"))
    form.raise_if_bad()
    interaction.modal = {
        "interaction_id": interaction.id,
        "nonce": interaction.nonce,
        "custom_id": data["custom_id"],
        "title": data["title"],
        "components": data["components"],
        "channel_id": interaction.channel_id,
    }
    call.discord.interactions.open_modals[interaction.user_id, str(data["custom_id"])] = interaction
    call.discord.hub.to_people("MODAL_OPEN", interaction.modal, lambda user: user.id == interaction.user_id)


_CALLBACKS = {
    REPLY: _reply,
    DEFER_REPLY: _defer_reply,
    DEFER_UPDATE: _defer_update,
    UPDATE: _update,
    CHOICES: _choices,
    OPEN_MODAL: _open_modal,
}


# After the acknowledgement


def _interaction(call: Call, *, messages_of: bool) -> Interaction:
    if call.params["webhook_id"] != ids.APPLICATION_ID:
        raise errors.unknown_webhook()
    discord = call.discord
    lifetime = discord.settings.token_seconds
    return discord.interactions.for_webhook(call.params["webhook_token"], lifetime, messages=messages_of)


def _reached(call: Call) -> tuple[Interaction, Message]:
    """The message of the path: @original, one made with this token, or the one the component belongs to.

    Raises:
        DiscordError: 10015, 10008.
    """
    interaction = _interaction(call, messages_of=True)
    message_id = call.params.get("message_id", interaction.original_id)
    source = interaction.source.id if interaction.source is not None else None
    message = call.discord.world.messages.get(str(message_id))
    if message is None or (message.id not in interaction.made and message.id not in {source, interaction.original_id}):
        raise errors.unknown_message()
    return interaction, message


def _follow_up(call: Call) -> object:
    interaction = _interaction(call, messages_of=False)
    if interaction.type not in {COMMAND, MODAL} and interaction.source is None:
        raise errors.unknown_webhook()
    original = call.discord.world.messages.get(interaction.original_id or "")
    if interaction.awaiting_first and original is not None:
        message = messages.edit(call.discord, original, call.body, call.uploads)
        interaction.awaiting_first = False
    else:
        message = _new_message(call, interaction, call.body)
    interaction.note(message)
    return message.data


def _get(call: Call) -> object:
    return _reached(call)[1].data


def _edit(call: Call) -> object:
    interaction, message = _reached(call)
    if call.discord.world.channels[message.channel_id].archived and message.owner is None:
        raise errors.thread_archived()
    messages.edit(call.discord, message, call.body, call.uploads)
    if message.id == interaction.original_id:
        interaction.awaiting_first = False
    interaction.note(message)
    return message.data


def _delete(call: Call) -> None:
    interaction, message = _reached(call)
    if message.id == interaction.original_id:
        interaction.awaiting_first = False
    messages.delete(call.discord, message)
    interaction.progress += 1
    interaction.notify()


_WEBHOOK = "/webhooks/{webhook_id}/{webhook_token}"
_ORIGINAL = _WEBHOOK + "/messages/@original"
_MADE = _WEBHOOK + "/messages/{message_id}"
_CALLBACK = "/interactions/{interaction_id}/{interaction_token}/callback"

ROUTES = [
    Route("POST", _CALLBACK, "callback", _callback, authorised=False),
    Route("POST", _WEBHOOK, "follow-up", _follow_up, authorised=False),
    Route("GET", _ORIGINAL, "original get", _get, authorised=False),
    Route("PATCH", _ORIGINAL, "original edit", _edit, authorised=False),
    Route("DELETE", _ORIGINAL, "original delete", _delete, authorised=False),
    Route("GET", _MADE, "follow-up get", _get, authorised=False),
    Route("PATCH", _MADE, "follow-up edit", _edit, authorised=False),
    Route("DELETE", _MADE, "follow-up delete", _delete, authorised=False),
]
