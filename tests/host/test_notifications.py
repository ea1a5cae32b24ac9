"""Notifications of tables that look for players go to subscribers, at most hourly and never in their quiet hours."""

from datetime import datetime

import pytest

import limits
from host.events import News
from host.lobby.notifications import Recipient, Subscription
from host.place import Place
from host.services import Services
from host.settings import PersonSettings
from host.tables.table import Person, Table
from storage import Notice, Store
from storage.queries.people.notifications import INTERVAL_SECONDS
from tests.clock import Clock
from tests.tables import AKI, BEN, CHANNEL, CHIE, GUILD, lobby, refused

OTHER_GUILD = GUILD + 1
HOUR, NOON = 3600, 1_800_014_400
"""Seconds of an hour, and noon in UTC."""


@pytest.fixture
def clock() -> Clock:
    return Clock(NOON)


async def wants(
    services: Services, user_id: int = BEN.id, *games: str, guild: int = GUILD, locale: str = "ja"
) -> Subscription:
    """Subscribe a person to these games, or to Saizen if none is given."""
    return await services.notifications.set(Place.server(guild), user_id, "games", games or ("saizen",), locale)


async def opened(services: Services, guild: int = GUILD, game: str = "saizen", opener: Person = AKI) -> Table:
    """Open a lobby that others can join."""
    return await lobby(services, game, [opener], guild=guild)


async def told(services: Services, table: Table, *news: News) -> list[int]:
    """Return the people to notify of a table's `news` (by default its opening), and mark them as notified."""
    due = (await services.notifications.recipients(table, set(news or ("opens",))))[
        : await services.notifications.remaining(table.id)
    ]
    await services.notifications.mark_notified(table, due)
    return [one.user_id for one in due]


async def test_people_are_notified_only_of_games_that_they_chose_on_that_server(
    services: Services,
) -> None:
    assert await told(services, await opened(services)) == []
    assert await wants(services) == Subscription(("saizen",))
    assert await services.notifications.subscription(Place.server(GUILD), BEN.id) == Subscription(("saizen",))
    assert await services.notifications.subscription(Place.server(OTHER_GUILD), BEN.id) == Subscription()
    assert await told(services, await opened(services, game="tezumashi")) == []
    assert await told(services, await opened(services, OTHER_GUILD)) == []
    assert await told(services, await opened(services)) == [BEN.id]


async def test_people_are_notified_only_of_the_kinds_of_news_that_they_chose(services: Services) -> None:
    await wants(services)
    await wants(services, CHIE.id)
    await services.notifications.set(Place.server(GUILD), BEN.id, "opens", ("off",), "en-US")
    await services.notifications.set(Place.server(GUILD), CHIE.id, "missing", ("off",), "en-US")
    table = await opened(services)
    assert [one.user_id for one in await services.notifications.recipients(table, {"opens"})] == [CHIE.id]
    assert [one.user_id for one in await services.notifications.recipients(table, {"missing"})] == [BEN.id]
    both = await services.notifications.recipients(table, {"opens", "missing"})
    assert {one.user_id for one in both} == {BEN.id, CHIE.id}


async def test_seated_people_are_not_notified(services: Services) -> None:
    for person in (AKI, BEN):
        await wants(services, person.id)
    table = await lobby(services, "saizen", people=2)
    assert await told(services, table) == []


async def test_person_is_notified_once_an_hour_on_a_server_and_once_of_a_table(
    services: Services, clock: Clock
) -> None:
    await wants(services)
    await wants(services, guild=OTHER_GUILD)
    first, second = await opened(services), await opened(services)
    assert await told(services, first) == [BEN.id]
    assert await told(services, first, "missing") == []
    clock.now += INTERVAL_SECONDS - 1
    assert await told(services, second) == []
    assert await told(services, await opened(services, OTHER_GUILD, opener=CHIE)) == [BEN.id], "of another server"
    clock.now += 1
    assert await told(services, first, "missing") == [], "they know of that table"
    assert await told(services, second) == [BEN.id]


async def test_person_has_a_daily_limit_across_all_servers(services: Services, clock: Clock) -> None:
    for guild in range(10):
        await wants(services, guild=guild + 1)
    tables = [await opened(services, guild + 1, opener=Person(300 + guild)) for guild in range(10)]
    assert [len(await told(services, one)) for one in tables] == [1] * limits.NOTICES_A_DAY + [0] * 5
    clock.now += 24 * HOUR
    assert await told(services, tables[-1]) == [BEN.id]


