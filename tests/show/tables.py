"""Tables for the tests of pages, and helpers to look into a page."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Mapping
from dataclasses import replace
from random import Random
from typing import Any

from engine.contract.chance import Chance
from engine.fairness.deal_commitment import DealCommitment
from engine.game import Game
from engine.players import USUAL
from host.tables.table import Occupant, Table
from local_discord.checks.components import ComponentCheck
from local_discord.checks.form import Form
from show.actions.table_actions import Action, PlaceComputer, Placed, SetLevel
from show.pages.game.hand import Asked, hand_page
from show.text.addressing import table_translation
from show.text.page import Art, Drawing, Json, Page, Part, Picture, Row, Section

AKI, BEN = 101, 102
NAMES = ("Aki", "Ben", "Chie", "Dai", "Emi", "Fumi")
HOME = 44
"""The thread of the table."""


def a_table(
    kind: type[Game], seats: int | None = None, people: int = 1, options: Mapping[str, object] | None = None
) -> Table:
    """Return a running game with `people` players, Aki first, and computer players in the other seats.

    It has the most seats by default.
    """
    count = seats or kind.seat_counts[-1]
    sitting = [Occupant(user_id=AKI + seat, name=NAMES[seat]) for seat in range(people)]
    filled = (*sitting, *[Occupant(computer=USUAL)] * (count - people))
    game = kind(count, options or {}, Chance(b"01"))
    return Table(1, 2, 3, AKI, kind, options or {}, filled, "playing", game, promise=deal_commitment_of(kind))


def deal_commitment_of(kind: type[Game], *events: str) -> DealCommitment:
    """Return a deal commitment of that table."""
    return DealCommitment("1", kind.id, kind.rules, b"s" * 32, ("join 7", *events))


def a_lobby(kind: type[Game], seats: int | None = None) -> Table:
    """Return a lobby with one free seat."""
    table = a_table(kind, seats)
    return replace(table, occupants=(*table.occupants[:-1], None), state="lobby", game=None)


def game_at(table: Table) -> Game:
    """Return the game of a table that has started; tests change it in place."""
    assert table.game is not None
    return table.game


def play_random(game: Game, random: Random) -> None:
    """Play a random legal move of a random seat."""
    seat = random.choice(game.to_act)
    game.play(seat, random.choice(game.legal_moves(seat)))


def play_some(game: Game, random: Random, moves: int = 7) -> None:
    """Play `moves` random moves, or fewer if the game ends."""
    for _ in range(moves):
        if not game.over:
            play_random(game, random)


def play_out(table: Table, random: Random) -> Table:
    """Play the table's game to its end at random, and return the table."""
    while not game_at(table).over:
        play_random(game_at(table), random)
    return replace(table, state="over")


def hand_of(table: Table, asked: Asked | None = None, *, locale: str = "en-US", seat: int = 0) -> Page:
    """Return the hand page of a seat."""
    return hand_page(table, game_at(table), seat, table_translation(table, locale), asked or Asked())


def components_of(page: Page) -> list[dict[str, Any]]:
    """Return the components of a page as Discord gets them, with its pictures."""
    components: list[dict[str, Any]] = json.loads(
        json.dumps(page.components({one.kind: f"{one.kind}.png" for one in page.drawings}))
    )
    return components


def check_limits(page: Page, emojis: Collection[str] = ()) -> None:
    """Check that the page is within Discord's limits; `emojis` are the ids of known emojis."""
    form = Form()
    ComponentCheck(form, emojis, {f"{one.kind}.png" for one in page.drawings}).message(components_of(page), v2=True)
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


def check_form(data: Json) -> None:
    """Check that a form is within Discord's limits."""
    form = Form()
    ComponentCheck(form).modal(data["components"])
    form.texts((), data, {"custom_id": (1, 100), "title": (1, 45)})
    form.raise_if_bad()


def rows_of(page: Page) -> list[Row]:
    """Return the rows of buttons and selects of a page."""
    return [part for part in page.parts if not isinstance(part, str | Picture | Section)]


def clickable(page: Page) -> list[Json]:
    """Return the buttons and selects of a page that have a custom id, from the top down."""
    every = [one for part in page.parts for one in _pressed(part)]
    return [one for one in every if "custom_id" in one]


def _pressed(part: Part) -> Row:
    if isinstance(part, Section):
        return () if isinstance(part.beside, Drawing | Art) else (part.beside,)
    return () if isinstance(part, str | Picture) else part


def ids_of(page: Page) -> list[str]:
    """Return the custom ids of a page."""
    return [one["custom_id"] for one in clickable(page)]


def actions(page: Page) -> list[Action]:
    """Return the actions of a page's buttons, from the top down."""
    return [action for one in ids_of(page) if (action := Action.parse(one)) is not None]


def levels_in(page: Page, verb: str) -> dict[Placed, str]:
    """Return the choices in a page's lists of levels of computer players, with their labels."""
    lists = [one for one in clickable(page) if one["custom_id"].startswith(verb)]
    chosen = [(Action.parse(one["custom_id"], [line["value"]]), line) for one in lists for line in one["options"]]
    return {action.value: line["label"] for action, line in chosen if isinstance(action, PlaceComputer | SetLevel)}


def after_a_round(kind: type[Game], seats: int | None = None) -> Table:
    """Return a table whose first round has just ended."""
    table, random = a_table(kind, seats), Random(6)
    while not game_at(table).rounds:
        play_random(game_at(table), random)
    return table


def human_to_act(kind: type[Game]) -> Table:
    """Return a table at which the first seat must act."""
    table = a_table(kind, 4)
    game_at(table).to_act = (0,)
    return table


def computer_to_act(kind: type[Game]) -> Table:
    """Return a table at which the second seat, a computer player, must act."""
    table = a_table(kind, 4)
    game_at(table).to_act = (1,)
    return table


def in_phase(kind: type[Game], phase: str, seed: int = 1) -> Table:
    """Return a table at which only the first seat must act, in that phase."""
    table, random = a_table(kind, 4), Random(seed)
    game = game_at(table)
    while game.phase.id != phase or game.to_act != (0,):
        play_random(game, random)
    return table


def texts(page: Page) -> list[str]:
    """Return the texts of a page from the top down, with "picture" for each picture."""
    return [part if isinstance(part, str) else "picture" for part in page.parts if isinstance(part, str | Picture)]
