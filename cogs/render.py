"""Pages as Discord's Components V2, written as they are sent.

https://discord.com/developers/docs/components/reference. No library item is made for a button: `cogs.router` knows
clicks by their custom ids, so the library has nothing to keep, and nothing that it could lose.
"""

from __future__ import annotations

import io
from functools import lru_cache
from typing import Any

import discord
from discord import ui

from show.page import Button, Option, Page, Row, Select

PICTURE = "table.png"
"""Every picture's file name: it says nothing."""
ACTION_ROW, BUTTON, SELECT, TEXT, GALLERY, CONTAINER = 1, 2, 3, 10, 12, 17
STYLES = {"primary": 1, "secondary": 2, "success": 3, "danger": 4}

Json = dict[str, Any]


class Rendered(ui.LayoutView):
    """A page's components, for the library to send; it is stopped, so that it is not stored."""

    def __init__(self, page: Page, *, picture: bool) -> None:
        super().__init__(timeout=None)
        self._components = components(page, picture=picture)
        self.stop()

    def to_components(self) -> list[Json]:
        """What is sent."""
        return self._components

    def has_components_v2(self) -> bool:
        """They are."""
        return True


def components(page: Page, *, picture: bool) -> list[Json]:
    """A container of the picture, if there is one, the text, and the rows."""
    inside: list[Json] = []
    if picture:
        media: Json = {"media": {"url": f"attachment://{PICTURE}"}}
        if page.alt:
            media["description"] = page.alt
        inside.append({"type": GALLERY, "items": [media]})
    inside.append({"type": TEXT, "content": page.text})
    inside += [_row(row) for row in page.rows]
    return [{"type": CONTAINER, "components": inside}]


def files(picture: bytes | None) -> list[discord.File]:
    """The picture as a file to send; a file can be sent once."""
    return [discord.File(io.BytesIO(picture), PICTURE)] if picture else []


def _row(row: Row) -> Json:
    return {"type": ACTION_ROW, "components": [_item(item) for item in row]}


def _item(item: Button | Select) -> Json:
    if isinstance(item, Select):
        return {
            "type": SELECT,
            "custom_id": item.action.custom_id,
            "options": [_option(option) for option in item.options],
            "placeholder": item.placeholder,
            "min_values": 1,
            "max_values": 1,
        }
    data: Json = {"type": BUTTON, "style": STYLES[item.style], "custom_id": item.action.custom_id, "label": item.label}
    if item.emoji:
        data["emoji"] = _emoji(item.emoji)
    return data


def _option(option: Option) -> Json:
    data: Json = {"label": option.label, "value": option.value, "default": option.default}
    if option.emoji:
        data["emoji"] = _emoji(option.emoji)
    if option.description:
        data["description"] = option.description
    return data


@lru_cache(maxsize=1024)
def _emoji(text: str) -> Json:
    return dict(discord.PartialEmoji.from_str(text).to_dict())
