"""Pushes into open panels: side by side, and none is held up by another."""

from __future__ import annotations

import asyncio
from typing import Any, cast

import pytest
from cogs.panels import Panels

from engine.game import Game
from host.table import Occupant, Table

AKI, BEN, CHIE = 101, 102, 103


class Pushing(Panels):
    """Pushes nothing, and remembers into whose panels it would have."""

    def __init__(self, *, failing: int | None = None, waiting: int | None = None) -> None:
        super().__init__(cast("Any", None), cast("Any", None))
        self.failing = failing
        self.waiting = waiting
        self.go_on = asyncio.Event()
        self.pushed: list[int] = []
        self.two_pushed = asyncio.Event()

    async def _push(self, table: Table, user: int) -> None:
        assert self._lock(table, user).locked()
        if user == self.waiting:
            await self.go_on.wait()
        if user == self.failing:
            raise OSError("The connection is lost.")
        self.pushed.append(user)
        if len(self.pushed) == 2:
            self.two_pushed.set()


def table() -> Table:
    seats: list[Occupant | None] = [Occupant(user_id=user) for user in (AKI, BEN, CHIE)]
    return Table(1, 2, 3, AKI, Game.games["scharfe-schoten"], {}, seats, state="playing")


async def test_a_push_that_hangs_keeps_no_other_waiting() -> None:
    panels = Pushing(waiting=AKI)
    refreshing = asyncio.create_task(panels.refresh(table()))
    async with asyncio.timeout(30):
        await panels.two_pushed.wait()
        assert sorted(panels.pushed) == [BEN, CHIE]
        panels.go_on.set()
        await refreshing
    assert sorted(panels.pushed) == [AKI, BEN, CHIE]


async def test_a_push_that_fails_is_reported_once_the_others_are_made() -> None:
    panels = Pushing(failing=AKI)
    with pytest.raises(OSError, match="connection is lost"):
        await panels.refresh(table())
    assert sorted(panels.pushed) == [BEN, CHIE]
