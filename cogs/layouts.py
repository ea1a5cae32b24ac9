"""Building Components V2 layouts that the library does not store."""

from __future__ import annotations

import hashlib
import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import discord
from discord import ui

TEXT_LIMIT = 3900
"""Characters of text a layout may hold; Discord refuses more than 4000."""
ALT_LIMIT = 1000
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
        return hashlib.sha256(repr(self.content()).encode()).digest()


def layout(text: str, *rows: Sequence[Item], picture: bytes | None = None, alt: str = "") -> Page:
    """A container of a picture, one text, and rows of buttons and selects, ready to be sent.

    Args:
        text: Discord's Markdown.
        rows: of up to five buttons, or one select.
        picture: a PNG, shown above the text.
        alt: what the picture says, for those who do not see it.
    """
    view = ui.LayoutView(timeout=None)
    container: ui.Container[Any] = ui.Container()
    if picture:
        gallery: ui.MediaGallery[Any] = ui.MediaGallery()
        gallery.add_item(media=f"attachment://{PICTURE}", description=alt[:ALT_LIMIT])
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


def shortened(text: str) -> str:
    """A text within Discord's limit: lines in the middle are left out where it is too long."""
    if len(text) <= TEXT_LIMIT:
        return text
    return text[: TEXT_LIMIT // 2].rsplit("\n", 1)[0] + "\n…\n" + text[-TEXT_LIMIT // 2 :].split("\n", 1)[-1]
