"""The pages of leaderboards and profiles."""

import io
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from PIL import Image

import limits
from engine.game import Game
from engine.lessons import Lesson
from host.daily.streaks import Streak
from host.learning.reviews import Losses
from host.people.ratings import LEAST, SETTLED, displayed
from host.people.standings import BadgeRow, Board, Companion, Leader, Played, Profile
from locales import Translation
from show.actions.table_actions import Action, PickCareer, ShowLeaders
from show.pages.standings import PERIODS, leaders_page, profile_page
from show.text.page import DOT, Chart, Page, Picture
from storage import Rated, RatingRow
from tests.show.basics import AKI, SAIZEN, every_language
from tests.show.page_content import check_limits, clickable, rows_of

LEADERS = tuple(
    Leader(rank, AKI + rank, 10, 20 - rank, 1.0 + rank / 10, 30.0 - rank, 2.0, f"N{rank}") for rank in range(1, 11)
)
OWN = Leader(40, AKI + 40, 10, 0, 3.5, 20.0, 3.0, "Own *self*")
LONGEST = "W" * 32


def a_played(game: str = "saizen", **more: Any) -> Played:
    course = ((1000, False), (1010, False), (1020, False), (1040, False), (1060, False), (1100, True))
    rating = RatingRow(Rated(AKI), 28.0, SETTLED, 6)
    return replace(Played(game, Counter({1: 4, 2: 1, 3: 1}), 3, rating, course, 0, None), **more)


def a_profile(*played: Played, **more: Any) -> Profile:
    return replace(Profile(AKI, "Aki *A*", played, 0, 0, (), (), (), more=False), **more)


def board_page(board: Board, period: Any = "rating", number: int = 0, language: str = "en") -> Page:
    page = leaders_page(SAIZEN, period, number, board, Translation(language))
    check_limits(page)
    return page


def the_profile(profile: Profile, game: str = "", language: str = "en") -> Page:
    page = profile_page(profile, game, Translation(language))
    check_limits(page)
    return page


def picture(page: Page) -> bytes | None:
    (chart,) = (part.drawing for part in page.parts if isinstance(part, Picture))
    assert isinstance(chart, Chart)
    return chart.draw()


def turns(page: Page) -> list[int]:
    return [one.page for row in rows_of(page) for one in map(asked, row) if isinstance(one, ShowLeaders)]


def asked(component: dict[str, Any]) -> Action | None:
    return Action.parse(component["custom_id"], ["1"] if "options" in component else ())


def test_leaderboard_without_games_says_so() -> None:
    for period, key in (("rating", "leaderboard-none-rated"), ("month", "leaderboard-none")):
        page = board_page(Board((), None, 0), period)
        assert page.text.splitlines()[1] == Translation("en")(key)
        assert page.drawings == []
    assert "Own" in board_page(Board((), OWN, 0)).text


@pytest.mark.drawn(1)
@every_language
@pytest.mark.parametrize("period", PERIODS)
def test_ten_lines_have_a_picture_and_fit(period: Any, language: str) -> None:
    lines = tuple(replace(one, name=LONGEST) for one in LEADERS)
    page = board_page(Board(lines, OWN, 40), period, language=language)
    drawn = picture(page)
    assert drawn is not None
    assert Image.open(io.BytesIO(drawn)).width == 800
    assert page.text.count(LONGEST) == limits.LEADERS


def test_reader_who_is_not_on_the_page_is_listed_after_it() -> None:
    lines = board_page(Board(LEADERS, OWN, 40)).text.splitlines()
    place = lines.index("…")
    assert r"**40.** Own \*self\*" in lines[place + 1]
    assert "…" not in board_page(Board(LEADERS, LEADERS[3], 40)).text
    assert "…" not in board_page(Board(LEADERS, None, 40)).text


def test_provisional_rating_is_called_so() -> None:
    fresh = replace(LEADERS[0], rank=None, sigma=SETTLED + 0.1)
    settled, unsettled = (board_page(Board((line,), None, 1)).text for line in (LEADERS[0], fresh))
    assert f"**1.** N1\u00a0· **{displayed(29.0, 2.0)}**" in settled
    assert "provisional" not in settled.lower()
    assert f"– N1\u00a0· **{displayed(29.0, SETTLED + 0.1)}** (provisional)" in unsettled
    assert "?" not in unsettled
    assert Translation("en")("leaderboard-about-unsettled") in unsettled


def test_mean_place_of_too_few_games_is_not_shown() -> None:
    few = board_page(Board((replace(LEADERS[0], games=4),), None, 1), "month").text
    assert "mean place" in board_page(Board(LEADERS, None, 1), "month").text.splitlines()[1]
    assert "mean place" not in few.splitlines()[1]


def test_ratings_are_shown_only_where_they_decide_the_rank() -> None:
    number = str(displayed(29.0, 2.0))
    assert number in board_page(Board(LEADERS, None, 10)).text
    assert number not in board_page(Board(LEADERS, None, 10), "season").text


@pytest.mark.parametrize(
    ("number", "count", "to"), [(0, 10, []), (0, 11, [1]), (1, 21, [0, 2]), (2, 21, [1]), (9, 21, [1])]
)
def test_pages_link_to_their_neighbours(number: int, count: int, to: list[int]) -> None:
    assert turns(board_page(Board(LEADERS, None, count), number=number)) == to


@every_language
def test_game_and_period_can_be_picked_and_the_current_ones_are_marked(language: str) -> None:
    page = board_page(Board(LEADERS, None, 10), "season", language=language)
    lists = [one for one in clickable(page) if "options" in one]
    assert [[line["value"] for line in one["options"] if line["default"]] for one in lists] == [["saizen"], ["season"]]
    assert [[line["value"] for line in one["options"]] for one in lists] == [list(Game.games), list(PERIODS)]
    for one in lists:
        assert all(Action.parse(one["custom_id"], [line["value"]]) for line in one["options"])


