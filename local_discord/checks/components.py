"""Checks of message components and modals (400/50035).

Source: Discord's documentation, "Component Reference". Where the documentation leaves a question open, the checks
follow the answers of Discord's server.
"""

import dataclasses
import re
import unicodedata
from collections.abc import Collection, Iterator, Mapping

from local_discord.checks.form import Form, Path
from local_discord.wire import Json

ROW, BUTTON, STRING_SELECT, TEXT_INPUT, USER_SELECT, ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT = range(1, 9)
SECTION, TEXT_DISPLAY, THUMBNAIL, GALLERY, FILE, SEPARATOR = range(9, 15)
CONTAINER, LABEL = 17, 18
CHANNEL_TYPES = (0, 1, 2, 3, 4, 5, 10, 11, 12, 13, 14, 15)
SELECTS = (STRING_SELECT, USER_SELECT, ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT)
LINK = 5
MAX_COMPONENTS = 40
MAX_TEXT = 4000
MAX_ROWS = 5

_PRESETS = {
    USER_SELECT: ("user",),
    ROLE_SELECT: ("role",),
    MENTIONABLE_SELECT: ("user", "role"),
    CHANNEL_SELECT: ("channel",),
}
_IN_CONTAINER = (ROW, SECTION, TEXT_DISPLAY, GALLERY, FILE, SEPARATOR)
_V2_TOP = (*_IN_CONTAINER, CONTAINER)
_MODAL_TOP = (ROW, LABEL, TEXT_DISPLAY)
_URL = re.compile(r"(https?|discord)://[^\s]+$")
_MEDIA_URL = re.compile(r"(https?://[^\s]+|attachment://[^\s/]+)$")


@dataclasses.dataclass(frozen=True, slots=True)
class _Rules:
    """The checks of one type of component.

    Attributes:
        texts: least and greatest length of each text; a text whose least length is 0 is optional.
        numbers: least and greatest value of each number; every number is optional.
        choices: the allowed values of each field; None means that the field is optional.
        custom_id: whether the component has a custom id.
        children: the allowed types of its `components`, and their least and greatest number.
        child: the field of its only child, and the child's allowed types.
        media: the field that names a picture or file.
    """

    texts: Mapping[str, tuple[int, int]] = dataclasses.field(default_factory=dict)
    numbers: Mapping[str, tuple[int, int]] = dataclasses.field(default_factory=dict)
    choices: Mapping[str, tuple[object, ...]] = dataclasses.field(default_factory=dict)
    custom_id: bool = False
    children: tuple[tuple[int, ...], int, int] | None = None
    child: tuple[str, tuple[int, ...]] | None = None
    media: str | None = None


_SELECT = _Rules(
    texts={"placeholder": (0, 150)}, numbers={"min_values": (0, 25), "max_values": (1, 25)}, custom_id=True
)
_RULES: dict[int, _Rules] = {
    ROW: _Rules(),
    BUTTON: _Rules(texts={"label": (0, 80)}, choices={"style": (1, 2, 3, 4, LINK)}),
    **dict.fromkeys(SELECTS, _SELECT),
    TEXT_INPUT: _Rules(
        texts={"label": (0, 45), "placeholder": (0, 100), "value": (0, 4000)},
        numbers={"min_length": (0, 4000), "max_length": (1, 4000)},
        choices={"style": (1, 2)},
        custom_id=True,
    ),
    SECTION: _Rules(children=((TEXT_DISPLAY,), 1, 3), child=("accessory", (BUTTON, THUMBNAIL))),
    TEXT_DISPLAY: _Rules(texts={"content": (1, MAX_TEXT)}),
    THUMBNAIL: _Rules(texts={"description": (0, 1024)}, media="media"),
    GALLERY: _Rules(),
    FILE: _Rules(media="file"),
    SEPARATOR: _Rules(choices={"spacing": (None, 1, 2)}),
    CONTAINER: _Rules(numbers={"accent_color": (0, 0xFFFFFF)}, children=(_IN_CONTAINER, 1, MAX_COMPONENTS)),
    LABEL: _Rules(texts={"label": (1, 45), "description": (0, 100)}, child=("component", (TEXT_INPUT, *SELECTS))),
}


def walk(components: object) -> Iterator[Json]:
    """Yield every component with its children and accessories, in reading order."""
    for one in components if isinstance(components, list) else []:
        if isinstance(one, dict):
            yield one
            yield from walk(one.get("components"))
            yield from walk([one.get("accessory"), one.get("component")])


