"""Computer players: when they move, what they see, how long they think, and what happens if one fails."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from random import Random

import pytest

from engine.game import Game, View
from engine.players import LEVELS, ThinkingBudget
from host.ai import players
from host.ai.players import ATTEMPTS, RETRY_SECONDS, SLACK_SECONDS
from host.ai.pool import WorkerDied
from host.services import Services
from host.tables.table import Table
from storage import Store, StoreError
from tests.patches import fail
from tests.storage.store_support import rewrite
from tests.tables import (
    AKI,
    BEN,
    MODERATOR,
    game_of,
    mark_away,
    play_while,
    started,
    started_against,
    until,
    wait_for_people_to_act,
)


async def think_at_random(view: View, _level: str, seed: int) -> str:
    """Return a random legal move."""
    return Random(seed).choice(view["legal"])


class FakeWorkers:
    """AI workers that choose with the function `think`; `asked` records each view, level and budget."""

    places = 2

    def __init__(self) -> None:
        self.asked: list[tuple[View, str, ThinkingBudget]] = []
        self.for_ever = False
        """True if thinking never ends from now on, unless it is cancelled."""
        self.think: Callable[[View, str, int], Awaitable[str]] = think_at_random
        self.given_up = 0
        self.closed = False

    async def choose(self, view: View, level: str, seed: int, budget: ThinkingBudget) -> str:
        self.asked.append((view, level, budget))
        try:
            await (asyncio.get_running_loop().create_future() if self.for_ever else asyncio.sleep(0))
        except asyncio.CancelledError:
            self.given_up += 1
            raise
        return await self.think(view, level, seed)

    async def close(self) -> None:
        self.closed = True

    @property
    def seats(self) -> list[int | None]:
        return [view["seat"] for view, _, _ in self.asked]

    @property
    def levels(self) -> dict[int | None, set[str]]:
        """Return, by seat, the levels for which a move was requested."""
        return {seat: {level for view, level, _ in self.asked if view["seat"] == seat} for seat in self.seats}


@pytest.fixture
def waits(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Record the seconds of each pause of computer players, and end each pause at once."""
    waits = list[float]()

    async def sleep(seconds: float) -> None:
        waits.append(seconds)
        await asyncio.sleep(0)

    monkeypatch.setattr(players.AiPlayers.__init__, "__defaults__", (sleep,))
    return waits


@pytest.fixture
def minds() -> FakeWorkers:
    """Return the fake AI workers that `timed` uses."""
    return FakeWorkers()


@pytest.fixture
async def timed(waits: list[float], minds: FakeWorkers, store: Store) -> AsyncIterator[Services]:  # noqa: ARG001
    """Yield services whose computer players pause before each move, and think with the workers `minds`."""
    services = Services(store, pause=0.6, thinkers=minds)
    yield services
    await services.close()


@pytest.mark.drawn(1)
@pytest.mark.parametrize(("level", "pause"), [("easy", 0.6), ("normal", 0.6), ("hard", 1.0 + SLACK_SECONDS)])
async def test_pause_before_each_move_lasts_as_long_as_the_longest_thinking_time(
    timed: Services, waits: list[float], minds: FakeWorkers, level: str, pause: float
) -> None:
    table = await started_against(timed, level, level, level, game="tezuma-trick")

    def choices() -> set[bool]:
        """Return a set with True if a request had several legal moves, and with False if one had a single move."""
        return {len(view["legal"]) > 1 for view, _, _ in minds.asked}

    await play_while(timed, table, Random(1), lambda _: choices() != {True, False})
    assert set(waits) == {pause}
    assert len(waits) == len(minds.asked)
    assert choices() == {True, False}


@pytest.mark.parametrize("pause", [3.0, 0])
async def test_longer_pause_or_none_is_for_all_levels(
    waits: list[float], minds: FakeWorkers, store: Store, pause: float
) -> None:
    services = Services(store, pause=pause, thinkers=minds)
    await wait_for_people_to_act(services, await started_against(services, "hard", "easy"))
    assert set(waits) == {pause}
    await services.close()


async def test_computer_players_get_only_their_own_view(timed: Services, minds: FakeWorkers) -> None:
    table = await started(timed, people=1)
    await play_while(timed, table, Random(1), lambda now: game_of(now).round == 1)
    assert set(minds.seats) == {1, 2, 3}


