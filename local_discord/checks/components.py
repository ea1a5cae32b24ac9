"""What Discord refuses in message components and modals (400/50035).

Source: Discord's documentation, "Component Reference", and what its server answers where the reference is silent.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Collection, Iterator

from local_discord.checks.form import Form, Path
from local_discord.world.model import Json

ROW, BUTTON, STRING_SELECT, TEXT_INPUT, USER_SELECT, ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT = range(1, 9)
SECTION, TEXT_DISPLAY, THUMBNAIL, GALLERY, FILE, SEPARATOR = range(9, 15)
CONTAINER, LABEL, FILE_UPLOAD, RADIO_GROUP, CHECKBOX_GROUP, CHECKBOX = 17, 18, 19, 21, 22, 23
SELECTS = (STRING_SELECT, USER_SELECT, ROLE_SELECT, MENTIONABLE_SELECT, CHANNEL_SELECT)
LINK, PREMIUM = 5, 6

_V2_TOP = (ROW, SECTION, TEXT_DISPLAY, GALLERY, FILE, SEPARATOR, CONTAINER)
_IN_CONTAINER = (ROW, SECTION, TEXT_DISPLAY, GALLERY, FILE, SEPARATOR)
_MODAL_TOP = (ROW, LABEL, TEXT_DISPLAY)
_IN_LABEL = (TEXT_INPUT, *SELECTS, FILE_UPLOAD, RADIO_GROUP, CHECKBOX_GROUP, CHECKBOX)
_URL = re.compile(r"(https?|discord)://[^\s]+$")
_MEDIA_URL = re.compile(r"(https?://[^\s]+|attachment://[^\s/]+)$")
MAX_COMPONENTS = 40
MAX_TEXT = 4000
MAX_ROWS = 5


def walk(components: object) -> Iterator[Json]:
    """Every component with its children and accessories, in reading order."""
    for one in components if isinstance(components, list) else []:
        if isinstance(one, dict):
            yield one
            yield from walk(one.get("components"))
            yield from walk([one.get("accessory"), one.get("component")])


def media_of(component: Json) -> Iterator[Json]:
    """The media objects of one component."""
    holders = [*component.get("items", []), component] if component.get("type") == GALLERY else [component]
    for holder in holders:
        if isinstance(holder, dict):
            for key in ("media", "file"):
                if isinstance(holder.get(key), dict):
                    yield holder[key]


def _is_symbol(letter: str) -> bool:
    """Whether a character can make a text an emoji: symbols and the enclosing keycap, no letters.

    Python's tables may be older than an emoji: what they do not know in the emoji planes counts as one.
    """
    category = unicodedata.category(letter)
    return ord(letter) > 0xA8 and (category in {"So", "Sm", "Me"} or (category == "Cn" and ord(letter) > 0x1F000))


class ComponentCheck:
    """Checks one body's components.

    Args:
        form: where findings go.
        emojis: ids of the application emojis that exist.
        filenames: names of the message's attachments, for `attachment://` references.
    """

    def __init__(self, form: Form, emojis: Collection[str] = (), filenames: Collection[str] = ()) -> None:
        self._form = form
        self._emojis = emojis
        self._filenames = filenames
        self._custom_ids: set[str] = set()
        self._ids: set[int] = set()
        self._modal = False
        self._by_type: dict[int, Callable[[Path, Json], None]] = {
            ROW: self._row,
            BUTTON: self._button,
            TEXT_INPUT: self._text_input,
            SECTION: self._section,
            TEXT_DISPLAY: self._text_display,
            THUMBNAIL: self._thumbnail,
            GALLERY: self._gallery,
            FILE: self._file,
            SEPARATOR: self._separator,
            CONTAINER: self._container,
            LABEL: self._label,
            FILE_UPLOAD: self._input,
            RADIO_GROUP: self._options_input,
            CHECKBOX_GROUP: self._options_input,
            CHECKBOX: self._input,
            **dict.fromkeys(SELECTS, self._select),
        }

    def message(self, components: object, *, v2: bool) -> None:
        """Check a message's components, `v2` if it carries the Components V2 flag."""
        path: Path = ("components",)
        top = _V2_TOP if v2 else (ROW,)
        self._children(path, components, top, 0, MAX_COMPONENTS if v2 else MAX_ROWS)
        if not v2:
            return
        everything = list(walk(components))
        if len(everything) > MAX_COMPONENTS:
            message = f"The total number of components cannot exceed {MAX_COMPONENTS}"
            self._form.add(path, "COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED", message)
        text = sum(len(str(one.get("content") or "")) for one in everything if one.get("type") == TEXT_DISPLAY)
        if text > MAX_TEXT:
            message = f"The total number of characters displayable text in components exceeds {MAX_TEXT}"
            self._form.add(path, "COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED", message)

    def modal(self, components: object) -> None:
        """Check a modal's components."""
        self._modal = True
        self._children(("components",), components, _MODAL_TOP, 1, MAX_ROWS)

    def _children(self, path: Path, value: object, allowed: Collection[int], low: int, high: int) -> None:
        for where, child in self._form.objects(path, value, low, high, optional=low == 0):
            self._one(where, child, allowed)

    def _one(self, path: Path, component: Json, allowed: Collection[int]) -> None:
        kind = component.get("type")
        if not isinstance(kind, int) or kind not in self._by_type:
            self._form.choice((*path, "type"), kind, sorted(self._by_type))
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
        self._by_type[kind](path, component)

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
        allowed = (TEXT_INPUT,) if self._modal else (BUTTON, *SELECTS)
        where = (*path, "components")
        children = self._form.objects(where, row.get("components"), 1, 5)
        kinds = [child.get("type") for _, child in children]
        if len(kinds) > 1 and any(kind != BUTTON for kind in kinds):
            message = "The specified component exceeds the maximum width"
            self._form.add(where, "COMPONENT_LAYOUT_WIDTH_EXCEEDED", message)
        for child_path, child in children:
            self._one(child_path, child, allowed)

    def _button(self, path: Path, button: Json) -> None:
        form = self._form
        style = button.get("style")
        form.choice((*path, "style"), style, (1, 2, 3, 4, LINK, PREMIUM))
        form.text((*path, "label"), button.get("label"), 0, 80, optional=True)
        self._emoji(path, button.get("emoji"))
        has_id, url = button.get("custom_id") is not None, button.get("url")
        if has_id and url is not None:
            message = "A custom id and url cannot both be specified"
            form.add(path, "BUTTON_COMPONENT_CUSTOM_ID_URL_MUTUALLY_EXCLUSIVE", message)
            return
        if style == PREMIUM:
            if button.get("sku_id") is None:
                form.required((*path, "sku_id"))
            return
        if not button.get("label") and button.get("emoji") is None:
            form.add(path, "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED", "A button needs a label or an emoji")
        if style != LINK:
            if url is not None or not has_id:
                form.add(path, "BUTTON_COMPONENT_CUSTOM_ID_REQUIRED", "A custom id is required")
            else:
                self._custom_id(path, button)
        elif not isinstance(url, str):
            form.add(path, "BUTTON_COMPONENT_URL_REQUIRED", "A url is required")
        elif form.text((*path, "url"), url, 1, 512) and not _URL.match(url):
            form.add((*path, "url"), "URL_TYPE_INVALID_URL", "Not a well formed URL.")

    def _options(self, path: Path, component: Json, high: int) -> None:
        form = self._form
        seen: set[str] = set()
        for where, option in form.objects((*path, "options"), component.get("options"), 1, high):
            form.text((*where, "label"), option.get("label"), 1, 100)
            value = form.text((*where, "value"), option.get("value"), 1, 100)
            form.text((*where, "description"), option.get("description"), 0, 100, optional=True)
            self._emoji(where, option.get("emoji"))
            if value in seen:
                message = "The specified option value is already used"
                form.add((*where, "value"), "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED", message)
            seen.add(str(value))

    def _select(self, path: Path, select: Json) -> None:
        form = self._form
        self._custom_id(path, select)
        form.text((*path, "placeholder"), select.get("placeholder"), 0, 150, optional=True)
        low = form.number((*path, "min_values"), select.get("min_values"), 0, 25)
        high = form.number((*path, "max_values"), select.get("max_values"), 1, 25)
        if (1 if low is None else low) > (1 if high is None else high):
            message = "The minimum values cannot be greater than the maximum values"
            form.add(path, "SELECT_COMPONENT_MIN_VALUES_GREATER_THAN_MAX_VALUES", message)
        if select.get("type") != STRING_SELECT:
            return
        self._options(path, select, 25)
        options = [one for one in select.get("options") or [] if isinstance(one, dict)]
        if high is not None and high > len(options) > 0:
            message = "The number of options must be at least the maximum number of values"
            form.add((*path, "max_values"), "SELECT_COMPONENT_MAX_VALUES_GREATER_THAN_OPTIONS", message)
        if sum(bool(one.get("default")) for one in options) > (high or 1):
            message = "The number of default options cannot exceed the maximum number of values"
            form.add((*path, "options"), "SELECT_COMPONENT_TOO_MANY_DEFAULTS", message)

    def _text_input(self, path: Path, text_input: Json) -> None:
        form = self._form
        self._custom_id(path, text_input)
        form.choice((*path, "style"), text_input.get("style"), (1, 2))
        form.text((*path, "label"), text_input.get("label"), 0, 45, optional=True)
        form.text((*path, "placeholder"), text_input.get("placeholder"), 0, 100, optional=True)
        form.text((*path, "value"), text_input.get("value"), 0, 4000, optional=True)
        form.number((*path, "min_length"), text_input.get("min_length"), 0, 4000)
        form.number((*path, "max_length"), text_input.get("max_length"), 1, 4000)

    def _input(self, path: Path, component: Json) -> None:
        self._custom_id(path, component)

    def _options_input(self, path: Path, component: Json) -> None:
        self._custom_id(path, component)
        self._options(path, component, 10)

    def _label(self, path: Path, label: Json) -> None:
        self._form.text((*path, "label"), label.get("label"), 1, 45)
        self._form.text((*path, "description"), label.get("description"), 0, 100, optional=True)
        self._only_child((*path, "component"), label.get("component"), _IN_LABEL)

    def _only_child(self, path: Path, child: object, allowed: Collection[int]) -> None:
        if isinstance(child, dict):
            self._one(path, child, allowed)
        else:
            self._form.required(path)

    def _section(self, path: Path, section: Json) -> None:
        self._children((*path, "components"), section.get("components"), (TEXT_DISPLAY,), 1, 3)
        self._only_child((*path, "accessory"), section.get("accessory"), (BUTTON, THUMBNAIL))

    def _text_display(self, path: Path, display: Json) -> None:
        self._form.text((*path, "content"), display.get("content"), 1, MAX_TEXT)

    def _media(self, path: Path, media: object) -> None:
        form = self._form
        url = media.get("url") if isinstance(media, dict) else None
        if form.text((*path, "url"), url, 1, 2048) is None:
            return
        text = str(url)
        if not _MEDIA_URL.match(text):
            form.add((*path, "url"), "URL_TYPE_INVALID_URL", "Not a well formed URL.")
        elif text.startswith("attachment://") and text.removeprefix("attachment://") not in self._filenames:
            message = f"The referenced attachment {text!r} was not found in the message's attachments"
            form.add((*path, "url"), "UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND", message)

    def _thumbnail(self, path: Path, thumbnail: Json) -> None:
        self._media((*path, "media"), thumbnail.get("media"))
        self._form.text((*path, "description"), thumbnail.get("description"), 0, 1024, optional=True)

    def _gallery(self, path: Path, gallery: Json) -> None:
        for where, item in self._form.objects((*path, "items"), gallery.get("items"), 1, 10):
            self._thumbnail(where, item)

    def _file(self, path: Path, component: Json) -> None:
        self._media((*path, "file"), component.get("file"))
        media = component.get("file")
        if isinstance(media, dict) and not str(media.get("url", "")).startswith(("attachment://", "http")):
            self._form.add((*path, "file", "url"), "COMPONENT_FILE_URL_INVALID", "Only attachments may be used here")

    def _separator(self, path: Path, separator: Json) -> None:
        if separator.get("spacing") is not None:
            self._form.choice((*path, "spacing"), separator["spacing"], (1, 2))

    def _container(self, path: Path, container: Json) -> None:
        self._children((*path, "components"), container.get("components"), _IN_CONTAINER, 1, MAX_COMPONENTS)
        self._form.number((*path, "accent_color"), container.get("accent_color"), 0, 0xFFFFFF)
