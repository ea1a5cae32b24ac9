"""Checks of application commands.

Source: Discord's documentation, "Application Commands": naming, option types, localization, limits.
"""

import unicodedata
from collections.abc import Collection
from typing import Any

from local_discord.checks.form import Form, Path
from local_discord.wire import Json
from local_discord.world import ids

KINDS = CHAT_INPUT, USER, MESSAGE, ENTRY_POINT = 1, 2, 3, 4
CONTEXTS = IN_GUILD, IN_DM, ELSEWHERE = 0, 1, 2
INSTALLS = FOR_GUILDS, FOR_USERS = 0, 1
SUB_COMMAND, SUB_COMMAND_GROUP = 1, 2
STRING, INTEGER, BOOLEAN, USER_OPTION, CHANNEL, ROLE, MENTIONABLE, NUMBER = range(3, 11)
MAX_COMMANDS = 100
MAX_TEXT = 8000
_LOCALES = (
    "id da de en-GB en-US es-ES es-419 fr hr it lt hu nl no pl pt-BR ro fi "
    "sv-SE vi tr cs el bg ru uk hi th zh-CN ja zh-TW ko"
)
LOCALES = tuple(_LOCALES.split())
"""Discord's locales."""


def check_commands(commands: object, installs: Collection[int] = INSTALLS) -> None:
    """Check the body of a bulk overwrite of commands.

    Args:
        commands: the body.
        installs: the kinds of installation that the application allows.

    Raises:
        DiscordError: 400/50035 with every finding.
    """
    with Form() as form:
        if isinstance(commands, list) and len(commands) > MAX_COMMANDS:
            form.add((), "BASE_TYPE_MAX_LENGTH", f"Must be {MAX_COMMANDS} or fewer in length.")
        found = form.objects((), commands, 0, 10_000)
        for path, command in found:
            _command(form, path, command, installs)
        message = "Application command names must be unique"
        for kind in KINDS:
            alike = [(path, command) for path, command in found if command.get("type", CHAT_INPUT) == kind]
            form.unique(alike, "name", "APPLICATION_COMMANDS_DUPLICATE_NAME", message)


def _command(form: Form, path: Path, command: Json, installs: Collection[int]) -> None:
    kind = command.get("type", CHAT_INPUT)
    form.choice((*path, "type"), kind, KINDS)
    for name, known in (("contexts", CONTEXTS), ("integration_types", installs)):
        wanted = command.get(name)
        if wanted is None:
            continue
        found = form.listing((*path, name), wanted, 1, len(known))
        for index, one in enumerate(found):
            form.choice((*path, name, index), one, known)
        if len({str(one) for one in found}) < len(found):
            form.add((*path, name), "LIST_ITEM_VALUE_DUPLICATE", "The list has a value twice.")
    if kind != CHAT_INPUT:
        form.text((*path, "name"), command.get("name"), 1, 32)
        if command.get("description"):
            message = "Context menu commands cannot have description"
            form.add((*path, "description"), "APPLICATION_COMMAND_DESCRIPTION_UNSUPPORTED", message)
        return
    _named(form, path, command)
    _options(form, (*path, "options"), command.get("options"), depth=0)
    if _length(command) > MAX_TEXT:
        message = f"Command exceeds maximum size ({MAX_TEXT})"
        form.add(path, "APPLICATION_COMMAND_TOO_LARGE", message)


def _named(form: Form, path: Path, thing: Json) -> None:
    """Check the name, the description and the translations of a command or option."""
    _name(form, (*path, "name"), thing.get("name"))
    form.text((*path, "description"), thing.get("description"), 1, 100)
    for where, text in _localizations(form, path, thing, "name"):
        _name(form, where, text)
    for where, text in _localizations(form, path, thing, "description"):
        form.text(where, text, 1, 100)


def _localizations(form: Form, path: Path, thing: Json, field: str) -> list[tuple[Path, object]]:
    """Return the translations of a field, each with its path."""
    name = f"{field}_localizations"
    found = thing.get(name)
    if not isinstance(found, dict):
        return []
    for locale in found:
        if locale not in LOCALES:
            form.add((*path, name, locale), "BASE_TYPE_CHOICES", f"{locale!r} is not a valid locale")
    return [((*path, name, locale), text) for locale, text in found.items()]


