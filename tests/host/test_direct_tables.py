"""Games in direct messages: they begin at once, belong to one person, have their own limits, and close when idle."""

import asyncio
from random import Random

import pytest

import limits
from host.lobby.direct_tables import IDLE_SECONDS
from host.place import Place
from host.services import Services
from host.settings import ServerSettings
from host.tables.table import Person, Table
from storage import Store
from tests.clock import Clock
from tests.patches import fail, record, run_after
from tests.tables import (
    AKI,
    BEN,
    GUILD,
    MANAGER,
    SCHOTEN,
    game_now,
    game_of,
    lobby,
    play_one,
    play_out,
    refused,
    started,
    wait_for_people_to_act,
)

HOME, CHANNEL = Place.direct(AKI.id), 77


async def opened(services: Services, game: str = SCHOTEN, seats: int | None = None, person: Person = AKI) -> Table:
    """Return a new game in a person's direct messages."""
    place = Place.direct(person.id)
    return await services.direct_tables.open(place, CHANNEL + person.id, person, game, seats)


async def test_game_begins_at_once_against_computers_of_the_usual_level(services: Services) -> None:
    table = await opened(services, seats=3)
    assert (table.state, table.place, table.time_control) == ("playing", HOME, "none")
    assert [who and (who.user_id, who.computer) for who in table.occupants] == [
        (AKI.id, None),
        (None, "normal"),
        (None, "normal"),
    ]
    assert table.private
    assert await services.tables.get(table.id) == table


async def test_next_game_has_the_level_and_the_seats_of_the_last(services: Services) -> None:
    table = await opened(services, seats=3)
    await services.participation.set_level(table.id, AKI, None, "hard")
    await services.participation.leave(table.id, AKI, sure=True)
    again = await opened(services)
    assert [who and who.computer for who in again.occupants] == [None, "hard", "hard"]


async def test_second_request_returns_the_same_table_until_a_move(services: Services) -> None:
    table = await opened(services)
    assert (await opened(services)).id == table.id
    await play_one(services, table, Random(1))
    assert (await opened(services)).id != table.id


async def test_two_requests_at_once_begin_one_game(services: Services) -> None:
    first, second = await asyncio.gather(opened(services), opened(services))
    assert first.id == second.id


async def test_game_after_a_lesson_is_against_easy_computers_though_another_waits(services: Services) -> None:
    waiting = await opened(services, seats=3)
    easy, again = [await services.direct_tables.open(HOME, CHANNEL, AKI, SCHOTEN, 3, level="easy") for _ in range(2)]
    assert [who and who.computer for who in easy.occupants] == [None, "easy", "easy"]
    assert easy.id == again.id != waiting.id


async def test_nobody_opens_a_table_in_anothers_direct_messages_or_on_a_server(services: Services) -> None:
    for place in (Place.direct(BEN.id), Place.server(AKI.id), Place(0)):
        with refused("alone-elsewhere"):
            await services.direct_tables.open(place, CHANNEL, AKI, SCHOTEN)
    with refused("alone-here"):
        await services.lobby.open(HOME, CHANNEL, AKI, SCHOTEN, 3)


async def test_nobody_joins_a_table_in_direct_messages(services: Services) -> None:
    table = await opened(services)
    with refused("lobby-gone"):
        await services.lobby.join(table.id, BEN)


async def test_limits_of_direct_messages_and_of_servers_are_apart(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "OPENED_AN_HOUR", 1)
    await opened(services)
    await lobby(services)
    with refused("opened-lately"):
        await opened(services, "saizen")
    with refused("opened-lately"):
        await lobby(services)
    await opened(services, person=BEN)


async def test_finished_game_counts_as_practice_there_and_nowhere_else(services: Services) -> None:
    table = await play_out(services, await opened(services, seats=3), Random(2))
    assert table.state == "over"
    assert (table.promise, table.rematch) == (None, None)
    (played,) = (await services.standings.profile(HOME, AKI.id)).played
    assert (played.practice, played.games, played.practice_rating is not None) == (1, 0, True)
    for place in (Place.server(AKI.id), Place.server(GUILD), Place.direct(BEN.id)):
        assert (await services.standings.profile(place, AKI.id)).played == ()
    assert (await services.standings.board(HOME, AKI.id, SCHOTEN, "all")).lines == ()


