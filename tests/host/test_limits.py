"""Limits in `limits.py`: nobody can shut out others by using up a limit.

For each limit, a test in `CASES` shows this, or `REASONS` says why it is so.
"""

from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from random import Random
from types import MappingProxyType
from unittest.mock import Mock

import pytest

import limits
from host.ai import complaints
from host.learning.reviews import ReviewInProgress
from host.lobby import deal_commitments
from host.lobby.rate_limit import DAY, RateLimit
from host.place import Place
from host.refusals import COMPLAINED_LATELY, Refusal
from host.services import Services
from host.settings import MOST_LOBBIES
from show.messages.work_queue import now
from show.panels.spectators import Spectators
from tests.host.daily_support import play_daily, prepare_today
from tests.tables import (
    AKI,
    BEN,
    CHANNEL,
    CHIE,
    DAI,
    GUILD,
    MANAGER,
    SCHOTEN,
    finish,
    game_of,
    lobby,
    play_one,
    play_while,
    refused,
    seat_of,
    started,
    wait_for_people_to_act,
)

TRIES = 120
"""How often one person repeats an action: more than any limit of a server in these tests."""


async def others_open_and_join(services: Services) -> None:
    """Check that other people can still open a table, join it, cut the deck and start the game."""
    table = await lobby(services, people=[BEN, CHIE])
    await services.lobby.cut(table.id, CHIE, deal_commitments.new_nonce(), "words")
    assert (await services.lobby.start(table.id, BEN)).state == "playing"


async def opens_lobbies(services: Services, _patch: pytest.MonkeyPatch) -> None:
    for _ in range(TRIES):
        with suppress(Refusal):
            await lobby(services)
    await others_open_and_join(services)


async def opens_and_closes_lobbies(services: Services, _patch: pytest.MonkeyPatch) -> None:
    count = 0
    for _ in range(TRIES):
        with suppress(Refusal):
            await services.lobby.cancel((await lobby(services)).id, AKI)
            count += 1
    assert count == limits.OPENED_AN_HOUR
    assert (await services.tables.deals(Place.server(GUILD))).cancelled == 0, "the figure that exposes a cheating bot"
    await others_open_and_join(services)


async def fills_a_small_server(services: Services, patch: pytest.MonkeyPatch) -> None:
    for most in (2, 5):
        patch.setattr(limits, "TABLES_A_SERVER", most)
        for _ in range(TRIES):
            with suppress(Refusal):
                await services.lobby.start((await lobby(services)).id, AKI)
        await lobby(services, people=[BEN])


async def comes_and_goes(services: Services, patch: pytest.MonkeyPatch) -> None:
    patch.setattr(limits, "JOINED_AN_HOUR", 10 * TRIES)
    table = await lobby(services, people=[BEN])
    for _ in range(TRIES):
        await services.lobby.join(table.id, AKI)
        await services.lobby.leave(table.id, AKI)
    await services.lobby.join(table.id, CHIE)
    await services.lobby.cut(table.id, CHIE, deal_commitments.new_nonce(), "words")


async def cuts_without_end(services: Services, _patch: pytest.MonkeyPatch) -> None:
    table = await lobby(services, people=[BEN, AKI])
    for _ in range(TRIES):
        with suppress(Refusal):
            await services.lobby.cut(table.id, AKI, deal_commitments.new_nonce(), "words")
    await services.lobby.cut(table.id, BEN, deal_commitments.new_nonce(), "words")


async def sits_in_the_last_seat_again_and_again(services: Services, _patch: pytest.MonkeyPatch) -> None:
    table = await lobby(services, people=[BEN, CHIE, AKI], seats=3)
    await services.lobby.bar(table.id, BEN, AKI.id)
    for _ in range(TRIES):
        with suppress(Refusal):
            await services.lobby.join(table.id, AKI)
    await services.lobby.join(table.id, DAI)


async def bars_all(services: Services, _patch: pytest.MonkeyPatch) -> None:
    table = await lobby(services)
    for number in range(TRIES):
        with suppress(Refusal):
            await services.lobby.bar(table.id, AKI, 500 + number)
    other = await lobby(services, people=[BEN])
    await services.lobby.bar(other.id, BEN, AKI.id)


