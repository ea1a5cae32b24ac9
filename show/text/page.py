"""A page: one message as Discord's Components V2, as plain data.

https://discord.com/developers/docs/components/reference. No library item is made for a button:
`cogs.interactions.router` knows
clicks by their custom ids, so the library has nothing to keep, and nothing that it could lose.
"""

from __future__ import annotations

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
"""Characters of text a page may hold; Discord refuses more than 4000."""
ALT_LIMIT = 1024
"""Characters of the text for those who do not see a picture: Discord's limit."""
ROW = 5
"""Buttons in a row: Discord's limit."""
DOT = "\u00a0· "
"""Between what stands in one line: a line that is broken never begins with it."""
Json: TypeAlias = dict[str, Any]
Row: TypeAlias = Sequence[Json]
"""Up to five buttons, or one select."""

_CHANNELS = 8
_ROW, _BUTTON, _SELECT, _SECTION, _TEXT, _THUMBNAIL, _GALLERY, _CONTAINER, _LABEL = 1, 2, 3, 9, 10, 11, 12, 17, 18
_TYPED, _SHORT = 4, 1
_STYLES = {"primary": 1, "secondary": 2, "success": 3, "danger": 4}
_LINK = 5
_OWN = re.compile(r"<:(\w+):(\d+)>")


def button(
    action: Action,
    label: str,
    emoji: str | None = None,
    style: Literal["primary", "secondary", "success", "danger"] = "secondary",
) -> Json:
    """A button, and what a click on it asks for; without a label its emoji says it."""
    data: Json = {"type": _BUTTON, "style": _STYLES[style], "custom_id": action.custom_id}
    if label:
        data["label"] = label
    if emoji:
        data["emoji"] = _drawn(emoji)
    return data


def link_button(url: str, label: str) -> Json:
    """A button that leads somewhere; nobody is told of a click on it."""
    return {"type": _BUTTON, "style": _LINK, "url": url, "label": label}


def select(action: Action, options: Sequence[Json], placeholder: str) -> Json:
    """A list of which one line is picked; its value completes the action."""
    return {"type": _SELECT, "custom_id": action.custom_id, "options": options, "placeholder": placeholder}


def several(action: Action, options: Sequence[Json], placeholder: str) -> Json:
    """A list of which any number of lines is picked, also none; the values complete the action."""
    return select(action, options, placeholder) | {"min_values": 0, "max_values": len(options)}


def channels(action: Action, chosen: Sequence[int], placeholder: str, kinds: Sequence[int], most: int) -> Json:
    """A list of the server's channels of some of Discord's kinds, of which up to so many are picked, also none."""
    preset = [{"id": str(one), "type": "channel"} for one in chosen]
    data = {"type": _CHANNELS, "custom_id": action.custom_id, "placeholder": placeholder, "channel_types": [*kinds]}
    return data | {"min_values": 0, "max_values": most} | ({"default_values": preset} if preset else {})


def option(label: str, value: str, emoji: str | None = None, description: str | None = None, **more: bool) -> Json:
    """One line of a list; `default=True` marks the one that holds now."""
    data = {"label": label, "value": value} | ({"emoji": _drawn(emoji)} if emoji else {}) | more
    return data | {"description": description} if description else data


def field(name: str, label: str, options: Sequence[Json], description: str) -> Json:
    """A field of a form: a list of which one line is picked, under its label."""
    data = {"type": _LABEL, "label": label, "component": {"type": _SELECT, "custom_id": name, "options": options}}
    return data | {"description": description} if description else data


def text_field(name: str, label: str, most: int, description: str, value: str = "") -> Json:
    """A field of a form: one line of text that has to be there, of so many characters at most; `value` stands in it."""
    typed: Json = {"type": _TYPED, "custom_id": name, "style": _SHORT, "required": True}
    typed |= {"min_length": 1, "max_length": most} | ({"value": value} if value else {})
    return {"type": _LABEL, "label": label, "description": description, "component": typed}


def form(action: Action, title: str, fields: Sequence[Json]) -> Json:
    """A form that stands before everything else until it is sent or closed: Discord's modal, of up to five fields."""
    return {"custom_id": action.custom_id, "title": title, "components": fields}


def _drawn(emoji: str) -> Json:
    """An emoji as components have it: of the application's own, `<:name:id>`, the name and the id."""
    own = _OWN.fullmatch(emoji)
    return {"name": own[1], "id": own[2]} if own else {"name": emoji}


@dataclass(frozen=True)
class Drawing:
    """A picture that is drawn at the latest when the page is sent; once, however many it is sent to."""

    kind: Literal["table", "panel", "sheet"]
    view: View
    round: int = 0
    """Of a sheet: which round's."""

    def draw(self) -> bytes | None:
        """The PNG; None: this game has no such picture. But for a panel's it takes milliseconds: not for the loop."""
        return self._drawn

    @cached_property
    def _drawn(self) -> bytes | None:
        if self.kind == "table":
            return pictures.table_picture(self.view)
        if self.kind == "panel":
            return pictures.panel_picture(self.view)
        return pictures.sheet_picture(self.view, self.round) or pictures.table_picture(self.view)


