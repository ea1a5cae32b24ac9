"""Pushes into open panels: side by side, and none is held up by another; hints are for whom the house says."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from random import Random
from types import SimpleNamespace
from typing import cast

import pytest

from engine.game import Game
from engine.text import card_text
from host.house import House
from host.table import Table
from host.words import NOT_PLAYING, NOT_SEATED, Refusal
from locales import Speech
from show.boards import Boards
from show.page import Page
from show.pages.hand import Asked
from show.panels import Panels
from show.port import Done, Outcome
from show.signs import Signs
from show.writers import Writers
from tests.show.tables import AKI, a_lobby, a_table, dealt, play_random, sent, the_hand

BEN, CHIE, DAI = AKI + 1, AKI + 2, AKI + 3


class Asker:
    """A person's click, which keeps what is shown to them."""

    locale = "en-US"

    def __init__(self, user_id: int, panel_id: int = 0) -> None:
        self.user_id = user_id
        self.panel_id = panel_id
        self.shown: list[Page] = []
        self.fails = False
        self.go_on = asyncio.Event()
        self.go_on.set()
        self.pushed = asyncio.Event()

    async def answer(self, page: Page) -> None:
        """Show a page."""
        self.shown.append(page)

    async def push(self, page: Page) -> Outcome:
        """Show another one, as soon as it goes on."""
        await self.go_on.wait()
        if self.fails:
            raise OSError("The connection is lost.")
        self.shown.append(page)
        self.pushed.set()
        return Done()


def panels_of(table: Table, *, hinted: int = 0) -> Panels:
    """The panels of a house with that one table, where one person wants hints."""

    async def get(_number: int) -> Table:
        return table

    async def wants_hints(user: int, _table: Table) -> bool:
        return user == hinted

    house = SimpleNamespace(tables=SimpleNamespace(get=get), people=SimpleNamespace(wants_hints=wants_hints))
    return Panels(cast("House", house), Signs(), Writers(), Boards())


async def three_open() -> tuple[Panels, list[Asker]]:
    """The open panels of three whose turn it has become since."""
    table = a_table(Game.games["scharfe-schoten"], 4, people=4)
    dealt(table).to_act = (3,)
    panels, askers = panels_of(table), [Asker(user) for user in (AKI, BEN, CHIE)]
    for asker in askers:
        await panels.answer(asker, table.id, Asked())
    dealt(table).to_act = (0, 1, 2)
    return panels, askers


async def test_a_push_that_hangs_keeps_no_other_waiting() -> None:
    panels, (aki, ben, chie) = await three_open()
    aki.go_on.clear()
    refreshing = asyncio.create_task(panels.refresh(1))
    async with asyncio.timeout(30):
        await ben.pushed.wait()
        await chie.pushed.wait()
        assert not aki.pushed.is_set()
        aki.go_on.set()
        await refreshing
    assert aki.pushed.is_set()


async def test_a_push_that_fails_is_reported_once_the_others_are_made() -> None:
    panels, (aki, ben, chie) = await three_open()
    aki.fails = True
    with pytest.raises(OSError, match="connection is lost"):
        await panels.refresh(1)
    assert [len(asker.shown) for asker in (aki, ben, chie)] == [1, 2, 2]


async def test_a_panel_that_shows_it_all_is_left_in_peace() -> None:
    panels, askers = await three_open()
    await panels.refresh(1)
    await panels.refresh(1)
    assert [len(asker.shown) for asker in askers] == [2, 2, 2]


async def test_a_panels_picture_and_buttons_show_one_position_however_often_the_table_moves_on_meanwhile() -> None:
    """Fault 4: the table was read again while the picture was drawn."""
    table, random = a_table(Game.games["tennos-square"], 4, people=4), Random(4)
    moments = [table]

    async def moves_on(*_: object) -> None:
        game = dealt(moments[-1]).copy()
        play_random(game, random)
        moments.append(replace(table, game=game))

    async def get(_number: int) -> Table:
        await moves_on()
        return moments[-1]

    house = SimpleNamespace(tables=SimpleNamespace(get=get), people=SimpleNamespace(wants_hints=moves_on))
    panels, aki = Panels(cast("House", house), Signs(), Writers(), Boards()), Asker(AKI)
    for _ in range(10):
        await panels.answer(aki, table.id, Asked())
        await panels.refresh(table.id)
    assert len(aki.shown) > 12, "some were pushed"
    for shown in aki.shown:
        there = [one for one in (the_hand(moment) for moment in moments) if one.drawings == shown.drawings]
        assert sent(shown) in [sent(one) for one in there]


async def test_whoever_wants_hints_gets_them_and_their_neighbour_does_not(monkeypatch: pytest.MonkeyPatch) -> None:
    table = a_table(Game.games["scharfe-schoten"], 4, people=2)
    monkeypatch.setattr(table.kind, "hint", lambda *_: card_text("R1"))
    dealt(table).to_act = (0, 1)
    panels, aki, ben = panels_of(table, hinted=AKI), Asker(AKI), Asker(BEN)
    for asker in (aki, ben):
        await panels.answer(asker, table.id, Asked())
    hint = Speech("en", game=table.kind)("hand-hint", hint=card_text("R1"))
    assert [hint in asker.shown[0].text for asker in (aki, ben)] == [True, False]


async def test_nobody_sees_a_hand_that_is_not_theirs_or_not_there() -> None:
    table = a_table(Game.games["saizen"], 4, people=2)
    for where, who, why in ((table, DAI, NOT_SEATED), (a_lobby(table.kind), AKI, NOT_PLAYING["lobby"])):
        panels, asker = panels_of(where), Asker(who)
        with pytest.raises(Refusal) as refused:
            await panels.answer(asker, where.id, Asked())
        assert refused.value.text == why()
        assert asker.shown == []
        assert not panels.any_of(where.id)