async def test_person_is_notified_of_few_tables_of_one_opener_a_day_and_still_of_others(
    services: Services, clock: Clock
) -> None:
    for guild in range(4):
        await wants(services, guild=guild + 1)
    tables = [await opened(services, guild + 1) for guild in range(4)]
    assert [len(await told(services, one)) for one in tables] == [1] * limits.NOTICES_FROM_ONE + [0] * 2
    assert await told(services, await opened(services, 4, opener=CHIE)) == [BEN.id]
    clock.now += 24 * HOUR
    assert await told(services, tables[-1]) == [BEN.id]


async def test_limited_notifications_of_a_table_go_first_to_those_notified_longest_ago(
    services: Services, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(limits, "NOTICES_A_LOBBY", 2)
    for user in (201, 202, 203):
        await wants(services, user)
    first, second = await opened(services), await opened(services)
    early = await told(services, first)
    assert (len(early), await services.notifications.remaining(first.id)) == (2, 0)
    assert await told(services, first, "missing") == []
    clock.now += 2 * HOUR
    late = {201, 202, 203} - set(early)
    due = [one.user_id for one in await services.notifications.recipients(second, {"opens"})]
    assert set(due[:1]) == late, "the others are behind, for those before them may not see the table"
    assert set(due) == {201, 202, 203}


async def test_people_never_notified_come_in_random_order(services: Services) -> None:
    for user in range(201, 221):
        await wants(services, user)
    table = await opened(services)
    orders = {tuple(one.user_id for one in await services.notifications.recipients(table, {"opens"})) for _ in range(5)}
    assert len(orders) > 1


async def test_nobody_is_notified_twice_or_late_after_a_restart(services: Services, second: Services) -> None:
    heard: list[tuple[int, str]] = []
    await wants(services)
    table = await opened(services)
    assert await told(services, table) == [BEN.id]
    second.events.lobby_news.subscribe(lambda number, news: heard.append((number, news)))
    await second.resume()
    assert heard == []
    assert await told(second, await second.tables.get(table.id), "opens", "missing") == []


async def test_opening_and_each_last_free_seat_are_news(services: Services) -> None:
    heard: list[tuple[int, str]] = []
    services.events.lobby_news.subscribe(lambda number, news: heard.append((number, news)))
    table = await services.lobby.open(Place.server(GUILD), CHANNEL, AKI, "saizen", 3)
    assert heard == [(table.id, "opens")]
    await services.lobby.join(table.id, BEN)
    await services.lobby.join(table.id, CHIE)
    await services.lobby.leave(table.id, CHIE)
    assert heard[1:] == [(table.id, "missing")] * 2
    await services.lobby.start(table.id, AKI)
    assert len(heard) == 3
    two = await services.lobby.open(Place.server(GUILD), CHANNEL, AKI, "saizen", 2)
    assert heard[3:] == [(two.id, "opens"), (two.id, "missing")]


# --- Quiet hours


@pytest.mark.parametrize(
    ("mine", "quiet"),
    [
        (PersonSettings(), []),
        (PersonSettings(time_zone="UTC", hush_from="22", hush_until="7"), [22, 23, *range(7)]),
        (PersonSettings(time_zone="UTC", hush_from="9", hush_until="17"), [*range(9, 17)]),
        (PersonSettings(time_zone="UTC", hush_from="0", hush_until="0"), [*range(24)]),
        (PersonSettings(time_zone="Asia/Tokyo", hush_from="22", hush_until="7"), [*range(13, 22)]),
        (PersonSettings(time_zone="America/Los_Angeles", hush_from="22", hush_until="0"), [6, 7]),
        (PersonSettings(hush_from="9", hush_until="10"), [9]),  # UTC was the default before zones had to be chosen
    ],
)
def test_quiet_hours_follow_the_persons_time_zone_and_may_cross_midnight(
    mine: PersonSettings, quiet: list[int]
) -> None:
    midnight = NOON - 12 * HOUR
    assert [hour for hour in range(24) if mine.is_quiet(midnight + hour * HOUR)] == sorted(quiet)
    assert [hour for hour in range(24) if mine.is_quiet(midnight + hour * HOUR + HOUR - 1)] == sorted(quiet)


@pytest.mark.parametrize(
    ("zone", "quiet_from"),
    [
        ("Europe/Berlin", ["2026-03-28 21:00", "2026-03-29 20:00", "2026-10-24 20:00", "2026-10-25 21:00"]),
        ("America/St_Johns", ["2026-03-08 01:30", "2026-03-09 00:30", "2026-11-01 00:30", "2026-11-02 01:30"]),
        ("Asia/Kathmandu", ["2026-03-28 16:15", "2026-10-25 16:15"]),
        ("Pacific/Chatham", ["2026-04-03 08:15", "2026-04-05 09:15", "2026-09-27 08:15"]),
    ],
)
def test_quiet_hours_keep_their_hour_when_the_clocks_change(zone: str, quiet_from: list[str]) -> None:
    mine = PersonSettings(time_zone=zone, hush_from="22", hush_until="7")
    for begin in quiet_from:
        at = datetime.fromisoformat(f"{begin}+00:00").timestamp()
        assert [mine.is_quiet(at - 1), mine.is_quiet(at), mine.is_quiet(at + 6 * HOUR)] == [False, True, True], begin


async def test_news_in_quiet_hours_is_never_sent(services: Services, clock: Clock) -> None:
    await wants(services)
    await services.settings.set_person(BEN.id, "time_zone", ("UTC",))
    await services.settings.set_person(BEN.id, "hush_from", ("12",))
    await services.settings.set_person(BEN.id, "hush_until", ("13",))
    table = await opened(services)
    assert await told(services, table) == []
    clock.now += HOUR
    assert await told(services, await opened(services)) == [BEN.id]


# --- Choosing


async def test_notification_uses_the_locale_at_the_choice_or_the_chosen_language(services: Services) -> None:
    await wants(services)
    table = await opened(services)
    assert await services.notifications.recipients(table, {"opens"}) == [Recipient(BEN.id, "ja")]
    await services.settings.set_person(BEN.id, "language", ("en",))
    assert await services.notifications.recipients(table, {"opens"}) == [Recipient(BEN.id, "en")]


async def test_refusal_by_discord_stops_notifications_until_the_next_choice(services: Services) -> None:
    await wants(services)
    await services.notifications.mark_refused(BEN.id)
    assert (await services.notifications.subscription(Place.server(GUILD), BEN.id)).refused
    assert await told(services, await opened(services)) == []
    await services.notifications.set(Place.server(GUILD), BEN.id, "missing", ("off",), "ja")
    assert await services.notifications.subscription(Place.server(GUILD), BEN.id) == Subscription(
        ("saizen",), missing=False
    )
    assert await told(services, await opened(services)) == [BEN.id]


async def test_person_who_stops_notifications_or_chooses_no_game_gets_none(services: Services) -> None:
    for guild in (GUILD, OTHER_GUILD):
        await wants(services, guild=guild)
    await services.notifications.stop(GUILD, BEN.id)
    assert await services.notifications.subscription(Place.server(GUILD), BEN.id) == Subscription()
    assert await services.notifications.subscription(Place.server(OTHER_GUILD), BEN.id) == Subscription(("saizen",))
    assert await services.notifications.set(Place.server(OTHER_GUILD), BEN.id, "games", (), "ja") == Subscription()
    assert await told(services, await opened(services, OTHER_GUILD)) == []


@pytest.mark.parametrize(
    ("guild", "name", "picked", "why"),
    [
        (GUILD, "games", ("chess",), "no-such-setting"),
        (GUILD, "opens", ("maybe",), "no-such-setting"),
        (GUILD, "opens", (), "no-such-setting"),
        (GUILD, "refused", ("off",), "no-such-setting"),
        (0, "games", ("saizen",), "notices-on-servers"),
    ],
)
async def test_invalid_subscription_is_refused(
    services: Services, guild: int, name: str, picked: tuple[str, ...], why: str
) -> None:
    with refused(why):
        await services.notifications.set(Place.server(guild), BEN.id, name, picked, "ja")


async def test_subscription_to_a_removed_game_is_ignored(services: Services, store: Store) -> None:
    rows = [Notice(game, opens=True, missing=True, locale="ja") for game in ("chess", "tezumashi")]
    await store.notifications.set_subscriptions(GUILD, BEN.id, rows)
    assert (await services.notifications.subscription(Place.server(GUILD), BEN.id)).games == ("tezumashi",)
