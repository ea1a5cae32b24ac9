"""Tables for the tests of panels."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cogs.layouts import Page
from engine.chance import Chance
from engine.game import Game
from host.table import LEVEL, Occupant, Table

AKI = 101


def a_table(kind: type[Game], seats: int, *, playing: bool = True) -> Table:
    """Aki and computer players; dealt if `playing`, else a lobby with one free seat."""
    occupants: list[Occupant | None] = [Occupant(user_id=AKI), *[Occupant(computer=LEVEL)] * (seats - 1)]
    if not playing:
        return Table(1, 2, 3, AKI, kind, {}, [*occupants[:-1], None])
    return Table(1, 2, 3, AKI, kind, {}, occupants, state="playing", game=kind(seats, {}, Chance(b"01")))


def parts(data: Any, name: str) -> Iterator[Any]:
    """Every value of that name in a page's components."""
    if isinstance(data, list):
        for one in data:
            yield from parts(one, name)
    elif isinstance(data, dict):
        if name in data:
            yield data[name]
        for value in data.values():
            yield from parts(value, name)


def text_of(page: Page) -> str:
    """The text of a page."""
    return "\n".join(parts(page.content()[0], "content"))


def buttons_of(page: Page) -> list[dict[str, Any]]:
    """The buttons of a page."""
    return [button for row in rows_of(page) for button in row]


def rows_of(page: Page) -> list[list[dict[str, Any]]]:
    """The rows of a page."""
    [container] = page.content()[0]
    return [part["components"] for part in container["components"] if part["type"] == 1]
