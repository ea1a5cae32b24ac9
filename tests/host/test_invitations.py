"""Invitations: the people who may invite to a lobby and notify subscribers, and the limits of both."""

from collections.abc import Awaitable, Callable
from itertools import count

import pytest

import limits
from host.events import News
from host.place import Place
from host.services import Services
from host.tables.table import Person, Table
from tests.clock import Clock
from tests.tables import AKI, BEN, CHIE, DAI, GUILD, MODERATOR, lobby, refused

strangers = count(1_000)
Invite = Callable[[Services, int, Person], Awaitable[Table]]


async def invite(services: Services, table_id: int, person: Person) -> Table:
    """Invite somebody whom the person has not invited before."""
    table, [_invited] = await services.lobby.invite(table_id, person, [next(strangers)])
    return table


async def ask_subscribers(services: Services, table_id: int, person: Person) -> Table:
    return await services.lobby.ask_subscribers(table_id, person)


both = pytest.mark.parametrize("act", [invite, ask_subscribers])


@pytest.fixture
def clock() -> Clock:
    return Clock(1_800_000_000)


@both
async def test_person_in_charge_and_moderators_invite_and_others_do_not(services: Services, act: Invite) -> None:
    table = await lobby(services, people=2)
    assert await act(services, table.id, AKI) == table
    assert await act(services, table.id, MODERATOR) == table
    for other in (BEN, DAI):
        with refused("not-opener"):
            await act(services, table.id, other)


@both
async def test_nobody_is_invited_to_a_full_or_started_table(services: Services, act: Invite) -> None:
    table = await lobby(services, people=[AKI, BEN, CHIE], seats=3)
    with refused("lobby-full"):
        await act(services, table.id, AKI)
    await services.lobby.start(table.id, AKI)
    with refused("lobby-gone"):
        await act(services, table.id, AKI)


@both
async def test_a_person_invites_some_times_an_hour_and_uses_up_nobody_elses(
    services: Services, clock: Clock, act: Invite
) -> None:
    table = await lobby(services)
    for _ in range(limits.INVITED_AN_HOUR):
        await act(services, table.id, AKI)
    with refused("invited-lately"):
        await act(services, table.id, AKI)
    other = await lobby(services, people=[BEN])
    await act(services, other.id, BEN)
    clock.now += 3_601
    await act(services, table.id, AKI)


async def test_server_without_mentions_invites_nobody(services: Services) -> None:
    table = await lobby(services)
    manager = Person(9, manages_server=lambda: True)
    await services.settings.set_server(Place.server(GUILD), manager, "pings", ("off",))
    with refused("no-pings"):
        await services.lobby.invite(table.id, AKI, [DAI.id])
    await services.lobby.ask_subscribers(table.id, AKI)


async def test_person_is_mentioned_once_an_hour_by_the_same_person_also_at_new_lobbies_and_on_other_servers(
    services: Services, clock: Clock
) -> None:
    first, second = await lobby(services), await lobby(services)
    elsewhere = await lobby(services, guild=GUILD + 1)
    assert (await services.lobby.invite(first.id, AKI, [DAI.id]))[1] == [DAI.id]
    for table in (first, second, elsewhere):
        with refused("mentioned-lately"):
            await services.lobby.invite(table.id, AKI, [DAI.id])
    assert (await services.lobby.invite(second.id, AKI, [DAI.id, CHIE.id]))[1] == [CHIE.id], "the others are invited"
    other = await lobby(services, people=[BEN])
    assert (await services.lobby.invite(other.id, BEN, [DAI.id]))[1] == [DAI.id]
    clock.now += 3_601
    assert (await services.lobby.invite(second.id, AKI, [DAI.id]))[1] == [DAI.id]


async def test_mentions_are_counted_and_not_clicks(services: Services) -> None:
    table, invited = await lobby(services), list[int]()
    for _ in range(1 + limits.INVITED_AN_HOUR // limits.INVITED_AT_ONCE):
        picked = [next(strangers) for _ in range(limits.INVITED_AT_ONCE - 1)]
        invited += (await services.lobby.invite(table.id, AKI, picked))[1]
    assert len(invited) == limits.INVITED_AN_HOUR
    with refused("invited-lately"):
        await services.lobby.invite(table.id, AKI, [next(strangers)])


async def test_who_sits_there_or_is_barred_is_not_invited_and_costs_nothing(services: Services) -> None:
    table = await lobby(services, people=[AKI, BEN])
    await services.lobby.bar(table.id, AKI, CHIE.id)
    assert (await services.lobby.invite(table.id, AKI, [AKI.id, BEN.id, CHIE.id]))[1] == []
    other = await lobby(services)
    assert (await services.lobby.invite(other.id, AKI, [CHIE.id]))[1] == [CHIE.id]


@pytest.mark.parametrize(("people", "asked"), [(1, "opens"), (3, "missing")])
async def test_subscribers_are_asked_as_their_settings_say(services: Services, people: int, asked: News) -> None:
    news: list[tuple[int, News]] = []
    table = await lobby(services, people=people)
    services.events.lobby_news.subscribe(lambda table_id, what: news.append((table_id, what)))
    await services.lobby.ask_subscribers(table.id, AKI)
    assert news == [(table.id, asked)]
