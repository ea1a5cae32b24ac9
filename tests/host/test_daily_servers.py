"""Servers' messages of the day: the people and figures in them, and the ranking of servers."""

from collections.abc import Sequence

import pytest

import limits
from engine.daily import percentile
from engine.game import Game
from host.daily.deals import shown_from
from host.daily.servers import BEST, Rank, ServerDay
from host.people.privacy import GONE_SECONDS
from host.place import Place
from host.services import Services
from host.tables.table import Person
from storage import Store
from tests.clock import Clock
from tests.days import REFERENCE, prepare_day
from tests.host.daily_support import play_daily

SAIZEN = Game.games["saizen"]
CLUB, OTHER, THIRD = 11, 22, 33
MANAGER = Person(1, manages_server=lambda: True)


@pytest.fixture
async def day(services: Services, store: Store) -> int:
    """Prepare the deals of the present day, and return the day's number."""
    await prepare_day(store, services.daily.today, SAIZEN)
    return services.daily.today


async def play(
    store: Store,
    day: int,
    user_id: int,
    points: int,
    guild_id: int | None = CLUB,
    name: str | None = None,
    deal: int = 0,
) -> None:
    """Store a finished attempt; without `name`, the person's name is "P" and the user id."""
    row = await store.daily.begin(day, user_id, deal, guild_id, name if name is not None else f"P{user_id}")
    await store.daily.move(row._replace(moves='[[0,"1"]]', points=points, ended_at=row.begun_at + 5), row.moves)


async def play_all(store: Store, day: int, guild_id: int, every: Sequence[int], first: int) -> None:
    """Store finished attempts with the points `every`, of people with the user ids from `first` on."""
    for number, points in enumerate(every):
        await play(store, day, first + number, points, guild_id)


async def told_everywhere(services: Services, day: int) -> dict[int, ServerDay]:
    """Return the content of each server's message, by server; servers without a message are left out."""
    results = await services.daily_servers.results(day, services.tables.now())
    assert results is not None
    found = {server: await services.daily_servers.of_server(results, server) for server in results.by_server}
    return {server: one for server, one in found.items() if one is not None}


async def told(services: Services, day: int, guild_id: int = CLUB) -> ServerDay:
    return (await told_everywhere(services, day))[guild_id]


def names(server: ServerDay) -> list[str]:
    return [line.name for line in server.lines]


async def test_people_are_told_by_percentile_and_the_earlier_of_equals_first(
    services: Services, store: Store, clock: Clock, day: int
) -> None:
    for user_id, points, deal in ((1, 3, 0), (2, 5, 0), (3, 1, 1), (4, 5, 0)):
        await play(store, day, user_id, points, deal=deal)
        clock.now += 1
    server = await told(services, day)
    assert names(server) == ["P2", "P4", "P1", "P3"]
    expected = [
        percentile.percentile(mine, others, REFERENCE)
        for mine, others in ((5, [3, 5]), (5, [3, 5]), (3, [5, 5]), (1, []))
    ]
    assert [line.percentile for line in server.lines] == expected
    assert (server.players, server.day, server.game, server.closed) == (4, day, "saizen", None)