async def test_time_of_each_move_is_counted_without_the_pause(
    timed: Services, waits: list[float], minds: FakeWorkers
) -> None:
    table = await started(timed, people=1)
    table = await play_while(timed, table, Random(1), lambda now: game_of(now).round == 1)
    await wait_for_people_to_act(timed, table)
    assert timed.ai_players.move_seconds.count == len(minds.asked) > 0
    assert timed.ai_players.move_seconds.sum < sum(waits)


async def test_each_seat_plays_at_its_level_and_at_the_usual_one_if_the_level_is_unknown(
    timed: Services, minds: FakeWorkers
) -> None:
    await wait_for_people_to_act(timed, await started_against(timed, "easy", "hard", "of-another-version"))
    assert minds.levels == {1: {"easy"}, 2: {"hard"}, 3: {"normal"}}
    assert {(level, budget.playouts) for _, level, budget in minds.asked} == {
        (level, LEVELS[level].budget.playouts) for level in ("easy", "normal", "hard")
    }


async def test_substitute_for_an_away_person_plays_at_the_usual_level(timed: Services, minds: FakeWorkers) -> None:
    table = await started_against(timed, "hard", people=2)
    await mark_away(timed, table, 1)
    await until(timed, table, lambda now: bool(now.pending_decisions()) and 1 in minds.seats)
    assert minds.levels[1] == {"normal"}


@pytest.mark.usefixtures("waits")
@pytest.mark.parametrize(
    ("most", "playouts"), [(7, {7}), (50, {30, 50}), (0, {one.budget.playouts for one in LEVELS.values()})]
)
async def test_playouts_setting_caps_all_levels(
    minds: FakeWorkers, store: Store, most: int, playouts: set[int | None]
) -> None:
    services = Services(store, pause=0, playouts=most, thinkers=minds)
    await wait_for_people_to_act(services, await started_against(services, "easy", "normal", "hard"))
    assert {budget.playouts for _, _, budget in minds.asked} == playouts
    await services.close()


@pytest.mark.parametrize("answer", [RuntimeError("no idea"), "no move at all", "play R99", ""], ids=repr)
async def test_failing_player_moves_at_random_from_its_third_failure_with_one_log_line(
    timed: Services,
    waits: list[float],
    minds: FakeWorkers,
    caplog: pytest.LogCaptureFixture,
    answer: str | RuntimeError,
) -> None:
    async def confused(*_asked: object) -> str:
        if isinstance(answer, RuntimeError):
            raise answer
        return answer

    minds.think = confused
    with caplog.at_level(logging.INFO):
        table = await until(
            timed, await started(timed, people=2, seats=3), lambda now: bool(now.game and now.game.history)
        )
    assert [seat for seat, _ in game_of(table).history] == [2]
    assert minds.seats == [2] * ATTEMPTS == [2] * 3
    assert waits.count(RETRY_SECONDS) == 2
    assert [record.levelno for record in caplog.records].count(logging.ERROR) == 1


async def test_player_that_fails_twice_gets_a_third_try(
    timed: Services, waits: list[float], minds: FakeWorkers, caplog: pytest.LogCaptureFixture
) -> None:
    failures = iter(["no move", "no move"])

    async def confused(view: View, level: str, seed: int) -> str:
        return next(failures, None) or await think_at_random(view, level, seed)

    minds.think = confused
    await wait_for_people_to_act(timed, await started(timed, people=2, seats=3))
    assert waits.count(RETRY_SECONDS) == 2
    assert [record for record in caplog.records if record.levelno >= logging.ERROR] == []


