"""Moves: the people who may make them, and the time for them; no move is lost or made twice."""

import asyncio
import threading
from random import Random
from typing import Any

import pytest

from engine.contract.phase import Choice
from engine.game import Game
from host.place import Place
from host.refusals import NO_SUCH_CHOICE, Refusal, Stale
from host.services import Services
from host.tables.table import Table
from storage import MoveRow, Seen, Store
from tests.patches import wrap
from tests.storage.store_support import PATIENCE, SQLITE_ONLY, file_of, in_state, ratings_of, results_of
from tests.tables import (
    AKI,
    BEN,
    GUILD,
    PEOPLE,
    finish,
    game_now,
    game_of,
    lobby,
    play_one,
    play_out,
    refused,
    started,
)

USERS = [person.id for person in PEOPLE]


async def test_person_without_a_seat_cannot_move(services: Services) -> None:
    table = await started(services)
    with refused("not-seated"):
        await services.moves.choose(table.id, 999, 0, ("R", "Y"))


async def test_lobby_has_no_moves(services: Services) -> None:
    table = await lobby(services)
    with refused("not-started"):
        await services.moves.choose(table.id, AKI.id, 0, ("R", "Y"))


async def test_path_that_leads_on_is_kept_and_changes_nothing(services: Services, store: Store) -> None:
    table = await started(services)
    assert await services.moves.choose(table.id, AKI.id, 0, ("R",)) == (table, ("R",))
    assert game_of(table).history == []
    assert await store.tables.moves(table.id) == []


async def test_second_click_on_the_same_decision_is_stale(services: Services, store: Store) -> None:
    table = await started(services)
    await services.moves.choose(table.id, AKI.id, 0, ("R", "Y"))
    with refused("already-played", Stale):
        await services.moves.choose(table.id, AKI.id, 0, ("R", "Y"))
    assert len(await store.tables.moves(table.id)) == 1


async def test_another_players_simultaneous_choice_does_not_make_mine_stale(services: Services) -> None:
    table = await started(services)
    await services.moves.choose(table.id, BEN.id, 0, ("R", "Y"))
    table, _ = await services.moves.choose(table.id, AKI.id, 0, ("G", "K"))
    assert game_of(table).moves_made(0) == 1


async def test_click_out_of_turn_is_told_to_wait(services: Services) -> None:
    table = await started(services)
    for user in USERS:
        table, _ = await services.moves.choose(table.id, user, 0, ("R", "Y"))
    game = game_of(table)
    waiting = next(seat for seat in range(4) if seat not in game.to_act)
    user = USERS[waiting]
    with refused("wait-your-turn", Stale):
        await services.moves.choose(table.id, user, 1, (game.hand(waiting)[0],))


def forbidden_choices(game: Game) -> list[Choice]:
    """Return the choices that the first seat to act may not make now."""
    return [choice for choice in game.choices(game.to_act[0]) if choice.reason]


async def test_missing_choice_is_stale_and_a_forbidden_one_says_why(services: Services) -> None:
    table = await started(services)
    with refused("no-such-choice", Stale):
        await services.moves.choose(table.id, AKI.id, 0, ("nonsense",))
    for user in USERS:
        table, _ = await services.moves.choose(table.id, user, 0, ("R", "Y"))
    random = Random(4)
    while not (forbidden := forbidden_choices(game_of(table))):
        table = await play_one(services, table, random)
    game = game_of(table)
    before = len(game.history)
    seat = game.to_act[0]
    with pytest.raises(Refusal) as error:
        await services.moves.choose(table.id, USERS[seat], game.moves_made(seat), (forbidden[0].token,))
    assert error.value.text == forbidden[0].reason
    assert error.value.table is table
    assert len((await game_now(services, table)).history) == before


async def test_one_of_a_hundred_concurrent_clicks_is_played(services: Services, store: Store) -> None:
    table = await started(services)
    clicks = [services.moves.choose(table.id, AKI.id, 0, ("R", "Y")) for _ in range(100)]
    answers = await asyncio.gather(*clicks, return_exceptions=True)
    assert sum(not isinstance(answer, BaseException) for answer in answers) == 1
    assert sum(isinstance(answer, Stale) for answer in answers) == 99
    assert len(await store.tables.moves(table.id)) == 1


