"""Moves: who may make them, when, and that none is lost or made twice."""

import asyncio
from pathlib import Path
from random import Random

import pytest

from engine import players, record
from engine.errors import IllegalMove
from engine.game import Game, View
from host import words
from host.house import House
from host.table import Table
from host.words import Refusal, Stale
from storage import MoveRow, SeatRow, Store, StoreError
from tests.host.conftest import AKI, BEN, CHIE, DAI, GUILD
from tests.host.seating import game_of, play_one, play_out, some_path, started


def refused(key: str, kind: type[Refusal] = Refusal) -> pytest.RaisesExc[Refusal]:
    return pytest.RaisesExc(kind, check=lambda error: error.text.key == key)


async def test_a_stranger_cannot_move(house: House) -> None:
    table = await started(house)
    with refused("not-seated"):
        await house.play.choose(table.id, 999, 0, ("R", "Y"))


async def test_before_the_start_there_is_nothing_to_move(house: House) -> None:
    table = await house.lobby.open(GUILD, 1, AKI, "scharfe-schoten", 3)
    with refused("not-started"):
        await house.play.choose(table.id, AKI, 0, ("R", "Y"))


async def test_a_path_that_leads_on_is_kept_and_changes_nothing(house: House) -> None:
    table = await started(house)
    assert await house.play.choose(table.id, AKI, 0, ("R",)) == (table, ("R",))
    assert game_of(table).history == []
    assert await house.store.moves(table.id) == []


async def test_a_second_click_on_the_same_decision_is_stale(house: House) -> None:
    table = await started(house)
    await house.play.choose(table.id, AKI, 0, ("R", "Y"))
    with refused("already-played", Stale):
        await house.play.choose(table.id, AKI, 0, ("R", "Y"))
    assert len(await house.store.moves(table.id)) == 1


async def test_anothers_simultaneous_choice_does_not_make_mine_stale(house: House) -> None:
    table = await started(house)
    await house.play.choose(table.id, BEN, 0, ("R", "Y"))
    await house.play.choose(table.id, AKI, 0, ("G", "K"))
    assert game_of(table).moves_made(0) == 1


async def test_a_click_out_of_turn_is_told_to_wait(house: House) -> None:
    table = await started(house)
    for user in (AKI, BEN, CHIE, DAI):
        await house.play.choose(table.id, user, 0, ("R", "Y"))
    game = game_of(table)
    waiting = next(seat for seat in range(4) if seat not in game.to_act)
    user = (AKI, BEN, CHIE, DAI)[waiting]
    with refused("wait-your-turn", Stale):
        await house.play.choose(table.id, user, 1, (game.hand(waiting)[0],))


async def test_a_choice_that_is_not_there_is_stale_and_one_that_is_forbidden_says_why(house: House) -> None:
    table = await started(house)
    with refused("no-such-choice", Stale):
        await house.play.choose(table.id, AKI, 0, ("nonsense",))
    for user in (AKI, BEN, CHIE, DAI):
        await house.play.choose(table.id, user, 0, ("R", "Y"))
    random = Random(4)
    while True:
        game = game_of(table)
        seat = game.to_act[0]
        forbidden = [choice for choice in game.choices(seat) if choice.reason]
        if forbidden:
            break
        await play_one(house, table, random)
    before = len(game.history)
    user = (AKI, BEN, CHIE, DAI)[seat]
    with pytest.raises(Refusal) as error:
        await house.play.choose(table.id, user, game.moves_made(seat), (forbidden[0].token,))
    assert error.value.text == forbidden[0].reason
    assert len(game_of(table).history) == before


async def test_of_a_hundred_clicks_at_once_one_is_played(house: House) -> None:
    table = await started(house)
    clicks = [house.play.choose(table.id, AKI, 0, ("R", "Y")) for _ in range(100)]
    answers = await asyncio.gather(*clicks, return_exceptions=True)
    assert sum(not isinstance(answer, BaseException) for answer in answers) == 1
    assert sum(isinstance(answer, Stale) for answer in answers) == 99
    assert len(await house.store.moves(table.id)) == 1


