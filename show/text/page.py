"""Pages: one message each, as plain data for Discord's Components V2.

https://discord.com/developers/docs/components/reference. No discord.py view is created for a button:
`cogs.interactions.router` handles clicks by their custom ids, so the library keeps no state that could be lost.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal, TypeAlias

import pictures
from engine.game import View
from locales import FALLBACK
from show.actions.table_actions import Action

TEXT_LIMIT = 3900
"""Greatest number of characters of text on a page; Discord refuses more than 4000."""
ALT_LIMIT = 1024
"""Greatest number of characters in a picture's alt text: Discord's limit."""
ROW = 5
"""Greatest number of buttons in a row: Discord's limit."""
DOT = "\u00a0· "
"""The separator within a line; the no-break space keeps it from beginning a wrapped line."""
Json: TypeAlias = dict[str, Any]
Row: TypeAlias = Sequence[Json]
"""Up to five buttons, or one select."""

_PEOPLE, _CHANNELS = 5, 8
_ROW, _BUTTON, _SELECT, _SECTION, _TEXT, _THUMBNAIL, _GALLERY, _FILE = 1, 2, 3, 9, 10, 11, 12, 13
_CONTAINER, _LABEL = 17, 18
_TYPED, _SHORT = 4, 1
_STYLES = {"primary": 1, "secondary": 2, "success": 3, "danger": 4}
_LINK = 5
_OWN = re.compile(r"<:(\w+):(\d+)>")


Style: TypeAlias = Literal["primary", "secondary", "success", "danger"]


def button(
    action: Action,
    label: str,
    emoji: str | None = None,
    style: Style = "secondary",
) -> Json:
    """Build a button for an action; without a label, the button shows its emoji alone."""
    data: Json = {"type": _BUTTON, "style": _STYLES[style], "custom_id": action.custom_id}
    if label:
        data["label"] = label
    if emoji:
        data["emoji"] = _drawn(emoji)
    return data


def link_button(url: str, label: str) -> Json:
    """Build a button that opens a link; the bot gets no event for a click on it."""
    return {"type": _BUTTON, "style": _LINK, "url": url, "label": label}


def select(action: Action, options: Sequence[Json], placeholder: str) -> Json:
    """Build a list from which one line is picked; its value completes the action."""
    return {"type": _SELECT, "custom_id": action.custom_id, "options": options, "placeholder": placeholder}


def several(action: Action, options: Sequence[Json], placeholder: str) -> Json:
    """Build a list from which any number of lines may be picked; the values complete the action."""
    return select(action, options, placeholder) | {"min_values": 0, "max_values": len(options)}


def channels(action: Action, chosen: Sequence[int], placeholder: str, kinds: Sequence[int], most: int) -> Json:
    """Build a list of the server's channels of these Discord types, from which up to `most` may be picked."""
    preset = [{"id": str(one), "type": "channel"} for one in chosen]
    data = {"type": _CHANNELS, "custom_id": action.custom_id, "placeholder": placeholder, "channel_types": [*kinds]}
    return data | {"min_values": 0, "max_values": most} | ({"default_values": preset} if preset else {})


def people(action: Action, placeholder: str, most: int) -> Json:
    """Build a list of the server's members, from which up to `most` may be picked."""
    return {"type": _PEOPLE, "custom_id": action.custom_id, "placeholder": placeholder, "max_values": most}


def option(label: str, value: str, emoji: str | None = None, description: str | None = None, **more: bool) -> Json:
    """Build a line of a list; `default=True` marks the line as the current choice."""
    data = {"label": label, "value": value} | ({"emoji": _drawn(emoji)} if emoji else {}) | more
    return data | {"description": description} if description else data


def field(name: str, label: str, options: Sequence[Json], description: str) -> Json:
    """Build a labelled form field: a list from which one line is picked."""
    data = {"type": _LABEL, "label": label, "component": {"type": _SELECT, "custom_id": name, "options": options}}
    return data | {"description": description} if description else data