async def schedules_without_end(services: Services, patch: pytest.MonkeyPatch) -> None:
    patch.setattr(limits, "OPENED_AN_HOUR", 10 * TRIES)
    later = services.tables.now() + 60
    for number in range(TRIES):
        with suppress(Refusal):
            acting = replace(AKI, interaction_id=number)
            await services.scheduled_lobbies.schedule(Place.server(GUILD), CHANNEL, acting, SCHOTEN, 3, None, later)
    acting = replace(BEN, interaction_id=TRIES)
    await services.scheduled_lobbies.schedule(Place.server(GUILD), CHANNEL, acting, SCHOTEN, 3, None, later)


async def invites_without_end(services: Services, _patch: pytest.MonkeyPatch) -> None:
    table = await lobby(services)
    for number in range(TRIES):
        with suppress(Refusal):
            await services.lobby.invite(table.id, AKI, [500 + number])
    other = await lobby(services, people=[BEN])
    await services.lobby.invite(other.id, BEN, [500])


async def mentions_somebody_through_new_lobbies(services: Services, patch: pytest.MonkeyPatch) -> None:
    patch.setattr(limits, "INVITED_AN_HOUR", 10 * TRIES)
    patch.setattr(limits, "OPENED_AN_HOUR", 10 * TRIES)
    invited: list[int] = []
    for _ in range(TRIES):
        table = await lobby(services)
        with suppress(Refusal):
            invited += (await services.lobby.invite(table.id, AKI, [DAI.id]))[1]
        await services.lobby.cancel(table.id, AKI)
    assert invited == [DAI.id] * limits.MENTIONED_AN_HOUR
    other = await lobby(services, people=[BEN])
    assert (await services.lobby.invite(other.id, BEN, [DAI.id]))[1] == [DAI.id], "others may still ask them"


async def complains_without_end(services: Services, patch: pytest.MonkeyPatch) -> None:
    filed: list[str] = []

    async def note(name: str, _text: str, _most: int) -> None:
        filed.append(name)

    patch.setattr(services.tables.store.complaints, "file", note)
    patch.setattr(limits, "COMPLAINED_A_DAY", 2)
    table = await started(services, people=2)
    table = await play_while(services, table, Random(1), lambda now: len(complaints.choices(now)) < 4)
    for number in complaints.choices(table) * 3:
        with suppress(Refusal):
            await services.complaints.complain(table.id, AKI.id, number)
    assert len(filed) == 2
    await services.complaints.complain(table.id, BEN.id, complaints.choices(table)[0])
    assert len(filed) == 3


async def opens_lobbies_to_be_told_of(services: Services, _patch: pytest.MonkeyPatch) -> None:
    await services.notifications.set(Place.server(GUILD), DAI.id, "games", (SCHOTEN,), "en-US")
    await services.settings.set_server(Place.server(GUILD), MANAGER, "lobbies", [MOST_LOBBIES])
    store, now = services.tables.store, int(services.now())
    for number in range(limits.NOTICES_A_DAY):
        table = await lobby(services)
        told = await services.notifications.recipients(table, {"opens"})
        if told:
            await store.notifications.mark_sent(GUILD, table.id, [DAI.id], now - (number + 2) * 3600)
    assert await services.notifications.recipients(await lobby(services), {"opens"}) == []
    other = await lobby(services, people=[BEN])
    assert [one.user_id for one in await services.notifications.recipients(other, {"opens"})] == [DAI.id]


async def is_counted_again_and_again(_services: Services, patch: pytest.MonkeyPatch) -> None:
    patch.setattr(limits, "RATE_LIMITED_PEOPLE", 2)
    rate = RateLimit(DAY, lambda: 1_700_000_000.0)
    for who in (BEN, *[AKI] * TRIES):
        with suppress(Refusal):
            rate.take(GUILD, who.id, 1, COMPLAINED_LATELY)
    with pytest.raises(Refusal):
        rate.take(GUILD, BEN.id, 1, COMPLAINED_LATELY)


async def looks_on_again_and_again(services: Services, _patch: pytest.MonkeyPatch) -> None:
    table = await started(services)
    spectators = object.__new__(Spectators)
    spectators._open = {table.id: {}}
    for _ in range(TRIES):
        spectators._remember(table.id, 900, Mock(clicked=now(), round=game_of(table).round))
    assert spectators._has_room(table.id, 901)


