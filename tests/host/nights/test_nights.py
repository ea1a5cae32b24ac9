"""League nights: joining, rights, stages, kills between any two steps, and the standings."""

import asyncio
from collections.abc import Callable
from random import Random

import pytest

import limits
from engine.fairness import verify
from host.cluster.shards import WHOLE
from host.lobby.lobby_transitions import level_at
from host.nights.nights import BREAK_SECONDS, IDLE_SECONDS, Setup
from host.place import Place
from host.play.lost_tables import LOST_SECONDS
from host.refusals import Refusal
from host.services import Services
from host.tables.table import Person
from storage import Store, StoreError
from tests.clock import Clock
from tests.host.night_support import (
    BOSS,
    SERVER,
    TENNOS,
    announced,
    begun,
    by_hand,
    ended,
    seed_of,
    stage_played,
    tables_of,
    whole_night,
)
from tests.tables import (
    AKI,
    BEN,
    CHANNEL,
    CHIE,
    DAI,
    GUILD,
    SCHOTEN,
    game_of,
    mark_away,
    person,
    play_one,
    play_out,
    refused,
    seat_of,
    started,
)

# --- Announcing and joining


async def test_only_managers_announce_start_and_call_off(services: Services) -> None:
    with refused("not-night-manager"):
        await services.nights.announce(SERVER, CHANNEL, AKI, Setup(SCHOTEN))
    night = await announced(services)
    for act in (services.nights.start, services.nights.call_off):
        with refused("not-night-manager"):
            await act(SERVER, AKI, night.id)


async def test_right_is_asked_at_the_moment_of_the_press(services: Services) -> None:
    rights = [True]
    boss = Person(900, manages_server=lambda: rights[0])
    night = await services.nights.announce(SERVER, CHANNEL, boss, Setup(SCHOTEN))
    rights[0] = False
    with refused("not-night-manager"):
        await services.nights.call_off(SERVER, boss, night.id, stage=0)


async def test_channel_has_one_night_until_it_is_called_off_with_a_confirmation(services: Services) -> None:
    night = await announced(services)
    with refused("night-here"):
        await services.nights.announce(SERVER, CHANNEL, BOSS, Setup(SCHOTEN))
    assert await services.nights.call_off(SERVER, BOSS, night.id) is None
    assert await services.nights.call_off(SERVER, BOSS, night.id, stage=1) is None
    with refused("night-here"):
        await services.nights.announce(SERVER, CHANNEL, BOSS, Setup(SCHOTEN))
    await services.nights.call_off(SERVER, BOSS, night.id, stage=0)
    await services.nights.announce(SERVER, CHANNEL, BOSS, Setup(SCHOTEN))


@pytest.mark.drawn(1)
@pytest.mark.parametrize(
    ("setup", "key"),
    [
        (Setup("chess"), "no-such-game"),
        (Setup(SCHOTEN, seats=9), "wrong-seats"),
        (Setup(SCHOTEN, stages=0), "bad-option"),
        (Setup(SCHOTEN, stages=5), "bad-option"),
        (Setup(SCHOTEN, time_control="letter"), "bad-option"),
        (Setup(SCHOTEN, time_control="none"), "bad-option"),
        (Setup(SCHOTEN, level="perfect"), "no-such-level"),
        (Setup(SCHOTEN, starts_at=1), "no-such-time"),
    ],
)
async def test_impossible_choice_is_refused(services: Services, setup: Setup, key: str) -> None:
    with refused(key):
        await services.nights.announce(SERVER, CHANNEL, BOSS, setup)


async def test_night_of_another_server_cannot_be_reached(services: Services) -> None:
    night = await announced(services)
    elsewhere = Place.server(GUILD + 1)
    for act in (services.nights.join, services.nights.leave, services.nights.start, services.nights.call_off):
        with refused("no-such-night"):
            await act(elsewhere, BOSS, night.id)
    with refused("no-such-night"):
        await services.nights.join(SERVER, BOSS, 2**62)


async def test_direct_messages_have_no_nights(services: Services) -> None:
    with refused("alone-here"):
        await services.nights.announce(Place.direct(BOSS.id), CHANNEL, BOSS, Setup(SCHOTEN))


