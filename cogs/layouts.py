"""Building Components V2 layouts that the library does not store."""

from __future__ import annotations

import hashlib
import io
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import discord
from discord import ui

TEXT_LIMIT = 3900
"""Characters of text a layout may hold; Discord refuses more than 4000."""
ALT_LIMIT = 1024
"""Characters of the text for those who do not see a picture: Discord's limit."""
ROW = 5
PICTURE = "table.png"
"""Every picture's file name: it says nothing."""

Item = ui.Item[Any]


@dataclass(frozen=True, slots=True)
class Page:
    """What is sent: a layout, and the picture that it shows."""

    view: ui.LayoutView
    picture: bytes | None = None

    def files(self) -> list[discord.File]:
        """The picture as a file to send; a file can be sent once."""
        return [discord.File(io.BytesIO(self.picture), PICTURE)] if self.picture else []

    def content(self) -> tuple[list[dict[str, Any]], bytes | None]:
        """All that is sent, for comparing two pages."""
        return self.view.to_components(), self.picture  # type: ignore[no-untyped-call]  # untyped in the library

    def fingerprint(self) -> bytes:
        """A few bytes that are others when anything that is sent is another."""
        components, picture = self.content()
        seen = hashlib.sha256(json.dumps(components).encode())
        seen.update(b"" if picture is None else hashlib.sha256(picture).digest())
        return seen.digest()


def layout(text: str, *rows: Sequence[Item], picture: bytes | None = None, alt: str = "") -> Page:
    """A container of a picture, one text, and rows of buttons and selects, ready to be sent.

    Args:
        text: Discord's Markdown.
        rows: of up to five buttons, or one select.
        picture: a PNG, shown above the text.
        alt: what the picture says, for those who do not see it: the lines that matter most come first.
    """
    view = ui.LayoutView(timeout=None)
    container: ui.Container[Any] = ui.Container()
    if picture:
        gallery: ui.MediaGallery[Any] = ui.MediaGallery()
        gallery.add_item(media=f"attachment://{PICTURE}", description=whole_lines(alt, ALT_LIMIT))
        container.add_item(gallery)
    container.add_item(ui.TextDisplay(shortened(text)))
    for row in rows:
        if row:
            container.add_item(ui.ActionRow(*row))
    view.add_item(container)
    view.stop()
    return Page(view, picture)


def in_rows(buttons: Iterable[Item]) -> list[list[Item]]:
    """Buttons in rows of five."""
    every = list(buttons)
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
