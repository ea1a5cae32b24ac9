"""Conversion of the options that a person fills in to the options of an interaction.

Options that Discord's client would not send are refused.
"""

from collections.abc import Callable

from local_discord.checks import commands as kinds
from local_discord.checks.errors import ClientError
from local_discord.wire import Json
from local_discord.world import payloads
from local_discord.world.model import Channel, Named, User
from local_discord.world.world import World

_SUBS = {kinds.SUB_COMMAND, kinds.SUB_COMMAND_GROUP}


class FilledOptions:
    """One command's options, filled in by one person.

    Args:
        world: users, channels and roles.
        invoker: the person.
        command: the registered command.
        values: {name: value}, with nested sub-commands.
        typed: name of the option being typed, for autocomplete; no other option is required then.

    Attributes:
        sent: the options as Discord sends them.
        focused: the registered option that is being typed.
        resolved: Discord's `resolved`: the objects whose ids are among the values.

    Raises:
        ClientError: an option is missing, unknown or invalid.
    """

    def __init__(self, world: World, invoker: User, command: Json, values: object, typed: str | None = None) -> None:
        self._world = world
        self._invoker = invoker
        self._typed = typed
        self._found: list[Named] = []
        self.focused: Json | None = None
        self.sent = self._level(command["name"], command["options"], values if isinstance(values, dict) else {})
        if typed is not None and self.focused is None:
            raise ClientError(
                f"/{command['name']} has no option {typed!r} with autocomplete.",
                f"/{command['name']} に、候補の出るオプション {typed!r} はありません。",
            )
        self.resolved = payloads.resolved(world, invoker, self._found)

    def _level(self, name: str, options: list[Json], given: Json) -> list[Json]:
        known = {option["name"]: option for option in options}
        if unknown := set(given) - set(known):
            raise ClientError(
                f"{name} has no option {min(unknown)!r}.", f"{name} にオプション {min(unknown)!r} はありません。"
            )
        subs = [option for option in options if option["type"] in _SUBS]
        if subs:
            if len(given) != 1:
                raise ClientError(
                    f"{name} needs one of its sub-commands: {', '.join(known)}.",
                    f"{name} にはサブコマンドが必要です：{', '.join(known)}",
                )
            (chosen, inner), *_ = given.items()
            sub = known[chosen]
            below = self._level(f"{name} {chosen}", sub.get("options") or [], inner if isinstance(inner, dict) else {})
            return [{"name": chosen, "type": sub["type"], "options": below}]
        filled = []
        for option in options:
            if option["name"] in given or option["name"] == self._typed:
                filled.append(self._one(name, option, given.get(option["name"], "")))
            elif option.get("required") and self._typed is None:
                raise ClientError(
                    f"{name} needs the option {option['name']!r}.",
                    f"{name} にはオプション {option['name']!r} が必要です。",
                )
        return filled

    def _one(self, command: str, option: Json, value: object) -> Json:
        entry: Json = {"name": option["name"], "type": option["type"]}
        if option["name"] == self._typed:
            if not option.get("autocomplete"):
                raise ClientError(
                    f"The option {option['name']!r} of {command} has no autocomplete.",
                    f"{command} のオプション {option['name']!r} に候補はありません。",
                )
            entry |= {"value": str(value), "focused": True}
            self.focused = option
            return entry
        entry["value"] = self._value(option, value)
        return entry

    def _value(self, option: Json, value: object) -> object:
        for choice in option.get("choices") or []:
            if value in {choice["value"], choice["name"]}:
                return choice["value"]
        if option.get("choices"):
            raise ClientError(
                f"{value!r} is not among the choices of {option['name']!r}.",
                f"{value!r} は {option['name']!r} の選択肢にありません。",
            )
        world, kind = self._world, option["type"]
        if kind in _READERS:
            return _READERS[kind](option, value)
        if kind not in _NAMED:
            raise ClientError(
                "The local Discord's client cannot attach files to commands.",
                "このページでは、コマンドにファイルを添付できません。",
            )
        found = _NAMED[kind](world, value)
        if isinstance(found, Channel) and not (
            world.sees(self._invoker, found) and found.type in (option.get("channel_types") or [found.type])
        ):
            raise ClientError(
                f"The channel {value!r} cannot be chosen for {option['name']!r}.",
                f"チャンネル {value!r} は {option['name']!r} には選べません。",
            )
        self._found.append(found)
        return found.id


def _boolean(option: Json, value: object) -> bool:
    if not isinstance(value, bool):
        raise ClientError(
            f"The option {option['name']!r} is true or false.",
            f"オプション {option['name']!r} は「はい」か「いいえ」です。",
        )
    return value


def _number(option: Json, value: object) -> int | float:
    name = option["name"]
    try:
        number: int | float = int(str(value)) if option["type"] == kinds.INTEGER else float(str(value))
    except ValueError:
        raise ClientError(f"The option {name!r} is a number.", f"オプション {name!r} は数字です。") from None
    if not option.get("min_value", number) <= number <= option.get("max_value", number):
        raise ClientError(f"{number} is out of the range of {name!r}.", f"{number} は {name!r} の範囲を外れています。")
    return number


def _text(option: Json, value: object) -> str:
    text = str(value)
    if not option.get("min_length", 1) <= len(text) <= option.get("max_length", 6000):
        raise ClientError(
            f"The text of {option['name']!r} is too short or too long.",
            f"{option['name']!r} の文字数が短すぎるか長すぎます。",
        )
    return text


_READERS: dict[int, Callable[[Json, object], object]] = {
    kinds.STRING: _text,
    kinds.INTEGER: _number,
    kinds.NUMBER: _number,
    kinds.BOOLEAN: _boolean,
}
_NAMED: dict[int, Callable[[World, object], Named]] = {
    kinds.USER_OPTION: World.find_user,
    kinds.MENTIONABLE: World.find_user,
    kinds.CHANNEL: World.find_channel,
    kinds.ROLE: World.find_role,
}