def _is_symbol(letter: str) -> bool:
    """Return whether a text with this character counts as an emoji: true for symbols and the enclosing keycap.

    A new emoji may be missing from Python's Unicode tables, so unassigned characters above U+1F000 count too.
    """
    category = unicodedata.category(letter)
    return ord(letter) > 0xA8 and (category in {"So", "Sm", "Me"} or (category == "Cn" and ord(letter) > 0x1F000))


class ComponentCheck:
    """Checks the components of one body.

    Args:
        form: receives the findings.
        emojis: ids of the application emojis that exist.
        filenames: names of the message's attachments, for `attachment://` references.
    """

    def __init__(self, form: Form, emojis: Collection[str] = (), filenames: Collection[str] = ()) -> None:
        self._form = form
        self._emojis = emojis
        self._filenames = filenames
        self._custom_ids: set[str] = set()
        self._ids: set[int] = set()
        self._in_row: tuple[int, ...] = (BUTTON, *SELECTS)
        self._in_modal = False
        self._special = {
            ROW: self._row,
            BUTTON: self._button,
            GALLERY: self._gallery,
            **dict.fromkeys(SELECTS, self._select),
        }

    def message(self, components: object, *, v2: bool) -> None:
        """Check the components of a message; `v2` tells whether it has the Components V2 flag."""
        path: Path = ("components",)
        if not v2:
            self._children(path, components, (ROW,), 0, MAX_ROWS)
            return
        self._children(path, components, _V2_TOP, 0, MAX_COMPONENTS)
        everything = list(walk(components))
        if len(everything) > MAX_COMPONENTS:
            message = f"The total number of components cannot exceed {MAX_COMPONENTS}"
            self._form.add(path, "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", message)
        text = sum(len(str(one.get("content") or "")) for one in everything if one.get("type") == TEXT_DISPLAY)
        if text > MAX_TEXT:
            message = f"The total number of characters displayable text in components exceeds {MAX_TEXT}"
            self._form.add(path, "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", message)

    def modal(self, components: object) -> None:
        """Check the components of a modal."""
        self._in_row, self._in_modal = (TEXT_INPUT,), True
        self._children(("components",), components, _MODAL_TOP, 1, MAX_ROWS)

    def _children(self, path: Path, value: object, allowed: Collection[int], low: int, high: int) -> None:
        for where, child in self._form.objects(path, value, low, high):
            self._one(where, child, allowed)

    def _one(self, path: Path, component: Json, allowed: Collection[int]) -> None:
        kind = component.get("type")
        if not isinstance(kind, int) or kind not in _RULES:
            self._form.choice((*path, "type"), kind, sorted(_RULES))
            return
        if kind not in allowed:
            message = f"Components of type {kind} are not valid here; allowed are {', '.join(map(str, allowed))}."
            self._form.add((*path, "type"), "COMPONENT_TYPE_INVALID", message)
            return
        number = self._form.number((*path, "id"), component.get("id"), 0, 2**31 - 1)
        if number:
            if number in self._ids:
                self._form.add((*path, "id"), "COMPONENT_ID_DUPLICATED", "Component id cannot be duplicated")
            self._ids.add(number)
        self._apply(_RULES[kind], path, component)
        if kind in self._special:
            self._special[kind](path, component)

    def _apply(self, rules: _Rules, path: Path, component: Json) -> None:
        self._form.texts(path, component, rules.texts)
        for name, (least, most) in rules.numbers.items():
            self._form.number((*path, name), component.get(name), least, most)
        for name, values in rules.choices.items():
            self._form.choice((*path, name), component.get(name), values)
        if rules.custom_id:
            self._custom_id(path, component)
        if rules.children is not None:
            self._children((*path, "components"), component.get("components"), *rules.children)
        if rules.child is not None:
            name, allowed = rules.child
            child = component.get(name)
            if isinstance(child, dict):
                self._one((*path, name), child, allowed)
            else:
                self._form.required((*path, name))
        if rules.media is not None:
            self._media((*path, rules.media), component.get(rules.media))

    def _custom_id(self, path: Path, component: Json) -> None:
        where = (*path, "custom_id")
        custom_id = self._form.text(where, component.get("custom_id"), 1, 100)
        if custom_id is None:
            return
        if custom_id in self._custom_ids:
            self._form.add(where, "COMPONENT_CUSTOM_ID_DUPLICATED", "Component custom id cannot be duplicated")
        self._custom_ids.add(custom_id)

    def _emoji(self, path: Path, emoji: object) -> None:
        if emoji is None:
            return
        if isinstance(emoji, dict):
            emoji_id, name = emoji.get("id"), emoji.get("name")
            if emoji_id is not None and str(emoji_id) in self._emojis:
                return
            if emoji_id is None and isinstance(name, str) and any(_is_symbol(letter) for letter in name):
                return
        self._form.add((*path, "emoji", "id"), "BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji")

    def _row(self, path: Path, row: Json) -> None:
        where = (*path, "components")
        children = self._form.objects(where, row.get("components"), 1, 5)
        if len(children) > 1 and any(child.get("type") != BUTTON for _, child in children):
            message = "The specified component exceeds the maximum width"
            self._form.add(where, "COMPONENT_LAYOUT_WIDTH_EXCEEDED", message)
        for child_path, child in children:
            self._one(child_path, child, self._in_row)

    def _button(self, path: Path, button: Json) -> None:
        form = self._form
        self._emoji(path, button.get("emoji"))
        has_id, url = button.get("custom_id") is not None, button.get("url")
        if has_id and url is not None:
            message = "A custom id and url cannot both be specified"
            form.add(path, "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE", message)
            return
        if not button.get("label") and button.get("emoji") is None:
            form.add(path, "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED", "A button needs a label or an emoji")
        if button.get("style") != LINK:
            if url is not None or not has_id:
                form.add(path, "BUTTON_COMPONENT_CUSTOM_ID_REQUIRED", "A custom id is required")
            else:
                self._custom_id(path, button)
        elif not isinstance(url, str):
            form.add(path, "BUTTON_COMPONENT_URL_REQUIRED", "A url is required")
        elif form.text((*path, "url"), url, 1, 512) and not _URL.match(url):
            form.add((*path, "url"), "URL_TYPE_INVALID_URL", "Not a well formed URL.")

    def _select(self, path: Path, select: Json) -> None:
        low, high = select.get("min_values"), select.get("max_values")
        low, high = 1 if not isinstance(low, int) else low, 1 if not isinstance(high, int) else high
        if low > high:
            message = "The minimum values cannot be greater than the maximum values"
            self._form.add(path, "SELECT_COMPONENT_MIN_VALUES_GREATER_THAN_MAX_VALUES", message)
        if self._in_modal and select.get("disabled"):
            message = "Select menus in modals cannot be disabled"
            self._form.add((*path, "disabled"), "SELECT_COMPONENT_DISABLED_IN_MODAL", message)
        if select.get("type") != STRING_SELECT:
            self._presets(path, select, low, high)
            return
        options = self._options(path, select)
        if high > len(options) > 0:
            message = "The number of options must be at least the maximum number of values"
            self._form.add((*path, "max_values"), "SELECT_COMPONENT_MAX_VALUES_GREATER_THAN_OPTIONS", message)
        if sum(bool(one.get("default")) for one in options) > high:
            message = "The number of default options cannot exceed the maximum number of values"
            self._form.add((*path, "options"), "SELECT_COMPONENT_TOO_MANY_DEFAULTS", message)

    def _presets(self, path: Path, select: Json, low: int, high: int) -> None:
        """Check the default values and the channel types of a select of users, roles or channels."""
        form, presets = self._form, select.get("default_values")
        for where, one in form.objects((*path, "default_values"), presets, low if presets else 0, high):
            form.text((*where, "id"), one.get("id"), 1, 20)
            form.choice((*where, "type"), one.get("type"), _PRESETS[select["type"]])
        for index, kind in enumerate(form.listing((*path, "channel_types"), select.get("channel_types"), 0, 20)):
            form.choice((*path, "channel_types", index), kind, CHANNEL_TYPES)

    def _options(self, path: Path, select: Json) -> list[Json]:
        form = self._form
        options = form.objects((*path, "options"), select.get("options"), 1, 25)
        for where, option in options:
            form.texts(where, option, {"label": (1, 100), "value": (1, 100), "description": (0, 100)})
            self._emoji(where, option.get("emoji"))
        message = "The specified option value is already used"
        form.unique(options, "value", "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", message)
        return [option for _, option in options]

    def _gallery(self, path: Path, gallery: Json) -> None:
        for where, item in self._form.objects((*path, "items"), gallery.get("items"), 1, 10):
            self._apply(_RULES[THUMBNAIL], where, item)

    def _media(self, path: Path, media: object) -> None:
        where = (*path, "url")
        url = self._form.text(where, media.get("url") if isinstance(media, dict) else None, 1, 2048)
        if url is None:
            return
        if not _MEDIA_URL.match(url):
            self._form.add(where, "URL_TYPE_INVALID_URL", "Not a well formed URL.")
        elif url.startswith("attachment://") and url.removeprefix("attachment://") not in self._filenames:
            message = f"The referenced attachment {url!r} was not found in the message's attachments"
            self._form.add(where, "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND", message)
