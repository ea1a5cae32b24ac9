"""Levels of computer players: the person in charge can change them, and each move and result records the level."""

from random import Random

import pytest

from engine.players import USUAL
from host.services import Services
from host.tables.table import Table
from storage import Store
from tests.storage.store_support import results_of
from tests.tables import (
    AKI,
    BEN,
    MODERATOR,
    finish,
    game_of,
    lobby,
    occupant,
    play_out,
    play_while,
    refused,
    started,
    started_against,
)


def levels(table: Table) -> list[str | None]:
    """Return the levels by seat."""
    return [who.computer if who else None for who in table.occupants]


async def test_person_in_charge_changes_levels_in_a_running_game(services: Services, second: Services) -> None:
    # Otherwise the second process's AI players may move first, and the first process must read the table again.
    await second.ai_players.close()
    table = await started(services, people=2)
    assert levels(table) == [None, None, USUAL, USUAL]
    table = await services.participation.set_level(table.id, AKI, 3, "easy")
    assert levels(table) == [None, None, USUAL, "easy"]
    assert levels(await second.tables.get(table.id)) == levels(table), "also after a restart"
    table = await services.participation.set_level(table.id, MODERATOR, None, "easy")
    assert levels(table) == [None, None, "easy", "easy"]
    with refused("not-opener"):
        await services.participation.set_level(table.id, BEN, 3, "normal")


@pytest.mark.parametrize("seat", [-1, 0, 1, 4, 10**17])
async def test_only_a_computer_player_has_a_level(services: Services, seat: int) -> None:
    table = await started(services, people=2)
    with refused("no-such-computer"):
        await services.participation.set_level(table.id, AKI, seat, "easy")
    assert levels(await services.tables.get(table.id)) == [None, None, USUAL, USUAL]


async def test_substitute_for_a_person_has_the_usual_level_until_another_is_chosen(
    services: Services,
) -> None:
    table = await started(services)
    table = await services.participation.leave(table.id, BEN, sure=True)
    assert levels(table) == [None, USUAL, None, None]
    table = await services.participation.set_level(table.id, AKI, 1, "easy")
    who = occupant(table, 1)
    assert (who.computer, who.left_by) == ("easy", BEN.id)


async def test_levels_change_only_in_a_running_game(services: Services) -> None:
    table = await lobby(services)
    with refused("not-started"):
        await services.participation.set_level(table.id, AKI, None, "easy")
    await services.lobby.start(table.id, AKI)
    table = await services.participation.end(table.id, MODERATOR, sure=True)
    with refused("table-closed"):
        await services.participation.set_level(table.id, AKI, None, "easy")


async def test_computer_players_keep_their_levels_in_a_rematch(services: Services) -> None:
    table = await play_out(
        services, await started_against(services, "easy", "normal", "easy", game="saizen"), Random(3)
    )
    again = await services.votes.rematch(table.id, AKI.id)
    assert again.id != table.id
    assert levels(again) == ["easy", "normal", "easy", None], "each is a seat further on"


async def test_each_move_records_its_level_and_a_result_the_only_level_of_its_seat(
    services: Services, store: Store
) -> None:
    table, random = await started_against(services, "easy", "easy", USUAL, game="saizen"), Random(4)
    table = await play_while(services, table, random, lambda now: len(game_of(now).history) < 20)
    changed = await services.participation.set_level(table.id, AKI, 1, "normal")
    before = len(game_of(changed).history)
    table = await play_out(services, changed, random)
    moves = await store.tables.moves(table.id)
    made = {seat: [row.computer for row in moves if row.seat == seat] for seat in range(4)}
    assert {*made[0]} == {None}
    assert {row.computer for row in moves[:before] if row.seat == 1} == {"easy"}
    assert {row.computer for row in moves[before:] if row.seat == 1} == {"normal"}
    assert ({*made[2]}, {*made[3]}) == ({"easy"}, {USUAL})
    results = {one.seat: one for one in await results_of(store, table.id)}
    assert [results[seat].computer for seat in range(4)] == [None, None, "easy", USUAL]
    assert [results[seat].user_id for seat in range(4)] == [AKI.id, None, None, None]


async def test_seat_that_was_left_during_the_game_has_no_level_in_its_result(services: Services, store: Store) -> None:
    table, random = await started(services, "saizen", 2, 2), Random(5)
    table = await play_while(services, table, random, lambda now: len(game_of(now).history) < 20)
    seat = table.seat_of(BEN.id)
    table = await finish(services, await services.participation.leave(table.id, BEN, sure=True))
    (left,) = [one for one in await results_of(store, table.id) if one.seat == seat]
    assert (left.user_id, left.computer) == (None, None)
    made = [row.computer for row in await store.tables.moves(table.id) if row.seat == seat]
    assert (made[0], made[-1]) == (None, USUAL)


async def test_substitute_decision_uses_the_usual_level(services: Services, store: Store) -> None:
    table = await started(services, "saizen", 2, 2)
    seat = game_of(table).to_act[0]
    await services.moves.make(table, game_of(table), seat, game_of(table).legal_moves(seat)[0], by_computer=True)
    assert next(row.computer for row in await store.tables.moves(table.id)) == USUAL