async def test_rematch_begins_with_one_vote_and_stays_there(services: Services) -> None:
    table = await play_out(services, await opened(services, seats=3), Random(3))
    again = await services.votes.rematch(table.id, AKI.id)
    assert (again.id != table.id, again.place, again.state) == (True, HOME, "playing")


async def test_game_without_a_move_for_a_month_is_closed(services: Services, clock: Clock) -> None:
    table = await wait_for_people_to_act(services, await opened(services))
    await services.clocks.poll()
    clock.now += IDLE_SECONDS - 60
    await services.clocks.poll()
    await wait_for_people_to_act(services, await play_one(services, table, Random(4)))
    clock.now += IDLE_SECONDS - 60
    await services.clocks.poll()
    assert (await services.tables.get(table.id)).state == "playing", "the last move was later"
    clock.now += 3700
    await services.clocks.poll()
    closed = await services.tables.get(table.id)
    assert (closed.state, closed.close_reason, closed.game) == ("closed", "idle", None)


async def states_after_a_month(services: Services, clock: Clock, *tables: Table) -> list[str]:
    """Let a month pass, check the clocks once, and return the states of these tables."""
    clock.now += IDLE_SECONDS + 1
    await services.clocks.poll()
    return [(await services.tables.get(table.id)).state for table in tables]


async def test_game_on_a_server_is_not_closed_for_a_month_without_a_move(services: Services, clock: Clock) -> None:
    there, here = await started(services, people=[AKI, BEN], seats=3), await opened(services)
    for table in (there, here):
        await wait_for_people_to_act(services, table)
    assert await states_after_a_month(services, clock, there, here) == ["playing", "closed"]


async def test_move_while_idle_games_are_looked_for_keeps_its_game(
    services: Services, store: Store, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await wait_for_people_to_act(services, await opened(services))
    move = play_one(services, table, Random(7))
    run_after(monkeypatch, store.due_work, "idle_direct_tables", lambda: move)
    assert await states_after_a_month(services, clock, table) == ["playing"]


async def test_idle_games_are_found_with_one_query_and_a_failure_at_one_keeps_no_other_open(
    services: Services, store: Store, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    tables = [
        await wait_for_people_to_act(services, await opened(services, person=person)) for person in (AKI, BEN, MANAGER)
    ]
    looks = record(monkeypatch, store.due_work, "idle_direct_tables")
    fail(monkeypatch, store.tables, "end", ZeroDivisionError("a defect"))
    assert await states_after_a_month(services, clock, *tables) == ["playing", "closed", "closed"]
    assert len(looks) == 1


async def test_server_with_the_id_of_a_person_has_nothing_to_do_with_them(services: Services, store: Store) -> None:
    same = Place.server(AKI.id)
    table = await opened(services)
    await services.settings.set_server(same, MANAGER, "pings", ["off"])
    assert await services.settings.of(HOME) == ServerSettings()
    assert await services.tables.open_in(same) == []
    with refused("no-such-table"):
        await services.tables.in_place(same, table.id)
    await services.privacy.forget(AKI.id)
    assert (await services.settings.of(same)).pings == "off"
    services.settings.evict(same)
    assert (await services.settings.of(same)).pings == "off"
    assert await store.privacy.guilds() == {AKI.id}


async def test_forgetting_a_person_deletes_their_direct_messages(services: Services, store: Store) -> None:
    over = await play_out(services, await opened(services, seats=3), Random(5))
    running = await opened(services)
    await services.privacy.forget(AKI.id)
    for table in (over, running):
        with refused("no-such-table"):
            await services.tables.get(table.id)
    for name in ("tables", "results", "ratings", "badges", "people", "deals"):
        assert await store._database.read(f"SELECT * FROM {name} WHERE place_id < 0") == [], name  # noqa: S608


async def test_moves_are_kept_as_everywhere(services: Services) -> None:
    table = await opened(services)
    await play_one(services, table, Random(6))
    game = await game_now(services, table)
    services.tables.evict(table.id)
    assert game_of(await services.tables.get(table.id)).history[: len(game.history)] == game.history