async def test_dead_worker_costs_an_ordinary_move_and_a_log_line(
    timed: Services, waits: list[float], minds: FakeWorkers, caplog: pytest.LogCaptureFixture
) -> None:
    async def mortal(view: View, level: str, seed: int) -> str:
        if level == "hard":
            raise WorkerDied("it has ended")
        return await think_at_random(view, level, seed)

    minds.think = mortal
    await wait_for_people_to_act(timed, await started_against(timed, "hard", people=2))
    asked = [(level, budget.playouts) for _, level, budget in minds.asked]
    assert asked == [(level, LEVELS[level].budget.playouts) for level in ("hard", "normal")] * (len(asked) // 2)
    assert RETRY_SECONDS not in waits
    assert [record.levelname for record in caplog.records] == ["WARNING"] * (len(asked) // 2)


# --- Cancelled thinking


async def wait_for_thinking(services: Services, minds: FakeWorkers, table: Table) -> None:
    """Wait until a player has begun to think at the table."""
    async with asyncio.timeout(30):
        while not minds.asked:
            await asyncio.sleep(0)
    assert services.ai_players.busy(table.id)


async def wait_until_idle(services: Services, table: Table) -> None:
    """Wait until no player thinks at the table."""
    async with asyncio.timeout(30):
        while services.ai_players.busy(table.id):
            await asyncio.sleep(0)


async def test_thinking_ends_with_its_game(timed: Services, minds: FakeWorkers) -> None:
    minds.for_ever = True
    table = await started_against(timed, "hard", "hard")
    await wait_for_thinking(timed, minds, table)
    await timed.participation.end(table.id, MODERATOR, sure=True)
    await wait_until_idle(timed, table)
    assert minds.given_up == 1


async def test_thinking_for_an_away_person_ends_on_their_return(timed: Services, minds: FakeWorkers) -> None:
    minds.for_ever = True
    table = await mark_away(timed, await started(timed), 1)
    await wait_for_thinking(timed, minds, table)
    assert await timed.participation.end_absence(table, BEN.id)
    await wait_until_idle(timed, table)
    assert minds.given_up == 1


async def test_thinking_ends_if_its_level_is_changed(timed: Services, minds: FakeWorkers) -> None:
    minds.for_ever = True
    table = await started_against(timed, "hard", "normal")
    await wait_for_thinking(timed, minds, table)
    [(view, _, _)] = minds.asked
    assert view["seat"] is not None
    await timed.participation.set_level(table.id, AKI, 3 - view["seat"], "easy")
    await asyncio.sleep(0)
    assert (len(minds.asked), minds.given_up) == (1, 0), "the other one's is no concern of it"
    minds.for_ever = False
    await timed.participation.set_level(table.id, AKI, view["seat"], "easy")
    await wait_for_people_to_act(timed, table)
    assert minds.given_up == 1
    assert {level for _, level, _ in minds.asked[1:]} == {"easy"}


async def test_moves_of_others_in_a_simultaneous_step_do_not_cancel_thinking(
    timed: Services, minds: FakeWorkers
) -> None:
    minds.for_ever = True
    table = await started(timed, people=2, seats=3)
    await wait_for_thinking(timed, minds, table)
    user, decision = min(table.pending_decisions())
    await timed.moves.choose(table.id, user, decision, ("R", "Y"))
    await asyncio.sleep(0)
    assert (len(minds.asked), minds.given_up) == (1, 0)
    assert timed.ai_players.busy(table.id)


async def test_move_that_cannot_be_stored_is_retried_and_is_no_failure(
    timed: Services, waits: list[float], store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    fail(monkeypatch, store.tables, "add_moves", *[StoreError("the disk is full")] * 7)
    drawn: list[object] = []
    monkeypatch.setattr(timed.ai_players._random, "choice", drawn.append)
    await wait_for_people_to_act(timed, await started(timed, people=2, seats=3))
    assert waits.count(RETRY_SECONDS) == 7
    assert drawn == []


async def test_player_whose_table_changed_meanwhile_still_makes_its_move(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Change the table while a player thinks, as other seats can do at a simultaneous decision."""
    thinking, go_on, choose = asyncio.Event(), asyncio.Event(), services.ai_players._thought

    async def slow(before: Table, game: Game, seat: int) -> int:
        thinking.set()
        await go_on.wait()
        return await choose(before, game, seat)

    monkeypatch.setattr(services.ai_players, "_thought", slow)
    table = await started(services, people=2, seats=3)
    await thinking.wait()
    user, decision = min(table.pending_decisions())
    table, _ = await services.moves.choose(table.id, user, decision, ("R", "Y"))
    go_on.set()
    table = await wait_for_people_to_act(services, table)
    assert sorted(seat for seat, _ in game_of(table).history) == [0, 2]


async def test_table_that_cannot_be_loaded_delays_no_other(services: Services, second: Services, store: Store) -> None:
    broken, table = await started(services, people=1), await started(services, people=1)
    await services.close()
    await rewrite(store, "UPDATE seats SET seat = 9 WHERE table_id = ? AND seat = 3", (broken.id,))
    await second.resume()
    assert (await wait_for_people_to_act(second, table)).pending_decisions()


async def test_closed_services_start_no_thinking(services: Services) -> None:
    await services.close()
    table = await started(services, people=1)
    await asyncio.sleep(0)
    assert await services.tables.get(table.id) is table
    assert not [task for task in asyncio.all_tasks() if "computers" in task.get_name()]


async def test_closing_cancels_thinking_and_stops_the_workers(timed: Services, minds: FakeWorkers) -> None:
    minds.for_ever = True
    await wait_for_thinking(timed, minds, await started_against(timed, "hard", "hard"))
    await timed.close()
    assert (minds.given_up, minds.closed) == (1, True)
