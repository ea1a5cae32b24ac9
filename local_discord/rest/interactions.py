"""REST: callbacks of interactions, and messages reached with an interaction's token."""

from local_discord.actions import messages
from local_discord.checks import errors
from local_discord.checks.commands import check_choice
from local_discord.checks.components import ComponentCheck
from local_discord.checks.form import Form, invalid
from local_discord.rest.requests import Call, Route
from local_discord.wire import Json
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
from local_discord.world.model import EPHEMERAL, LOADING, Channel, Message


def _callback(call: Call) -> object:
    discord, params = call.discord, call.params
    interaction = discord.interactions.for_callback(params["interaction_id"], params["interaction_token"])
    kind, data = call.body.get("type"), call.body.get("data")
    if not isinstance(kind, int) or kind not in _allowed(interaction):
        sentence = f"Type {kind} does not answer an interaction of type {interaction.type}."
        raise invalid(("type",), "INTERACTION_CALLBACK_TYPE_INVALID", sentence)
    message = _CALLBACKS[kind](call, interaction, data if isinstance(data, dict) else {})
    if message is not None:
        interaction.original_id = message.id
        interaction.outcome = message
    interaction.acknowledge(kind)
    about = {"id": interaction.id, "nonce": interaction.nonce}
    discord.hub.to_person(interaction.user_id, "INTERACTION_SUCCESS", about)
    if call.query.get("with_response") not in {"1", "true", "True"}:
        return None
    return _response(interaction, kind, message)


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


def _reply(call: Call, interaction: Interaction, data: Json) -> Message:
    channel, bot = _channel(call, interaction), call.discord.world.bot
    if interaction.private:
        data = {**data, "flags": int(data.get("flags") or 0) | EPHEMERAL}
    message = messages.create(call.discord, channel, bot, data, call.uploads, interaction)
    interaction.made.add(message.id)
    return message


def _defer_reply(call: Call, interaction: Interaction, data: Json) -> Message:
    channel, bot = _channel(call, interaction), call.discord.world.bot
    ephemeral = interaction.private or bool(int(data.get("flags") or 0) & EPHEMERAL)
    messages.check_place(channel, private=ephemeral)
    loading = messages.blank(call.discord, channel, bot, interaction)
    loading["flags"] = LOADING | (EPHEMERAL if ephemeral else 0)
    message = Message(loading, interaction.user_id if ephemeral else None)
    messages.publish(call.discord, message)
    interaction.made.add(message.id)
    interaction.awaiting_first = True
    return message


def _source(call: Call, interaction: Interaction) -> Message:
    source = interaction.source
    if source is None or source.id not in call.discord.world.messages:
        raise errors.unknown_message()
    return source


def _defer_update(call: Call, interaction: Interaction, _: Json) -> Message:
    source = _source(call, interaction)
    call.discord.interactions.expect_update(interaction, source)
    return source


def _update(call: Call, interaction: Interaction, data: Json) -> Message:
    return messages.edit(call.discord, _source(call, interaction), data, call.uploads)


def _choices(_: Call, interaction: Interaction, data: Json) -> None:
    with Form() as form:
        for path, choice in form.objects(("data", "choices"), data.get("choices"), 0, 25):
            check_choice(form, path, choice, interaction.option_type)
    interaction.choices = data.get("choices") or []


def _open_modal(call: Call, interaction: Interaction, data: Json) -> None:
    with Form() as form:
        form.texts((), data, {"custom_id": (1, 100), "title": (1, 45)})
        ComponentCheck(form, call.discord.world.emojis).modal(data.get("components"))
    interaction.modal = {
        "interaction_id": interaction.id,
        "nonce": interaction.nonce,
        "channel_id": interaction.channel_id,
        **{key: data[key] for key in ("custom_id", "title", "components")},
    }
    call.discord.interactions.open_modals[interaction.user_id, str(data["custom_id"])] = interaction
    call.discord.hub.to_person(interaction.user_id, "MODAL_OPEN", interaction.modal)


_CALLBACKS = {
    REPLY: _reply,
    DEFER_REPLY: _defer_reply,
    DEFER_UPDATE: _defer_update,
    UPDATE: _update,
    CHOICES: _choices,
    OPEN_MODAL: _open_modal,
}


# --- Requests after the acknowledgement


def _interaction(call: Call, *, messages_of: bool) -> Interaction:
    if call.params["webhook_id"] != ids.APPLICATION_ID:
        raise errors.unknown_webhook()
    discord = call.discord
    lifetime = discord.settings.token_seconds
    return discord.interactions.for_webhook(call.params["webhook_token"], lifetime, messages=messages_of)


def _target(call: Call) -> tuple[Interaction, Message]:
    """Return the message of the path: @original, a message made with this token, or the clicked component's message.

    Raises:
        DiscordError: 10015 if the token is not valid, 10008 if the message is none of these.
    """
    interaction = _interaction(call, messages_of=True)
    source = interaction.source.id if interaction.source is not None else None
    message = call.discord.world.messages.get(call.params.get("message_id", interaction.original_id or ""))
    if message is None or message.id not in {*interaction.made, source, interaction.original_id}:
        raise errors.unknown_message()
    return interaction, message


def _follow_up(call: Call) -> object:
    interaction = _interaction(call, messages_of=False)
    if interaction.type not in {COMMAND, MODAL} and interaction.source is None:
        raise errors.unknown_webhook()
    if interaction.follow_ups_left == 0:
        raise errors.too_many_follow_ups()
    original = call.discord.world.messages.get(interaction.original_id or "")
    if interaction.awaiting_first and original is not None:
        message = messages.edit(call.discord, original, call.body, call.uploads)
        interaction.awaiting_first = False
    else:
        message = _reply(call, interaction, call.body)
    if interaction.follow_ups_left is not None:
        interaction.follow_ups_left -= 1
    interaction.note(message)
    return message.data


def _get(call: Call) -> object:
    return _target(call)[1].data


def _edit(call: Call) -> object:
    interaction, message = _target(call)
    if call.discord.world.channels[message.channel_id].archived and message.owner is None:
        raise errors.thread_archived()
    messages.edit(call.discord, message, call.body, call.uploads)
    if message.id == interaction.original_id:
        interaction.awaiting_first = False
    interaction.note(message)
    return message.data


def _delete(call: Call) -> None:
    interaction, message = _target(call)
    if message.id == interaction.original_id:
        interaction.awaiting_first = False
    messages.delete(call.discord, message)
    interaction.progress += 1
    interaction.notify()


_WEBHOOK = "/webhooks/{webhook_id}/{webhook_token}"
_CALLBACK = "/interactions/{interaction_id}/{interaction_token}/callback"
_TARGETS = [("@original", "original"), ("{message_id}", "follow-up")]
_ACTS = [("GET", "get", _get), ("PATCH", "edit", _edit), ("DELETE", "delete", _delete)]

ROUTES = [
    Route("POST", _CALLBACK, "callback", _callback, authorised=False),
    Route("POST", _WEBHOOK, "follow-up", _follow_up, authorised=False),
    *(
        Route(method, f"{_WEBHOOK}/messages/{which}", f"{kind} {act}", handle, authorised=False)
        for which, kind in _TARGETS
        for method, act, handle in _ACTS
    ),
]
