"""Score sheets: of a round that is over, and of all rounds."""

from __future__ import annotations

from random import Random

import pytest

import engine.games  # noqa: F401  fills Game.games
from engine.game import Game
from host.table import Table
from locales import Speech
from show.page import Drawing, Picture
from show.pages.sheet import MOST_LINES, round_page, sheet_page
from show.pages.words import points_line, result_lines, round_lines
from show.speech import table_speech
from tests.show.tables import a_table, check_limits, dealt, parts, play_out, play_random, sent

every_locale = pytest.mark.parametrize("locale", ["en-US", "ja"])
every_game = pytest.mark.parametrize("game", sorted(Game.games))


def after_a_round(game: str, seats: int | None = None) -> Table:
    """A table whose first round has just ended."""
    table, random = a_table(Game.games[game], seats), Random(6)
    while not dealt(table).rounds:
        play_random(dealt(table), random)
    return table


@every_game
def test_a_rounds_sheet_is_what_it_was_whatever_comes_later(game: str) -> None:
    table = after_a_round(game)
    speech = table_speech(table, "ja")
    first = round_page(table, dealt(table).view(None), 1, speech)
    drawn = [drawing.draw() for drawing in first.drawings]
    over = play_out(table, Random(6))
    last = round_page(over, dealt(over).view(None), 1, speech)
    assert sent(first) == sent(last)
    assert drawn == [drawing.draw() for drawing in last.drawings]
    assert first.clickable == []


@every_locale
@every_game
def test_a_rounds_sheet_is_a_picture_and_at_most_four_lines(game: str, locale: str) -> None:
    for seats in Game.games[game].seat_counts:
        table = after_a_round(game, seats)
        view, speech = dealt(table).view(None), table_speech(table, locale)
        page = round_page(table, view, 1, speech)
        check_limits(page)
        _, picture, below, _ = page.parts
        assert isinstance(picture, Picture)
        assert isinstance(below, str)
        lines = below.splitlines()
        if seats <= MOST_LINES:
            assert lines == [f"{speech.place(seat)} {line}" for seat, line in enumerate(round_lines(view, 1, speech))]
        else:
            assert lines == [points_line(view["rounds"][0], speech)]


@every_locale
@every_game
def test_the_score_sheet_has_the_picture_of_all_rounds_and_says_why_each_point(game: str, locale: str) -> None:
    for seats in Game.games[game].seat_counts:
        table = play_out(a_table(Game.games[game], seats), Random(4))
        view, speech = dealt(table).view(None), table_speech(table, locale)
        page = sheet_page(table, speech)
        check_limits(page)
        assert page.drawings == [Drawing("sheet", view, len(view["rounds"]))]
        for number in range(1, len(view["rounds"]) + 1):
            assert speech("sheet-round", round=number) in page.text.splitlines()
            for line in round_lines(view, number, speech):
                assert speech("sheet-why", line=line) in page.text.splitlines()
        assert set(result_lines(view, speech)[2:]) <= set(page.text.splitlines())


def test_points_that_have_one_reason_are_said_once() -> None:
    table = after_a_round("saizen")
    view, speech = dealt(table).view(None), table_speech(table, "en-US")
    for line, points in zip(round_lines(view, 1, speech), view["rounds"][0], strict=True):
        assert f"**{points}**" in line
        assert "→" not in line


@every_game
def test_a_sheets_alt_text_is_no_markdown(game: str) -> None:
    table = after_a_round(game)
    [alt] = parts(sent(sheet_page(table, table_speech(table, "en-US"))), "description")
    assert "**" not in alt
    assert "<" not in alt


def test_before_a_round_is_over_the_score_sheet_says_that_there_is_none() -> None:
    table = a_table(Game.games["saizen"])
    assert sheet_page(table, table_speech(table, "en-US")).text.splitlines()[1] == Speech("en")("sheet-none")
