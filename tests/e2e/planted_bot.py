"""`bot.py` with a bug that PLANTED names: each is one that a soak must notice."""

import os
import sys
from collections.abc import Awaitable, Callable
from dataclasses import replace
from random import Random
from typing import Any

import bot
from cogs.router import Router
from host.play import Play
from host.table import Table
from show import desired, panels
from show.page import Page
from storage import Store

panels.FRESH_SECONDS = 1.0
_RANDOM = Random(1)


def now_and_then() -> bool:
    """One time in ten."""
    return _RANDOM.random() < 0.1


def a_move_that_is_not_stored() -> None:
    stored = Store.add_moves

    async def add_moves(store: Store, *args: Any, **how: Any) -> None:
        if not now_and_then():
            await stored(store, *args, **how)

    Store.add_moves = add_moves  # type: ignore[method-assign]


def a_move_that_nobody_has_asked_for() -> None:
    by_themselves, make = Table.computers_to_act, Play.make

    def computers_to_act(table: Table) -> list[int]:
        return [*table.to_act] if now_and_then() else by_themselves(table)

    async def by_people(play: Play, *args: Any, by_computer: bool = False) -> Table:
        return await make(play, *args)

    Table.computers_to_act = computers_to_act  # type: ignore[method-assign]
    Play.make = by_people  # type: ignore[method-assign,assignment]


def a_click_without_an_answer() -> None:
    answer: Callable[..., Awaitable[None]] = Router.answer

    async def sometimes(router: Router, interaction: Any) -> None:
        if not now_and_then():
            await answer(router, interaction)

    Router.answer = sometimes  # type: ignore[method-assign]


def a_table_that_stands_still() -> None:
    by_themselves = Table.computers_to_act

    def computers_to_act(table: Table) -> list[int]:
        return [] if table.id % 3 == 0 else by_themselves(table)

    Table.computers_to_act = computers_to_act  # type: ignore[method-assign]


def a_card_of_a_hand_in_public() -> None:
    plain = desired.table_page

    def table_page(table: Table, view: Any, speech: Any) -> Page:
        shown, hand = plain(table, view, speech), table.game.hand(0) if table.game else []
        return replace(shown, parts=(*shown.parts, speech.card(hand[0]))) if hand else shown

    desired.table_page = table_page


PLANTED = (
    a_move_that_is_not_stored,
    a_move_that_nobody_has_asked_for,
    a_click_without_an_answer,
    a_table_that_stands_still,
    a_card_of_a_hand_in_public,
)

if __name__ == "__main__":
    next(one for one in PLANTED if one.__name__ == os.environ["PLANTED"])()
    sys.exit(bot.main())
