"""Leaderboards by period, and profiles."""

from collections import Counter
from datetime import UTC, datetime
from typing import Any

import pytest

import limits
from host.people.ratings import LEAST, SETTLED, displayed
from host.people.standings import Companion, Period, Standings, beginning, last_page, mean_place
from host.place import Place
from host.services import Services
from host.settings import Season
from host.tables.table import Person
from storage import Rated, RatingRow, ResultRow, Store
from tests.storage.store_support import playing_table, seen
from tests.tables import AKI, BEN, CHIE, DAI, GUILD, SCHOTEN, finish, started

SAIZEN, SQUARE = "saizen", "tennos-square"


async def ended(
    store: Store,
    *people: int | None,
    game: str = SAIZEN,
    first: int = 0,
    own: float = 1.0,
    rated: int | None = None,
    sigma: float | None = None,
    **left: int,
) -> None:
    """Store a finished game that the seat `first` has won, with its partner if it has one; all other seats are second.

    Afterwards each person's rating counts `rated` games and has the uncertainty `sigma`. Without these arguments, both
    values follow from the table's number.
    """
    table_id = await playing_table(store, place_id=GUILD, game=game)
    winners = {first, first ^ 2} if game == SQUARE else {first}
    results = [
        ResultRow(
            seat,
            user,
            0,
            1 if seat in winners else 2,
            seat in winners,
            None if user else "normal",
            left.get(f"s{seat}"),
            own,
        )
        for seat, user in enumerate(people)
    ]
    sigma = sigma or (8.0 if table_id < 3 else SETTLED)
    changed = [RatingRow(Rated(user), 25.0 + table_id, sigma, rated or table_id) for user in people if user]
    await store.tables.finish(await seen(store, table_id), [], results, lambda *_: changed)


@pytest.mark.parametrize(
    ("period", "today", "first"),
    [
        ("month", (2026, 1, 1), (2026, 1, 1)),
        ("month", (2026, 12, 31), (2026, 12, 1)),
        ("season", (2026, 3, 31), (2026, 1, 1)),
        ("season", (2026, 4, 1), (2026, 4, 1)),
        ("season", (2026, 11, 21), (2026, 10, 1)),
    ],
)
def test_season_is_a_quarter_of_the_year(
    period: Period, today: tuple[int, int, int], first: tuple[int, int, int]
) -> None:
    now = datetime(*today, 23, 59, tzinfo=UTC).timestamp()
    assert beginning(period, now) == datetime(*first, tzinfo=UTC).timestamp()


@pytest.mark.parametrize(("season", "first"), [("quarter", 10), ("half", 7), ("year", 1)])
def test_season_has_the_servers_length(season: Season, first: int) -> None:
    now = datetime(2026, 11, 21, tzinfo=UTC).timestamp()
    assert beginning("season", now, season) == datetime(2026, first, 1, tzinfo=UTC).timestamp()
    assert beginning("month", now, season) == datetime(2026, 11, 1, tzinfo=UTC).timestamp()


def test_season_changes_at_midnight_utc() -> None:
    turn = int(datetime(2027, 1, 1, tzinfo=UTC).timestamp())
    for period in ("season", "month"):
        assert beginning(period, turn - 1) < turn
        assert beginning(period, turn) == turn


async def test_leaderboard_counts_games_that_ended_in_its_period(services: Services, store: Store) -> None:
    await finish(services, await started(services))
    next_year = Standings(store, lambda: services.now() + 366 * 86_400)
    periods: tuple[Period, ...] = ("all", "season", "month")
    for standings, counts in ((services.standings, [4, 4, 4]), (next_year, [4, 0, 0])):
        table_messages = [await standings.board(Place.server(GUILD), 999, SCHOTEN, period) for period in periods]
        assert [board.count for board in table_messages] == counts


async def test_rating_is_listed_from_five_games_on_and_shown_to_its_owner_before(services: Services) -> None:
    for _ in range(4):
        await finish(services, await started(services))
    board = await services.standings.board(Place.server(GUILD), AKI.id, SCHOTEN, "rating")
    assert (board.lines, board.count) == ((), 0)
    assert board.own is not None
    assert (board.own.games, board.own.rank) == (4, None)
    await finish(services, await started(services))
    board = await services.standings.board(Place.server(GUILD), AKI.id, SCHOTEN, "rating")
    assert sorted(line.user_id for line in board.lines) == [AKI.id, BEN.id, CHIE.id, DAI.id]
    assert {line.rank for line in board.lines} == {None}, "after five games nobody's rating is settled"


async def test_page_beyond_the_end_is_the_last_one(services: Services, store: Store) -> None:
    for first in range(0, 12, 4):
        await ended(store, *range(first + 1, first + 5))
    board = await services.standings.board(Place.server(GUILD), 1, SAIZEN, "all", page=7)
    assert (board.count, len(board.lines)) == (12, 12 - limits.LEADERS)
    first_page = await services.standings.board(Place.server(GUILD), 1, SAIZEN, "all")
    assert len(first_page.lines) == limits.LEADERS
    assert (last_page(0), last_page(10), last_page(11)) == (0, 0, 1)