def several_field(name: str, label: str, options: Sequence[Json], description: str) -> Json:
    """Build a labelled form field: a list from which any number of lines may be picked."""
    data = field(name, label, options, description)
    return data | {"component": data["component"] | {"min_values": 0, "max_values": len(options), "required": False}}


def text_field(name: str, label: str, most: int, description: str, value: str = "") -> Json:
    """Build a required one-line text field of a form with at most `most` characters; `value` is its initial text."""
    typed: Json = {"type": _TYPED, "custom_id": name, "style": _SHORT, "required": True}
    typed |= {"min_length": 1, "max_length": most} | ({"value": value} if value else {})
    return {"type": _LABEL, "label": label, "description": description, "component": typed}


def form(action: Action, title: str, fields: Sequence[Json]) -> Json:
    """Build a form, Discord's modal, of up to five fields."""
    return {"custom_id": action.custom_id, "title": title, "components": fields}


def _drawn(emoji: str) -> Json:
    """Return an emoji as component data; a custom emoji, written `<:name:id>`, is split into its name and id."""
    own = _OWN.fullmatch(emoji)
    return {"name": own[1], "id": own[2]} if own else {"name": emoji}


@dataclass(frozen=True)
class Drawing:
    """A picture of a game. It is rendered once, when the first page that contains it is sent."""

    kind: Literal["table", "panel", "sheet", "result", "example"]
    view: View
    round: int = 0
    """The round of a score sheet."""

    def draw(self) -> bytes | None:
        """Return the PNG; None if the game has no such picture. Call this in a thread, unless the kind is "panel"."""
        return self._drawn

    @cached_property
    def _drawn(self) -> bytes | None:
        if self.kind == "table":
            return pictures.table_picture(self.view)
        if self.kind == "panel":
            return pictures.panel_picture(self.view)
        if self.kind == "example":
            return pictures.example_picture(self.view)
        if self.kind == "sheet":
            return pictures.sheet_picture(self.view, self.round) or pictures.table_picture(self.view)
        return pictures.result_picture(self.view) or pictures.table_picture(self.view)


@dataclass(frozen=True, slots=True)
class Art:
    """The cover of a game."""

    game: str
    kind: Literal["art"] = "art"

    def draw(self) -> bytes | None:
        """Return the PNG; None if the game has no cover."""
        return pictures.art_picture(self.game)


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart of people's results in a game."""

    draw: Callable[[], bytes | None]
    """The renderer of the PNG; returns None if there is nothing to draw."""
    kind: Literal["chart"] = "chart"


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture: of full width, or as a thumbnail beside a text."""

    drawing: Drawing | Art | Chart
    alt: str
    """The alt text."""


@dataclass(frozen=True, slots=True)
class Section:
    """A text with a button or a thumbnail beside it."""

    text: str
    beside: Json | Picture


@dataclass(frozen=True, slots=True)
class Attachment:
    """A text file that people can keep."""

    name: str
    text: str
    """The content."""
    instead: str = ""
    """The Markdown text that takes the place of the file where no files may be attached; "" for none."""


Part: TypeAlias = str | Picture | Section | Attachment | Row
"""A part of a page: Markdown text, a picture, a section, a text file, or a row of buttons or one select."""


@dataclass(frozen=True, slots=True)
class Page:
    """A message: its parts from top to bottom; with `notify`, a plain text that mentions people."""

    parts: tuple[Part, ...]
    framed: bool = True
    """Whether the parts are framed by a container."""
    accent: int | None = None
    """The colour of the container's edge, 0xRRGGBB."""
    notify: tuple[int, ...] = ()
    """The users whom the message may notify; no others are notified."""
    later: bool = False
    """True if its pictures may be rendered after pictures that players wait for."""
    silent: bool = False
    """Whether the notification is silent."""
    language: str = FALLBACK
    """The language of names that replace unknown emojis."""

    @property
    def text(self) -> str:
        """The text of all parts, without alt texts."""
        return "\n".join(
            [part if isinstance(part, str) else part.text for part in self.parts if isinstance(part, str | Section)]
        )

    @property
    def drawings(self) -> list[Drawing | Art | Chart]:
        """The pictures to render before sending."""
        shown = [part.beside if isinstance(part, Section) else part for part in self.parts]
        return [one.drawing for one in shown if isinstance(one, Picture)]

    @property
    def attachments(self) -> list[Attachment]:
        """The text files."""
        return [part for part in self.parts if isinstance(part, Attachment)]

    def components(self, drawn: Mapping[str, str]) -> list[Json]:
        """Return the components to send.

        `drawn` has the file name of each picture, by its kind, and of each text file, by its name. A missing picture is
        left out, and a missing text file is replaced by its `instead`.
        """
        inside = [data for part in self.parts if (data := _data(part, drawn)) is not None]
        edge = {} if self.accent is None else {"accent_color": self.accent}
        return [{"type": _CONTAINER, "components": inside} | edge] if self.framed else inside