async def test_people_join_once_and_leave_again(services: Services) -> None:
    night = await announced(services, [AKI])
    with refused("in-night"):
        await services.nights.join(SERVER, AKI, night.id)
    with refused("not-in-night"):
        await services.nights.leave(SERVER, BEN, night.id)
    night = await services.nights.leave(SERVER, AKI, night.id)
    assert not night.people
    with refused("night-alone"):
        await services.nights.start(SERVER, BOSS, night.id)


async def test_night_has_room_for_so_many(services: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "NIGHT_PEOPLE", 2)
    night = await announced(services, [AKI, BEN])
    with refused("night-full"):
        await services.nights.join(SERVER, CHIE, night.id)


async def test_joins_at_once_are_all_kept(services: Services) -> None:
    night = await announced(services, [])
    people = [person(number) for number in range(20)]
    await asyncio.gather(*(services.nights.join(SERVER, one, night.id) for one in people))
    assert {one.user_id for one in (await services.nights.get(night.id)).people} == {one.id for one in people}


async def test_night_that_nobody_starts_is_called_off(services: Services, clock: Clock) -> None:
    night = await announced(services)
    await services.night_progress.poll()
    assert (await services.nights.get(night.id)).row.state == "gathering"
    clock.now += IDLE_SECONDS + 1
    await services.night_progress.poll()
    assert (await services.nights.get(night.id)).row.state == "off"


async def test_start_needs_room_on_the_server(services: Services) -> None:
    night = await announced(services)
    await services.settings.set_server(SERVER, BOSS, "tables", ("5",))
    others = [await services.lobby.open(SERVER, 99, person(number), SCHOTEN, 4) for number in range(4)]
    assert others
    with refused("server-full"):
        await services.nights.start(SERVER, BOSS, night.id)


# --- Tables


async def test_all_tables_of_a_stage_have_the_same_deal_and_stages_have_others(
    services: Services, clock: Clock
) -> None:
    night = await begun(services)
    first = await tables_of(services, night)
    assert len(first) == 2
    assert len({seed_of(table) for table in first}) == 1
    assert {table.night and table.night.stage for table in first} == {1}
    night = await stage_played(services, night)
    clock.now += BREAK_SECONDS
    await services.night_progress.poll()
    second = await tables_of(services, await services.nights.get(night.id))
    assert {seed_of(table) for table in first} != {seed_of(table) for table in second}
    assert not {table.id for table in first} & {table.id for table in second}


async def test_people_are_spread_over_the_tables_and_computers_fill_up(services: Services) -> None:
    night = await begun(services, [AKI, BEN, CHIE], Setup(SCHOTEN, seats=4, stages=1, level="easy"))
    tables = await tables_of(services, night)
    assert sorted(len(table.people()) for table in tables) == [1, 2]
    assert {who.computer for table in tables for who in table.occupants if who and who.user_id is None} == {"easy"}


async def test_everybody_has_another_seat_in_each_stage(services: Services, clock: Clock) -> None:
    night = await begun(services, [AKI, BEN, CHIE, DAI, person(1)], Setup(SCHOTEN, seats=4, stages=4))
    night = await whole_night(services, clock, night)
    for one in night.people:
        seats = [seat.seat for seat in night.seats if seat.user_id == one.user_id]
        assert sorted(seats) == [0, 1, 2, 3]


async def test_only_person_at_a_table_has_a_clock_too(services: Services) -> None:
    night = await begun(services, [AKI, BEN])
    for table in await tables_of(services, night):
        assert all(turn.due is not None for turn in table.turns.values())


async def test_table_whose_people_leave_goes_on_with_computers(services: Services) -> None:
    night = await begun(services, [AKI, BEN])
    mine = next(table for table in await tables_of(services, night) if AKI.id in table.people())
    left = await services.participation.leave(mine.id, AKI, sure=True)
    assert (left.state, left.people()) == ("playing", [])
    assert left.computers_to_act()


async def test_absent_people_do_not_make_other_tables_wait(services: Services) -> None:
    night = await begun(services, [AKI, BEN])
    for table in await tables_of(services, night):
        (user,) = table.people()
        away = await mark_away(services, table, seat_of(table, Person(user)))
        assert away.represented(seat_of(table, Person(user)))