async def test_leaderboard_without_a_game_is_of_the_most_played_one_with_a_ranking(
    services: Services, store: Store
) -> None:
    for _ in range(4):
        await ended(store, 1, 2, game=SQUARE, rated=LEAST - 1)
    assert (await services.standings.usual_game(Place.server(GUILD))).id == SQUARE, "nobody is listed anywhere"
    for game, sigma in ((SCHOTEN, 8.0), ("tezumashi", SETTLED)):
        for _ in range(3 if game == SCHOTEN else 2):
            await ended(store, 1, 2, game=game, rated=LEAST, sigma=sigma)
        assert (await services.standings.usual_game(Place.server(GUILD))).id == game
    await ended(store, 1, 2, game=SAIZEN, rated=LEAST, sigma=SETTLED)
    assert (await services.standings.usual_game(Place.server(GUILD))).id == "tezumashi", (
        "of several the most played one"
    )


async def test_leaderboard_without_a_game_or_a_ranking_is_of_the_most_played_one(
    services: Services, store: Store
) -> None:
    assert (await services.standings.usual_game(Place.server(GUILD))).id == SAIZEN, "the first that there is"
    await ended(store, 1, 2, game=SQUARE)
    assert (await services.standings.usual_game(Place.server(GUILD))).id == SQUARE
    for _ in range(2):
        await ended(store, 1, 2, game="of-a-newer-bot")
    assert (await services.standings.usual_game(Place.server(GUILD))).id == SQUARE


async def test_profile_shows_places_wins_and_ratings_by_game(services: Services, store: Store) -> None:
    for first in (0, 1, 0):
        await ended(store, AKI.id, BEN.id, CHIE.id, first=first)
    await ended(store, AKI.id, BEN.id, game=SCHOTEN, own=0.4)
    await ended(store, AKI.id, None)
    profile = await services.standings.profile(Place.server(GUILD), AKI.id)
    saizen, schoten = profile.played
    assert (saizen.game, saizen.places, saizen.wins, saizen.practice) == (SAIZEN, Counter({1: 2, 2: 1}), 2, 1)
    assert (schoten.games, schoten.wins) == (1, 0), "somebody else's moves have won it"
    values = [displayed(26.0, 8.0), displayed(27.0, 8.0), displayed(28.0, SETTLED)]
    assert saizen.course == tuple(zip(values, [False, False, True], strict=True))
    assert saizen.rating is not None


async def test_winning_streak_counts_over_all_games(services: Services, store: Store) -> None:
    for first in (0, 0, 0, 1, 0, 0):
        await ended(store, AKI.id, BEN.id, first=first)
    await ended(store, AKI.id, None, first=1)
    profile = await services.standings.profile(Place.server(GUILD), AKI.id)
    assert (profile.streak, profile.best_streak) == (2, 3), "practice ends none"
    other = await services.standings.profile(Place.server(GUILD), BEN.id)
    assert (other.streak, other.best_streak) == (0, 1)


async def test_partners_and_opponents_are_shown_from_three_games_on(services: Services, store: Store) -> None:
    for person, name in ((AKI, "Aki"), (BEN, "Ben"), (CHIE, "Chie"), (DAI, "Dai")):
        await services.lobby.open(Place.server(GUILD), 1, Person(person.id, name=name), SAIZEN, 4)
    for first in (0, 1, 0):
        await ended(store, AKI.id, BEN.id, CHIE.id, None, game=SQUARE, first=first)
    await ended(store, AKI.id, DAI.id)
    profile = await services.standings.profile(Place.server(GUILD), AKI.id)
    assert profile.partners == (Companion("Chie", 3, 2),)
    assert profile.met == (Companion("Ben", 3, 2), Companion("Chie", 3, 2))


async def test_game_that_was_left_is_rated_but_not_counted_as_played(services: Services, store: Store) -> None:
    await ended(store, None, BEN.id, CHIE.id, s0=AKI.id)
    profile = await services.standings.profile(Place.server(GUILD), AKI.id)
    (saizen,) = profile.played
    assert (saizen.games, saizen.mean_place, profile.best_streak) == (0, None, 0)


async def test_profile_covers_a_limited_number_of_games(
    services: Services, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(3):
        await ended(store, AKI.id, BEN.id)
    assert not (await services.standings.profile(Place.server(GUILD), AKI.id)).more
    monkeypatch.setattr(limits, "PROFILED", 2)
    profile = await services.standings.profile(Place.server(GUILD), AKI.id)
    assert profile.more
    assert profile.played[0].games == 2


def test_mean_place_is_shown_from_five_games_on() -> None:
    assert (mean_place(1.5, 4), mean_place(1.5, 5), mean_place(None, 9)) == (None, 1.5, None)


async def test_badges_from_games_with_others_are_in_the_profile(
    services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    def earned(_story: Any, seat: int) -> tuple[str, ...]:
        return ("chain",) if seat == 0 else ()

    monkeypatch.setattr("host.people.badges.Story.earned", earned)
    await finish(services, await started(services, people=1))
    assert (await services.standings.profile(Place.server(GUILD), AKI.id)).badges == ()
    await finish(services, await started(services, people=2))
    assert [row.badge for row in (await services.standings.profile(Place.server(GUILD), AKI.id)).badges] == ["chain"]
    assert (await services.standings.profile(Place.server(GUILD), BEN.id)).badges == ()