def _name(form: Form, path: Path, name: object) -> None:
    text = form.text(path, name, 1, 32)
    if text is None:
        return
    plain = all(
        letter in "-_'" or unicodedata.category(letter)[0] in "LN" or unicodedata.category(letter) in {"Mn", "Mc"}
        for letter in text
    )
    if not plain or text != text.lower():
        form.add(path, "APPLICATION_COMMAND_INVALID_NAME", "Command name is invalid")


def _options(form: Form, path: Path, value: object, *, depth: int) -> None:
    options = form.objects(path, value, 0, 25)
    nested = [option.get("type") in {SUB_COMMAND, SUB_COMMAND_GROUP} for _, option in options]
    if any(nested) and not all(nested):
        message = "Sub-command and sub-command group option types are mutually exclusive to all other types"
        form.add(path, "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", message)
    form.unique(options, "name", "APPLICATION_COMMAND_OPTIONS_NAME_DUPLICATE", "Option names must be unique")
    optional_before = False
    for where, option in options:
        _option(form, where, option, depth=depth)
        required = bool(option.get("required"))
        if required and optional_before:
            message = "Required options must be placed before non-required options"
            form.add(where, "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID", message)
        optional_before = optional_before or not required


def _option(form: Form, path: Path, option: Json, *, depth: int) -> None:
    kind = option.get("type")
    form.choice((*path, "type"), kind, range(1, 12))
    _named(form, path, option)
    if kind in {SUB_COMMAND, SUB_COMMAND_GROUP}:
        too_deep = depth == 2 or (depth == 1 and kind == SUB_COMMAND_GROUP)
        if too_deep:
            message = "Sub-command groups cannot be nested"
            form.add((*path, "type"), "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID", message)
            return
        _options(form, (*path, "options"), option.get("options"), depth=2 if kind == SUB_COMMAND else 1)
        return
    choices = form.objects((*path, "choices"), option.get("choices"), 0, 25)
    if choices and option.get("autocomplete"):
        message = "Choices and autocomplete are mutually exclusive"
        form.add(path, "APPLICATION_COMMAND_OPTIONS_CHOICES_AUTOCOMPLETE", message)
    for where, choice in choices:
        check_choice(form, where, choice, kind)
    form.unique(choices, "name", "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_DUPLICATE", "Choice names must be unique")


def registered(body: Json, known: dict[tuple[int, str], str], installs: Collection[int] = (FOR_GUILDS,)) -> Json:
    """Return Discord's command object.

    Args:
        body: the command in a bulk overwrite.
        known: ids of the registered commands by (type, name); a command with the same type and name retains its id.
        installs: kinds of installation that the application allows; a command that names no kind is for all of them.
    """
    kind = body.get("type") or CHAT_INPUT
    return {
        "id": known.get((kind, body["name"])) or ids.snowflake(),
        "application_id": ids.APPLICATION_ID,
        "type": kind,
        "name": body["name"],
        "name_localizations": body.get("name_localizations"),
        "description": body.get("description") or "",
        "description_localizations": body.get("description_localizations"),
        "options": body.get("options") or [],
        "default_member_permissions": body.get("default_member_permissions"),
        "contexts": body.get("contexts"),
        "integration_types": body.get("integration_types") or [*installs],
        **({"handler": body.get("handler", 1)} if kind == ENTRY_POINT else {}),
    }


def check_choice(form: Form, path: Path, choice: Json, kind: object) -> None:
    """Check one choice of an option. `kind` is the option's type.

    The choice belongs to the registered command, or is an answer to an autocomplete interaction.
    """
    form.text((*path, "name"), choice.get("name"), 1, 100)
    value = choice.get("value")
    if kind == STRING:
        form.text((*path, "value"), value, 1, 100)
    elif not isinstance(value, int if kind == INTEGER else (int, float)) or isinstance(value, bool):
        form.add((*path, "value"), "NUMBER_TYPE_COERCE", f'Value "{value}" is not a number.')
    for where, text in _localizations(form, path, choice, "name"):
        form.text(where, text, 1, 100)


def _length(thing: Json) -> int:
    """Return the size of a command as Discord counts it.

    The size is the sum of the lengths of all names, descriptions and values. If a name or a description has
    translations, only the longest of its texts counts.
    """
    total = 0
    for key in ("name", "description"):
        texts: list[Any] = [thing.get(key) or "", *(thing.get(f"{key}_localizations") or {}).values()]
        total += max(len(str(text)) for text in texts)
    if "value" in thing:
        total += len(str(thing["value"]))
    for key in ("options", "choices"):
        total += sum(_length(one) for one in thing.get(key) or [] if isinstance(one, dict))
    return total