async def test_level_of_computers_stays_the_same_everywhere(services: Services) -> None:
    night = await begun(services, [AKI, BEN])
    table = (await tables_of(services, night))[0]
    with refused("night-level"):
        await services.participation.set_level(table.id, Person(table.in_charge), None, "hard")


async def test_computers_that_decide_for_people_who_left_or_are_away_have_the_nights_level(
    services: Services, store: Store, clock: Clock
) -> None:
    night = await begun(services, [AKI, BEN], Setup(SCHOTEN, seats=4, stages=1, level="easy"))
    first, second = await tables_of(services, night)
    left = await services.participation.leave(first.id, Person(first.people()[0]), sure=True)
    assert {who and who.computer for who in left.occupants} == {"easy"}
    seat = seat_of(second, Person(second.people()[0]))
    await mark_away(services, second, seat)
    restarted = Services(store, pause=60, playouts=2, now=clock)
    away = await restarted.tables.get(second.id)
    await restarted.close()
    assert (away.represented(seat), level_at(away, seat)) == (True, "easy")


async def test_ratings_and_results_do_not_change(services: Services, clock: Clock) -> None:
    night = await whole_night(services, clock, await begun(services))
    assert await services.tables.store.daily.played_games(0) == {}
    for table_id in {one.table_id for one in night.seats}:
        assert await services.tables.store.personal_results.of(table_id, AKI.id) is None


async def test_last_setup_of_the_channel_is_not_that_of_a_night(services: Services, clock: Clock) -> None:
    await whole_night(services, clock, await begun(services, setup=Setup(SCHOTEN, seats=3, stages=1)))
    assert await services.tables.store.tables.last_setup(CHANNEL, SCHOTEN) is None


# --- Leaving and coming back between stages


async def test_person_who_leaves_is_replaced_from_the_next_stage_on_and_may_come_back(
    services: Services, clock: Clock
) -> None:
    night = await begun(services, [AKI, BEN, CHIE], Setup(SCHOTEN, seats=4, stages=3))
    night = await services.nights.leave(SERVER, AKI, night.id)
    assert AKI.id in {one.user_id for one in night.seats}
    night = await stage_played(services, night)
    clock.now += BREAK_SECONDS
    await services.night_progress.poll()
    night = await services.nights.get(night.id)
    assert AKI.id not in {one.user_id for one in night.seats if one.stage == 2}
    await services.nights.join(SERVER, AKI, night.id)
    night = await stage_played(services, night)
    clock.now += BREAK_SECONDS
    await services.night_progress.poll()
    night = await services.nights.get(night.id)
    assert AKI.id in {one.user_id for one in night.seats if one.stage == 3}
    with refused("night-begun"):
        await services.nights.join(SERVER, DAI, night.id)


async def test_person_who_leaves_their_table_counts_in_that_stage_and_is_out_of_the_next(services: Services) -> None:
    night = await begun(services, [AKI, BEN, CHIE])
    mine = next(table for table in await tables_of(services, night) if AKI.id in table.people())
    await services.participation.leave(mine.id, AKI, sure=True)
    night = await stage_played(services, night)
    assert AKI.id in {one.user_id for one in night.standings.people}
    assert not night.has(AKI.id)


@pytest.mark.parametrize("removed", [False, True])
async def test_person_without_their_seat_who_comes_back_before_the_stage_ends_has_a_seat_in_the_next(
    services: Services, clock: Clock, *, removed: bool
) -> None:
    night = await begun(services, [AKI, BEN, CHIE])
    mine = next(table for table in await tables_of(services, night) if AKI.id in table.people())
    if removed:
        moderator = Person(900, moderates=lambda _channel: True)
        await services.participation.remove(mine.id, moderator, seat_of(mine, AKI), sure=True)
    else:
        await services.participation.leave(mine.id, AKI, sure=True)
    assert not (await services.nights.get(night.id)).has(AKI.id)
    await services.nights.join(SERVER, AKI, night.id)
    night = await stage_played(services, night)
    clock.now += BREAK_SECONDS
    await services.night_progress.poll()
    night = await services.nights.get(night.id)
    assert AKI.id in {one.user_id for one in night.seats if one.stage == 2}


