"""The public message of a server about a day's deal, and the reminder."""

from dataclasses import replace

import pytest

import limits
from engine.game import Game
from host.daily.deals import opens_at
from host.daily.reminders import Due
from host.daily.servers import Closed, Rank, ServerDay, ServerLine
from host.daily.streaks import Streak
from locales import Translation
from show.actions.daily_actions import OpenDay, OpenToday
from show.actions.settings_actions import StopReminders
from show.actions.table_actions import Action
from show.pages.daily.reminders import reminder_page, stopped_reminders_page
from show.pages.daily.server_message import server_message
from show.text.page import Page
from show.text.phone import phone_lines
from tests.show.basics import every_language
from tests.show.page_content import check_limits, ids_of

DAY = 20_000
LINES = (ServerLine("Aki", 93.6, 12), ServerLine("B*e*n", 50.0, 1))
TOLD = ServerDay(DAY, "saizen", LINES, 2)
RANKS = (Rank(1, 80.4, "Card *Club*"), Rank(1, 80.4), Rank(3, 71.0, own=True))
every_game = pytest.mark.parametrize("game", Game.games)


def actions_on(page: Page) -> list[Action | None]:
    return [Action.parse(one) for one in ids_of(page)]


@every_language
@every_game
def test_open_message_tells_names_percentiles_and_streaks_and_leads_to_ones_own_page(language: str, game: str) -> None:
    tr = Translation(language)
    page = server_message(replace(TOLD, game=game), tr)
    check_limits(page)
    first, second = page.text.split("\n")[1:3]
    assert "Aki" in first
    assert "94%" in first
    assert "12" in first
    assert "B\\*e\\*n" in second
    assert f"<t:{opens_at(DAY + 1)}:R>" in page.text
    assert actions_on(page) == [OpenToday()]
    assert page.notify == ()
    assert page.drawings == []


@every_language
def test_person_without_a_percentile_has_no_figure(language: str) -> None:
    told = replace(TOLD, lines=(ServerLine("Aki", None, 12),))
    line = server_message(told, Translation(language)).text.split("\n")[1]
    assert "Aki" in line
    assert "12" in line
    assert "%" not in line


@every_language
def test_closed_message_tells_difficulty_and_pars_and_leads_to_the_cards(language: str) -> None:
    closed = replace(TOLD, closed=Closed(0.9, (3.25, 4.0, 5.0, 6.0)))
    page = server_message(closed, Translation(language))
    check_limits(page)
    assert "0.9" in page.text
    assert all(par in page.text for par in ("3.2", "4.0", "5.0", "6.0"))
    assert actions_on(page) == [OpenDay(DAY)]
    unknown = server_message(replace(TOLD, closed=Closed(0.0, ())), Translation(language))
    assert len(unknown.text.split("\n")) == len(page.text.split("\n")) - 1, "without a reference there is no par"


@every_language
def test_servers_are_compared_by_place_and_named_only_where_a_name_is_given(language: str) -> None:
    tr = Translation(language)
    compared = replace(TOLD, ranks=RANKS, compared=8)
    [line] = set(server_message(compared, tr).text.split("\n")) - set(server_message(TOLD, tr).text.split("\n"))
    assert "Card \\*Club\\*" in line
    assert "8" in line
    assert [line.count(figure) for figure in ("80", "71")] == [2, 1]
    own = tr("day-here-rank", place=3, mean=71, whose="own", name="")
    assert own in line


@every_language
def test_others_than_the_named_people_are_counted(language: str) -> None:
    tr = Translation(language)
    many = server_message(replace(TOLD, players=9), tr)
    assert tr("day-here-more", count=7) in many.text
    assert tr("day-here-more", count=0) not in server_message(TOLD, tr).text


@every_language
def test_longest_message_is_accepted_by_discord(language: str) -> None:
    lines = (ServerLine("*" * 32, 100.0, 9_999),) * limits.DAY_NAMES
    ranks = (*(Rank(1, 100.0, "_" * 100),) * 3, Rank(999, 0.0, own=True))
    closed = Closed(9.9, (99.9,) * 4)
    for one in (None, closed):
        page = server_message(ServerDay(DAY, "scharfe-schoten", lines, 9_999, ranks, 9_999, one), Translation(language))
        check_limits(page)


@every_language
def test_message_of_ten_people_fits_on_a_phone(language: str) -> None:
    lines = tuple(ServerLine(f"Somebody {number}", 50.0, 3) for number in range(10))
    page = server_message(replace(TOLD, lines=lines, players=12, ranks=RANKS, compared=8), Translation(language))
    assert phone_lines(page.text) <= 30


@every_language
@every_game
def test_reminder_has_the_game_the_streak_and_ways_to_play_and_to_stop(language: str, game: str) -> None:
    tr = Translation(language)
    pages = [reminder_page(Due(1, language, game, Streak(days), 99, 0, 0), tr) for days in (0, 1, 5)]
    assert len({page.text for page in pages}) == 3
    for page in pages:
        check_limits(page)
        assert tr.text(Game.games[game].title) in page.text
        assert actions_on(page) == [OpenToday(), StopReminders()]
    assert "🔥" not in pages[0].text
    check_limits(stopped_reminders_page(tr))
