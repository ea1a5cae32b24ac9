"""Conversion of the values chosen in selects and modals to the values of an interaction."""

from collections.abc import Callable

from local_discord.checks import components as kinds
from local_discord.checks.errors import ClientError
from local_discord.wire import Json
from local_discord.world import payloads
from local_discord.world.model import Channel, Named, User
from local_discord.world.world import World

_FIND: dict[int, Callable[[World, object], Named]] = {
    kinds.CHANNEL_SELECT: World.find_channel,
    kinds.ROLE_SELECT: World.find_role,
}


def selected(world: World, component: Json, values: object, invoker: User) -> Json:
    """Return the chosen values of a select as the fields `values` and `resolved` of Discord's interaction data.

    Raises:
        ClientError: the select does not offer one of the values, or there are too few or too many values.
    """
    kind = component["type"]
    chosen = [str(value) for value in values] if isinstance(values, list) else []
    low = component.get("min_values")
    low, high = 1 if low is None else int(low), int(component.get("max_values") or 1)
    if not (low if component.get("required", True) or chosen else 0) <= len(chosen) <= high:
        raise ClientError(
            f"Choose {low} to {high} values, not {len(chosen)}.",
            f"{low}〜{high}個を選んでください（今は{len(chosen)}個）。",
        )
    if kind == kinds.STRING_SELECT:
        offered = {str(option["value"]) for option in component.get("options") or []}
        if missing := [value for value in chosen if value not in offered]:
            raise ClientError(f"{missing[0]!r} is not among the options.", f"{missing[0]!r} は選択肢にありません。")
        return {"values": chosen}
    found = [_FIND.get(kind, World.find_user)(world, value) for value in chosen]
    for one in found:
        if isinstance(one, Channel) and not (
            world.sees(invoker, one) and one.type in (component.get("channel_types") or [one.type])
        ):
            raise ClientError(
                f"The channel {one.name!r} cannot be chosen here.", f"チャンネル {one.name!r} はここでは選べません。"
            )
    return {"values": [one.id for one in found], "resolved": payloads.resolved(world, invoker, found)}


def submitted(world: World, modal: Json, values: Json, invoker: User) -> Json:
    """Return the `data` of a submitted modal: the components with their values, and their `resolved`.

    Raises:
        ClientError: the modal has no such field, or the field does not take the text.
    """
    fields = {one["custom_id"] for one in kinds.walk(modal["components"]) if "custom_id" in one}
    if unknown := set(values) - fields:
        raise ClientError(
            f"The modal has no field {min(unknown)!r}.", f"フォームに項目 {min(unknown)!r} はありません。"
        )
    resolved: Json = {}
    answered = [_answered(world, one, values, invoker, resolved) for one in modal["components"]]
    return {"custom_id": modal["custom_id"], "components": answered, "resolved": resolved}


def _answered(world: World, component: Json, values: Json, invoker: User, resolved: Json) -> Json:
    kind, custom_id = component["type"], str(component.get("custom_id"))
    entry: Json = {"type": kind, "id": component.get("id") or 0}
    if kind == kinds.ROW:
        entry["components"] = [_answered(world, one, values, invoker, resolved) for one in component["components"]]
    elif kind == kinds.LABEL:
        entry["component"] = _answered(world, component["component"], values, invoker, resolved)
    elif kind in kinds.SELECTS:
        preset = [one["value"] for one in component.get("options") or [] if one.get("default")]
        found = selected(world, component, values.get(custom_id, preset), invoker)
        for name, objects in found.pop("resolved", {}).items():
            resolved.setdefault(name, {}).update(objects)
        entry |= {"custom_id": custom_id, **found}
    elif kind == kinds.TEXT_INPUT:
        entry |= {"custom_id": custom_id, "value": _text(component, values.get(custom_id))}
    return entry


def _text(component: Json, value: object) -> str:
    text = str(component.get("value") or "" if value is None else value)
    if not text and component.get("required", True):
        raise ClientError(
            f"The field {component['custom_id']!r} must be filled in.",
            f"項目 {component['custom_id']!r} を入力してください。",
        )
    low, high = component.get("min_length") or 0, component.get("max_length") or 4000
    if text and not low <= len(text) <= high:
        raise ClientError(
            f"The field {component['custom_id']!r} takes {low} to {high} characters.",
            f"項目 {component['custom_id']!r} は{low}〜{high}文字で入力してください。",
        )
    return text
