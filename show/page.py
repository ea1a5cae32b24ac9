"""A page: one message as Discord's Components V2, as plain data.

https://discord.com/developers/docs/components/reference. No library item is made for a button: `cogs.router` knows
clicks by their custom ids, so the library has nothing to keep, and nothing that it could lose.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

import pictures
from engine.game import View
from show.actions import Action

TEXT_LIMIT = 3900
"""Characters of text a page may hold; Discord refuses more than 4000."""
ALT_LIMIT = 1024
"""Characters of the text for those who do not see a picture: Discord's limit."""
ROW = 5
"""Buttons in a row: Discord's limit."""
PICTURE = "table.png"
"""Every picture's file name: it says nothing."""

Json: TypeAlias = dict[str, Any]
Row: TypeAlias = Sequence[Json]
"""Up to five buttons, or one select."""

_ROW, _BUTTON, _SELECT, _TEXT, _GALLERY, _CONTAINER = 1, 2, 3, 10, 12, 17
_STYLES = {"primary": 1, "secondary": 2, "success": 3, "danger": 4}


def button(
    action: Action,
    label: str,
    emoji: str | None = None,
    style: Literal["primary", "secondary", "success", "danger"] = "secondary",
) -> Json:
    """A button, and what a click on it asks for."""
    data = {"type": _BUTTON, "style": _STYLES[style], "custom_id": action.custom_id, "label": label}
    return data | _drawn(emoji)


def select(action: Action, options: Sequence[Json], placeholder: str) -> Json:
    """A list of which one line is picked; its value completes the action."""
    return {"type": _SELECT, "custom_id": action.custom_id, "options": options, "placeholder": placeholder}


def option(label: str, value: str, emoji: str | None = None, description: str | None = None, **more: bool) -> Json:
    """One line of a list; `default=True` marks the one that holds now."""
    data = {"label": label, "value": value} | _drawn(emoji) | more
    return data | {"description": description} if description else data


def _drawn(emoji: str | None) -> Json:
    """An emoji as components have it: of the application's own, `<:name:id>`, the name and the id."""
    if not emoji:
        return {}
    own = re.fullmatch(r"<:(\w+):(\d+)>", emoji)
    return {"emoji": {"name": own[1], "id": own[2]} if own else {"name": emoji}}


@dataclass(frozen=True, slots=True)
class Drawing:
    """A picture that is drawn when the page is sent, and only then."""

    kind: Literal["table", "panel", "sheet"]
    view: View
    round: int = 0
    """Of a sheet: which round's."""

    def draw(self) -> bytes | None:
        """The PNG; None: this game has no such picture. Takes milliseconds: not for the event loop."""
        if self.kind == "table":
            return pictures.table_picture(self.view)
        if self.kind == "panel":
            return pictures.panel_picture(self.view)
        return pictures.sheet_picture(self.view, self.round) or pictures.table_picture(self.view)


@dataclass(frozen=True, slots=True)
class Page:
    """A picture, one text, and rows of buttons and selects; or, with `notify`, a plain line that mentions people."""

    text: str
    """Discord's Markdown."""
    rows: tuple[Row, ...] = ()
    drawing: Drawing | None = None
    alt: str = ""
    """What the picture says, for those who do not see it."""
    notify: tuple[int, ...] = ()
    """The people whom the message may notify; nobody else is."""

    def components(self, *, picture: bool) -> list[Json]:
        """What is sent: a container of the picture, if there is one, the text, and the rows."""
        media = {"media": {"url": f"attachment://{PICTURE}"}} | ({"description": self.alt} if self.alt else {})
        inside: list[Json] = [{"type": _GALLERY, "items": [media]}] if picture else []
        inside.append({"type": _TEXT, "content": self.text})
        inside += [{"type": _ROW, "components": row} for row in self.rows]
        return [{"type": _CONTAINER, "components": inside}]


def page(text: str, *rows: Row, drawing: Drawing | None = None, alt: str = "") -> Page:
    """A page whose texts are within Discord's limits, without its empty rows."""
    kept = tuple(row for row in rows if row)
    return Page(shortened(text), kept, drawing, whole_lines(alt, ALT_LIMIT))


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