@pytest.mark.parametrize("people", [1, 4])
async def test_a_whole_game_ends_with_results_and_a_leaderboard(house: House, people: int) -> None:
    table = await started(house, people=people)
    await play_out(house, table, Random(people))
    game = game_of(table)
    assert game.over
    results = await house.store.results(table.id)
    assert [row.points for row in results] == game.scores
    assert [row.seat for row in results if row.won] == game.winners
    leaders = await house.store.leaderboard(GUILD, game="scharfe-schoten", limit=10)
    assert len(leaders) == people
    assert sum(row.points for row in leaders) == sum(game.scores[:people])
    ratings = await house.store.ratings(GUILD, "scharfe-schoten", [AKI, BEN, CHIE, DAI])
    assert len(ratings) == (people if people > 1 else 0)
    with refused("table-over"):
        await house.play.choose(table.id, AKI, 0, ("R", "Y"))


async def test_a_move_that_everybody_can_see_is_forced_is_played_by_itself(house: House) -> None:
    table = await started(house)
    await play_out(house, table, Random(8))
    game = game_of(table)
    last_round = [move for seat, move in game.history][-4:]
    assert [game.text(move)[:4] for move in last_round] == ["play"] * 4
    by_hand = record.read(record.write(game)).replay()
    assert by_hand.scores == game.scores


async def test_a_restarted_house_goes_on_where_the_last_one_stopped(house: House, database: Path) -> None:
    table = await started(house)
    random = Random(3)
    for _ in range(30):
        await play_one(house, table, random)
    async with await Store.open(database) as store:
        second = House(store, pause=0)
        again = await second.tables.get(table.id)
        assert game_of(again).state() == game_of(table).state()
        await play_out(second, again, random)
        await second.close()
    assert again.state == "over"


async def test_computer_players_that_were_to_act_go_on_after_a_restart(house: House, database: Path) -> None:
    table = await started(house, people=1)
    await house.close()
    async with await Store.open(database) as store:
        second = House(store, pause=0)
        await second.play.resume()
        again = await second.tables.get(table.id)
        async with asyncio.timeout(10):
            while game_of(again).to_act != (0,):
                await asyncio.sleep(0.01)
        await second.close()


async def test_a_second_writer_fails_and_the_table_is_read_again(house: House, database: Path) -> None:
    table = await started(house)
    async with await Store.open(database) as store:
        await store.add_moves(table.id, [MoveRow(0, 1, "predict R Y", 0)])
    with refused("try-again"):
        await house.play.choose(table.id, AKI, 0, ("R", "Y"))
    again = await house.tables.get(table.id)
    assert game_of(again).moves_made(1) == 1
    await house.play.choose(table.id, AKI, 0, ("R", "Y"))
    assert len(await house.store.moves(table.id)) == 2


