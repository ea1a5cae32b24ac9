"""Computer players: when they move, what they see, and what happens when one fails."""

import asyncio
import logging
from collections.abc import AsyncIterator
from random import Random
from typing import Any

import pytest

from engine import players
from engine.game import Game, View
from host import computers
from host.computers import ATTEMPTS, RETRY_SECONDS
from host.house import House
from host.table import Table
from storage import MoveRow, Seen, Store, StoreError
from tests.host.seating import game_of, people_to_act, play_out, started, until


class Clock:
    """Time that passes at once; `waits` are how long somebody has waited."""

    def __init__(self) -> None:
        self.waits: list[float] = []

    async def sleep(self, seconds: float) -> None:
        self.waits.append(seconds)
        await asyncio.sleep(0)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """The clock of every house that is made from now on."""
    clock = Clock()
    monkeypatch.setattr(computers.Computers.__init__, "__defaults__", (clock.sleep,))
    return clock


@pytest.fixture
async def timed(clock: Clock, store: Store) -> AsyncIterator[tuple[House, Clock]]:
    """A house whose computer players live by that clock."""
    house = House(store, pause=1.5, playouts=20)
    yield house, clock
    await house.close()


async def test_computer_players_that_were_to_act_go_on_after_a_restart(house: House, second: House) -> None:
    table = await started(house, people=1)
    await house.close()
    await second.resume()
    assert (await people_to_act(second, table)).owed()


async def test_they_pause_before_each_move(timed: tuple[House, Clock]) -> None:
    house, clock = timed
    table = await people_to_act(house, await started(house, people=1))
    assert clock.waits == [1.5] * sum(seat != 0 for seat, _ in game_of(table).history)


async def test_they_get_their_own_view_only(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: set[object] = set()

    def choose(view: View, random: Random, _playouts: int) -> str:
        seen.add(view["seat"])
        return str(random.choice(view["legal"]))

    monkeypatch.setattr("engine.players.choose", choose)
    await play_out(house, await started(house, people=1), Random(1))
    assert seen == {1, 2, 3}


@pytest.mark.parametrize("answer", [RuntimeError("no idea"), "no move at all", "play R99", ""], ids=repr)
async def test_one_that_always_fails_plays_at_random_from_the_third_failure_on_and_the_log_says_so_once(
    timed: tuple[House, Clock],
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    answer: str | RuntimeError,
) -> None:
    """Fault 9."""
    house, clock = timed
    asked: list[int | None] = []

    def confused(view: View, _random: Random, _playouts: int) -> str:
        asked.append(view["seat"])
        if isinstance(answer, RuntimeError):
            raise answer
        return answer

    monkeypatch.setattr("engine.players.choose", confused)
    with caplog.at_level(logging.INFO):
        table = await until(
            house, await started(house, people=2, seats=3), lambda now: bool(now.game and now.game.history)
        )
    assert [seat for seat, _ in game_of(table).history] == [2]
    assert asked == [2] * ATTEMPTS == [2] * 3
    assert clock.waits.count(RETRY_SECONDS) == 2
    assert [record.levelno for record in caplog.records].count(logging.ERROR) == 1


async def test_one_that_fails_twice_is_asked_a_third_time(
    timed: tuple[House, Clock], monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    house, clock = timed
    failures, choose = iter(["no move", "no move"]), players.choose

    def confused(view: View, random: Random, playouts: int) -> str:
        return next(failures, None) or choose(view, random, playouts)

    monkeypatch.setattr("engine.players.choose", confused)
    await people_to_act(house, await started(house, people=2, seats=3))
    assert clock.waits.count(RETRY_SECONDS) == 2
    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []


async def test_a_move_that_cannot_be_stored_is_tried_again_for_as_long_as_it_takes_and_is_no_failure(
    timed: tuple[House, Clock], store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    house, clock = timed
    refusals, add_moves = iter(range(7)), store.add_moves
    drawn: list[object] = []

    async def full(seen: Seen, moves: list[MoveRow], **changed: Any) -> None:
        if next(refusals, None) is not None:
            raise StoreError("the disk is full")
        await add_moves(seen, moves, **changed)

    monkeypatch.setattr(store, "add_moves", full)
    monkeypatch.setattr(house.computers._random, "choice", drawn.append)
    await people_to_act(house, await started(house, people=2, seats=3))
    assert clock.waits.count(RETRY_SECONDS) == 7
    assert drawn == []


async def test_one_that_another_seat_overtakes_still_makes_its_own_move(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a simultaneous step: the table it thought about is not the table any more."""
    thinking, go_on, choose = asyncio.Event(), asyncio.Event(), house.computers._thought

    async def slow(before: Table, game: Game, seat: int) -> int:
        thinking.set()
        await go_on.wait()
        return await choose(before, game, seat)

    monkeypatch.setattr(house.computers, "_thought", slow)
    table = await started(house, people=2, seats=3)
    await thinking.wait()
    user, decision = min(table.owed())
    table, _ = await house.play.choose(table.id, user, decision, ("R", "Y"))
    go_on.set()
    table = await people_to_act(house, table)
    assert sorted(seat for seat, _ in game_of(table).history) == [0, 2]


async def test_of_a_table_that_cannot_be_loaded_no_other_is_kept_waiting(
    house: House, second: House, store: Store
) -> None:
    broken, table = await started(house, people=1), await started(house, people=1)
    await house.close()
    async with store._database.transaction() as transaction:
        await transaction.run("UPDATE seats SET seat = 9 WHERE table_id = ? AND seat = 3", (broken.id,))
    await second.resume()
    assert (await people_to_act(second, table)).owed()


async def test_a_closed_house_thinks_no_more(house: House) -> None:
    await house.close()
    table = await started(house, people=1)
    await asyncio.sleep(0)
    assert await house.tables.get(table.id) is table
    assert not [task for task in asyncio.all_tasks() if "computers" in task.get_name()]
