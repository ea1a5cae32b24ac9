"""The presenter's task: nothing that changes is left unshown."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any, cast

import pytest
from cogs.presenter import Presenter

from cogs import presenter as presenter_module
from engine.game import Game
from host.table import Table


class Ready:
    """As much of a bot as the task itself needs."""

    house = SimpleNamespace(play=SimpleNamespace(pause=1.0))

    async def wait_until_ready(self) -> None:
        return


class Watched(Presenter):
    """Shows nothing, and remembers when it would have."""

    def __init__(self, *, well: bool = True, late: bool = False) -> None:
        super().__init__(cast("Any", Ready()), cast("Any", None), settle=0.001)
        self.well = well
        self.late = late
        self.shown = 0
        self.last: Table | None = None

    async def _presented(self, table: Table) -> bool:
        self.shown += 1
        self.last = table
        if self.late and self.shown == 1:
            asyncio.get_running_loop().call_soon(self.changed, table)
        return self.well


def table() -> Table:
    return Table(1, 2, 3, 4, Game.games["scharfe-schoten"], {}, [None] * 4)


async def shown_after_a_while(presenter: Watched) -> int:
    presenter.changed(table())
    await asyncio.sleep(0.1)
    await presenter.close()
    return presenter.shown


async def test_what_changes_just_as_the_task_ends_is_shown() -> None:
    assert await shown_after_a_while(Watched(late=True)) == 2


async def test_a_table_that_was_read_anew_takes_the_place_of_the_old_one() -> None:
    presenter, old, new = Watched(), table(), table()
    presenter.changed(old)
    presenter.changed(new)
    await asyncio.sleep(0.05)
    await presenter.close()
    assert presenter.last is new


async def test_what_could_not_be_shown_is_tried_again_and_then_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(presenter_module, "RETRIES", (0.005, 0.005))
    assert await shown_after_a_while(Watched(well=False)) == 3


async def test_after_the_end_nothing_is_begun() -> None:
    presenter = Watched()
    await presenter.close()
    assert await shown_after_a_while(presenter) == 0