def test_profile_of_a_person_without_games_is_empty() -> None:
    page = the_profile(a_profile())
    assert page.text == f"### Aki \\*A\\*\n{Translation('en')('profile-none', place='server')}"


def test_profile_in_direct_messages_has_no_leaderboard() -> None:
    pages = [profile_page(a_profile(a_played()), "", Translation("en"), direct=direct) for direct in (False, True)]
    ways = [[Action.parse(one.get("custom_id", "")) for one in clickable(page)] for page in pages]
    assert [any(isinstance(one, ShowLeaders) for one in each) for each in ways] == [True, False]


def test_streak_of_the_days_deal_is_one_line_also_without_games() -> None:
    line = Translation("en")("profile-days", now=3, best=5)
    for profile in (a_profile(), a_profile(a_played("saizen"))):
        pages = [
            profile_page(profile, "", Translation("en"), streak=streak) for streak in (Streak(3, 5), Streak(), None)
        ]
        assert [line in page.text.splitlines() for page in pages] == [True, False, False]
        assert "Days in a row" not in pages[1].text


@pytest.mark.drawn(1)
@every_language
def test_full_profile_fits_and_has_its_chart(language: str) -> None:
    most = tuple(Companion(LONGEST, 10, 5) for _ in range(3))
    earned = tuple(BadgeRow(badge, times) for times, badge in enumerate(("chain", "sand", "of-a-newer-bot"), 1))
    everything = a_profile(
        *(a_played(game, practice=3, practice_rating=RatingRow(Rated(AKI, True), 20.0, 8.0, 3)) for game in Game.games),  # noqa: FBT003
        name=LONGEST,
        streak=1,
        best_streak=4,
        partners=most,
        met=most,
        badges=earned,
        more=True,
    )
    for game in Game.games:
        page = the_profile(everything, game, language)
        assert len(page.drawings) == 1
        assert Translation(language).text(Game.games[game].title) in page.text.splitlines()[1]
        assert "×2" in page.text
        games, board = clickable(page)
        assert asked(board) == ShowLeaders(game, "rating", 0)
        assert all(
            Action.parse(games["custom_id"], [line["value"]]) == PickCareer(AKI, line["value"])
            for line in games["options"]
        )
    assert picture(page) is not None


def test_statistics_with_too_little_data_are_left_out() -> None:
    few = a_played(places=Counter({1: 1}), wins=1, course=((1000, False),), rating=None)
    text = the_profile(a_profile(few, best_streak=1)).text
    assert text.splitlines()[1:] == ["**Saizen**"]


def test_profile_with_only_abandoned_games_has_no_chart_of_places() -> None:
    left = a_played(places=Counter(), course=((1000, False),))
    assert the_profile(a_profile(left)).drawings == []


@pytest.mark.parametrize("games", range(1, LEAST))
def test_profile_with_few_games_has_no_chart(games: int) -> None:
    few = a_played(places=Counter({1: games}), course=((1000, False),) * games)
    assert the_profile(a_profile(few)).drawings == []


def test_chart_has_no_single_bar() -> None:
    """Leave the chart out for a person who has always won: the line about the games says that already."""
    course = tuple((1000 + number, False) for number in range(LEAST))
    won = picture(the_profile(a_profile(a_played(places=Counter({1: LEAST}), course=course))))
    mixed = picture(the_profile(a_profile(a_played(places=Counter({1: 1, 2: LEAST - 1}), course=course))))
    assert won is not None
    assert mixed is not None
    assert Image.open(io.BytesIO(won)).height < Image.open(io.BytesIO(mixed)).height


@pytest.mark.parametrize(
    ("sigma", "language", "line"),
    [
        (8.0, "en", "Practice against computers: 1 game (provisional rating {})"),
        (SETTLED, "en", "Practice against computers: 1 game (rating {})"),
        (8.0, "ja", "COMとの練習：1戦（暫定レーティング {}）"),
        (SETTLED, "ja", "COMとの練習：1戦（レーティング {}）"),
    ],
)
def test_practice_rating_is_called_provisional_until_it_is_settled(sigma: float, language: str, line: str) -> None:
    practised = a_played(practice=1, practice_rating=RatingRow(Rated(AKI, True), 11.0, sigma, 1))  # noqa: FBT003
    text = the_profile(a_profile(practised), language=language).text
    assert line.format(displayed(11.0, sigma)) in text.splitlines()


@every_language
def test_profile_lists_finished_lessons_even_before_the_first_game(language: str) -> None:
    lesson, tr = Lesson.all["saizen"], Translation(language)
    line = tr("profile-lessons", lessons=tr.text(lesson.title))
    for profile in (a_profile(), a_profile(a_played("saizen"))):
        assert line in profile_page(profile, "", tr, [lesson]).text
        assert line not in profile_page(profile, "", tr).text


@every_language
def test_profile_tells_mean_losses_of_enough_decisions(language: str) -> None:
    tr = Translation(language)
    losses = {"saizen": Losses(10, 1.25), "tezumashi": Losses(40, 2.0), "tezuma-trick": Losses(9, 9.0)}
    said = [
        tr("profile-loss", game=Game.games[game].title, loss=loss)
        for game, loss in (("saizen", "0.12"), ("tezumashi", "0.05"))
    ]
    line = tr("profile-losses", losses=DOT.join(said))
    for profile in (a_profile(), a_profile(a_played("saizen"))):
        assert line in profile_page(profile, "", tr, losses=losses).text.splitlines()
        few = profile_page(profile, "", tr, losses={"saizen": Losses(9, 1.0)}).text
        assert tr("profile-losses", losses="")[:6] not in few
