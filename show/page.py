"""A page: one message as plain data. `cogs.render` writes it as Discord's components."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal, TypeAlias

import pictures
from engine.game import View
from show.actions import Action

TEXT_LIMIT = 3900
"""Characters of text a page may hold; Discord refuses more than 4000."""
ALT_LIMIT = 1024
"""Characters of the text for those who do not see a picture: Discord's limit."""
ROW = 5
"""Buttons in a row: Discord's limit."""

Style = Literal["primary", "secondary", "success", "danger"]


@dataclass(frozen=True, slots=True)
class Button:
    """A button, and what a click on it asks for."""

    action: Action
    label: str
    emoji: str | None = None
    style: Style = "secondary"


@dataclass(frozen=True, slots=True)
class Option:
    """One line of a list."""

    label: str
    value: str
    emoji: str | None = None
    description: str | None = None
    default: bool = False


@dataclass(frozen=True, slots=True)
class Select:
    """A list of which one line is picked; its value completes the action."""

    action: Action
    options: tuple[Option, ...]
    placeholder: str


Row: TypeAlias = Sequence[Button] | Sequence[Select]
"""Up to five buttons, or one select."""


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

    def without_picture(self) -> Page:
        """The same where no file may be attached: the text says it all."""
        return replace(self, drawing=None)


def page(text: str, *rows: Row, drawing: Drawing | None = None, alt: str = "") -> Page:
    """A page whose texts are within Discord's limits, without its empty rows."""
    kept = tuple(row for row in rows if row)
    return Page(shortened(text), kept, drawing, whole_lines(alt, ALT_LIMIT))


def in_rows(buttons: Iterable[Button]) -> list[Sequence[Button]]:
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
