"""The picture after a move is drawn while the move is stored, for the player who made it."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from random import Random

import pytest

import pictures
from engine.game import View
from host.tables.table import Table
from show.pages.game.hand import Asked
from tests.show.tables import AKI, BEN, dealt, play_random, the_hand
from tests.show.test_open_panels import Asker, Told
from tests.show.virtual import in_virtual_time
from tests.show.world import PEOPLE, World


def after_a_move(told: Told) -> Table:
    """Return the table after one more move that is not published yet."""
    game = dealt(told.table).copy()
    play_random(game, Random(4))
    return replace(told.table, game=game)


@pytest.fixture
def drawn(monkeypatch: pytest.MonkeyPatch) -> list[View]:
    """Record the view of each panel picture that is drawn."""
    views: list[View] = []
    draw = pictures.panel_picture

    def noted(view: View) -> bytes | None:
        views.append(view)
        return draw(view)

    monkeypatch.setattr(pictures, "panel_picture", noted)
    return views


async def picture_of(told: Told, asker: Asker) -> bytes | None:
    """Return the picture that a person is shown now."""
    await told.panels.answer(asker, 1, Asked())
    (drawing,) = asker.shown[-1].drawings
    return drawing.draw()


async def test_picture_for_the_mover_is_drawn_once_while_the_move_is_stored(drawn: list[View]) -> None:
    told, aki = Told("saizen", people=2), Asker(AKI)
    with told.panels.choosing(1, AKI):
        after = after_a_move(told)
        told.panels.coming(after, 0)
        assert not drawn, "the store has not been asked yet"
        await asyncio.sleep(0)
        assert drawn == [dealt(after).view(0)]
        told.table = replace(after, version=1)
        shown = await picture_of(told, aki)
    assert len(drawn) == 1
    assert shown == pictures.panel_picture(dealt(after).view(0))
    assert aki.shown == [the_hand(told.table)]


async def test_each_player_is_shown_what_their_own_seat_sees(drawn: list[View]) -> None:
    told, aki, ben = Told("saizen", people=2), Asker(AKI), Asker(BEN)
    with told.panels.choosing(1, AKI), told.panels.choosing(1, BEN):
        told.table = after_a_move(told)
        told.panels.coming(told.table, 0)
        told.panels.coming(told.table, 1)
        await asyncio.sleep(0)
        views = [dealt(told.table).view(seat) for seat in (0, 1)]
        assert drawn == views
        shown = [await picture_of(told, one) for one in (aki, ben)]
    assert len(drawn) == 2
    assert shown == [pictures.panel_picture(view) for view in views]


async def test_move_that_was_not_stored_is_not_shown(drawn: list[View]) -> None:
    told, aki = Told("saizen"), Asker(AKI)
    with told.panels.choosing(1, AKI):
        told.panels.coming(after_a_move(told), 0)
        await asyncio.sleep(0)
        await picture_of(told, aki)
    assert drawn[1:] == [dealt(told.table).view(0)]


async def test_picture_is_drawn_ahead_only_for_the_mover(drawn: list[View]) -> None:
    told = Told("saizen", people=2)
    with told.panels.writing(1, AKI), told.panels.choosing(2, AKI), told.panels.choosing(1, BEN):
        for seat in (0, 2):
            told.panels.coming(after_a_move(told), seat)
        await asyncio.sleep(0)
    with told.panels.choosing(1, AKI):
        told.panels.coming(after_a_move(told), 0)
    await asyncio.sleep(0)  # the move was answered or refused in the meantime
    assert not drawn


async def test_nothing_is_drawn_ahead_after_the_answer(drawn: list[View]) -> None:
    told, aki = Told("saizen"), Asker(AKI)
    with told.panels.choosing(1, AKI):
        await picture_of(told, aki)
        told.panels.coming(after_a_move(told), 0)
        await asyncio.sleep(0)
    assert len(drawn) == 1


async def test_nothing_is_drawn_ahead_for_a_finished_round(drawn: list[View]) -> None:
    told, aki = Told("saizen"), Asker(AKI)
    await told.panels.answer(aki, 1, Asked())
    told.goes_on(lambda game: game.round == 2)
    with told.panels.choosing(1, AKI):
        told.panels.coming(told.table, 0)
        await asyncio.sleep(0)
    assert not drawn


@pytest.mark.usefixtures("stub_pages")
def test_services_notify_of_moves_that_are_being_stored(drawn: list[View]) -> None:
    @in_virtual_time
    async def played() -> None:
        world = World(Random(1))
        table = await world.begin_game()
        await world.use_hand(table.id, PEOPLE[0], "next", fresh=True)
        moved = await world.services.tables.get(table.id)
        assert drawn == [dealt(moved).view(0)]

    played()