async def test_a_move_that_cannot_be_stored_changes_nothing(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await started(house)

    async def full(*_args: object) -> None:
        raise StoreError("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(house.store, "add_moves", full)
        with refused("try-again"):
            await house.play.choose(table.id, AKI, 0, ("R", "Y"))
    assert game_of(table).history == []
    await house.play.choose(table.id, AKI, 0, ("R", "Y"))


async def test_a_cancelled_click_is_played_whole_or_not_at_all(house: House) -> None:
    table = await started(house)
    click = asyncio.create_task(house.play.choose(table.id, AKI, 0, ("R", "Y")))
    for _ in range(3):
        await asyncio.sleep(0)
    click.cancel()
    await asyncio.gather(click, return_exceptions=True)
    assert len(game_of(table).history) == len(await house.store.moves(table.id))
    assert not table.lock.locked()


async def test_a_table_of_older_rules_is_frozen_and_says_so(
    house: House, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await started(house)
    monkeypatch.setattr(Game.games["scharfe-schoten"], "rules", 2)
    async with await Store.open(database) as store:
        second = House(store)
        with refused("table-frozen"):
            await second.play.choose(table.id, AKI, 0, ("R", "Y"))
        row = await store.table(table.id)
    assert row is not None
    assert row.state == "frozen"


async def test_computer_players_get_their_own_view_only(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    seen: list[int | None] = []

    def choose(view: dict[str, object], random: Random, _playouts: int) -> str:
        seen.append(view["seat"])  # type: ignore[arg-type]
        legal = view["legal"]
        assert isinstance(legal, list)
        return str(random.choice(legal))

    monkeypatch.setattr("engine.players.choose", choose)
    table = await started(house, people=1)
    await play_out(house, table, Random(1))
    assert set(seen) == {1, 2, 3}


async def test_choosing_by_panel_reaches_every_legal_move(house: House) -> None:
    table = await started(house)
    game = game_of(table)
    random = Random(5)
    path = some_path(game, 0, random)
    _, left = await house.play.choose(table.id, AKI, 0, path[:1])
    assert left == path[:1]
    _, left = await house.play.choose(table.id, AKI, 0, path)
    assert left == ()


async def test_a_computer_player_that_fails_is_asked_again(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    failures = iter([RuntimeError("no idea"), IllegalMove(words.TRY_AGAIN())])
    choose = players.choose

    def confused(view: View, random: Random, playouts: int) -> str:
        if (error := next(failures, None)) is not None:
            raise error
        return choose(view, random, playouts)

    monkeypatch.setattr("engine.players.choose", confused)
    monkeypatch.setattr("host.play.RETRY_SECONDS", 0.01)
    table = await started(house, people=1)
    async with asyncio.timeout(10):
        while game_of(table).to_act != (0,):
            await asyncio.sleep(0.01)


async def test_after_a_second_writer_the_computer_players_are_woken_again(
    house: House, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await started(house)
    woken: list[Table] = []
    monkeypatch.setattr(house.play, "wake", woken.append)
    async with await Store.open(database) as store:
        await store.add_moves(table.id, [MoveRow(0, 1, "predict R Y", 0)])
    with refused("try-again"):
        await house.play.choose(table.id, AKI, 0, ("R", "Y"))
    assert table not in woken
    assert woken == [await house.tables.get(table.id)]


async def test_a_table_that_cannot_be_loaded_keeps_no_other_waiting(
    house: House, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken = await started(house, people=1)
    table = await started(house, people=1)
    await house.close()
    async with await Store.open(database) as store:
        second = House(store, pause=0, playouts=20)
        seats = store.seats

        async def too_many(table_id: int) -> list[SeatRow]:
            return [SeatRow(9, computer="normal")] if table_id == broken.id else await seats(table_id)

        monkeypatch.setattr(store, "seats", too_many)
        await second.play.resume()
        again = await second.tables.get(table.id)
        async with asyncio.timeout(10):
            while game_of(again).to_act != (0,):
                await asyncio.sleep(0.01)
        await second.close()


async def test_a_finished_game_of_older_rules_stays_finished(
    house: House, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await started(house)
    await play_out(house, table, Random(1))
    monkeypatch.setattr(Game.games["scharfe-schoten"], "rules", 2)
    async with await Store.open(database) as store:
        second = House(store)
        shown: list[Table] = []
        second.tables.changed = shown.append
        with refused("table-over"):
            await second.play.choose(table.id, AKI, 0, ("R", "Y"))
    assert shown == []


async def test_of_many_tables_those_that_have_ended_are_let_go(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("host.tables.MOST_LOADED", 2)
    running = await started(house)
    ended = await house.lobby.open(GUILD, 1, AKI, "scharfe-schoten", 3)
    await house.lobby.cancel(ended.id, AKI)
    house.tables.forget(running)
    again = await house.tables.get(running.id)
    third = await house.lobby.open(GUILD, 1, AKI, "scharfe-schoten", 3)
    house.tables.forget(third)
    await house.tables.get(third.id)
    assert await house.tables.get(running.id) is again
    assert await house.tables.get(ended.id) is not ended


async def test_after_a_restart_an_end_that_was_not_shown_is_shown_once(house: House, database: Path) -> None:
    table = await started(house)
    await play_out(house, table, Random(1))
    async with await Store.open(database) as store:
        second = House(store)
        shown: list[Table] = []
        second.tables.changed = shown.append
        await second.play.resume()
        assert [one.id for one in shown] == [table.id]
        await second.tables.end_shown(shown.pop())
        await second.play.resume()
        assert shown == []


async def test_one_server_can_be_taken_up_again_by_itself(house: House) -> None:
    here = await started(house)
    there = await house.lobby.open(GUILD + 1, 1, AKI, "scharfe-schoten", 3)
    shown: list[Table] = []
    house.tables.changed = shown.append
    await house.play.resume(GUILD + 1)
    assert shown == [there]
    await house.play.resume()
    assert shown == [there, here, there]
