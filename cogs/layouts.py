"""Building Components V2 layouts that the library does not store."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from discord import ui

TEXT_LIMIT = 3900
"""Characters of text a layout may hold; Discord refuses more than 4000."""
ROW = 5

Item = ui.Item[Any]


def layout(text: str, *rows: Sequence[Item], colour: int | None = None) -> ui.LayoutView:
    """A container of one text with rows of buttons and selects beneath it, ready to be sent."""
    view = ui.LayoutView(timeout=None)
    container: ui.Container[Any] = ui.Container(accent_colour=colour)
    container.add_item(ui.TextDisplay(shortened(text)))
    for row in rows:
        if row:
            container.add_item(ui.ActionRow(*row))
    view.add_item(container)
    view.stop()
    return view


def content(view: ui.LayoutView) -> list[dict[str, Any]]:
    """What is sent of a layout, for comparing two of them."""
    return view.to_components()  # type: ignore[no-untyped-call, no-any-return]  # untyped in the library


def in_rows(buttons: Iterable[Item]) -> list[list[Item]]:
    """Buttons in rows of five."""
    every = list(buttons)
    return [every[first : first + ROW] for first in range(0, len(every), ROW)]


def shortened(text: str) -> str:
    """A text within Discord's limit: lines in the middle are left out where it is too long."""
    if len(text) <= TEXT_LIMIT:
        return text
    return text[: TEXT_LIMIT // 2].rsplit("\n", 1)[0] + "\n…\n" + text[-TEXT_LIMIT // 2 :].split("\n", 1)[-1]