async def test_person_who_leaves_a_table_of_no_night_stays_in_their_night(services: Services) -> None:
    night = await begun(services)
    table = await started(services)
    await services.participation.leave(table.id, AKI, sure=True)
    assert (await services.nights.get(night.id)).has(AKI.id)


async def test_table_that_a_moderator_ends_has_no_points(services: Services) -> None:
    night = await begun(services, [AKI, BEN, CHIE, DAI, *map(person, range(5))])
    table = (await tables_of(services, night))[0]
    await services.participation.end(table.id, Person(900, moderates=lambda _channel: True), sure=True)
    night = await stage_played(services, night)
    assert {one.table_id for one in night.seats if one.points is None} == {table.id}
    assert {one.user_id for one in night.standings.people} == {
        one.user_id for one in night.seats if one.user_id and one.table_id != table.id
    }


async def test_manager_ends_a_running_night_after_the_current_stage(services: Services) -> None:
    night = await begun(services, setup=Setup(SCHOTEN, seats=4, stages=4))
    await services.nights.call_off(SERVER, BOSS, night.id, stage=1)
    night = await stage_played(services, night)
    assert (night.row.state, night.row.stage) == ("over", 1)


async def test_manager_ends_a_night_in_the_break(services: Services, clock: Clock) -> None:
    night = await stage_played(services, await begun(services))
    await services.nights.call_off(SERVER, BOSS, night.id, stage=1)
    clock.now += BREAK_SECONDS
    await services.night_progress.poll()
    night = await services.nights.get(night.id)
    assert (night.row.state, night.row.stage) == ("over", 1)


async def test_running_night_whose_channel_is_deleted_ends_after_the_current_stage(services: Services) -> None:
    night = await begun(services)
    await services.nights.drop_channel(CHANNEL)
    assert (await services.nights.get(night.id)).row.state == "playing"
    night = await stage_played(services, night)
    assert (night.row.state, night.row.stage) == ("over", 1)


async def test_night_whose_channel_is_deleted_in_a_break_ends(services: Services) -> None:
    night = await stage_played(services, await begun(services))
    await services.nights.drop_channel(CHANNEL)
    assert (await services.nights.get(night.id)).row.state == "over"


async def test_night_ends_after_a_stage_in_which_a_table_was_lost_for_a_week(services: Services, clock: Clock) -> None:
    night = await begun(services)
    for table in await tables_of(services, night):
        await services.lost_tables.lose(table.id)
    clock.now += LOST_SECONDS
    services.clocks._last_uptime[WHOLE] = clock.seconds()
    await services.clocks.poll()
    night = await stage_played(services, night)
    assert (night.row.state, night.row.stage) == ("over", 1)


# --- Standings


async def test_standings_are_those_computed_by_hand(services: Services, clock: Clock) -> None:
    night = await whole_night(services, clock, await begun(services, [AKI, BEN, CHIE, DAI, *map(person, range(5))]))
    expected = by_hand(night)
    found = {one.user_id: one.share for one in night.standings.people}
    assert found == {user: pytest.approx(float(share)) for user, share in expected.items()}
    ranked = sorted(expected.values(), reverse=True)
    assert [one.rank for one in night.standings.people] == [1 + ranked.index(share) for share in ranked]
    for one in night.seats:
        game = game_of(await services.tables.get(one.table_id))
        assert one.points == game.ranking_score(one.seat)


async def test_points_of_a_tennos_seat_are_its_teams(services: Services, clock: Clock) -> None:
    setup = Setup(TENNOS, seats=4, stages=1)
    night = await whole_night(services, clock, await begun(services, [AKI, BEN, CHIE], setup))
    for one in night.seats:
        game = game_of(await services.tables.get(one.table_id))
        team = next(team for team in type(game).teams_of(4) if one.seat in team)
        assert one.points == sum(game.scores[seat] for seat in team)


# --- Kills


class ProcessKilledError(StoreError):
    """An error that stands in for a kill of the process, just before or after it writes a step."""