async def test_percentile_is_the_one_that_the_person_reads(
    services: Services, day: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("engine.daily.deal.PLAYOUTS", 2)
    await services.daily.open(7, Place.server(CLUB), "Aki")
    await play_daily(services, 7)
    await play_daily(services, 8, seed=2)
    result = await services.daily.result(7, day)
    [line] = (await told(services, day)).lines
    assert (line.name, line.percentile, line.days) == ("Aki", result.percentile, result.streak.days)


async def test_people_without_a_percentile_are_told_last_and_are_not_in_the_mean(
    services: Services, store: Store
) -> None:
    today = services.daily.today
    await prepare_day(store, today, SAIZEN, reference=())
    await play(store, today, 1, 9, deal=1)
    await play_all(store, today, CLUB, range(BEST + 1), 100)
    await play_all(store, today, OTHER, [1, 2, 3, 4], 200)
    every = await told_everywhere(services, today)
    club, other = every[CLUB], every[OTHER]
    assert (names(club)[-1], club.lines[-1].percentile) == ("P1", None)
    assert all(line.percentile is not None for line in club.lines[:-1])
    assert (other.ranks, club.ranks) == ((), ())
    await play(store, today, 300, 9, OTHER, deal=1)
    assert (await told(services, today, OTHER)).ranks == (), "five results, but four percentiles"


async def test_streak_is_that_of_the_attempt_also_when_it_is_told_later(
    services: Services, store: Store, clock: Clock, day: int
) -> None:
    for number in range(3):
        await prepare_day(store, day + number, SAIZEN)
        await play(store, day + number, 1, 3)
        clock.now += 86_400
    services.daily_servers._streaks.clear()
    lines = [line for number in range(3) for line in (await told(services, day + number)).lines]
    assert [line.days for line in lines] == [1, 2, 3]


async def test_people_of_no_server_and_of_others_are_told_nowhere_but_compared(
    services: Services, store: Store, day: int
) -> None:
    await play(store, day, 1, 3)
    alone = (await told(services, day)).lines[0].percentile
    await play(store, day, 2, 5, OTHER)
    await play(store, day, 3, 5, None, "")
    await play(store, day, 4, 5, None, "")
    every = await told_everywhere(services, day)
    assert {server: names(one) for server, one in every.items()} == {CLUB: ["P1"], OTHER: ["P2"]}
    compared = every[CLUB].lines[0].percentile
    assert alone is not None
    assert compared is not None
    assert compared < alone


async def test_nobody_is_named_against_their_will_but_everybody_is_counted(
    services: Services, store: Store, day: int
) -> None:
    await play(store, day, 1, 3)
    await play(store, day, 2, 5)
    await services.settings.set_person(2, "named", ["off"])
    server = await told(services, day)
    assert (names(server), server.players) == (["P1"], 2)
    await services.settings.set_person(1, "named", ["off"])
    assert await told_everywhere(services, day) == {}, "a message without names says nothing"
    await services.settings.set_person(1, "named", ["on"])
    assert names(await told(services, day)) == ["P1"]


async def test_most_names_are_limited_and_the_others_are_counted(services: Services, store: Store, day: int) -> None:
    people = limits.DAY_NAMES + 3
    await play_all(store, day, CLUB, range(people), 100)
    server = await told(services, day)
    assert (len(server.lines), server.players) == (limits.DAY_NAMES, people)
    assert names(server)[0] == f"P{99 + people}"


async def test_servers_with_enough_results_are_compared_by_the_mean_of_their_best(
    services: Services, store: Store, day: int
) -> None:
    await play_all(store, day, CLUB, [3] * BEST + [0], 100)
    await play_all(store, day, OTHER, [5] * BEST, 200)
    await play_all(store, day, THIRD, [9] * (BEST - 1), 300)
    every = await told_everywhere(services, day)
    club, other = every[CLUB], every[OTHER]
    means = {
        server: sum(line.percentile or 0 for line in every[server].lines[:BEST]) / BEST for server in (CLUB, OTHER)
    }
    assert club.ranks == (Rank(1, means[OTHER]), Rank(2, means[CLUB], own=True))
    assert other.ranks == (Rank(1, means[OTHER], own=True), Rank(2, means[CLUB]))
    assert (club.compared, every[THIRD].compared, every[THIRD].ranks) == (2, 0, ())


async def test_equal_servers_share_a_place_and_ones_own_is_always_told(
    services: Services, store: Store, day: int
) -> None:
    for server, points in ((41, 6), (42, 6), (43, 5), (CLUB, 1)):
        await play_all(store, day, server, [points] * BEST, server * 100)
    ranks = (await told(services, day)).ranks
    assert [(rank.place, rank.own) for rank in ranks] == [(1, False), (1, False), (3, False), (4, True)]


async def test_other_server_is_named_only_while_its_manager_agrees(services: Services, store: Store, day: int) -> None:
    await play_all(store, day, CLUB, [3] * BEST, 100)
    await play_all(store, day, OTHER, [5] * BEST, 200)
    place = Place.server(OTHER)

    async def name() -> str:
        await services.daily_servers.keep_name(place, "Other club")
        return (await told(services, day)).ranks[0].name

    assert await name() == ""
    await services.settings.set_server(place, MANAGER, "compared", ["on"])
    assert await name() == "Other club"
    assert [rank.name for rank in (await told(services, day, OTHER)).ranks] == ["", ""]
    await services.settings.set_server(place, MANAGER, "compared", ["off"])
    assert (await told(services, day)).ranks[0].name == "", "at once, before the name is removed"
    assert await name() == ""
    assert await store.settings.get(OTHER, "server:name") == ""


async def test_server_that_the_bot_has_left_is_not_compared_and_is_forgotten_in_time(
    services: Services, store: Store, clock: Clock, day: int
) -> None:
    await play_all(store, day, CLUB, [3] * BEST, 100)
    await play_all(store, day, OTHER, [5] * BEST, 200)
    before = (await told(services, day)).lines
    await services.privacy.left_server(OTHER)
    every = await told_everywhere(services, day)
    assert every.keys() == {CLUB}
    assert (every[CLUB].ranks, every[CLUB].lines) == ((), before), "its people still count among all people"
    clock.now += GONE_SECONDS
    await services.privacy.forget_servers(clock.seconds())
    assert (await told_everywhere(services, day)).keys() == {CLUB}


async def test_difficulty_and_par_are_told_after_the_close_only(
    services: Services, store: Store, clock: Clock, day: int
) -> None:
    await play(store, day, 1, 3)
    clock.now = shown_from(day) - 1
    assert (await told(services, day)).closed is None
    clock.now += 1
    closed = (await told(services, day)).closed
    assert closed is not None
    assert closed.signal == pytest.approx(0.9)
    assert closed.pars == (3.0,) * 4


async def test_forgotten_person_is_told_no_more(services: Services, store: Store, day: int) -> None:
    await play(store, day, 1, 3)
    await play(store, day, 2, 5)
    await services.privacy.forget(2)
    assert names(await told(services, day)) == ["P1"]
    await services.privacy.forget(1)
    assert await told_everywhere(services, day) == {}


async def test_day_without_deals_tells_nothing(services: Services, day: int) -> None:
    assert await services.daily_servers.results(day + 1, services.tables.now()) is None


async def test_deleted_channel_turns_the_message_off(services: Services) -> None:
    place = Place.server(CLUB)
    await services.settings.set_server(place, MANAGER, "daily", ["77"])
    await services.settings.remove_channel(place, 78)
    assert (await services.settings.of(place)).daily == 77
    await services.settings.remove_channel(place, 77)
    assert (await services.settings.of(place)).daily == 0
