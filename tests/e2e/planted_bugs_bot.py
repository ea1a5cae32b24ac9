"""`bot.py` with one deliberate bug, which the environment variable PLANTED names; the soak must notice every bug."""

import os
import sys
from dataclasses import replace
from random import Random
from typing import Any

import bot
import limits
from cogs.interactions.router import Router
from host.play.moves import Moves
from host.tables.table import Table
from show import desired
from show.pages.game.table import table_page
from show.panels import open_panels
from show.text.page import Page
from storage.queries.tables import Tables

_RANDOM = Random(1)


def plant(owner: Any, name: str, planted: Any) -> None:
    """Replace the attribute `name` of `owner` by `planted`."""
    setattr(owner, name, planted)


def now_and_then() -> bool:
    """Return True one time in ten."""
    return _RANDOM.random() < 0.1


def a_move_that_is_not_stored() -> None:
    stored = Tables.add_moves

    async def add_moves(store: Tables, *args: Any, **how: Any) -> None:
        if not now_and_then():
            await stored(store, *args, **how)

    plant(Tables, "add_moves", add_moves)


def a_move_that_nobody_has_asked_for() -> None:
    by_themselves, make = Table.computers_to_act, Moves.make

    def computers_to_act(table: Table) -> list[int]:
        return [*table.to_act] if now_and_then() else by_themselves(table)

    async def by_people(moves: Moves, *args: Any, **_how: bool) -> Table:
        return await make(moves, *args)

    plant(Table, "computers_to_act", computers_to_act)
    plant(Moves, "make", by_people)


def a_click_without_an_answer() -> None:
    answer = Router.answer

    async def sometimes(router: Router, interaction: Any) -> None:
        if not now_and_then():
            await answer(router, interaction)

    plant(Router, "answer", sometimes)


def a_table_that_stands_still() -> None:
    by_themselves = Table.computers_to_act

    def computers_to_act(table: Table) -> list[int]:
        return [] if table.id % 3 == 0 else by_themselves(table)

    plant(Table, "computers_to_act", computers_to_act)


def a_card_of_a_hand_in_public() -> None:
    plain = table_page

    def leaky(table: Table, view: Any, tr: Any) -> Page:
        page_of_table, hand = plain(table, view, tr), table.game.hand(0) if table.game else []
        return replace(page_of_table, parts=(*page_of_table.parts, tr.card(hand[0]))) if hand else page_of_table

    plant(desired, "table_page", leaky)


PLANTED = (
    a_move_that_is_not_stored,
    a_move_that_nobody_has_asked_for,
    a_click_without_an_answer,
    a_table_that_stands_still,
    a_card_of_a_hand_in_public,
)

if __name__ == "__main__":
    open_panels.FRESH_SECONDS = 1.0
    limits.OPENED_AN_HOUR = limits.JOINED_AN_HOUR = 1_000
    next(one for one in PLANTED if one.__name__ == os.environ["PLANTED"])()
    sys.exit(bot.main())