@dataclass(frozen=True, slots=True)
class Art:
    """A game's cover."""

    game: str
    kind: Literal["art"] = "art"

    def draw(self) -> bytes | None:
        """The PNG; None: this game has none."""
        return pictures.art_picture(self.game)


@dataclass(frozen=True, slots=True)
class Chart:
    """A chart of what people have done in a game."""

    draw: Callable[[], bytes | None]
    """The PNG; None: there is nothing to show."""
    kind: Literal["chart"] = "chart"


@dataclass(frozen=True, slots=True)
class Picture:
    """A drawing, as wide as the message."""

    drawing: Drawing | Chart
    alt: str = ""
    """What it says, for those who do not see it."""


@dataclass(frozen=True, slots=True)
class Section:
    """A text with a button, or a small drawing, beside it."""

    text: str
    beside: Json | Drawing | Art


Part: TypeAlias = str | Picture | Section | Row
"""A text in Discord's Markdown, a picture, a text with something beside it, or a row of buttons or one select."""


@dataclass(frozen=True, slots=True)
class Page:
    """Its parts from the top down; or, with `notify`, a plain line that mentions people."""

    parts: tuple[Part, ...]
    framed: bool = True
    """Whether they stand in a box."""
    accent: int | None = None
    """The colour of the box's edge, 0xRRGGBB."""
    notify: tuple[int, ...] = ()
    """The people whom the message may notify; nobody else is."""
    later: bool = False
    """Whether it may be drawn later than what players wait for."""
    silent: bool = False
    """Whether they are notified without a sound."""
    language: str = FALLBACK
    """In which a name stands in the place of an emoji that Discord does not know."""

    @property
    def text(self) -> str:
        """All that it says, beside its pictures."""
        return "\n".join(
            [part if isinstance(part, str) else part.text for part in self.parts if isinstance(part, str | Section)]
        )

    @property
    def drawings(self) -> list[Drawing | Art | Chart]:
        """What is drawn when it is sent."""
        beside = [
            part.drawing if isinstance(part, Picture) else part.beside
            for part in self.parts
            if isinstance(part, Picture | Section)
        ]
        return [one for one in beside if not isinstance(one, dict)]

    def components(self, drawn: Mapping[str, str]) -> list[Json]:
        """What is sent, with the file of each picture; what could not be drawn is left out."""
        inside = [data for part in self.parts if (data := _data(part, drawn)) is not None]
        edge = {} if self.accent is None else {"accent_color": self.accent}
        return [{"type": _CONTAINER, "components": inside} | edge] if self.framed else inside


def _data(part: Part, drawn: Mapping[str, str]) -> Json | None:
    """What is sent of a part; None: nothing, as it could not be drawn."""
    if isinstance(part, str):
        return {"type": _TEXT, "content": part}
    if isinstance(part, Picture):
        if part.drawing.kind not in drawn:
            return None
        said = {"description": part.alt} if part.alt else {}
        return {"type": _GALLERY, "items": [_media(drawn[part.drawing.kind]) | said]}
    if not isinstance(part, Section):
        return {"type": _ROW, "components": part}
    beside = part.beside
    if isinstance(beside, Drawing | Art):
        if beside.kind not in drawn:
            return _data(part.text, drawn)
        beside = {"type": _THUMBNAIL} | _media(drawn[beside.kind])
    return {"type": _SECTION, "components": [_data(part.text, drawn)], "accessory": beside}


def _media(file: str) -> Json:
    return {"media": {"url": f"attachment://{file}"}}


def page(text: str, *rows: Row, drawing: Drawing | Chart | None = None, alt: str = "") -> Page:
    """A page in the usual order, a picture, a text and the rows; its texts within Discord's limits, no row empty."""
    picture = (Picture(drawing, whole_lines(alt, ALT_LIMIT)),) if drawing else ()
    return Page((*picture, shortened(text), *(row for row in rows if row)))


def in_rows(buttons: Iterable[Json]) -> list[Row]:
    """Buttons in rows of five."""
    every = tuple(buttons)
    return [every[first : first + ROW] for first in range(0, len(every), ROW)]


def whole_lines(text: str, limit: int) -> str:
    """A text's beginning: as many lines as fit; of a first line that does not fit the words that do."""
    if len(text) <= limit:
        return text
    fitting = text[: limit + 1]
    for end in ("\n", " "):
        if end in fitting:
            return fitting.rpartition(end)[0].rstrip()
    return text[:limit]


def shortened(text: str) -> str:
    """A text within Discord's limit: lines in the middle are left out where it is too long."""
    if len(text) <= TEXT_LIMIT:
        return text
    return text[: TEXT_LIMIT // 2].rsplit("\n", 1)[0] + "\n…\n" + text[-TEXT_LIMIT // 2 :].split("\n", 1)[-1]