async def test_move_that_the_game_warns_of_needs_a_confirmation(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await started(services)
    monkeypatch.setattr(table.kind, "warning", lambda *_: NO_SUCH_CHOICE())
    path = ("R", "Y")
    assert await services.moves.choose(table.id, AKI.id, 0, path) == (table, path), "they are asked"
    after, left = await services.moves.choose(table.id, AKI.id, 0, path, sure=True)
    assert left == ()
    assert game_of(after).moves_made(0) == 1


@pytest.mark.drawn(1)
@pytest.mark.parametrize("people", [1, 4])
async def test_whole_game_ends_with_results_and_a_leaderboard(services: Services, store: Store, people: int) -> None:
    table = await started(services, people=people)
    table = await play_out(services, table, Random(people))
    game = game_of(table)
    assert game.over
    results = await results_of(store, table.id)
    assert [row.points for row in results] == game.scores
    assert [row.seat for row in results if row.won] == game.winners
    board = await services.standings.board(Place.server(GUILD), AKI.id, "scharfe-schoten", "all")
    assert len(board.lines) == (people if people > 1 else 0), "alone against computers it is practice"
    ratings = await ratings_of(store, GUILD, "scharfe-schoten")
    assert len(ratings) == (people if people > 1 else 0)
    with refused("table-over"):
        await services.moves.choose(table.id, AKI.id, 0, ("R", "Y"))


async def test_table_object_keeps_its_position_while_the_game_goes_on(services: Services) -> None:
    table = await started(services)
    before = game_of(table).state()
    random = Random(2)
    held = [table]
    for _ in range(40):
        held.append(await play_one(services, held[-1], random))
    assert game_of(table).state() == before
    assert [len(game_of(one).history) for one in held] == sorted({len(game_of(one).history) for one in held})
    assert await services.tables.get(table.id) is held[-1]


async def test_owed_moves_are_those_of_the_people_to_act_with_their_decision_numbers(services: Services) -> None:
    table = await started(services, people=2, seats=3)
    assert table.pending_decisions() == {(AKI.id, 0), (BEN.id, 0)}
    table, _ = await services.moves.choose(table.id, AKI.id, 0, ("R", "Y"))
    assert table.pending_decisions() == {(BEN.id, 0)}
    assert (await lobby(services)).pending_decisions() == frozenset()
    four = await started(services)
    assert (await finish(services, four)).pending_decisions() == frozenset()


async def test_restarted_services_continue_the_game(services: Services, second: Services) -> None:
    table = await started(services)
    random = Random(3)
    for _ in range(30):
        table = await play_one(services, table, random)
    again = await second.tables.get(table.id)
    assert game_of(again).state() == game_of(table).state()
    assert (await play_out(second, again, random)).state == "over"


async def test_computer_players_are_woken_again_after_a_second_writer(services: Services, store: Store) -> None:
    table = await started(services)
    woken: list[Table] = []
    services.events.table_replaced.subscribe(woken.append)
    await store.tables.add_moves(table.seen, [MoveRow(0, 1, "predict R Y", 0)])
    with refused("try-again"):
        await services.moves.choose(table.id, AKI.id, 0, ("R", "Y"))
    assert woken == [await services.tables.get(table.id)]
    assert table not in woken


async def test_move_writes_the_seats_only_if_they_have_changed(
    services: Services, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await started(services)
    written: list[Any] = []

    async def noted(add_moves: Any, seen: Seen, moves: list[MoveRow], **changed: Any) -> None:
        written.append(changed["seats"])
        await add_moves(seen, moves, **changed)

    wrap(monkeypatch, store.tables, "add_moves", noted)
    await services.moves.choose(table.id, AKI.id, 0, ("R", "Y"))
    async with services.tables.locked(table.id) as now:
        game = game_of(now)
        after = await services.moves.make(now, game, 1, game.legal_moves(1)[0], by_computer=True)
    assert written == [None, after.occupants]
    assert [who and who.misses for who in after.occupants] == [0, 1, 0, 0]
    stored = await store.tables.load(table.id)
    assert stored is not None
    assert stored.seats == after.occupants


@pytest.mark.parametrize("ticks", [3, 5, 8])
async def test_cancelled_click_is_played_wholly_or_not_at_all(services: Services, store: Store, ticks: int) -> None:
    table = await started(services)
    click = asyncio.create_task(services.moves.choose(table.id, AKI.id, 0, ("R", "Y")))
    for _ in range(ticks):
        await asyncio.sleep(0)
    click.cancel()
    await asyncio.wait([click])
    assert len((await game_now(services, table)).history) == len(await store.tables.moves(table.id))
    async with asyncio.timeout(5), services.tables.locked(table.id):
        pass


@SQLITE_ONLY
async def test_repeatedly_cancelled_click_releases_its_table_only_once_it_is_stored(
    services: Services, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await started(services)
    inside, go_on = threading.Event(), threading.Event()

    class Slow:
        def check(self) -> None:
            inside.set()
            assert go_on.wait(PATIENCE)

    monkeypatch.setattr(file_of(store), "_files", Slow())
    click = asyncio.create_task(services.moves.choose(table.id, AKI.id, 0, ("R", "Y")))
    await asyncio.to_thread(inside.wait, PATIENCE)
    for _ in range(3):
        click.cancel()
        for _ in range(3):
            await asyncio.sleep(0)
        assert services.tables._locks[table.id].locked()
    go_on.set()
    await asyncio.wait([click])
    assert click.cancelled()
    assert len((await game_now(services, table)).history) == len(await store.tables.moves(table.id)) == 1


async def test_ratings_of_games_that_end_concurrently_in_two_processes_all_count(
    services: Services, second: Services, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """End six games at the same moment in two processes; each end must be stored at the first try."""
    everybody = asyncio.Barrier(6)

    async def together(finish: Any, *end: object, **changed: object) -> None:
        await everybody.wait()
        await finish(*end, **changed)

    wrap(monkeypatch, store.tables, "finish", together)
    tables = [(one, await started(one)) for one in (services, second) * 3]
    ends = await asyncio.gather(*(play_out(one, table, Random(table.id)) for one, table in tables))
    assert [table.state for table in ends] == ["over"] * 6
    ratings = await ratings_of(store, GUILD, "scharfe-schoten")
    assert [row.games for row in ratings.values()] == [6] * 4


async def test_winner_gains_rating_and_the_last_player_loses_some(services: Services, store: Store) -> None:
    table = await play_out(services, await started(services), Random(6))
    ratings = await ratings_of(store, GUILD, "scharfe-schoten")
    order = [[ratings[USERS[seat]].mu for seat in group] for group in game_of(table).ranking()]
    assert min(order[0]) > 25 > max(order[-1])
    assert [max(group) for group in order] == sorted((max(group) for group in order), reverse=True)


async def test_table_of_older_rules_is_frozen_and_says_so(
    services: Services, second: Services, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await started(services)
    monkeypatch.setattr(Game.games["scharfe-schoten"], "rules", 99)
    changed: list[int] = []
    second.events.table_changed.subscribe(changed.append)
    with refused("table-frozen"):
        await second.moves.choose(table.id, AKI.id, 0, ("R", "Y"))
    assert changed == [table.id]
    assert await in_state(store, "frozen") == [table.id]
    assert await second.tables.open_in(Place.server(GUILD)) == []


async def test_finished_game_of_older_rules_stays_finished(
    services: Services, second: Services, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await finish(services, await started(services))
    results = await results_of(store, table.id)
    monkeypatch.setattr(Game.games["scharfe-schoten"], "rules", 99)
    changed: list[int] = []
    second.events.table_changed.subscribe(changed.append)
    with refused("table-over"):
        await second.moves.choose(table.id, AKI.id, 0, ("R", "Y"))
    assert changed == []
    assert (await second.tables.get(table.id)).game is None, "its sheet is not counted anew"
    assert await results_of(store, table.id) == results
