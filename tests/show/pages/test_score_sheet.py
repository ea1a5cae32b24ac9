"""Score sheets of a finished round and of all rounds."""

from random import Random

import pytest

from engine.game import Game
from host.tables.table import Table
from locales import Translation
from show.actions.decision_actions import AtTable, LookUp
from show.actions.table_actions import OpenSheet
from show.pages.game.hand import Asked, hand_page
from show.pages.game.hand import round_page as result_page
from show.pages.game.score_sheet import round_page, sheet_page
from show.pages.game.shared_lines import points_line, result_lines, round_lines, winner_line
from show.pages.game.table import details_page, end_page
from show.text.page import Drawing, Page, Picture
from show.text.seat_names import table_translation
from tests.show.basics import SAIZEN, SQUARE, every_game, every_locale
from tests.show.page_content import check_limits, clickable, components_of, parts
from tests.show.tables import a_table, after_a_round, game_at, play_out

MOST_LINES, MOST_CHARACTERS = 4, 45
"""Limits of the text below a sheet's picture: lines, and characters for each seat."""


@pytest.mark.drawn(1)
@every_game
def test_a_rounds_sheet_does_not_change_later(game: str) -> None:
    table = after_a_round(Game.games[game])
    tr = table_translation(table, "ja")
    first = round_page(table, game_at(table).view(None), 1, tr)
    drawn = [drawing.draw() for drawing in first.drawings]
    over = play_out(table, Random(6))
    last = round_page(over, game_at(over).view(None), 1, tr)
    assert components_of(first) == components_of(last)
    assert drawn == [drawing.draw() for drawing in last.drawings]
    assert clickable(first) == []


@pytest.mark.drawn(3)
@every_locale
@every_game
def test_text_below_a_sheets_picture_has_at_most_four_short_lines(game: str, locale: str) -> None:
    for seats in Game.games[game].seat_counts:
        table = after_a_round(Game.games[game], seats)
        game_now, tr = game_at(table), table_translation(table, locale)
        view, scores = game_now.view(None), look_up(table, "scores", tr)
        for page in (round_page(table, view, 1, tr), sheet_page(table, tr), result(table, tr), scores):
            check_limits(page)
            below = page.parts[2]
            assert isinstance(page.parts[1], Picture)
            assert isinstance(below, str)
            assert len(below.splitlines()) <= MOST_LINES
            assert len(below) <= MOST_CHARACTERS * seats


@pytest.mark.drawn(1)
@every_locale
@every_game
def test_score_sheet_shows_every_round_as_it_was_and_links_to_its_neighbours(game: str, locale: str) -> None:
    for seats in Game.games[game].seat_counts:
        table = play_out(a_table(Game.games[game], seats), Random(4))
        view, tr = game_at(table).view(None), table_translation(table, locale)
        last = len(view["rounds"])
        assert sheet_page(table, tr) == sheet_page(table, tr, last)
        for number in range(1, last + 1):
            page = sheet_page(table, tr, number)
            check_limits(page)
            assert page.drawings == [Drawing("sheet", view, number)]
            totals = [sum(points) for points in zip(*view["rounds"][:number], strict=True)]
            assert points_line(totals, tr) in page.text
            beside = [OpenSheet(table.id, one).custom_id for one in (number - 1, number + 1) if 1 <= one <= last]
            assert [one["custom_id"] for one in clickable(page)] == beside
        assert set(result_lines(view, tr)[2:]) <= set(sheet_page(table, tr).text.splitlines())


def test_pairs_totals_are_shown_from_the_first_deal_on() -> None:
    table = after_a_round(SQUARE, 4)
    tr = table_translation(table, "en-US")
    one, two, three, four = game_at(table).rounds[0]
    teams = (
        f"{tr.seat(0)}, {tr.seat(2)} **{one + three}**",
        f"{tr.seat(1)}, {tr.seat(3)} **{two + four}**",
    )
    for page in (result(table, tr), look_up(table, "scores", tr)):
        assert all(team in page.text for team in teams)


@every_game
def test_details_of_a_finished_game_name_the_winners(game: str) -> None:
    table = play_out(a_table(Game.games[game], 4), Random(3))
    tr, view = table_translation(table, "en-US"), game_at(table).view(None)
    assert winner_line(view, tr) in details_page(table, tr).text.splitlines()


@every_locale
@every_game
def test_details_give_the_reason_for_each_point_of_the_last_round(game: str, locale: str) -> None:
    for seats in Game.games[game].seat_counts:
        table = after_a_round(Game.games[game], seats)
        tr = table_translation(table, locale)
        said = details_page(table, tr).text.splitlines()
        for line in round_lines(game_at(table).view(None), 1, tr):
            assert tr("table-news", line=line) in said


def look_up(table: Table, what: str, tr: Translation) -> Page:
    """Return a lookup page in place of the first seat's hand."""
    return hand_page(table, game_at(table), 0, tr, Asked(looking=LookUp(AtTable(table.id), what)))


def result(table: Table, tr: Translation) -> Page:
    """Return the open panel's result page after the first round."""
    return result_page(table, game_at(table), 0, tr)


@every_locale
def test_without_tricks_every_page_of_a_finished_round_says_what_ended_it(locale: str) -> None:
    table = after_a_round(SQUARE, 4)
    tr = table_translation(table, locale)
    (ended,) = (line for line in game_at(table).log or () if line.key == "square-complete")
    for page in (result(table, tr), round_page(table, game_at(table).view(None), 1, tr)):
        assert tr("hand-small", line=ended) in str(page.parts[0]).splitlines()


@every_locale
def test_without_tricks_the_end_of_a_game_says_what_ended_its_last_round(locale: str) -> None:
    table = play_out(a_table(SQUARE, 4), Random(4))
    tr = table_translation(table, locale)
    *_, ended = (line for line in game_at(table).log or () if line.key == "square-complete")
    hand = hand_page(table, game_at(table), 0, tr, Asked())
    for page in (hand, end_page(table, game_at(table).view(None), tr)):
        assert tr("hand-small", line=ended) in str(page.parts[0]).splitlines()


def test_points_with_one_reason_are_shown_once() -> None:
    table = after_a_round(SAIZEN)
    view, tr = game_at(table).view(None), table_translation(table, "en-US")
    for line, points in zip(round_lines(view, 1, tr), view["rounds"][0], strict=True):
        assert f"**{points}**" in line
        assert "→" not in line


def test_each_of_two_reasons_is_shown_with_its_points() -> None:
    table = after_a_round(SQUARE, 4)
    view, tr = game_at(table).view(None), table_translation(table, "en-US")
    view["sheets"][0][0] = view["sheets"][0][0][:1]
    for line, entries in zip(round_lines(view, 1, tr), view["sheets"][0], strict=True):
        assert line.count("→") == len(entries)


@every_game
def test_a_sheets_alt_text_has_no_markdown(game: str) -> None:
    table = after_a_round(Game.games[game])
    [alt] = parts(components_of(sheet_page(table, table_translation(table, "en-US"))), "description")
    assert "**" not in alt
    assert "<" not in alt


def test_score_sheet_before_the_end_of_a_round_says_that_there_is_none() -> None:
    table = a_table(SAIZEN)
    assert sheet_page(table, table_translation(table, "en-US")).text.splitlines()[1] == Translation("en")("sheet-none")
