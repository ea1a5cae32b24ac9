"""From what a person chooses in selects and modals to what Discord puts into an interaction."""

from __future__ import annotations

from local_discord.checks import components as kinds
from local_discord.checks.errors import ClientError
from local_discord.world import payloads
from local_discord.world.model import Channel, Json, User
from local_discord.world.world import World

_WITH_VALUES = {*kinds.SELECTS, kinds.FILE_UPLOAD, kinds.CHECKBOX_GROUP}


def selected(world: World, component: Json, values: object, invoker: User) -> Json:
    """`values` and `resolved` of a select.

    Raises:
        ClientError: a value that is not offered, too few or too many.
    """
    chosen = [str(value) for value in values] if isinstance(values, list) else []
    required = component.get("required", True)
    low = component.get("min_values")
    low = 1 if low is None else int(low)
    high = int(component.get("max_values") or 1)
    if not (low if required or chosen else 0) <= len(chosen) <= high:
        raise ClientError(f"Choose {low} to {high} values, not {len(chosen)}.")
    if component["type"] in {kinds.STRING_SELECT, kinds.CHECKBOX_GROUP}:
        offered = {str(option["value"]) for option in component.get("options") or []}
        if missing := [value for value in chosen if value not in offered]:
            raise ClientError(f"{missing[0]!r} is not among the options.")
        return {"values": chosen}
    users: list[User] = []
    channels: list[Channel] = []
    roles: list[str] = []
    for value in chosen:
        if component["type"] in {kinds.USER_SELECT, kinds.MENTIONABLE_SELECT}:
            users.append(world.find_user(value))
        elif component["type"] == kinds.CHANNEL_SELECT:
            channels.append(world.find_channel(value))
        else:
            roles.append(value)
    found = [*(one.id for one in users), *(one.id for one in channels), *roles]
    return {"values": found, "resolved": payloads.resolved(world, users, channels, invoker, roles)}


def submitted(world: World, modal: Json, values: Json, invoker: User) -> tuple[list[Json], Json]:
    """A modal's components as Discord sends them back, and their `resolved`.

    Raises:
        ClientError: a field the modal does not have, or a text it does not take.
    """
    fields = {one["custom_id"] for one in kinds.walk(modal["components"]) if "custom_id" in one}
    if unknown := set(values) - fields:
        raise ClientError(f"The modal has no field {min(unknown)!r}.")
    resolved: Json = {}
    answered = [_answered(world, one, values, invoker, resolved) for one in modal["components"]]
    return answered, resolved


def _answered(world: World, component: Json, values: Json, invoker: User, resolved: Json) -> Json:
    kind = component["type"]
    entry: Json = {"type": kind, "id": component.get("id") or 0}
    if kind == kinds.ROW:
        entry["components"] = [_answered(world, one, values, invoker, resolved) for one in component["components"]]
    elif kind == kinds.LABEL:
        entry["component"] = _answered(world, component["component"], values, invoker, resolved)
    elif kind in _WITH_VALUES:
        entry["custom_id"] = component["custom_id"]
        found = selected(world, component, values.get(component["custom_id"], []), invoker)
        for name, objects in found.pop("resolved", {}).items():
            resolved.setdefault(name, {}).update(objects)
        entry |= found
    elif "custom_id" in component:
        entry["custom_id"] = component["custom_id"]
        entry["value"] = _value(component, values.get(component["custom_id"]))
    return entry


def _value(component: Json, value: object) -> object:
    """The value of a field that has only one."""
    kind = component["type"]
    if kind == kinds.CHECKBOX:
        return bool(component.get("default", False) if value is None else value)
    if kind == kinds.RADIO_GROUP:
        offered = [option["value"] for option in component.get("options") or []]
        if value not in offered and (value is not None or component.get("required", True)):
            raise ClientError(f"{value!r} is not among the options.")
        return value
    text = str(component.get("value") or "" if value is None else value)
    if not text and component.get("required", True):
        raise ClientError(f"The field {component['custom_id']!r} must be filled in.")
    low, high = component.get("min_length") or 0, component.get("max_length") or 4000
    if text and not low <= len(text) <= high:
        raise ClientError(f"The field {component['custom_id']!r} takes {low} to {high} characters.")
    return text