async def test_kill_before_or_after_any_step_neither_doubles_nor_loses_anything(
    store: Store, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Kill the process once before and once after the write of each step; new services go on after each kill."""
    services = Services(store, pause=60, playouts=2, now=clock)
    night = await announced(services, [AKI, BEN, CHIE])
    stages = {"start": 1, "begin_stage": 2, "finish_stage": 2}
    pending = {step: ["before", "after"] * times for step, times in stages.items()}
    real = {step: getattr(store.nights, step) for step in stages}

    def deadly(step: str) -> Callable[..., object]:
        async def write(*args: object, **more: object) -> object:
            when = pending[step].pop(0) if pending[step] else ""
            if when == "before":
                raise ProcessKilledError("killed")
            written = await real[step](*args, **more)
            if when == "after":
                raise ProcessKilledError("killed")
            return written

        return write

    for step in real:
        monkeypatch.setattr(store.nights, step, deadly(step))
    for _ in range(40):
        night = await services.nights.get(night.id)
        if not night.is_open:
            break
        try:
            if night.row.state == "gathering":
                await services.nights.start(SERVER, BOSS, night.id)
            for table in await tables_of(services, night) if night.running else []:
                await ended(services, table, Random(table.id))
            clock.now += BREAK_SECONDS
            await services.night_progress.poll()
        except (Refusal, StoreError):
            pass
        await services.close()
        services = Services(store, pause=60, playouts=2, now=clock)
    await services.close()
    assert not any(pending.values())
    assert night.row.state == "over"
    assert sorted({(one.stage, one.board) for one in night.seats}) == [(1, 1), (1, 2), (2, 1), (2, 2)]
    assert len(night.seats) == 16
    assert all(one.points is not None for one in night.seats)
    assert len({one.table_id for one in night.seats}) == 4
    assert {one.user_id: one.share for one in night.standings.people} == {
        user: pytest.approx(float(share)) for user, share in by_hand(night).items()
    }


# --- Proof


async def test_records_of_a_stage_prove_its_promise_once_the_stage_is_over(services: Services) -> None:
    night = await announced(services)
    promised = [one.commitment for one in night.promises]
    night = await services.nights.start(SERVER, BOSS, night.id)
    assert [one.commitment for one in night.promises] == promised
    assert night.published == []
    night = await stage_played(services, night)
    assert [one.commitment for one in night.published] == promised[:1]
    for table_id in night.tables:
        text = await services.replays.record(table_id)
        verdict = verify.verify(text, verify.ExpectedValues(commitment=promised[0], joins=["0"]))
        assert verdict.code is verify.Code.YES, verdict


# --- A whole night


@pytest.mark.soak
async def test_night_of_eight_tables_with_two_kills_has_the_standings_computed_by_hand(
    store: Store, clock: Clock
) -> None:
    """Play four stages with thirty people and two computer players, move by move.

    In each of the first two stages, a kill ends all services, and new services go on. Computer players think with few
    playouts.
    """
    people, rng = [person(number) for number in range(30)], Random(5)
    services = Services(store, pause=0, playouts=2, now=clock)
    night = await begun(services, people, Setup(SCHOTEN, seats=4, stages=4, level="easy"))
    assert len(night.tables) == 8
    killed = 0
    while night.is_open:
        for number, table_id in enumerate(night.tables if night.running else []):
            if number == 4 and killed < 2:
                table = await services.tables.get(table_id)
                for _ in range(5):
                    table = await play_one(services, table, rng)
                await services.close()
                killed += 1
                services = Services(store, pause=0, playouts=2, now=clock)
                await services.resume()
            await play_out(services, await services.tables.get(table_id), rng)
        clock.now += BREAK_SECONDS
        await services.night_progress.poll()
        night = await services.nights.get(night.id)
    await services.close()
    assert (killed, night.row.stage) == (2, 4)
    assert len({one.table_id for one in night.seats}) == 32
    assert all(one.points is not None for one in night.seats)
    expected = by_hand(night)
    assert len(expected) == 30
    assert {one.user_id: one.share for one in night.standings.people} == {
        user: pytest.approx(float(share)) for user, share in expected.items()
    }