async def asks_for_reviews_without_end(services: Services, patch: pytest.MonkeyPatch) -> None:
    patch.setattr(limits, "REVIEWS_WAITING", 2)
    games = [await finish(services, await started(services, people=[AKI, BEN], guild=GUILD + one)) for one in range(3)]
    for table in games * (TRIES // len(games)):
        with suppress(Refusal):
            await services.reviews.of(table.id, AKI.id)
    assert isinstance(await services.reviews.of(games[0].id, BEN.id), ReviewInProgress)


async def asks_for_the_reviews_of_a_server(services: Services, patch: pytest.MonkeyPatch) -> None:
    patch.setattr(limits, "REVIEWS_OF_A_PLACE", 1)
    here, elsewhere = [
        await finish(services, await started(services, people=people, guild=guild))
        for people, guild in (([AKI, BEN], GUILD), ([CHIE, DAI], GUILD + 1))
    ]
    await services.reviews.of(here.id, AKI.id)
    with refused("reviews-waiting"):
        await services.reviews.of(here.id, BEN.id)
    assert isinstance(await services.reviews.of(elsewhere.id, CHIE.id), ReviewInProgress)


async def asks_what_hard_would_play_without_end(services: Services, patch: pytest.MonkeyPatch) -> None:
    patch.setattr(limits, "SUGGESTIONS_WAITING", 2)
    decisions: dict[int, tuple[int, int]] = {}
    for person in (AKI, BEN):
        table = await started(services, people=[person], seats=3)
        while (table := await wait_for_people_to_act(services, table)).suggestible is None:
            await play_one(services, table, Random(1))
        decisions[person.id] = table.id, game_of(table).moves_made(seat_of(table, person))
    for _ in range(TRIES):
        with suppress(Refusal):
            await services.suggestions.ask(decisions[AKI.id][0], AKI.id, decisions[AKI.id][1])
    assert (await services.suggestions.ask(decisions[BEN.id][0], BEN.id, decisions[BEN.id][1])).reason is None


async def practises_without_end(services: Services, patch: pytest.MonkeyPatch) -> None:
    patch.setattr(limits, "PRACTISED_A_DAY", 3)
    patch.setattr(limits, "DAILY_POSITIONS", 5)
    await prepare_today(services)
    for person in (AKI, BEN):
        await play_daily(services, person.id)
    begun = 0
    for _ in range(TRIES):
        with suppress(Refusal):
            await services.daily.practise(AKI.id, services.daily.today)
            begun += 1
    assert begun == limits.PRACTISED_A_DAY
    assert (await services.daily.practise(BEN.id, services.daily.today)).practice


Case = Callable[[Services, pytest.MonkeyPatch], Awaitable[None]]
CASES: MappingProxyType[str, Case] = MappingProxyType(
    {
        "LOBBIES_A_PERSON": sits_in_the_last_seat_again_and_again,
        "LOBBIES_A_SERVER": opens_lobbies,
        "TABLES_A_PERSON": opens_lobbies,
        "TABLES_A_SERVER": fills_a_small_server,
        "PERSON_SHARE_DIVISOR": fills_a_small_server,
        "OPENED_AN_HOUR": opens_and_closes_lobbies,
        "JOINED_AN_HOUR": comes_and_goes,
        "CUT_AN_HOUR": cuts_without_end,
        "CUTS": cuts_without_end,
        "SCHEDULED_A_PERSON": schedules_without_end,
        "SCHEDULED_A_SERVER": schedules_without_end,
        "INVITED_AN_HOUR": invites_without_end,
        "MENTIONED_AN_HOUR": mentions_somebody_through_new_lobbies,
        "BARRED": bars_all,
        "RATE_LIMITED_PEOPLE": is_counted_again_and_again,
        "COMPLAINTS": complains_without_end,
        "COMPLAINED_A_DAY": complains_without_end,
        "REVIEWS_WAITING": asks_for_reviews_without_end,
        "REVIEWS_OF_A_PLACE": asks_for_the_reviews_of_a_server,
        "REVIEWED_A_DAY": asks_for_reviews_without_end,
        "SUGGESTIONS_WAITING": asks_what_hard_would_play_without_end,
        "SUGGESTED_A_DAY": asks_what_hard_would_play_without_end,
        "PRACTISED_A_DAY": practises_without_end,
        "NOTICES_A_DAY": opens_lobbies_to_be_told_of,
        "NOTICES_FROM_ONE": opens_lobbies_to_be_told_of,
        "SPECTATORS": looks_on_again_and_again,
    }
)
"""For each limit: the actions with which one person tries to exhaust it for others."""
OWN = "it bounds what one person sends or is shown, and counts nothing of others"
AGAIN = "what is pushed out of memory is looked up, drawn or sent once more, which takes milliseconds"
QUEUE = "it bounds how much is done at once: what waits has its turn, and nothing is refused"
PAGE = "it bounds a page; all else is on the next one"
FIXED = "it is of the bot's own art, games or statements, and grows with nobody's clicks"
REASONS: MappingProxyType[str, str] = MappingProxyType(
    {
        "INVITED_AT_ONCE": OWN,
        "LEADERBOARDS_A_SERVER": "an old leaderboard is deleted, and anybody can ask for a new one",
        "SCHEDULED_AHEAD_SECONDS": OWN,
        "NIGHTS_AN_HOUR": "it counts for each manager of the server alone, and nobody else announces league nights",
        "NIGHT_PEOPLE": "each person takes one of a night's places",
        "NIGHT_FEWEST": "it is a lower limit",
        "DAY_NAMES": "it bounds a page, which names the best; all others are counted",
        "CUT_LENGTH": OWN,
        "LINE_LENGTH": OWN,
        "NONCE_LENGTH": OWN,
        "CONCURRENT_INTERACTIONS": OWN,
        "PROFILED": OWN,
        "CHARTED": OWN,
        "NOTICES_A_LOBBY": "whoever was told longest ago is told first, and each person is one of them once a lobby",
        "NOTICES_CHECKED": "each person is one of them",
        "ANSWERED_QUESTIONS": "a person's own second click comes seconds after the first, whatever others click",
        "LOG_ERRORS": "an error beyond it is written each time, and none is lost",
        "LOG_FILE_BYTES": "a full file is set aside, and the log goes on in a new one",
        "LOG_LINES": "what a person does is logged in few lines, and a line that is dropped is counted",
        "INVALID_REQUESTS": "the bot calls nothing that it knows to be forbidden, and waits longer after each refusal",
        "CALLS_A_SECOND": "a table's messages are written a few times a second at the most, whoever clicks, in turn",
        "SHARDS": "no person adds a part of all servers",
        "AI_WORKERS": "servers take turns, a table has one request at a time, and a long wait shortens its time",
        "REVIEW_WORKERS": "places take turns, and a person has one review at a time",
        "SUGGESTION_WORKERS": "places take turns, and a person has one suggestion at a time",
        "SEARCHED_MESSAGES": "Discord lets one person write 240 messages within four minutes, half as many",
        **dict.fromkeys(
            (
                "DUE_TABLES_AT_ONCE",
                "RESYNCS_AT_ONCE",
                "TABLES_AT_ONCE",
                "PANELS_AT_ONCE",
                "SPECTATOR_TABLES_AT_ONCE",
                "GROUP_COMMIT_WRITES",
                "BACKGROUND_GROUP_COMMIT_WRITES",
                "CONNECTIONS",
                "FINGERPRINTS",
                "DAY_MESSAGES_AT_ONCE",
                "REMINDED_AT_ONCE",
                "LOST_NOTICES_AT_ONCE",
            ),
            QUEUE,
        ),
        **dict.fromkeys(("TABLES_ON_A_PAGE", "GAMES_ON_A_PAGE", "LEADERS"), PAGE),
        **dict.fromkeys(
            (
                "TABLES",
                "DECIDED_POSITIONS",
                "BEGINNERS",
                "COACHED",
                "SETTINGS",
                "CHANNELS",
                "TABLE_MESSAGES",
                "WELCOMED_PEOPLE",
                "REMEMBERED_REFUSALS",
                "FAILED_WORK",
                "PENDING_FINGERPRINTS",
                "MESSAGES_WITH_PICTURES",
                "DAILY_POSITIONS",
                "DAY_MESSAGES_KNOWN",
                "DAYS_COMPARED",
                "DAY_STREAKS",
                "PRACTICES",
                "SENTENCES",
                "SPRITES",
            ),
            AGAIN,
        ),
        **dict.fromkeys(("STATEMENTS", "DRAWINGS", "FONTS"), FIXED),
    }
)
"""For each limit that is not in `CASES`: the reason why no person can exhaust it for others."""


def test_each_limit_has_a_case_or_a_reason() -> None:
    names = {name for name in vars(limits) if name.isupper()}
    assert CASES.keys() | REASONS.keys() == names
    assert not CASES.keys() & REASONS.keys()
    assert all(REASONS.values())


@pytest.mark.drawn(1)
@pytest.mark.parametrize("case", dict.fromkeys(CASES.values()), ids=lambda case: case.__name__)
async def test_one_person_exhausts_no_limit_for_others(
    services: Services, monkeypatch: pytest.MonkeyPatch, case: Case
) -> None:
    await case(services, monkeypatch)
