"""Actions that write a table. A table that another process has changed is reloaded; a failed write changes nothing."""

from collections.abc import Awaitable, Callable
from typing import NamedTuple

import pytest

from host.services import Services
from host.tables.table import Table
from storage import Store, StoreError
from tests.patches import fail
from tests.tables import AKI, BEN, MODERATOR, finish, lobby, refused, started


async def two_in_a_lobby(services: Services) -> Table:
    return await lobby(services, people=2)


async def finished_game(services: Services) -> Table:
    return await finish(services, await started(services, people=2))


class Action(NamedTuple):
    """A person's action at a table, and the method of the store that writes it."""

    table: Callable[[Services], Awaitable[Table]]
    act: Callable[[Services, int], Awaitable[object]]
    writes: str


ACTIONS = {
    "join": Action(lobby, lambda services, table: services.lobby.join(table, BEN), "save_lobby"),
    "leave the lobby": Action(two_in_a_lobby, lambda services, table: services.lobby.leave(table, BEN), "save_lobby"),
    "start": Action(lobby, lambda services, table: services.lobby.start(table, AKI), "start"),
    "cancel": Action(lobby, lambda services, table: services.lobby.cancel(table, AKI), "end"),
    "move": Action(started, lambda services, table: services.moves.choose(table, AKI.id, 0, ("R", "Y")), "add_moves"),
    "leave": Action(started, lambda services, table: services.participation.leave(table, BEN, sure=True), "save_seats"),
    "nudge": Action(started, lambda services, table: services.participation.nudge(table, AKI), "save_seats"),
    "end": Action(started, lambda services, table: services.participation.end(table, MODERATOR, sure=True), "end"),
    "rematch": Action(finished_game, lambda services, table: services.votes.rematch(table, AKI.id), "save_seats"),
}
every_action = pytest.mark.parametrize("action", ACTIONS.values(), ids=ACTIONS)


@pytest.mark.drawn(3)
@every_action
async def test_table_that_another_process_changed_is_reloaded(services: Services, store: Store, action: Action) -> None:
    """Let another process change the table: the action is refused once, and works after the table is reloaded."""
    table, told = await action.table(services), list[int]()
    services.events.table_changed.subscribe(told.append)
    if table.state == "lobby":
        await store.tables.save_lobby(table.seen, {}, table.occupants)
    else:
        await store.tables.save_seats(table.seen, table.occupants, table.turns)
    with refused("try-again"):
        await action.act(services, table.id)
    assert told == [table.id]
    assert (await services.tables.get(table.id)).version == table.version + 1
    await action.act(services, table.id)


@pytest.mark.drawn(3)
@every_action
async def test_change_that_cannot_be_stored_changes_nothing(
    services: Services, store: Store, monkeypatch: pytest.MonkeyPatch, action: Action
) -> None:
    table = await action.table(services)
    fail(monkeypatch, store.tables, action.writes, StoreError("the disk is full"))
    with refused("try-again"):
        await action.act(services, table.id)
    assert await services.tables.get(table.id) is table
    await action.act(services, table.id)
