"""Helpers that read the content of pages."""

import json
from collections.abc import Collection, Iterator
from typing import Any

from local_discord.checks.components import ComponentCheck
from local_discord.checks.form import Form
from show.actions.table_actions import Action, PlaceComputer, Placed, SetLevel
from show.pages.game.hand import row_lines
from show.text.page import Attachment, Json, Page, Part, Picture, Row, Section
from show.text.phone import phone_lines


def files_of(page: Page) -> dict[str, str]:
    """Return the file names of a page's pictures and text files."""
    return {one.kind: f"{one.kind}.png" for one in page.drawings} | {one.name: one.name for one in page.attachments}


def components_of(page: Page, *, files: bool = True) -> list[dict[str, Any]]:
    """Return the components of a page as Discord gets them, with or without its files."""
    components: list[dict[str, Any]] = json.loads(json.dumps(page.components(files_of(page) if files else {})))
    return components


def lines_on_phone(page: Page) -> float:
    """Return the height of a page's texts and buttons on a phone, in lines of small print."""
    shown = [part for part in page.parts if not isinstance(part, Picture)]
    return sum(phone_lines(part) if isinstance(part, str) else row_lines(part) for part in shown)


def check_limits(page: Page, emojis: Collection[str] = ()) -> None:
    """Check that the page is within Discord's limits, and that each picture has an alt text.

    `emojis` are the ids of known emojis.
    """
    assert all(pictures_of(page))
    for files in (True, False):
        form = Form()
        ComponentCheck(form, emojis, set(files_of(page).values())).message(components_of(page, files=files), v2=True)
        form.raise_if_bad()


def parts(data: Any, name: str) -> Iterator[Any]:
    """Yield every value of that name in a page's components."""
    if isinstance(data, list):
        for one in data:
            yield from parts(one, name)
    elif isinstance(data, dict):
        if name in data:
            yield data[name]
        for value in data.values():
            yield from parts(value, name)


def pictures_of(page: Page) -> list[str]:
    """Return the alt texts of a page's pictures, thumbnails included, as Discord gets them; "" for none."""
    sent = [*parts(components_of(page), "items"), *([one] for one in parts(components_of(page), "accessory"))]
    return [str(one.get("description", "")).strip() for each in sent for one in each if "media" in one]


def check_form(data: Json) -> None:
    """Check that a form is within Discord's limits."""
    form = Form()
    ComponentCheck(form).modal(data["components"])
    form.texts((), data, {"custom_id": (1, 100), "title": (1, 45)})
    form.raise_if_bad()


def rows_of(page: Page) -> list[Row]:
    """Return the rows of buttons and selects of a page."""
    return [part for part in page.parts if not isinstance(part, str | Picture | Section | Attachment)]


def clickable(page: Page) -> list[Json]:
    """Return the buttons and selects of a page that have a custom id, from the top down."""
    every = [one for part in page.parts for one in _pressed(part)]
    return [one for one in every if "custom_id" in one]


def _pressed(part: Part) -> Row:
    if isinstance(part, Section):
        return () if isinstance(part.beside, Picture) else (part.beside,)
    return () if isinstance(part, str | Picture | Attachment) else part


def ids_of(page: Page) -> list[str]:
    """Return the custom ids of a page."""
    return [one["custom_id"] for one in clickable(page)]


def actions(page: Page) -> list[Action]:
    """Return the actions of a page's buttons, from the top down."""
    return [action for one in ids_of(page) if (action := Action.parse(one)) is not None]


def levels_in(page: Page, verb: str) -> dict[Placed, str]:
    """Return the values that a page's lists for `verb` offer, each with its label: levels of computer players."""
    lists = [one for one in clickable(page) if one["custom_id"].startswith(verb)]
    chosen = [(Action.parse(one["custom_id"], [line["value"]]), line) for one in lists for line in one["options"]]
    return {action.value: line["label"] for action, line in chosen if isinstance(action, PlaceComputer | SetLevel)}


def texts(page: Page) -> list[str]:
    """Return the texts of a page from the top down, with "picture" for each picture."""
    return [part if isinstance(part, str) else "picture" for part in page.parts if isinstance(part, str | Picture)]