def _data(part: Part, drawn: Mapping[str, str]) -> Json | None:
    """Return the component of a part; None if the part's file is missing and has no replacement."""
    if isinstance(part, str):
        return {"type": _TEXT, "content": part}
    if isinstance(part, Picture):
        return _gallery(part, drawn)
    if isinstance(part, Section):
        return _section(part, drawn)
    if isinstance(part, Attachment):
        return _file(part, drawn)
    return {"type": _ROW, "components": part}


def _gallery(part: Picture, drawn: Mapping[str, str]) -> Json | None:
    picture = _picture(part, drawn)
    return None if picture is None else {"type": _GALLERY, "items": [picture]}


def _section(part: Section, drawn: Mapping[str, str]) -> Json | None:
    beside = part.beside
    if isinstance(beside, Picture):
        if (picture := _picture(beside, drawn)) is None:
            return _data(part.text, drawn)
        beside = {"type": _THUMBNAIL} | picture
    return {"type": _SECTION, "components": [_data(part.text, drawn)], "accessory": beside}


def _file(part: Attachment, drawn: Mapping[str, str]) -> Json | None:
    if part.name not in drawn:
        return _data(part.instead, drawn) if part.instead else None
    return {"type": _FILE, "file": {"url": f"attachment://{drawn[part.name]}"}}


def _picture(part: Picture, drawn: Mapping[str, str]) -> Json | None:
    """Return the data of a picture in a gallery or a thumbnail; None if its file is missing."""
    if part.drawing.kind not in drawn:
        return None
    return {"media": {"url": f"attachment://{drawn[part.drawing.kind]}"}, "description": part.alt}


def page(text: str, *rows: Row) -> Page:
    """Build a page of a text and rows. Shorten the text to Discord's limit, and leave out empty rows."""
    return Page((shortened(text), *(row for row in rows if row)))


def in_rows(buttons: Iterable[Json]) -> list[Row]:
    """Split buttons into rows of five."""
    every = tuple(buttons)
    return [every[first : first + ROW] for first in range(0, len(every), ROW)]


def whole_lines(text: str, limit: int) -> str:
    """Return as many whole lines of a text as fit into `limit` characters.

    If the first line is too long, return as many of its words as fit.
    """
    if len(text) <= limit:
        return text
    fitting = text[: limit + 1]
    for end in ("\n", " "):
        if end in fitting:
            return fitting.rpartition(end)[0].rstrip()
    return text[:limit]


def shortened(text: str) -> str:
    """Shorten a text to Discord's limit by dropping lines in its middle."""
    if len(text) <= TEXT_LIMIT:
        return text
    return text[: TEXT_LIMIT // 2].rsplit("\n", 1)[0] + "\n…\n" + text[-TEXT_LIMIT // 2 :].split("\n", 1)[-1]
